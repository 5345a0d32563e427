import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import { codeText, isCodeTable } from '../../html/canonical/code-lines.js';
import { isGutter } from '../../html/canonical/code-parts.js';
import { readFormula } from '../../html/canonical/formula.js';
import { languageOf } from '../../html/code-language.js';
import {
  collapseSpace,
  deepText,
  findElement,
  hasClass,
  hasProperties,
  isBlank,
  property,
} from '../../html/element.js';
import { holdsProse } from '../../html/form.js';
import { safeLinkTarget } from '../handlers/url.js';
import { anchorKind, isDropped, isHidden, isReadable, readableText, withoutZeroWidth } from './hidden.js';
import { copyImage, copyMedia, copyNoscript, copyPicture } from './media-rules.js';
import { asNote, copyListItem, copyNoteList, copySup, isNoteSection, noteReference } from './note-rules.js';
import { findNotes, isBacklink, type Notes } from './notes.js';
import { type ElementRule, element, type NodeContext, type PageContext, type Visit } from './visit.js';

/** Below this depth only text is kept: no hand-written page nests deeper. */
const MAX_DEPTH = 250;

/** Text directly next to these would be lost, so they are kept with their surroundings. */
const PARTS = new Set('caption dd dt li tbody td tfoot th thead tr'.split(' '));

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const WRAPPERS = new Set(['div', 'section', 'article', 'main']);

/** Elements with a rule of their own. */
const RULES = new Map<string, ElementRule>(
  Object.entries({
    a: copyLink,
    audio: copyMedia,
    button: ({ node }) => !hasClass(node, 'wp-block-playlist-track__button'),
    form: copyForm,
    hr: isRuleOfNotes,
    image: copyImage,
    img: copyImage,
    li: copyListItem,
    noscript: copyNoscript,
    ol: copyNoteList,
    picture: copyPicture,
    sup: copySup,
    table: copyCodeTable,
    ul: copyNoteList,
    video: copyMedia,
  }),
);

/**
 * Copies a page's tree reduced to its content, in one canonical form.
 *
 * Comments, hidden and decorative elements, controls and scripts are gone; lazy-loaded images have
 * their address; footnotes, formulas, task boxes and code languages of all the usual generators are
 * marked one way, with elements and properties whose names start with `svc`.
 *
 * @param tree page as parsed; it is not changed
 * @returns new tree that the handlers understand
 */
export function prepare(tree: Root): Root {
  const context: PageContext = { notes: findNotes(tree), images: new Set(), marked: new Set() };
  const children: RootContent[] = [];
  const place = { depth: 0, inPre: false, heading: undefined, language: undefined, inNote: false };
  copyChildren(tree, children as ElementContent[], place, context);
  return { type: 'root', children, data: { marked: [...context.marked] } };
}

function copyChildren(
  parent: Root | Element,
  out: ElementContent[],
  place: NodeContext,
  context: PageContext,
): void {
  const { children } = parent;
  for (let index = 0; index < children.length; index++) {
    const child = children[index] as RootContent;
    if (child.type === 'text') {
      const value = place.inPre ? child.value : withoutZeroWidth(child.value);
      if (value !== '') out.push({ type: 'text', value });
    } else if (child.type === 'element') {
      copyElement(child, parent, index, out, place, context);
    }
  }
}

function copyElement(
  node: Element,
  parent: Nodes,
  index: number,
  out: ElementContent[],
  place: NodeContext,
  context: PageContext,
): void {
  // What hides an element hides its content.
  if (hasProperties(node) && isHidden(node)) return;
  if (isDropped(node) && !(node.tagName === 'script' && readFormula(node) !== undefined)) return;
  if (place.depth >= MAX_DEPTH && !PARTS.has(node.tagName)) {
    out.push({ type: 'text', value: ` ${readableText(node)} ` });
    return;
  }
  const rule = RULES.get(node.tagName);
  if (rule?.(makeVisit(node, parent, index, out, place, context)) === true) return;
  if (place.inPre || !copyFormula(node, out)) copyPlain(node, out, place, context);
}

/** Apart, since a function that makes another keeps an object for the variables of both: most elements have no rule. */
function makeVisit(
  node: Element,
  parent: Nodes,
  index: number,
  out: ElementContent[],
  place: NodeContext,
  context: PageContext,
): Visit {
  const copy: Visit['copy'] = (from, to, change) =>
    copyChildren(from, to, { ...place, ...change, depth: place.depth + 1 }, context);
  return { node, parent, index, out, place, context, copy };
}

function copyPlain(node: Element, out: ElementContent[], place: NodeContext, context: PageContext): void {
  const source = unwrapChain(node);
  const copy = element(source.tagName.startsWith('svc-') ? 'span' : source.tagName, source.properties);
  out.push(copy);
  const note = context.notes.definitions.get(source);
  copyChildren(source, copy.children, placeInside(source, copy, place, note !== undefined), context);
  if (note !== undefined) asNote(copy, note);
  if (source.properties['role'] === 'tabpanel') addPanelLabel(source, copy, context);
}

/** Wrappers around a single wrapper have no meaning; without them a page builder's page is not too deep. */
function unwrapChain(node: Element): Element {
  let current = node;
  while (WRAPPERS.has(current.tagName) && isBare(current)) {
    const inner = current.children.filter((child) => !isBlank(child));
    const [only] = inner;
    if (inner.length !== 1 || only?.type !== 'element' || !WRAPPERS.has(only.tagName)) return current;
    if (isHidden(only) || isDropped(only) || readFormula(only) !== undefined) return current;
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

function placeInside(node: Element, copy: Element, place: NodeContext, isNote: boolean): NodeContext {
  const language = (hasProperties(node) ? languageOf(node) : undefined) ?? place.language;
  const inPre = place.inPre || node.tagName === 'pre' || node.tagName === 'listing' || node.tagName === 'xmp';
  if (node.tagName === 'pre') {
    const own = findElement(node, (child) => languageOf(child) !== undefined && !isGutter(child));
    const name = (own === undefined ? undefined : languageOf(own)) || language;
    if (name) copy.properties = { ...copy.properties, svcLanguage: name };
  }
  return {
    depth: place.depth + 1,
    inPre,
    heading: HEADINGS.has(node.tagName) ? node : place.heading,
    language,
    inNote: place.inNote || isNote,
  };
}

function copyFormula(node: Element, out: ElementContent[]): boolean {
  const formula = readFormula(node);
  if (formula === undefined) return false;
  const text: ElementContent = { type: 'text', value: formula.tex };
  if (formula.kind === 'text') out.push(element('span', {}, [text]));
  else if (formula.kind === 'ascii') out.push(element('code', {}, [text]));
  else out.push(mathElement(node, text, formula.display));
  return true;
}

/** A formula that is a block of its own belongs to no adjacent paragraph. */
function mathElement(node: Element, text: ElementContent, isDisplay: boolean): Element {
  const math = element('svc-math', isDisplay ? { svcDisplay: true } : {}, [text]);
  return node.tagName === 'div' ? element('div', {}, [math]) : math;
}

/** White space counts in code: it must be read before that of tables is collapsed. */
function copyCodeTable(visit: Visit): boolean {
  const { node, out, place } = visit;
  if (place.inPre || !isCodeTable(node)) return false;
  const inner = findElement(node, (child) => Boolean(languageOf(child)));
  const language = languageOf(node) || (inner && languageOf(inner)) || place.language;
  out.push(
    element('pre', language ? { svcLanguage: language } : {}, [{ type: 'text', value: codeText(node) }]),
  );
  return true;
}

/** A form is content if it holds text of its own, or the whole page, as some systems write it. */
function copyForm(visit: Visit): boolean {
  const { node, out } = visit;
  const isPage = findElement(node, ({ tagName }) => /^(?:article|main|h1)$/.test(tagName)) !== undefined;
  if (isPage || holdsProse(node)) visit.copy(node, out);
  return true;
}

/** A rule in or directly before a section of notes: readers of Markdown draw one themselves. */
function isRuleOfNotes({ parent, index }: Visit): boolean {
  const children = 'children' in parent ? parent.children : [];
  const next = children.slice(index + 1, index + 4).find((child) => !isBlank(child));
  return isNoteSection(parent) || (next !== undefined && isNoteSection(next));
}

function addPanelLabel(node: Element, copy: Element, context: PageContext): void {
  const [id = ''] = property(node, 'ariaLabelledBy').split(/\s+/);
  const tab = context.notes.byId.get(id)?.[0];
  const label = tab === undefined ? '' : collapseSpace(deepText(tab));
  if (label === '') return;
  copy.children.unshift(element('p', {}, [element('strong', {}, [{ type: 'text', value: label }])]));
}

/** `a`: references to footnotes, the ways back from them, and anchors of headings have their own. */
function copyLink(visit: Visit): boolean {
  const { node, out, place, context } = visit;
  const label = context.notes.references.get(node);
  if (label !== undefined) {
    out.push(noteReference(label));
    return true;
  }
  if (place.inNote && isBacklink(node, context.notes)) return true;
  const kind = anchorKind(node, place.heading);
  if (kind === 'unwrap') visit.copy(node, out);
  else if (kind === 'keep') return !place.inPre && copyIconLink(node, out, context.notes);
  return true;
}

/**
 * A link drawn as an icon is named by its label; one without any shows its address. Parsers leave an empty copy of a link
 * around a block, which goes, as does the one that covers a card beside its title.
 */
function copyIconLink(node: Element, out: ElementContent[], notes: Notes): boolean {
  const url = property(node, 'href');
  const isContent = ({ tagName }: Element): boolean =>
    /^(?:img|picture|video|audio|iframe|math|br)$/.test(tagName);
  if (url === '' || url.startsWith('#') || isReadable(node) || findElement(node, isContent)) return false;
  const nameOf = (element: Element) => property(element, 'ariaLabel') || property(element, 'title');
  const named = findElement(node, (child) => nameOf(child) !== '');
  const drawn = findElement(node, ({ tagName }) => tagName === 'title' || tagName === 'text');
  const label =
    nameOf(node) ||
    (named && nameOf(named)) ||
    (drawn && collapseSpace(deepText(drawn))) ||
    (!isDrawn(node) || (node.children.length === 0 && notes.isNamed(url)) ? '' : (safeLinkTarget(url) ?? ''));
  if (label === '') return true;
  out.push(element('a', { href: url }, [{ type: 'text', value: label }]));
  return true;
}

/** Whether a style sheet may draw something in a link without text. */
function isDrawn(link: Element): boolean {
  const isStyled = ({ tagName, properties }: Element): boolean =>
    /^(?:svg|i)$/.test(tagName) || properties['className'] !== undefined || properties['style'] !== undefined;
  return link.children.length === 0 || findElement(link, isStyled) !== undefined;
}
