import { parseRobots } from '../../../core/robots-rules.js';
import type { Fault, Rule } from '../rule.js';

/** RFC 9309 section 2.5: readers accept at least this much. */
const LIMIT = 500 * 1024;
const RULES = ['allow', 'disallow'];
const ADDRESSES = ['sitemap', 'agentmap'];
const SIGNAL = /^(?:search|ai-input|ai-train)=(?:yes|no)$/;

/**
 * Crawlers can parse the rules.
 * @see https://www.rfc-editor.org/rfc/rfc9309
 */
export const robotsTxt: Rule = {
  id: 'robots-txt',
  level: 'error',
  title: '`robots.txt` can be parsed: groups with rules, absolute addresses, a valid content signal',
  anywhere: true,
  *checkDocument(document) {
    if (document.row.id !== 'robots' || !document.isWhole) return;
    const { file, size } = document;
    if (size > LIMIT) {
      yield {
        level: 'warning',
        code: 'robots-long',
        file,
        message: `Crawlers read the first ${LIMIT} bytes of ${size}.`,
      };
    }
    for (const fault of faultsOf(document.text())) yield { ...fault, file };
  },
};

function* faultsOf(text: string): Iterable<Fault> {
  let hasGroup = false;
  for (const [index, { key, value, text: raw }] of parseRobots(text).entries()) {
    const line = index + 1;
    if (key === '' && raw.replace(/^\ufeff|#.*/gs, '').trim() !== '') {
      yield { code: 'robots-line', line, message: 'Expected "Name: value", a comment or nothing.' };
    }
    if (key === 'user-agent') {
      hasGroup = true;
      if (value === '')
        yield { code: 'robots-agent', line, message: 'A group needs the name of a crawler, or "*".' };
    } else if (RULES.includes(key)) {
      if (!hasGroup)
        yield {
          level: 'warning',
          code: 'robots-orphan',
          line,
          message: 'A rule before any group applies to no crawler.',
        };
      if (value !== '' && !/^[/*]/.test(value)) {
        yield {
          level: 'warning',
          code: 'robots-path',
          line,
          message: `Expected a path that begins with "/", found "${value}".`,
        };
      }
    } else if (ADDRESSES.includes(key) && !/^https?:\/\/\S+$/i.test(value)) {
      yield { code: 'robots-address', line, message: `Expected an absolute address, found "${value}".` };
    } else if (key === 'content-signal' && !value.split(',').every((part) => SIGNAL.test(part.trim()))) {
      yield {
        code: 'robots-signal',
        line,
        message: `Expected search, ai-input and ai-train with yes or no, found "${value}".`,
      };
    }
  }
}
