import { createRequire } from 'node:module';
import type { Parents, Root } from 'mdast';
import type * as Satteri from 'satteri';
import { dependsOnIndentation } from './indentation.js';
import { isDeep } from './nesting.js';
import { parseWithRemark } from './remark-parser.js';
import { walk } from './walk.js';

const satteri = loadSatteri();

/** GitHub's Markdown. The text has no front matter any more. */
const FEATURES: Satteri.Features = { gfm: true, frontmatter: false };

/** `[^ 1]` is text, since the label of a footnote has no spaces. */
const SPACED_LABEL = /\[\^[^\][\s]*\s/;

/**
 * Parses GitHub's Markdown with satteri, or with remark-parse when satteri isn't available or when indented text would
 * become code but must not.
 * @param isMdx true when indented text is never code, as in MDX without its components
 * @returns a tree with the positions of all nodes
 * @throws RangeError when the text nests too deep
 * @see https://github.github.com/gfm/
 */
export function parseMarkdown(text: string, isMdx = false): Root {
  if (isDeep(text)) throw new RangeError('The Markdown nests too deep');
  if (satteri === undefined) return parseWithRemark(text, isMdx);
  // CommonMark 2.3 replaces NUL.
  const tree = satteri.markdownToMdast(text.replaceAll('\0', '\uFFFD'), { features: FEATURES }) as Root;
  if (isMdx && dependsOnIndentation(tree, text)) return parseWithRemark(text, isMdx);
  if (SPACED_LABEL.test(text)) {
    walk(tree, (node) => {
      if ('children' in node) keepSpacedLabels(node, text);
    });
  }
  return tree;
}

/** Turns footnote references whose label has spaces into text. */
function keepSpacedLabels(parent: Parents, text: string): void {
  for (const [index, { type, position }] of parent.children.entries()) {
    if (type !== 'footnoteReference') continue;
    const source = text.slice(position?.start.offset, position?.end.offset);
    if (/\s/.test(source))
      parent.children[index] = { type: 'text', value: source, ...(position && { position }) };
  }
}

/** Returns undefined on platforms without a binary. */
function loadSatteri(): typeof Satteri | undefined {
  try {
    // Not import(), since a module that awaits at its top can't be loaded with require().
    return createRequire(import.meta.url)('satteri') as typeof Satteri;
  } catch {
    return undefined;
  }
}
