import type { Element, ElementContent } from 'hast';
import type { List, ListItem, PhrasingContent, RootContent } from 'mdast';
import { collapseSpace, findElement, isBlank, isBlankText, make, property } from '../../html/element.js';
import { type Flow, type Handle, type State, toFlow, toPhrasing } from '../flow.js';
import { wrapInMark } from './inline.js';
import { letteringOf } from './letters.js';

/** The greatest number that a list of Markdown may begin with. */
const GREATEST = 999_999_999;

/** Items in a row whose numbers follow one another. */
interface Run {
  readonly start: number;
  readonly items: ListItem[];
}

/**
 * Numbers the items of an `ol` as a browser does (`start`, `reversed`, `value`) and cuts it into runs, since a list
 * of Markdown counts from its first number on.
 * @param values the numbers that items set themselves
 */
function numberedRuns(
  node: Element,
  items: readonly ListItem[],
  values: Pick<WeakMap<ListItem, number>, 'get'>,
): readonly Run[] {
  const isReversed = node.properties['reversed'] === true || property(node, 'reversed') !== '';
  const step = isReversed ? -1 : 1;
  let next = wholeNumber(node.properties['start']) ?? (isReversed ? items.length : 1);
  const runs: Run[] = [];
  for (const item of items) {
    const number = values.get(item) ?? next;
    next = number + step;
    // An item without text counts, but isn't written.
    if (isEmpty(item)) continue;
    const last = runs.at(-1);
    if (last !== undefined && number === last.start + last.items.length) last.items.push(item);
    else runs.push({ start: number, items: [item] });
  }
  const isWritable = runs.every(({ start }) => start >= 0 && start <= GREATEST);
  // Markdown has no numbers below zero.
  return isWritable ? runs : [{ start: 1, items: items.filter((item) => !isEmpty(item)) }];
}

function isEmpty({ children, checked }: ListItem): boolean {
  return children.length === 0 && checked === null;
}

/** A whole number as HTML reads it; undefined for anything else. */
function wholeNumber(value: unknown): number | undefined {
  const number = Number.parseInt(String(value ?? ''), 10);
  return Number.isNaN(number) ? undefined : number;
}

/** `ul`, `ol`, `menu` and `dir`. */
export const list: Handle = (state, node) => {
  const items = listItems(state.all(node));
  const filled = items.filter((item) => !isEmpty(item));
  if (filled.length === 0) return undefined;
  if (node.tagName !== 'ol' || NO_NUMBERS.test(property(node, 'style'))) return makeList(filled, undefined);
  const runs = numberedRuns(node, items, NUMBERS);
  const letters = letteringOf(node);
  if (letters === undefined) return runs.map((run) => makeList(run.items, run.start));
  for (const { start, items: own } of runs)
    for (const [at, item] of own.entries()) addLabel(item, letters(start + at));
  return makeList(filled, undefined);
};

const NO_NUMBERS = /(?:^|;)\s*list-style(?:-type)?\s*:\s*none\b/i;

/** References name the item by its letter: `see b`. */
function addLabel(item: ListItem, label: string): void {
  const [first] = item.children;
  const text: PhrasingContent = { type: 'text', value: `${label}. ` };
  if (first?.type === 'paragraph') first.children.unshift(text);
  else item.children.unshift({ type: 'paragraph', children: [{ type: 'text', value: `${label}.` }] });
}

/** The numbers that items set themselves. */
const NUMBERS = new WeakMap<ListItem, number>();

/** `li`. */
export const listItem: Handle = (state, node, parent) => {
  const children = toFlow(state.all(node));
  const box = node.properties['svcChecked'];
  const isNumbered = parent?.type === 'element' && parent.tagName === 'ol';
  if (children.length === 0 && box === undefined && !isNumbered) return undefined;
  const item = makeItem(children, box === undefined ? null : box === 'x');
  const number = wholeNumber(node.properties['value']);
  if (number !== undefined) NUMBERS.set(item, number);
  return item;
};

/** `dl`: a bullet per term in bold; a short definition follows on the next line. Without any definition it's a list. */
export const definitionList: Handle = (state, node) => {
  const parts = partsOf(node);
  const isList = parts.some((part) => part.type === 'element' && /^d[td]$/.test(part.tagName));
  // Nim writes module names into the list, separated by commas.
  if (!isList) return toFlow(state.all(node));
  const all = groups(parts);
  const items = all.some(isDefined)
    ? all.map((group) => definitionItem(state, group))
    : all.flatMap(({ terms }) => terms.map((item) => makeItem(toFlow(state.all(item)), null)));
  const filled = items.filter((item) => item.children.length > 0);
  return filled.length === 0 ? undefined : { ...makeList(filled, undefined), data: { isDefinitions: true } };
};

/** `dt` outside a list of definitions. */
export const term: Handle = (state, node) => paragraphOf(termLine(state.all(node)));

function makeList(items: ListItem[], start: number | undefined): List {
  const spread = items.some((item) => item.spread);
  return { type: 'list', ordered: start !== undefined, start: start ?? null, spread, children: items };
}

/** Lists are tight unless an item has several blocks; a list inside an item needs no blank line. */
function makeItem(children: Flow[], checked: boolean | null): ListItem {
  const spread = children.some((block, index) => index > 0 && block.type !== 'list');
  return { type: 'listItem', spread, checked, children };
}

/** A list directly inside a list belongs to the item before it, as browsers draw it. */
function listItems(nodes: readonly RootContent[]): ListItem[] {
  const items: ListItem[] = [];
  let loose: RootContent[] = [];
  const flush = (): void => {
    const blocks = toFlow(loose);
    loose = [];
    if (blocks.length === 0) return;
    const last = items.at(-1);
    if (last === undefined) items.push(makeItem(blocks, null));
    else items[items.length - 1] = withMore(last, blocks);
  };
  for (const node of nodes) {
    if (node.type === 'listItem') {
      flush();
      items.push(node);
    } else {
      loose.push(node);
    }
  }
  flush();
  return items;
}

function withMore(item: ListItem, blocks: readonly Flow[]): ListItem {
  const longer = makeItem([...(item.children as Flow[]), ...blocks], item.checked ?? null);
  const number = NUMBERS.get(item);
  if (number !== undefined) NUMBERS.set(longer, number);
  return longer;
}

interface Group {
  readonly terms: Element[];
  readonly definitions: Element[];
}

/** The content of a list of definitions, also that of the boxes around its groups. */
function partsOf({ children }: Element): readonly ElementContent[] {
  return children.flatMap((child) =>
    child.type === 'element' && child.tagName === 'div' ? partsOf(child) : [child],
  );
}

function groups(parts: readonly ElementContent[]): Group[] {
  const result: Group[] = [];
  let current: Group | undefined;
  for (const child of parts) {
    if (isBlank(child) || (child.type !== 'element' && child.type !== 'text')) continue;
    const part = child.type === 'element' ? child : make('dd', [child]);
    const isTerm = part.tagName === 'dt';
    if (current === undefined || (isTerm && current.definitions.length > 0)) {
      current = { terms: [], definitions: [] };
      result.push(current);
    }
    (isTerm ? current.terms : current.definitions).push(part);
  }
  return result.flatMap((group) => (isContents(group) ? separate(group) : [group]));
}

/** Links with a list below the last: DocBook writes a table of contents like this. */
function isContents({ terms, definitions }: Group): boolean {
  if (terms.length < 2 || definitions.length === 0) return false;
  const isList = ({ children }: Element): boolean =>
    children.every((child) => child.type !== 'text' || isBlankText(child)) &&
    children.filter((child) => child.type === 'element').every(({ tagName }) => tagName === 'dl');
  return terms.every((node) => findElement(node, isLink) !== undefined) && definitions.every(isList);
}

function isLink({ tagName }: Element): boolean {
  return tagName === 'a';
}

function separate({ terms, definitions }: Group): Group[] {
  const last = terms.length - 1;
  return terms.map((node, at) => ({ terms: [node], definitions: at === last ? definitions : [] }));
}

function isDefined({ definitions }: Group): boolean {
  return definitions.some(({ children }) => children.some((child) => !isBlank(child)));
}

function definitionItem(state: State, group: Group): ListItem {
  const terms = group.terms.map((node) => state.all(node));
  const definitions = group.definitions
    .map((node) => toFlow(node.tagName === 'dd' ? state.all(node) : asArray(state.one(node, undefined))))
    .filter((blocks) => blocks.length > 0);
  // The fields of a record, in odoc.
  if (terms.some((content) => content.some(({ type }) => type === 'table')))
    return makeItem([...terms.flatMap(toFlow), ...definitions.flat()], null);
  const filled = terms.map(termLine).filter((line) => line.length > 0);
  const [only] = definitions;
  const [line] = only ?? [];
  if (definitions.length === 1 && only?.length === 1 && line?.type === 'paragraph') {
    return makeItem([paragraphOf(joinLines([...filled, line.children]))], null);
  }
  const head = filled.length === 0 ? [] : [paragraphOf(joinLines(filled))];
  if (definitions.length < 2) return makeItem([...head, ...(only ?? [])], null);
  return makeItem(
    [
      ...head,
      makeList(
        definitions.map((blocks) => makeItem(blocks, null)),
        undefined,
      ),
    ],
    null,
  );
}

/** A term in bold, without the line breaks that some generators end it with; code on several lines is one signature. */
function termLine(content: readonly RootContent[]): PhrasingContent[] {
  const children = toPhrasing(
    content.map((part) =>
      part.type === 'code' ? { type: 'inlineCode', value: collapseSpace(part.value) } : part,
    ),
  );
  const end = children.findLastIndex(({ type }) => type !== 'break') + 1;
  return wrapInMark('strong', children.slice(0, end)) as PhrasingContent[];
}

function paragraphOf(children: readonly RootContent[]): Flow {
  return { type: 'paragraph', children: children as PhrasingContent[] };
}

function joinLines(lines: readonly PhrasingContent[][]): PhrasingContent[] {
  return lines.flatMap((line, index) =>
    index === 0 ? line : [{ type: 'text', value: '\n' } as const, ...line],
  );
}

function asArray(result: unknown): RootContent[] {
  if (Array.isArray(result)) return result as RootContent[];
  return result === undefined ? [] : [result as RootContent];
}
