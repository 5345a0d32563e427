import { replaceInProse } from '../../../core/prose.js';

/** A list item whose line opens a block of a generator: a container, an admonition, a component with content. */
const ITEM =
  /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?=:{3,}[ \t]*\{?[A-Za-z]|(?:!!!|\?\?\?\+?)[ \t]+\w|<[A-Z][\w.]*(?:[ \t][^<>\n]*)?(?<!\/)>[ \t]*$)/gm;

/**
 * Puts the blocks that begin on the line of a list item on a line of their own, below a comment: an item that begins
 * with an empty line would end there.
 * @param text Markdown with `\n` line ends
 */
export function separateListBlocks(text: string): string {
  return replaceInProse(text, new RegExp(ITEM), ({ index, 0: found }) => ({
    text: `${found}<!-- -->\n\n${found.replace(/[^\t]/g, ' ')}`,
    end: index + found.length,
  }));
}
