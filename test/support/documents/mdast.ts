import type { Heading, Link, Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** Parses CommonMark, with `gfm` also the extensions of GitHub. */
export function parseMarkdown(text: string, gfm = false): Root {
  const parser = unified().use(remarkParse);
  return gfm ? parser.use(remarkGfm).parse(text) : parser.parse(text);
}

/** Every node below and including one, in document order. */
export function* walk(node: Nodes): Iterable<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child);
}

/** What a reader sees of a node. */
export function plainText(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map((child) => plainText(child)).join('') : '';
}

/** Kinds of nodes in a tree, sorted. */
export function nodeTypes(tree: Root): readonly string[] {
  return [...new Set([...walk(tree)].map((node) => node.type))].sort();
}

/** `## Posts` for every heading of a document. */
export function headings(tree: Root): readonly string[] {
  return [...walk(tree)]
    .filter((node): node is Heading => node.type === 'heading')
    .map((node) => `${'#'.repeat(node.depth)} ${plainText(node)}`);
}

/** One list entry: what its link says, where it leads, what stands behind it. */
export interface ListedLink {
  readonly text: string;
  readonly url: string;
  readonly note: string;
}

/** The list entries of each second-level section, by heading; a heading without a list has none. */
export function sections(tree: Root): ReadonlyMap<string, readonly ListedLink[]> {
  const found = new Map<string, ListedLink[]>();
  let current: ListedLink[] = [];
  for (const node of tree.children) {
    if (node.type === 'heading') {
      current = [];
      found.set(plainText(node), current);
    }
    if (node.type === 'list') current.push(...node.children.map((item) => listedLink(item)));
  }
  return found;
}

function listedLink(item: Nodes): ListedLink {
  // The entry's own link is written `- [text](…)`; any other is a bare address in prose, as GFM sees it.
  const link = [...walk(item)].find((node): node is Link => node.type === 'link');
  if (link === undefined || link.children[0]?.position?.start.column !== 4) {
    return { text: '', url: '', note: plainText(item) };
  }
  const text = plainText(link);
  return { text, url: link.url, note: plainText(item).slice(text.length) };
}
