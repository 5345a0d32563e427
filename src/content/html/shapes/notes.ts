import type { Element, ElementContent, Nodes } from 'hast';
import { elementsIn, findAll, hasClass, isBlankText, make, property } from '../element.js';
import {
  closest,
  type ElementQuery,
  findIn,
  isInside,
  nextElement,
  type PageMap,
  remove,
  replace,
  textIn,
} from '../reveal/page-map.js';

/** Elements that may be a note, a list of notes, or the mark of one. */
const NOTES = new Set('dl table div aside p sup span a h2'.split(' '));
const QUERY: ElementQuery = {
  tags: /^(?:a|h2)$/,
  classes: /^(?:footnote|(?:citation|mw-cite-backlink|backrefs|fn-backref|label|csl-left-margin)$)/,
  properties: ['role', 'epub:type'],
};
const BOXES = new Set(['div', 'aside', 'p']);
const LABEL = /^[[(]?\s*(?:[\p{L}\p{N}]{1,4}|[*†‡§¶#]{1,3})\s*[\])]?[.:]?$/u;

/**
 * Brings the footnotes of Sphinx, Docutils, AsciiDoctor, DocBook, mdBook and others into one form: an element with the id that
 * references name, and the text of the note without its label.
 */
export function normaliseNotes(page: PageMap): void {
  const seen: Seen = { links: new Map(), texts: new Map() };
  for (const element of findIn(page, QUERY)) {
    if (!NOTES.has(element.tagName) || !page.parents.has(element)) continue;
    if (element.tagName === 'dl' && hasClass(element, /^footnote$/)) normaliseList(page, element);
    else if (element.tagName === 'table' && hasClass(element, /^footnote$/)) normaliseTable(page, element);
    else if (element.tagName === 'table' && hasClass(element, /^citation$/))
      normaliseCitations(page, element);
    // A heading for screen readers, whatever its class is called.
    else if (element.tagName === 'h2' && property(element, 'id') === 'footnote-label')
      element.properties['className'] = ['sr-only'];
    else if (isNote(element)) normaliseNote(page, element);
    else if (element.tagName === 'sup') normaliseMark(page, element);
    else if (element.tagName === 'a') normaliseLinkPair(page, element, seen);
    else if (hasClass(element, /^(?:mw-cite-backlink|backrefs|fn-backref)$/)) remove(page, element);
    else if (hasClass(element, /^label$/)) normaliseCitation(page, element);
    else if (hasClass(element, /^csl-left-margin$/)) joinEntry(page, element);
  }
}

function isNote(element: Element): boolean {
  if (!BOXES.has(element.tagName)) return false;
  if (hasClass(element, /^footnote(?:-definition)?$/) || property(element, 'role') === 'doc-footnote')
    return true;
  return /^(?:foot|end|rear)note$/.test(property(element, 'epub:type'));
}

/** A note in a box: its label goes, and an id on the label becomes its own. */
function normaliseNote(page: PageMap, note: Element): void {
  note.properties['className'] = ['footnote'];
  // Parts with other names of an aside would count as frame.
  if (note.tagName === 'aside') note.tagName = 'div';
  const parent = page.parents.get(note);
  if (parent?.type === 'element' && parent.tagName === 'aside' && hasClass(parent, /^footnote-list$/)) {
    parent.tagName = 'div';
  }
  const inside = labelOf(note);
  const label = inside ?? labelBefore(page, note);
  if (label === undefined) return;
  const link = [label, ...findAll(label, () => true)].find((one) => one.tagName === 'a');
  if (property(note, 'id') === '' && link !== undefined) {
    const id = property(label, 'id') || property(link, 'id') || property(link, 'name');
    if (id !== '') note.properties['id'] = id;
  }
  if (inside !== undefined) {
    removeLabel(page, note, label, link);
    return;
  }
  remove(page, label);
}

/** The label that Org mode puts before the note. */
function labelBefore(page: PageMap, note: Element): Element | undefined {
  const siblings: readonly Nodes[] = page.parents.get(note)?.children ?? [];
  const at = siblings.indexOf(note);
  const before = siblings.slice(Math.max(at - 2, 0), at).findLast((node) => !isBlankText(node));
  const isLabel = before?.type === 'element' && before.tagName === 'sup' && isBack(before);
  return isLabel && LABEL.test(textIn(before)) ? before : undefined;
}

/** The label at the beginning of a note: an element with only a number or a sign, and a link back in it. */
function labelOf(note: Element): Element | undefined {
  for (let at: Element | undefined = note; at !== undefined; ) {
    const first: Element | undefined = elementsIn(at)[0];
    const before = at.children.slice(0, first === undefined ? 0 : at.children.indexOf(first));
    if (first === undefined || before.some((one) => one.type === 'text' && one.value.trim() !== ''))
      return undefined;
    const isLabel =
      hasClass(first, /^(?:footnote-definition-)?label$/) || (isBack(first) && LABEL.test(textIn(first)));
    if (isLabel && textIn(first) !== textIn(note)) return first;
    at = first;
  }
  return undefined;
}

function isBack(element: Element): boolean {
  return [element, ...findAll(element, () => true)].some(
    (one) => one.tagName === 'a' && property(one, 'href').includes('#'),
  );
}

/** The link back stays, with the whole label as its text: it identifies a reference. */
function removeLabel(page: PageMap, note: Element, label: Element, link: Element | undefined): void {
  const parent = page.parents.get(label);
  const after = parent?.children[parent.children.indexOf(label) + 1];
  if (after?.type === 'text') after.value = after.value.replace(/^\s*[.:)]?\s+/, '');
  if (link === undefined) remove(page, label);
  else replace(page, label, [backTo(link, textIn(label))]);
  if (
    parent !== undefined &&
    parent.type === 'element' &&
    parent !== note &&
    textIn(parent) === '' &&
    link === undefined
  ) {
    remove(page, parent);
  }
}

function backTo(link: Element, text: string): Element {
  return {
    ...make('a', [{ type: 'text', value: text }]),
    properties: { href: property(link, 'href'), role: 'doc-backlink' },
  };
}

/** `dl`: the terms are the labels, the descriptions the notes. */
function normaliseList(page: PageMap, list: Element): void {
  const notes: Element[] = [];
  let term: Element | undefined;
  for (const child of elementsIn(list)) {
    if (child.tagName === 'dt') term = child;
    else notes.push(asNote(term, child.children, property(term ?? child, 'id')));
  }
  replace(page, list, notes);
}

/** `table`: of each row, the first cell is the label. */
function normaliseTable(page: PageMap, table: Element): void {
  const rows = findAll(table, ({ tagName }) => tagName === 'tr');
  const notes = rows.flatMap((row) => {
    const [label, text] = elementsIn(row);
    return text === undefined ? [] : [asNote(label, text.children, property(table, 'id'))];
  });
  if (notes.length > 0) replace(page, table, notes);
}

function asNote(label: Element | undefined, content: readonly ElementContent[], id: string): Element {
  const link = label === undefined ? undefined : findAll(label, ({ tagName }) => tagName === 'a')[0];
  const back = link === undefined ? [] : [backTo(link, textIn(link))];
  const note = make('div', [...back, ...content]);
  note.properties = { className: ['footnote'], id };
  return note;
}

/** What the links of a page so far have shown. */
interface Seen {
  /** The links by the id or name that others lead to. */
  readonly links: Map<string, Element>;
  /** The texts of the blocks around them, which may hold many links; empty for a block that is a note. */
  readonly texts: Map<Element, string>;
}

/**
 * A number at the start of a block that leads back to the same number in the text is the label of a note, as in Google
 * Docs, DokuWiki, Texinfo and Word.
 */
function normaliseLinkPair(page: PageMap, link: Element, seen: Seen): void {
  if (property(link, 'epub:type') === 'noteref') link.properties['role'] = 'doc-noteref';
  const { links } = seen;
  const own = property(link, 'id') || property(link, 'name') || wordName(link);
  if (own !== '') links.set(own, link);
  const block = closest(page, link, ({ tagName }) => /^(?:p|div|li|h[1-6])$/.test(tagName));
  const id = own || (block && property(block, 'id')) || '';
  if (id === '') return;
  const reference = links.get(property(link, 'href').replace(/^#/, ''));
  if (reference === undefined || property(reference, 'href') !== `#${id}`) return;
  const label = textIn(link);
  if (block === undefined || !isLabelOf(page, reference, label) || !beginsWith(block, label, seen)) return;
  if (isInside(page, reference, block) || (/^h/.test(block.tagName) && textIn(block) !== label)) return;
  reference.properties['role'] = 'doc-noteref';
  if (/^h/.test(block.tagName)) {
    replace(page, block, [noteBehind(page, block, link, id)]);
    return;
  }
  block.tagName = 'div';
  block.properties = { className: ['footnote'], id };
  removeLabel(page, block, link, link);
  seen.texts.set(block, '');
}

/** The name of a link to or from a note of Word, where an editor has removed it: each follows from the other's. */
function wordName(link: Element): string {
  const [, note, back, number = ''] = /#(_(?:ftn|edn))(ref)?(\d+)$/.exec(property(link, 'href')) ?? [];
  if (note === undefined) return '';
  if (back !== undefined) link.properties['href'] = `#${note}ref${number}`;
  return back === undefined ? `${note}ref${number}` : note + number;
}

function beginsWith(block: Element, label: string, { texts }: Seen): boolean {
  const text = texts.get(block) ?? textIn(block);
  texts.set(block, text);
  return text.startsWith(label);
}

/** Whether a link is the raised or bracketed mark of a note with this label. */
function isLabelOf(page: PageMap, reference: Element, label: string): boolean {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}*†‡§¶]/gu, '');
  const mark = textIn(reference);
  if (!LABEL.test(label) || !LABEL.test(mark) || plain(mark) !== plain(label)) return false;
  const around = page.parents.get(reference);
  const isSup = ({ tagName }: Element) => tagName === 'sup';
  const before = around?.children[around.children.indexOf(reference) - 1];
  // A style raises a number right behind a word.
  const isBehindWord = before?.type === 'text' && /[\p{L}\p{P}]$/u.test(before.value) && /^\d+$/.test(mark);
  return (
    isBehindWord ||
    /[[(\])]/.test(mark) ||
    findAll(reference, isSup).length > 0 ||
    (around?.type === 'element' && isSup(around))
  );
}

/** A note whose label is a heading: what follows up to the next heading. */
function noteBehind(page: PageMap, heading: Element, link: Element, id: string): Element {
  const note = make('div', [backTo(link, textIn(link))]);
  note.properties = { className: ['footnote'], id };
  for (let next = nextElement(page, heading); next !== undefined; next = nextElement(page, heading)) {
    if (/^(?:h[1-6]|hr)$/.test(next.tagName)) break;
    remove(page, next);
    page.parents.set(next, note);
    note.children.push(next);
  }
  return note;
}

/** A citation of an older Sphinx: a table of a label and a text. */
function normaliseCitations(page: PageMap, table: Element): void {
  const rows = findAll(table, ({ tagName }) => tagName === 'tr');
  const texts = rows.map((row, at) => {
    const [label, text] = elementsIn(row);
    const { id } = at === 0 ? table.properties : {};
    const content: ElementContent[] = [
      { type: 'text', value: `${textIn(label ?? row)} ` },
      ...(text?.children ?? []),
    ];
    return { ...make('div', content), properties: id === undefined ? {} : { id } };
  });
  if (texts.length > 0) replace(page, table, texts);
}

/** The label of a citation of Sphinx is text, as in the references to it, and no link. */
function normaliseCitation(page: PageMap, label: Element): void {
  const citation = page.parents.get(label);
  if (citation?.type !== 'element' || !hasClass(citation, /^citation$/)) return;
  const text: ElementContent = { type: 'text', value: `${textIn(label)} ` };
  const first = nextElement(page, label);
  remove(page, label);
  (first?.tagName === 'p' ? first : citation).children.unshift(text);
}

/** The number of an entry of a bibliography, which a style sets beside its text. */
function joinEntry(page: PageMap, label: Element): void {
  const text = nextElement(page, label);
  if (text === undefined || !hasClass(text, /^csl-right-inline$/)) return;
  replace(page, text, text.children);
  replace(page, label, [{ type: 'text', value: `${textIn(label)} ` }]);
}

/** `[1]` in a raised mark: the brackets belong to the mark. */
function normaliseMark(page: PageMap, mark: Element): void {
  const [link, ...others] = elementsIn(mark);
  if (link?.tagName !== 'a' || others.length > 0 || !hasClass(mark, /^footnote/)) return;
  if (!/^\[.*\]$/.test(textIn(mark)) || /^\[/.test(textIn(link))) return;
  mark.children = [link];
  page.parents.set(link, mark);
}
