import type { Blockquote, ListItem, Nodes, Parents, PhrasingContent, Root, RootContent, Table } from 'mdast';
import { walk } from './walk.js';

/** `{: .class #id key="v"}`, `{:.no_toc}`, `{::comment /}` of kramdown and PHP Markdown Extra. */
const LIST = /\{:[^{}\n]*\}/g;
/** `{#id}`, `{ .class }`, `{#id .class key=v}` at the end of a heading; also `%{#id}%`, for Vue's sake, and `Title[[id]]` of Hugging Face. */
export const HEADING_LIST = /\s*(?:%\{\s*[#.][^{}]*\}%|\{\s*[#.][^{}]*\}|(?<=\S)\[\[[a-z][\w-]*\]\])\s*$/;
/** A place for a table of contents that the generator fills. */
const CONTENTS = /^\s*(?:\[\[(?:_?toc_?|open-in-colab)\]\]|\[toc\]|\{:\s*toc[^}]*\}|\[\[_TOC_\]\])\s*$/i;
/** `*[HTML]: meaning of the abbreviation`. */
const ABBREVIATION = /^\*\[[^\]\n]+\]:[^\n]*(?:\n\*\[[^\]\n]+\]:[^\n]*)*$/;

function plainText(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? (node.children as Nodes[]).map(plainText).join('') : '';
}

/** Removes the lists from the texts of a paragraph or heading, with the line break before one. */
function cleanPhrasing(children: PhrasingContent[]): PhrasingContent[] {
  for (const child of children) {
    if (child.type !== 'text' || !child.value.includes('{:')) continue;
    child.value = child.value.replace(/(?:^|\n)[ \t]*\{:[^{}\n]*\}[ \t]*(?=\n|$)/g, '').replace(LIST, '');
  }
  return children.filter((child) => child.type !== 'text' || child.value !== '');
}

function cleanTable(table: Table): void {
  table.children = table.children.filter((row) => {
    const text = row.children.map(plainText).join('').trim();
    return !(text.startsWith('{:') && text.replace(LIST, '').trim() === '');
  });
}

function isContents(node: RootContent): boolean {
  if (node.type === 'paragraph') return CONTENTS.test(plainText(node));
  return node.type === 'list' && /\{:\s*toc\b/.test(plainText(node)) && node.children.length === 1;
}

/** True for a heading over nothing but a table of contents. */
function isOverContents(children: readonly RootContent[], at: number): boolean {
  if (children[at]?.type !== 'heading') return false;
  const next = skipAttributes(children, at + 1);
  const contents = children[next];
  if (contents === undefined || !isContents(contents)) return false;
  const after = children[skipAttributes(children, next + 1)];
  return after === undefined || after.type === 'heading' || after.type === 'thematicBreak';
}

function skipAttributes(children: readonly RootContent[], from: number): number {
  let at = from;
  for (let node = children[at]; node !== undefined && isAttributes(node); node = children[at]) at += 1;
  return at;
}

/** A paragraph of nothing but attributes. */
function isAttributes(node: RootContent): boolean {
  return node.type === 'paragraph' && !isContents(node) && plainText(node).replace(LIST, '').trim() === '';
}

function isAbbreviation(node: RootContent): boolean {
  if (node.type !== 'paragraph') return false;
  // The page may also have a link of that name: `*[TOC]: …` and `[TOC]: https://…`.
  const written = node.children.map((child) =>
    child.type === 'linkReference' ? `[${plainText(child)}]` : plainText(child),
  );
  return ABBREVIATION.test(written.join(''));
}

function cleanFenceLanguage(node: Extract<Nodes, { type: 'code' }>): void {
  if (!node.lang) return;
  // ```{.python}, ```{r setup}, ```js{1,3}, ```rust,ignore
  const lang = /^\{?\s*\.?([\w+#-][\w+#.-]*)/.exec(node.lang)?.[1];
  node.lang = lang ?? null;
}

/**
 * Drops what other Markdown dialects write for their renderer and readers never see: attribute lists, heading
 * ids, the place of a table of contents, abbreviation definitions; fences keep just the language.
 */
export function dropAttributes(tree: Root): void {
  const parents: Parents[] = [];
  walk(tree, (node) => {
    if (node.type === 'code') cleanFenceLanguage(node);
    if (node.type === 'table') cleanTable(node);
    if (!('children' in node)) return;
    const parent = node as Parents;
    parents.push(parent);
    const children = parent.children as RootContent[];
    parent.children = children.filter(
      (child, at) => !isContents(child) && !isAbbreviation(child) && !isOverContents(children, at),
    ) as typeof parent.children;
  });
  // From the leaves to the root, so that a parent sees which of its children have become empty.
  for (const parent of parents.reverse()) cleanParent(parent);
}

function cleanParent(parent: Parents): void {
  if (parent.type === 'heading') {
    const last = parent.children.at(-1);
    if (last?.type === 'text') last.value = last.value.replace(HEADING_LIST, '');
  }
  parent.children = cleanPhrasing(parent.children as PhrasingContent[]) as typeof parent.children;
  if (parent.type === 'root' || parent.type === 'blockquote' || parent.type === 'listItem') dropEmpty(parent);
}

/** Drops paragraphs that held nothing but a list of attributes. */
function dropEmpty(parent: Root | ListItem | Blockquote): void {
  parent.children = (parent.children as RootContent[]).filter(
    (child) => child.type !== 'paragraph' || child.children.length > 0,
  ) as typeof parent.children;
}
