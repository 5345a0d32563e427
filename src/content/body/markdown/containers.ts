import { replaceInProse } from '../../../core/prose.js';
import { labelled, openCallout } from './callout.js';

const CONTAINER =
  /^([ \t]*)(:{3,})[ \t]*(?:\{?\.?([A-Za-z][\w-]*)\}?(?:\[([^\]\n]*)\])?(?:\{[^}\n]*\})?[ \t]*([^\n]*?))?[ \t]*$/gm;

/**
 * Turns the containers of documentation generators (`:::note`, `::: tip Title`, `:::caution[Title]`) into quotes
 * with a label, as raw HTML around Markdown. A container of any other kind leaves its content.
 * @param text Markdown with `\n` line ends
 */
export function expandContainers(text: string): string {
  if (!text.includes(':::')) return text;
  const open: { readonly colons: number; readonly closing: string }[] = [];
  const expanded = replaceInProse(text, new RegExp(CONTAINER), (match) => {
    const [found, indent = '', colons = '', name, bracketed, rest = ''] = match;
    const end = match.index + found.length;
    if (name === undefined) {
      const last = open.at(-1);
      // Generators close the innermost container with the same number of colons, or more.
      if (last === undefined || colons.length < last.colons) return undefined;
      open.pop();
      return { text: last.closing && `\n${indent}${last.closing}\n`, end };
    }
    const label = labelled(name, bracketed ?? rest);
    open.push({ colons: colons.length, closing: label === undefined ? '' : '</blockquote>' });
    return { text: label === undefined ? '' : `\n${indent}${openCallout(name, label)}\n`, end };
  });
  // A container that is never closed ends with the text.
  return (
    expanded +
    open
      .reverse()
      .map(({ closing }) => closing && `\n\n${closing}\n`)
      .join('')
  );
}
