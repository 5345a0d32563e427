import type { Rule } from '../rule.js';
import type { EncodingFault } from '../subject.js';

const MESSAGES: Readonly<Record<EncodingFault, string>> = {
  bom: 'The file begins with a byte order mark, which many readers take for text.',
  'utf-16': 'The file is UTF-16 instead of UTF-8.',
  'not-utf-8': "The file isn't UTF-8.",
  nul: "The file contains a NUL character, so it isn't text.",
};

/** Every document is UTF-8. */
export const encoding: Rule = {
  id: 'encoding',
  level: 'error',
  title: 'Every document is UTF-8 without a byte order mark',
  anywhere: true,
  *checkDocument(document) {
    const { encodingFault: fault, file, row } = document;
    // RFC 9309 section 2.2 lets a robots.txt begin with one, and ours keeps the site's.
    if (fault === undefined || (fault === 'bom' && row.id === 'robots')) return;
    yield {
      code: `encoding-${fault}`,
      file,
      message: MESSAGES[fault],
      fix: 'Build again, and let nothing convert the files after the build.',
    };
  },
};
