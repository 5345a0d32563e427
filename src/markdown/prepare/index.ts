import type { Element, ElementContent, Nodes, Properties, Root, RootContent } from 'hast';
import { classes, deepText, findElement, oneLine, property } from '../element.js';
import { codeText, isCodeTable, isGutter } from './code-text.js';
import { anchorFate, isHidden } from './hidden.js';
import { imageSource, pictureSource, readPicture } from './images.js';
import { languageOf } from './language.js';
import { readFormula } from './math.js';
import { findNotes, isBacklink, type Notes } from './notes.js';

/** Below this depth only text is kept: no page that people wrote nests deeper. */
const MAX_DEPTH = 250;

const DROPPED = new Set(
  (
    'applet area base basefont bgsound canvas col colgroup command content datalist dialog embed frame frameset ' +
    'input isindex keygen link meta meter nextid noembed noframes object optgroup option output param ' +
    'progress script select shadow source spacer style svg template textarea title track'
  ).split(' '),
);
/** Text directly beside these would be lost, so they are kept with what is around them. */
const PARTS = new Set('caption dd dt li tbody td tfoot th thead tr'.split(' '));
const HEADING = /^h[1-6]$/;
const WRAPPERS = new Set(['div', 'section', 'article', 'main']);
const HAS_ZERO_WIDTH = /[\u00ad\u200b\u2060\ufeff]/;
const ZERO_WIDTH = /[\u00ad\u200b\u2060\ufeff]/g;

interface Place {
  readonly depth: number;
  readonly inPre: boolean;
  readonly heading: Element | undefined;
  readonly language: string | undefined;
  readonly inNote: boolean;
}

interface Context {
  readonly notes: Notes;
  /** Addresses of the images written so far. */
  readonly images: Set<string>;
}

/**
 * Copies a page's tree down to what is content, in one canonical form.
 *
 * Comments, hidden and decorative elements, controls and scripts are gone; late-loaded images have
 * their address; footnotes, formulas, task boxes and code languages of all the usual generators are
 * marked one way, with elements and properties whose names start with `svc`.
 *
 * @param tree page as parsed; it is not changed
 * @returns new tree that the handlers understand
 */
export function prepare(tree: Root): Root {
  const context: Context = { notes: findNotes(tree), images: new Set() };
  const children: RootContent[] = [];
  const place = { depth: 0, inPre: false, heading: undefined, language: undefined, inNote: false };
  copyChildren(tree, children as ElementContent[], place, context);
  return { type: 'root', children };
}

function copyChildren(parent: Root | Element, out: ElementContent[], place: Place, context: Context): void {
  for (const [index, child] of parent.children.entries()) {
    if (child.type === 'text') copyText(child.value, out, place);
    else if (child.type === 'element') copyElement(child, parent, index, out, place, context);
  }
}

function copyText(value: string, out: ElementContent[], place: Place): void {
  const clean = place.inPre || !HAS_ZERO_WIDTH.test(value) ? value : value.replace(ZERO_WIDTH, '');
  if (clean !== '') out.push({ type: 'text', value: clean });
}

function copyElement(
  node: Element,
  parent: Nodes,
  index: number,
  out: ElementContent[],
  place: Place,
  context: Context,
): void {
  if (isDropped(node) && node.tagName !== 'script') return;
  if (node.tagName === 'script' && readFormula(node) === undefined) return;
  if (isHidden(node)) return;
  if (place.depth >= MAX_DEPTH && !PARTS.has(node.tagName)) {
    out.push({ type: 'text', value: ` ${readableText(node)} ` });
    return;
  }
  const special = SPECIAL.get(node.tagName);
  if (special?.({ node, parent, index, out, place, context })) return;
  if (place.inPre || !copyFormula(node, out)) copyPlain(node, out, place, context);
}

interface Visit {
  readonly node: Element;
  readonly parent: Nodes;
  readonly index: number;
  readonly out: ElementContent[];
  readonly place: Place;
  readonly context: Context;
}

/** Elements with a rule of their own; a rule that returns false leaves the element to the common way. */
const SPECIAL = new Map<string, (visit: Visit) => boolean>(Object.entries({
  a: copyLink,
  button: (visit: Visit) => !classes(visit.node).includes('wp-block-playlist-track__button'),
  form: copyForm,
  img: copyImage,
  image: copyImage,
  audio: copyMedia,
  video: copyMedia,
  li: copyListItem,
  noscript: copyNoscript,
  ol: copyNoteList,
  ul: copyNoteList,
  picture: copyPicture,
  sup: copySup,
  table: copyCodeTable,
  hr: ({ parent }: Visit) => isNoteSection(parent),
}));

function isDropped(node: Element): boolean {
  return DROPPED.has(node.tagName) || node.properties['role'] === 'tablist';
}

/** All visible text of a subtree too deep to walk by recursion. */
function readableText(node: Element): string {
  const words: string[] = [];
  const stack: Nodes[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === 'text') words.push(next.value.replace(ZERO_WIDTH, ''));
    if (next.type !== 'element' || isDropped(next) || next.properties['hidden'] === true) continue;
    for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index] as Nodes);
  }
  return oneLine(words.join(' '));
}

function copyPlain(node: Element, out: ElementContent[], place: Place, context: Context): void {
  const source = unwrapChain(node);
  const copy = element(source.tagName.startsWith('svc-') ? 'span' : source.tagName, source.properties);
  out.push(copy);
  copyChildren(source, copy.children, placeInside(source, copy, place), context);
  const note = context.notes.definitions.get(source);
  if (note !== undefined) asNote(copy, note);
  if (source.properties['role'] === 'tabpanel') addPanelLabel(source, copy, context);
}

/** Wrappers around a single wrapper say nothing; without them a page builder's page is not too deep. */
function unwrapChain(node: Element): Element {
  let current = node;
  while (WRAPPERS.has(current.tagName) && isBare(current)) {
    const inner = current.children.filter((child) => !isBlank(child));
    const [only] = inner;
    if (inner.length !== 1 || only?.type !== 'element' || !WRAPPERS.has(only.tagName)) return current;
    if (isHidden(only) || isDropped(only)) return current;
    current = only;
  }
  return current;
}

function isBare(node: Element): boolean {
  return (
    Object.keys(node.properties).every((name) => name === 'className' || name === 'style') &&
    !languageOf(node)
  );
}

function isBlank(node: Nodes): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');
}

function placeInside(node: Element, copy: Element, place: Place): Place {
  const language = languageOf(node) ?? place.language;
  const inPre = place.inPre || node.tagName === 'pre' || node.tagName === 'listing' || node.tagName === 'xmp';
  if (node.tagName === 'pre') {
    const own = findElement(node, (child) => languageOf(child) !== undefined && !isGutter(child));
    const name = (own === undefined ? undefined : languageOf(own)) || language;
    if (name) copy.properties = { ...copy.properties, svcLanguage: name };
  }
  return {
    depth: place.depth + 1,
    inPre,
    heading: HEADING.test(node.tagName) ? node : place.heading,
    language,
    inNote: place.inNote,
  };
}

function element(tagName: string, properties: Properties, children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children };
}

function copyFormula(node: Element, out: ElementContent[]): boolean {
  const formula = readFormula(node);
  if (formula === undefined) return false;
  const properties = formula.display ? { svcDisplay: true } : {};
  out.push(element('svc-math', properties, [{ type: 'text', value: formula.tex }]));
  return true;
}

function copyLink({ node, out, place, context }: Visit): boolean {
  const label = context.notes.references.get(node);
  if (label !== undefined) {
    out.push(noteReference(label));
    return true;
  }
  if (place.inNote && isBacklink(node, context.notes)) return true;
  const fate = anchorFate(node, place.heading);
  if (fate === 'unwrap') copyChildren(node, out, { ...place, depth: place.depth + 1 }, context);
  else if (fate === 'keep') return copyIconLink(node, out);
  return true;
}

/** A link drawn as an icon is named by its label; one without any shows its address. */
function copyIconLink(node: Element, out: ElementContent[]): boolean {
  const url = property(node, 'href');
  const isContent = ({ tagName }: Element): boolean =>
    /^(?:img|picture|video|audio|iframe|math|br)$/.test(tagName);
  if (url === '' || url.startsWith('#') || readableText(node) !== '' || findElement(node, isContent))
    return false;
  const named = findElement(node, (child) => property(child, 'ariaLabel') !== '');
  const label =
    property(node, 'ariaLabel') || property(node, 'title') || (named && property(named, 'ariaLabel')) || url;
  out.push(element('a', { href: url }, [{ type: 'text', value: label }]));
  return true;
}

/** The text child makes white space around a reference behave as around a word. */
function noteReference(label: string): Element {
  return element('svc-note-ref', { svcLabel: label }, [{ type: 'text', value: label }]);
}

/** The `sup` around nothing but references goes; GFM raises them itself. */
function copySup({ node, out, context }: Visit): boolean {
  const inner = node.children.filter((child) => !isBlank(child));
  const [only] = inner;
  if (inner.length !== 1 || only?.type !== 'element') return false;
  const label = context.notes.references.get(only);
  if (label === undefined) return false;
  out.push(noteReference(label));
  return true;
}

/** White space counts in code: it must be read before that of tables is collapsed. */
function copyCodeTable({ node, out, place }: Visit): boolean {
  if (place.inPre || !isCodeTable(node)) return false;
  const inner = findElement(node, (child) => Boolean(languageOf(child)));
  const language = languageOf(node) || (inner && languageOf(inner)) || place.language;
  out.push(
    element('pre', language ? { svcLanguage: language } : {}, [{ type: 'text', value: codeText(node) }]),
  );
  return true;
}

function copyNoteList({ node, out, place, context }: Visit): boolean {
  const items = node.children.filter((child) => child.type === 'element');
  if (items.length === 0 || !items.every((item) => context.notes.definitions.has(item))) return false;
  copyChildren(node, out, { ...place, depth: place.depth + 1, inNote: true }, context);
  return true;
}

function asNote(copy: Element, label: string): void {
  copy.tagName = 'svc-note';
  copy.properties = { svcLabel: label };
}

function isNoteSection(node: Nodes): boolean {
  if (node.type !== 'element') return false;
  const { role, dataFootnotes } = node.properties;
  return role === 'doc-endnotes' || dataFootnotes !== undefined || classes(node).includes('footnotes');
}

/** Marks `- [x]`: the box may stand in a label or a paragraph. */
function copyListItem({ node, out, place, context }: Visit): boolean {
  const box = leadingBox(node, 0);
  const inNote = place.inNote || context.notes.definitions.has(node);
  const copy = element('li', box === undefined ? node.properties : { ...node.properties, svcChecked: box });
  out.push(copy);
  copyChildren(node, copy.children, { ...place, depth: place.depth + 1, inNote }, context);
  const note = context.notes.definitions.get(node);
  if (note !== undefined) asNote(copy, note);
  return true;
}

function leadingBox(node: Element, depth: number): 'x' | ' ' | undefined {
  const first = node.children.find((child) => !isBlank(child));
  if (first?.type !== 'element' || depth > 4) return undefined;
  const { type, checked } = first.properties;
  if (first.tagName === 'input') return type === 'checkbox' ? (checked ? 'x' : ' ') : undefined;
  return /^(?:p|label|span|div)$/.test(first.tagName) ? leadingBox(first, depth + 1) : undefined;
}

function copyImage({ node, out, context }: Visit): boolean {
  pushImage(node, imageSource(node), out, context);
  return true;
}

function pushImage(node: Element, src: string | undefined, out: ElementContent[], context: Context): void {
  const { alt, title, isText } = readPicture(node);
  if (src === undefined || isText) {
    // Inline data, emoji, counters: what matters to a reader of text is the text.
    if (alt !== '') out.push(element('span', {}, [{ type: 'text', value: alt }]));
    return;
  }
  context.images.add(src);
  out.push(element('img', title === '' ? { src, alt } : { src, alt, title }));
}

/** The address may stand in the first `source`; what is inside is for browsers without the element. */
function copyMedia({ node, out, place, context }: Visit): boolean {
  const source = findElement(node, ({ tagName }) => tagName === 'source');
  const src = source === undefined ? '' : property(source, 'src');
  const copy = element(node.tagName, src === '' ? node.properties : { ...node.properties, svcSource: src });
  out.push(copy);
  copyChildren(node, copy.children, { ...place, depth: place.depth + 1 }, context);
  return true;
}

function copyPicture({ node, out, context }: Visit): boolean {
  const image = findElement(node, ({ tagName }) => tagName === 'img');
  if (image === undefined || isHidden(image)) return true;
  pushImage(image, imageSource(image) ?? pictureSource(node), out, context);
  return true;
}

/** Keeps what a page shows without scripts, unless the same image stands beside it. */
function copyNoscript({ node, parent, index, context }: Visit): boolean {
  const text = oneLine(deepText(node));
  if (
    /(?:enable|requires?|turn on|activate)\b.{0,40}javascript|javascript\b.{0,40}(?:enable|required|disabled)/i.test(
      text,
    )
  )
    return true;
  const image = findElement(node, ({ tagName }) => tagName === 'img');
  const src = image === undefined ? undefined : imageSource(image);
  if (src === undefined) return false;
  return context.images.has(src) || nextImage(parent, index) === src;
}

function nextImage(parent: Nodes, index: number): string | undefined {
  if (!('children' in parent)) return undefined;
  const next = parent.children.slice(index + 1).find((child) => !isBlank(child as Nodes));
  return next?.type === 'element' && next.tagName === 'img' ? imageSource(next) : undefined;
}

/** Some systems wrap the whole page in a form; that one is not a control. */
function copyForm({ node, out, place, context }: Visit): boolean {
  const isPage = findElement(node, ({ tagName }) => /^(?:article|main|h1)$/.test(tagName)) !== undefined;
  if (isPage) copyChildren(node, out, { ...place, depth: place.depth + 1 }, context);
  return true;
}

function addPanelLabel(node: Element, copy: Element, context: Context): void {
  const [id = ''] = property(node, 'ariaLabelledBy').split(/\s+/);
  const tab = context.notes.byId.get(id);
  const label = tab === undefined ? '' : oneLine(deepText(tab));
  if (label === '') return;
  copy.children.unshift(element('p', {}, [element('strong', {}, [{ type: 'text', value: label }])]));
}
