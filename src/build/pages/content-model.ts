import type { Element, ElementContent, Root, RootContent } from 'hast';
import { isBlank, make } from '../../content/html/element.js';

type Node = RootContent | ElementContent;

/** Elements that may only contain words and other inline content. */
const PHRASING = new Set(
  'abbr b bdi bdo cite code data dfn em i kbd mark q rp rt ruby s samp small span strong sub sup time u var'.split(
    ' ',
  ),
);
/** Elements that contain inline content but are blocks themselves. */
const LINES = new Set('h1 h2 h3 h4 h5 h6 p pre summary'.split(' '));
/** Elements that aren't part of a line. */
const BLOCKS = new Set(
  (
    'address article aside blockquote details div dl dd dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header ' +
    'hgroup hr li main nav ol p pre section table ul'
  ).split(' '),
);
/** Elements with the content model of their parent. */
const TRANSPARENT = new Set(['a', 'del', 'ins']);
/** Further inline elements. */
const EMBEDDED = new Set('audio br img video wbr'.split(' '));
/** Elements that require certain parents, and their replacement elsewhere. */
const HOMES: Readonly<Record<string, { readonly parents: readonly string[]; readonly else: string }>> = {
  li: { parents: ['ul', 'ol'], else: 'div' },
  dt: { parents: ['dl'], else: 'div' },
  dd: { parents: ['dl'], else: 'div' },
  figcaption: { parents: ['figure'], else: 'div' },
  summary: { parents: ['details'], else: 'div' },
  caption: { parents: ['table'], else: 'div' },
  thead: { parents: ['table'], else: 'div' },
  tbody: { parents: ['table'], else: 'div' },
  tfoot: { parents: ['table'], else: 'div' },
  tr: { parents: ['table', 'thead', 'tbody', 'tfoot'], else: 'div' },
  td: { parents: ['tr'], else: 'div' },
  th: { parents: ['tr'], else: 'div' },
  // The page has its own; without a name these lead nowhere.
  nav: { parents: [], else: 'div' },
  aside: { parents: [], else: 'div' },
  header: { parents: [], else: 'div' },
  footer: { parents: [], else: 'div' },
  hgroup: { parents: [], else: 'div' },
  main: { parents: [], else: 'div' },
  rt: { parents: ['ruby'], else: 'span' },
  rp: { parents: ['ruby'], else: 'span' },
};

/**
 * The children of an element corrected by the content model of HTML.
 * @see https://html.spec.whatwg.org/multipage/dom.html#content-models
 */
function repairChildren(parent: Root | Element): Node[] {
  const tagName = parent.type === 'element' ? parent.tagName : '';
  const children = (parent.children as Node[]).flatMap((child) => rehome(child, tagName));
  if (tagName === 'ul' || tagName === 'ol') return listItems(children);
  if (tagName === 'dl') return definitions(children);
  if (tagName === 'table') return tableParts(children);
  if (tagName === 'figure') return captionAtEdge(children);
  if (tagName === 'details') return summaryFirst(children);
  // Fallback content of players is for browsers that no longer exist.
  if (tagName === 'audio' || tagName === 'video') return playerParts(children);
  if (LINES.has(tagName) || PHRASING.has(tagName)) {
    return children.flatMap(inline).flatMap((child) => rehome(child, tagName));
  }
  return children;
}

/** An element in a wrong parent becomes one that is allowed anywhere. */
function rehome(child: Node, parent: string): Node[] {
  if (child.type !== 'element') return [child];
  const { tagName } = child;
  if ((tagName === 'source' || tagName === 'track') && !/^(?:audio|video|picture)$/.test(parent)) return [];
  if (isColumn(tagName) && parent !== (tagName === 'col' ? 'colgroup' : 'table')) return [];
  if (tagName === 'picture') return pictureOf(child, parent);
  const home = HOMES[tagName];
  if (home !== undefined && !home.parents.includes(parent)) child.tagName = home.else;
  // An inline element that contains a block is a block.
  else if (PHRASING.has(tagName) && !LINES.has(parent) && !PHRASING.has(parent) && holdsBlock(child)) {
    child.tagName = 'div';
  }
  return [child];
}

function isColumn(tagName: string): boolean {
  return tagName === 'col' || tagName === 'colgroup';
}

/** Sources and one image make a picture; anything else is replaced by its content. */
function pictureOf(picture: Element, parent: string): Node[] {
  const image = picture.children.find((child) => isElement(child, 'img'));
  const sources = picture.children.filter((child) => isElement(child, 'source'));
  const rest = picture.children.filter(
    (child) => child !== image && !sources.some((source) => source === child) && !isBlank(child),
  );
  const others = rest.flatMap((child) => rehome(child, parent));
  return image === undefined ? others : [{ ...picture, children: [...sources, image] }, ...others];
}

function holdsBlock(element: Element): boolean {
  return element.children.some(
    (child) => child.type === 'element' && (BLOCKS.has(child.tagName) || holdsBlock(child)),
  );
}

/** A block in a line is replaced by its words. */
function inline(node: Node): Node[] {
  if (node.type !== 'element') return [node];
  if (TRANSPARENT.has(node.tagName)) {
    return [{ ...node, children: node.children.flatMap(inline) as ElementContent[] }];
  }
  if (node.tagName === 'picture') {
    return pictureOf(node, '').flatMap((one) => (isElement(one, 'picture') ? [one] : inline(one)));
  }
  if (PHRASING.has(node.tagName) || EMBEDDED.has(node.tagName)) return [node];
  const space: ElementContent = { type: 'text', value: ' ' };
  return [space, ...node.children.flatMap(inline), space];
}

function isElement(node: Node, ...names: readonly string[]): node is Element {
  return node.type === 'element' && names.includes(node.tagName);
}

/** A list in a list belongs to the item before it; any other child becomes an item. */
function listItems(children: readonly Node[]): Node[] {
  const items: Node[] = [];
  for (const child of children) {
    const last = items.findLast((item): item is Element => isElement(item, 'li'));
    if (isElement(child, 'li') || isBlank(child)) items.push(child);
    else if (isElement(child, 'ul', 'ol') && last !== undefined) last.children.push(child);
    else items.push(make('li', [child as ElementContent]));
  }
  return items;
}

/** Terms and descriptions; any other child describes the term before it. */
function definitions(children: readonly Node[]): Node[] {
  const kept = children.map((child) =>
    isElement(child, 'dt', 'dd') || isBlank(child) ? child : make('dd', [child as ElementContent]),
  );
  const order = kept.filter((child) => child.type === 'element');
  // A list of definitions needs a term; an empty one fills the gap.
  const first = order[0];
  if (first !== undefined && isElement(first, 'dd')) kept.unshift(make('dt', []));
  const last = order.at(-1);
  if (last !== undefined && isElement(last, 'dt')) kept.push(make('dd', []));
  return kept;
}

/** One caption, one head and one foot. */
function tableParts(children: readonly Node[]): Node[] {
  const [caption, ...captions] = children.filter((child): child is Element => isElement(child, 'caption'));
  for (const name of ['thead', 'tfoot']) {
    for (const more of children.filter((child): child is Element => isElement(child, name)).slice(1)) {
      more.tagName = 'tbody';
    }
  }
  for (const { children: words } of captions) caption?.children.push({ type: 'text', value: ' ' }, ...words);
  return children.filter((child) => !captions.some((one) => one === child));
}

/** One caption, the first or the last thing in its figure. */
function captionAtEdge(children: readonly Node[]): Node[] {
  const captions = children.filter((child): child is Element => isElement(child, 'figcaption'));
  if (captions.length === 0) return [...children];
  const solid = children.filter((child) => !isBlank(child));
  const [caption, ...more] = captions;
  for (const other of more) other.tagName = 'div';
  if (caption === undefined || solid[0] === caption || (solid.at(-1) === caption && more.length === 0)) {
    return [...children];
  }
  return [...children.filter((child) => child !== caption), caption];
}

/** A summary opens its details and comes first. */
function summaryFirst(children: readonly Node[]): Node[] {
  const summaries = children.filter((child): child is Element => isElement(child, 'summary'));
  const [summary = make('summary', [{ type: 'text', value: '…' }]), ...more] = summaries;
  for (const other of more) other.tagName = 'div';
  return [summary, ...children.filter((child) => child !== summary)];
}

function playerParts(children: readonly Node[]): Node[] {
  return [
    ...children.filter((one) => isElement(one, 'source')),
    ...children.filter((one) => isElement(one, 'track')),
  ];
}

/** Ids that the pages themselves use. */
const OWN_IDS: readonly string[] = ['main', 'svc-ask', 'svc-more'];

const ALIGNMENTS = new Set(['center', 'right', 'left', 'justify']);

/**
 * Makes the markup of a body valid HTML without changing its content: authors and old editors leave lists in
 * lists, blocks in spans and duplicate ids, which browsers tolerate.
 * @param tree sanitised; changed in place
 */
export function tidy(tree: Root): void {
  const ids = new Set(OWN_IDS);
  const visit = (parent: Root | Element, inLink: boolean): void => {
    parent.children = repairChildren(parent) as typeof parent.children;
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (inLink) calm(child);
      tidyAttributes(child, ids);
      if (child.tagName === 'tr') scopeHeaders(child);
      visit(child, inLink || child.tagName === 'a');
    }
  };
  visit(tree, false);
  dropEmptyHeadings(tree);
}

function tidyAttributes(element: Element, ids: Set<string>): void {
  const { properties } = element;
  const { id, align, width, height, className } = properties;
  if (typeof id === 'string' && (ids.has(id) || /\s/.test(id))) delete properties['id'];
  else if (typeof id === 'string') ids.add(id);
  if (align !== undefined) {
    delete properties['align'];
    if (typeof align === 'string' && ALIGNMENTS.has(align)) addClass(element, `has-text-align-${align}`);
  }
  if (width !== undefined && !isWholeNumber(width)) delete properties['width'];
  if (height !== undefined && !isWholeNumber(height)) delete properties['height'];
  if (Array.isArray(className)) properties['className'] = [...new Set(className)];
  const { lang } = properties;
  // On code it names a programming language.
  const isWords = element.tagName !== 'code' && element.tagName !== 'pre';
  if (typeof lang === 'string' && !(isWords && /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(lang))) {
    delete properties['lang'];
  }
  for (const name of ['title', 'dir']) if (properties[name] === '') delete properties[name];
  if (typeof properties['dir'] === 'string' && !/^(?:ltr|rtl|auto)$/i.test(properties['dir'])) {
    delete properties['dir'];
  }
}

/** Sets the scope of header cells: a row with only header cells is for columns, any other cell for its own row. */
function scopeHeaders(row: Element): void {
  const cells = row.children.filter((cell): cell is Element => cell.type === 'element');
  const scope = cells.every(({ tagName }) => tagName === 'th') ? 'col' : 'row';
  for (const cell of cells) {
    // An empty corner isn't a heading.
    if (cell.tagName === 'th' && !hasContent(cell)) cell.tagName = 'td';
    const known = /^(?:row|col|rowgroup|colgroup)$/.test(String(cell.properties['scope']));
    if (cell.tagName === 'th' && !known) cell.properties['scope'] = scope;
    if (cell.tagName === 'td') delete cell.properties['scope'];
  }
}

/** A link must not contain another control. */
function calm(element: Element): void {
  if (element.tagName === 'details') element.tagName = 'div';
  delete element.properties['controls'];
}

function isWholeNumber(value: unknown): boolean {
  return /^\d+$/.test(String(value));
}

function addClass(element: Element, name: string): void {
  const { className } = element.properties;
  element.properties['className'] = [...(Array.isArray(className) ? className : []), name];
}

/** An empty heading is removed. */
function dropEmptyHeadings(parent: Root | Element): void {
  parent.children = parent.children.filter(
    (child) => !(child.type === 'element' && /^h[1-6]$/.test(child.tagName) && !hasContent(child)),
  ) as typeof parent.children;
  for (const child of parent.children) if (child.type === 'element') dropEmptyHeadings(child);
}

function hasContent(node: ElementContent): boolean {
  if (node.type === 'text') return /\S/.test(node.value);
  if (node.type !== 'element') return false;
  return (node.tagName === 'img' && Boolean(node.properties['alt'])) || node.children.some(hasContent);
}
