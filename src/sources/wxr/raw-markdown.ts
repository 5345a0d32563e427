import type { PrivacyRules } from '../../config/config.js';
import { cutGates } from '../../content/privacy/wordpress/cut.js';

/** HTML, blocks, shortcodes and templates, which Markdown of an extension doesn't have. */
const OTHER = /<[/!a-z]|\{[{%]|\[\/?[a-z_][\w-]*(?:\s[^[\]\n]*)?\](?![([:])/i;
/** What only Markdown has. */
const MARKS = [
  /^#{1,6} \S/m,
  /\]\((?:https?:\/\/|\/|#)[^\s()]+\)/,
  /^(?:```|~~~)/m,
  /\*\*[^\s*][^*\n]*\*\*/,
  /^[-*] \S.*\n[-*] \S/m,
];

/**
 * True for a body in Markdown, as extensions store it that turn it into HTML when they show the page: two marks of it,
 * and nothing that WordPress reads itself.
 */
export function isRawMarkdown(body: string, rules: PrivacyRules): boolean {
  if (OTHER.test(body) || MARKS.filter((mark) => mark.test(body)).length < 2) return false;
  return cutGates(body, rules).gates.length === 0;
}
