import { parseHtml } from './parse.js';
import { oneSpaced, visibleText } from './text.js';

/**
 * A short text that may contain HTML (a title, a name, an excerpt) as one line of plain text: tags removed, the
 * bodies of scripts and styles with them, entities decoded.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return oneSpaced(html);
  return visibleText(parseHtml(html));
}
