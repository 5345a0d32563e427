import type { Element, Nodes } from 'hast';
import { elementsIn, findAll, hasClass, isBlank, isMarkedHidden, make, property, show } from '../element.js';
import { closest, findIn, type PageMap, putInParentheses, remove, textIn } from '../reveal/page-map.js';

const NUMBER = /^\[?(\d{1,3})\]?$/;
const BLOCK = /^(?:p|div|li)$/;
const NOTES = /^(?:foot|end)?notes:?$/i;
/** A raised number behind a sign or a digit is an exponent. */
const WORD = /(?:\p{L}{3}|[.,;:!?"'”’)\]。])\s?$/u;
/** Limits the work on a page made to be slow. */
const MAX_PARTS = 500;
/** Attributes with the id of the note that a click on a mark shows. */
const DEFINITIONS = ['dataDefinition', 'dataFootnote', 'dataFootnoteId', 'dataNoteId'];

/**
 * Links raised numbers to the notes that they mean where the page has no links: notes that begin with the same raised
 * number, and lists below a heading such as "Notes" or in an `aside` of their own. Shows notes that a click on a mark
 * shows.
 */
export function linkRaisedNotes(page: PageMap): void {
  const marks = new Map<Element, string>();
  const notes = new Map<string, Element | undefined>();
  const addNote = (number: string, note: Element) => notes.set(number, notes.has(number) ? undefined : note);
  for (const sup of findIn(page, { tags: /^(?:sup|strong|b)$/ })) {
    const number = NUMBER.exec(textIn(sup))?.[1];
    if (number === undefined || findAll(sup, ({ tagName }) => tagName === 'a').length > 0) continue;
    const before = beforeIn(page, sup);
    const bold = page.parents.get(sup);
    const isInBold = bold?.type === 'element' && /^(?:b|strong)$/.test(bold.tagName);
    const [parent, start] = isInBold ? [page.parents.get(bold), beforeIn(page, bold)] : [bold, ''];
    if (sup.tagName === 'sup' && WORD.test(before)) marks.set(sup, number);
    else if (before + start === '' && parent?.type === 'element' && BLOCK.test(parent.tagName))
      addNote(number, parent);
  }
  if (marks.size > 0) for (const list of findIn(page, { tags: /^ol$/ })) addList(page, list, addNote);
  for (const [mark, number] of marks) {
    const note = notes.get(number);
    if (note !== undefined) mark.children = [linkTo(note, number)];
  }
  showNotes(page);
}

/** The text before a mark in its parent. */
function beforeIn(page: PageMap, mark: Element): string {
  const siblings: readonly Nodes[] = page.parents.get(mark)?.children ?? [];
  if (siblings.length > MAX_PARTS) return '-';
  const shown = siblings.slice(0, siblings.indexOf(mark)).filter((node) => !isBlank(node));
  const last = shown.at(-1);
  return last === undefined ? '' : last.type === 'text' ? last.value : textIn(last);
}

function addList(page: PageMap, list: Element, addNote: (number: string, note: Element) => void): void {
  const parent = page.parents.get(list);
  if (parent === undefined) return;
  const siblings = elementsIn(parent);
  const before = siblings[siblings.indexOf(list) - 1];
  const heading = before !== undefined && /^h[2-6]$/.test(before.tagName) && NOTES.test(textIn(before));
  const isAlone = parent.type === 'element' && parent.tagName === 'aside' && siblings.length === 1;
  const isNamed = [list, parent].some((one) => one.type === 'element' && hasClass(one, /^footnotes/));
  if (!heading && !isAlone && !isNamed) return;
  if (heading) remove(page, before);
  const start = Number(property(list, 'start') || 1);
  for (const [at, item] of elementsIn(list).entries()) addNote(String(start + at), item);
}

function linkTo(note: Element, label: string): Element {
  const id = property(note, 'id') || `note-${label}`;
  note.properties['id'] = id;
  if (note.tagName !== 'li') {
    note.tagName = 'div';
    note.properties['className'] = ['footnote'];
  }
  return {
    ...make('a', [{ type: 'text', value: label }]),
    properties: { href: `#${id}`, role: 'doc-noteref' },
  };
}

function showNotes(page: PageMap): void {
  for (const mark of findIn(page, { properties: DEFINITIONS })) {
    const id = DEFINITIONS.map((name) => property(mark, name)).find((one) => page.byId.has(one));
    const note = id === undefined ? undefined : page.byId.get(id);
    if (note === undefined || !isMarkedHidden(note)) continue;
    show(note);
    mark.children = [linkTo(note, textIn(mark))];
  }
  for (const mark of findIn(page, { classes: /^inline-?(?:foot)?note$/i })) {
    const note = elementsIn(mark).find((one) => isMarkedHidden(one) && textIn(one) !== '');
    if (
      note === undefined ||
      closest(page, mark, isMarkedHidden) !== undefined ||
      hasClass(note, /^sr-only$/)
    )
      continue;
    show(note);
    mark.children = [note];
    putInParentheses(mark);
  }
}
