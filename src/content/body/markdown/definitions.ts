import type { BlockContent, Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import { walk } from './walk.js';

/** A definition opens with a colon at the start of a line, then white space. Its first line may be empty. */
const MARK = /^:(?:[ \t]+|$)/;
/** The least columns by which goldmark indents the further blocks of a definition. */
const INDENT = 2;

/** Parses the inside of a definition that Markdown took for an indented block. */
type ParseBlocks = (markdown: string) => RootContent[];

/** The lines of a paragraph; breaks inside emphasis or links do not count. */
function lines(paragraph: Paragraph): PhrasingContent[][] {
  const result: PhrasingContent[][] = [[]];
  for (const child of paragraph.children) {
    if (child.type !== 'text') {
      result.at(-1)?.push(child);
      continue;
    }
    child.value.split('\n').forEach((value, index) => {
      if (index > 0) result.push([]);
      if (value !== '') result.at(-1)?.push({ type: 'text', value });
    });
  }
  return result;
}

function isDefinition(line: readonly PhrasingContent[]): boolean {
  const [first] = line;
  return first?.type === 'text' && MARK.test(first.value);
}

function element(name: string, children: unknown[], position?: Paragraph['position']): RootContent {
  // The handler of blockquotes puts line breaks between the children, which is wrong inside a line of text.
  const type = name === 'dl' ? 'blockquote' : 'paragraph';
  return {
    type,
    data: { hName: name },
    children: children as BlockContent[],
    position,
  } as unknown as RootContent;
}

/** A node without a meaning of its own in Markdown; the renderer makes the element from its data. */
interface DefinitionList {
  readonly data?: { readonly hName?: string };
  readonly children: { readonly children: unknown[]; readonly data?: { readonly hName?: string } }[];
  readonly position?: Paragraph['position'];
}

interface Item {
  readonly name: 'dt' | 'dd';
  readonly children: unknown[];
}

function addLine(items: Item[], line: PhrasingContent[]): void {
  const [first, ...rest] = line;
  const last = items.at(-1);
  if (first?.type === 'text' && MARK.test(first.value)) {
    const value = first.value.replace(MARK, '');
    if (last?.name === 'dd' && last.children.length === 0) items.pop();
    items.push({ name: 'dd', children: value === '' ? rest : [{ ...first, value }, ...rest] });
  } else if (last?.name === 'dd') {
    last.children.push(...(last.children.length === 0 ? line : [{ type: 'text', value: '\n' }, ...line]));
  } else {
    items.push({ name: 'dt', children: line });
  }
}

/** The list whose last definition may continue in the next block. */
function openList(node: unknown): DefinitionList | undefined {
  const list = node as DefinitionList | undefined;
  return list?.data?.hName === 'dl' ? list : undefined;
}

/** A block that is indented further than the list before it, and not by enough to be code. */
function isInLastDefinition(node: RootContent, list: DefinitionList): boolean {
  // The white space before HTML is part of it.
  const space = node.type === 'html' ? node.value.search(/\S|$/) : 0;
  const [own, base] = [(node.position?.start.column ?? 0) + space, list.position?.start.column];
  return base !== undefined && own >= base + INDENT && list.children.at(-1)?.data?.hName === 'dd';
}

function isIndented(node: RootContent): node is Extract<RootContent, { type: 'code' }> {
  return node.type === 'code' && node.data !== undefined && 'indented' in node.data;
}

/** The result for a block: part of the list before it, a new list, or itself. */
function place(node: RootContent, out: RootContent[], parse: ParseBlocks): void {
  const previous = out.at(-1);
  const list = openList(previous);
  if (list !== undefined && isIndented(node)) {
    list.children.at(-1)?.children.push(...parse(node.value));
    return;
  }
  if (list !== undefined && isInLastDefinition(node, list)) {
    place(node, (list.children.at(-1)?.children ?? []) as RootContent[], parse);
    return;
  }
  if (node.type !== 'paragraph') {
    out.push(node);
    return;
  }
  const rows = lines(node);
  const first = rows.findIndex(isDefinition);
  if (first === -1) {
    out.push(node);
    return;
  }
  const items: Item[] = [];
  for (const row of rows) addLine(items, row);
  if (first === 0 && previous?.type === 'paragraph') {
    // The term is in a paragraph of its own.
    out.pop();
    addItems(out, [{ name: 'dt', children: previous.children }, ...items], previous.position);
  } else if (first > 0 || list !== undefined || (first === 0 && previous?.type === 'html')) {
    addItems(out, items, node.position);
  } else {
    out.push(node);
  }
}

/** Adds items to the last list, or to a new one. */
function addItems(out: RootContent[], items: readonly Item[], position: Paragraph['position']): void {
  const elements = items.map(({ name, children }) => element(name, children));
  const list = openList(out.at(-1));
  if (list !== undefined) list.children.push(...(elements as unknown as DefinitionList[]));
  else out.push(element('dl', elements, position));
}

/** The targets of references by label, as Markdown. A part of the text that is parsed alone needs them. */
function targetsOf(tree: Root): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  walk(tree, (node) => {
    if (node.type === 'footnoteDefinition') targets.set(`^${node.identifier}`, `[^${node.identifier}]: .`);
    if (node.type === 'definition') targets.set(node.identifier, `[${node.identifier}]: <${node.url}>`);
  });
  return targets;
}

function targetsIn(text: string, targets: ReadonlyMap<string, string>): string {
  if (targets.size === 0) return '';
  const labels = new Set([...text.matchAll(/\[([^\]\n]+)\]/g)].map(([, label = '']) => label.toLowerCase()));
  return [...labels].map((label) => `\n\n${targets.get(label) ?? ''}`).join('');
}

/**
 * Builds the definition lists of kramdown, PHP Markdown Extra and goldmark: a term on a line of its own, then
 * lines that open with a colon.
 * @param parse reads the further paragraphs of a definition, which plain Markdown takes for indented code
 * @see https://michelf.ca/projects/php-markdown/extra/#def-list
 */
export function buildDefinitionLists(tree: Root, parse: ParseBlocks): void {
  const targets = targetsOf(tree);
  const parseInside: ParseBlocks = (text) =>
    parse(text + targetsIn(text, targets)).filter(({ type }) => !/efinition$/.test(type));
  walk(tree, (node) => {
    if (!/^(?:root|blockquote|listItem|footnoteDefinition)$/.test(node.type) || !('children' in node)) return;
    if (openList(node) !== undefined) return;
    const out: RootContent[] = [];
    for (const child of node.children as RootContent[]) place(child, out, parseInside);
    node.children = out as typeof node.children;
  });
}
