/** Turns references to notes, and lists of notes, into footnotes. */

import type { Element, Nodes } from 'hast';
import { classesOf, collapseSpace, deepText, isBlank } from '../../html/element.js';
import { isNoteMark } from '../../html/note-marks.js';
import { element, type Visit } from './visit.js';

/**
 * Makes a reference to a footnote; its text makes white space around it behave as around a word.
 *
 * @param label label of the footnote
 * @returns element
 */
export function noteReference(label: string): Element {
  return element('svc-note-ref', { svcLabel: label }, [{ type: 'text', value: label }]);
}

/** No word before a mark is longer. */
const MAX_WORD = 60;

/** The `sup` around nothing but references goes; GFM raises them itself. In code, a power keeps a sign. */
export function copySup(visit: Visit): boolean {
  const { node, parent, out, context } = visit;
  const before = out.at(-1);
  const isInCode = visit.place.inPre || (parent.type === 'element' && parent.tagName === 'code');
  if (isInCode && before?.type === 'text' && /\d$/.test(before.value) && /^[+−-]?\d/.test(deepText(node)))
    out.push({ type: 'text', value: '^' });
  const word = before?.type === 'text' ? before.value.slice(-MAX_WORD) : '';
  if (isNoteMark(node, word))
    context.marked.add(`${/\S+$/.exec(word)?.[0]} ${collapseSpace(deepText(node)).replace(/\s/g, '')}`);
  const inner = node.children.filter((child) => !isBlank(child));
  const [only] = inner;
  if (inner.length !== 1 || only?.type !== 'element') return false;
  const label = context.notes.references.get(only);
  if (label === undefined) return false;
  out.push(noteReference(label));
  return true;
}

/** A list of nothing but footnotes is no list. */
export function copyNoteList(visit: Visit): boolean {
  const { node, out, context } = visit;
  const items = node.children.filter((child) => child.type === 'element');
  if (items.length === 0 || !items.every((item) => context.notes.definitions.has(item))) return false;
  visit.copy(node, out, { inNote: true });
  return true;
}

/** `li`: marks `- [x]` (the box may stand in a label or a paragraph) and footnotes. */
export function copyListItem(visit: Visit): boolean {
  const { node, out, place, context } = visit;
  const box = leadingBox(node, 0);
  const inNote = place.inNote || context.notes.definitions.has(node);
  const copy = element('li', box === undefined ? node.properties : { ...node.properties, svcChecked: box });
  out.push(copy);
  visit.copy(node, copy.children, { inNote });
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

/**
 * Marks an element as the text of a footnote.
 *
 * @param copy element of the prepared tree; it is changed
 * @param label label of the footnote
 */
export function asNote(copy: Element, label: string): void {
  if (copy.tagName !== 'li') dropLabel(copy, label);
  copy.tagName = 'svc-note';
  copy.properties = { svcLabel: label };
}

/** Removes the label that starts a manually written note; the Markdown footnote has its own. */
function dropLabel(note: Element, label: string): void {
  const first = note.children.find((child) => !isBlank(child));
  if (
    first?.type === 'element' &&
    /^(?:sup|strong|b)$/.test(first.tagName) &&
    (collapseSpace(deepText(first)) === label || /^[*†‡§¶]{1,3}$/.test(collapseSpace(deepText(first))))
  ) {
    note.children.splice(0, note.children.indexOf(first) + 1);
    return;
  }
  if (first?.type === 'element' && /^(?:p|span|sup|strong|b)$/.test(first.tagName)) dropLabel(first, label);
  if (first?.type !== 'text') return;
  const [start] = /^\s*(?:[[(]?[\p{L}\p{N}]+[\])]?[.:]?|[*†‡§¶]{1,3})\s+/u.exec(first.value) ?? [''];
  const mark = start.replace(/[^\p{L}\p{N}]/gu, '');
  if (mark === '' || (mark === label && /[\]).:]\s/.test(start)))
    first.value = first.value.slice(start.length);
}

/**
 * Returns whether an element only gathers footnotes.
 *
 * @param node any node
 * @returns true for the section at the end of a page
 */
export function isNoteSection(node: Nodes): boolean {
  if (node.type !== 'element') return false;
  const { role, id, dataFootnotes } = node.properties;
  return (
    role === 'doc-endnotes' ||
    id === 'footnotes' ||
    dataFootnotes !== undefined ||
    classesOf(node).some((name) => name === 'footnotes' || name === 'footnote')
  );
}
