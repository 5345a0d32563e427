import { schemaProblems } from '../ajv.js';
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

/** JSON documents are JSON. */
export const json: Rule = {
  id: 'json',
  level: 'error',
  title: 'Every JSON document can be parsed',
  anywhere: true,
  *checkDocument(document) {
    if (!document.isJson) return;
    if (!document.isWhole) {
      yield { code: 'too-large', file: document.file, message: 'The document is too large for any reader.' };
      return;
    }
    const parsed = document.json();
    if ('value' in parsed) return;
    yield {
      code: 'not-json',
      file: document.file,
      ...(parsed.line === undefined ? {} : { line: parsed.line }),
      message: document.size === 0 ? 'The file is empty.' : 'Here the file stops being JSON.',
      fix: 'Build again; if a plugin makes the document, correct it there.',
    };
  },
};

/** Maximum number of findings for one document. */
const MAX_ERRORS = 20;

/** Every document is valid by its schema. */
export const schema: Rule = {
  id: 'schema',
  level: 'error',
  title: 'Every JSON document is valid by the schema of its surface',
  anywhere: true,
  *checkDocument(document) {
    const { row, file, source } = document;
    // The schemas describe our documents; foreign ones under the same name may differ.
    if (row.schema === undefined || source !== 'generated' || !document.isWhole) return;
    const parsed = document.json();
    if (!('value' in parsed)) return;
    for (const { pointer, message } of schemaProblems(row.schema, parsed.value).slice(0, MAX_ERRORS)) {
      yield { code: 'schema', file, pointer, message: `This ${message} (${row.schema}).` };
    }
  },
};
