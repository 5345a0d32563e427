import type { Element, ElementContent, Nodes, Parents, Root, Text } from 'hast';
import type { Root as MdastRoot, RootContent } from 'mdast';
import { words } from '../../core/text.js';
import { finish } from './finish/index.js';
import { type Handle, type State, toFlow } from './flow.js';
import { handlers } from './handlers/index.js';
import { prepare } from './prepare/index.js';
import { stringify } from './stringify/options.js';
import { summaryLine } from './summary-text.js';

/**
 * Converts a page to Markdown.
 *
 * The result is that of the unified stack around the same handlers (`createUnifiedConverter`), several times faster: one
 * copy of the tree, and sets instead of lists of tests.
 *
 * @param tree page; it is not changed
 * @returns body without front matter and title: one newline at its end, or the empty string
 */
export function toMarkdown(tree: Root): string {
  return stringify(finish(transform(preparePage(tree))));
}

/** A page as Markdown, and the text for a summary. */
export interface Twin {
  readonly markdown: string;
  /** One line of plain text, the beginning of the page. */
  readonly summary: string;
}

/**
 * Converts a page as `toMarkdown` does, and reads the beginning of its prose from the same tree.
 *
 * @param tree page; it is not changed
 */
export function convertTree(tree: Root): Twin {
  const page = preparePage(tree);
  const twin = finish(transform(page));
  return { markdown: stringify(twin), summary: summaryLine(twin, page.data?.marked) };
}

function preparePage(tree: Root): Root {
  const page = prepare(tree);
  collapseWhiteSpace(page);
  return page;
}

const HANDLERS = new Map<string, Handle>(Object.entries(handlers));

/**
 * Runs the handlers over a prepared page whose white space is collapsed.
 *
 * @param tree page; it is not changed
 * @returns Markdown tree, not yet finished
 */
function transform(tree: Root): MdastRoot {
  const state = new Driver() as unknown as State;
  return { type: 'root', children: toFlow(state.all(tree)) };
}

/** Code directly after code continues it: the backticks between two spans would be read as part of them. */
function add(nodes: RootContent[], node: RootContent): void {
  const last = nodes.at(-1);
  if (last?.type === 'inlineCode' && node.type === 'inlineCode') last.value += node.value;
  else nodes.push(node);
}

/** The part of hast-util-to-mdast's state that handlers use. */
class Driver {
  inTable = false;
  qNesting = 0;

  all(parent: Parents): RootContent[] {
    const result: RootContent[] = [];
    for (const child of parent.children) {
      const given = this.one(child, parent);
      if (given === undefined) continue;
      for (const node of Array.isArray(given) ? given : [given]) add(result, node);
    }
    return result;
  }

  one(node: Nodes, parent: Parents | undefined): RootContent | RootContent[] | undefined {
    if (node.type === 'text') return { type: 'text', value: node.value };
    if (node.type !== 'element' || node.properties['dataMdast'] === 'ignore') return undefined;
    return this.element(node, parent);
  }

  element(node: Element, parent: Parents | undefined): RootContent | RootContent[] | undefined {
    const handle = HANDLERS.get(node.tagName);
    return handle === undefined ? this.all(node) : handle(this as unknown as State, node, parent);
  }
}

const BLOCKS = new Set(
  words(`
    address article aside blockquote body br caption center col colgroup dd dialog dir div dl dt
    figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main
    menu nav ol optgroup option p plaintext pre section summary table tbody td tfoot th thead tr ul xmp
  `),
);
/** Elements that are visible themselves, so white space next to them counts. */
const CONTENT = new Set(
  'audio button canvas embed iframe img input math object picture select svg textarea video'.split(' '),
);
const SKIPPED = new Set(
  'area base basefont datalist head link meta noembed noframes param rp script source style template title track'.split(
    ' ',
  ),
);

type WhiteSpace = 'normal' | 'nowrap' | 'pre';
type Child = Root['children'][number] | ElementContent;

/** The state after a node: `removed`, or whether it ends in collapsible white space. */
type Outcome = 'removed' | boolean;

/**
 * Collapses white space as a browser draws it, in place: the rules of rehype-minify-whitespace,
 * with sets instead of lists of tests.
 *
 * @param tree prepared page; its texts are changed
 * @see https://drafts.csswg.org/css-text/#white-space-processing
 */
function collapseWhiteSpace(tree: Root): void {
  collapseChildren(tree, 'normal', true, true);
}

function collapseChildren(
  parent: Root | Element,
  space: WhiteSpace,
  start: boolean,
  after: boolean,
): boolean {
  const collapsesAfter = lookAhead(parent.children, after);
  let before = start;
  const kept = (parent.children as Child[]).filter((child, index) => {
    const outcome = collapseNode(child, space, before, () => collapsesAfter(index));
    if (outcome !== 'removed') before = outcome;
    if (child.type === 'element' && CONTENT.has(child.tagName)) before = false;
    return outcome !== 'removed';
  });
  parent.children = kept as typeof parent.children;
  return before || after;
}

/** @param collapsesAfter whether white space at the end of the node falls away because of what follows */
function collapseNode(
  node: Child,
  space: WhiteSpace,
  before: boolean,
  collapsesAfter: () => boolean,
): Outcome {
  if (node.type === 'text') {
    if (space === 'normal') return collapseText(node, before, collapsesAfter);
    if (space === 'nowrap') node.value = collapse(node.value);
    return false;
  }
  if (node.type !== 'element') return before;
  const inside = whiteSpaceOf(node, space);
  if (BLOCKS.has(node.tagName)) return collapseChildren(node, inside, true, true);
  return collapseChildren(node, inside, before, collapsesAfter());
}

function collapseText(node: Text, before: boolean, collapsesAfter: () => boolean): Outcome {
  const value = collapse(node.value);
  let start = 0;
  let end = value.length;
  let isOpen = false;
  if (before && value.charCodeAt(0) === 32) start++;
  if (start !== end && value.charCodeAt(end - 1) === 32) {
    if (collapsesAfter()) end--;
    else isOpen = true;
  }
  if (start === end) return 'removed';
  node.value = start === 0 && end === value.length ? value : value.slice(start, end);
  return isOpen;
}

function collapse(value: string): string {
  // The usual text between blocks.
  if (value === '\n') return ' ';
  // Single spaces, as between most words, are not touched.
  return /[\t\n\v\f\r]| {2}/.test(value)
    ? value.replace(/[\t\n\v\f\r][\t\n\v\f\r ]*| [\t\n\v\f\r ]+/g, ' ')
    : value;
}

/**
 * Whether white space at the end of a child falls away because of what follows. Children are asked for in order, so
 * that each is looked at once, however many empty ones follow each other.
 */
function lookAhead(children: readonly Child[], after: boolean): (index: number) => boolean {
  let at = 0;
  let found: boolean | undefined;
  return (index) => {
    if (at <= index) {
      at = index + 1;
      found = undefined;
    }
    for (let node = children[at]; found === undefined && node !== undefined; node = children[at]) {
      found = boundaryOf(node);
      if (found === undefined) at += 1;
    }
    return found ?? after;
  };
}

/** Whether white space before a node falls away; undefined where what follows the node decides. */
function boundaryOf(node: Child): boolean | undefined {
  if (node.type === 'text') return /^[\t\n\f\r ]*$/.test(node.value) ? undefined : false;
  if (node.type !== 'element') return undefined;
  if (CONTENT.has(node.tagName)) return false;
  if (BLOCKS.has(node.tagName)) return true;
  if (node.properties['hidden'] || SKIPPED.has(node.tagName)) return undefined;
  for (const child of node.children) {
    const boundary = boundaryOf(child);
    if (boundary !== undefined) return boundary;
  }
  return undefined;
}

function whiteSpaceOf(node: Element, outer: WhiteSpace): WhiteSpace {
  switch (node.tagName) {
    case 'listing':
    case 'plaintext':
    case 'pre':
    case 'script':
    case 'style':
    case 'textarea':
    case 'xmp':
      return 'pre';
    case 'nobr':
      return 'nowrap';
    case 'td':
    case 'th':
      return node.properties['noWrap'] ? 'nowrap' : outer;
    default:
      return outer;
  }
}
