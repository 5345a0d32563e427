import type { Element, Nodes } from 'hast';
import {
  elementsIn,
  hasClass,
  isScreenReaderText,
  make,
  type Parent,
  property,
  SCREEN_READER_CLASS,
} from '../element.js';
import {
  closest,
  findIn,
  type PageMap,
  putInParentheses,
  remove,
  replace,
  textIn,
} from '../reveal/page-map.js';

const NOTE =
  /^(?:tool-?tip-?(?:text|content|body|inner)|side-?note|margin-?(?:note|aside)|ltx_note_content)$/i;
/** The number and kind of a note in LaTeXML, which stands in the sentence itself. */
const NOTE_NUMBER = /^ltx_(?:note_(?:mark|type)|tag_note)$/;

const INLINE = /^(?:span|small|aside|i|em|d-footnote)$/;

/**
 * Puts notes that stand in the middle of a sentence, and which a page shows beside it or on a click, into parentheses:
 * otherwise their words run on from the word before. Those of a heading stand below it.
 */
export function normaliseInlineNotes(page: PageMap): void {
  for (const number of findIn(page, { classes: NOTE_NUMBER })) remove(page, number);
  let texts: ReadonlySet<string> | undefined;
  // A list of notes may repeat the ones in sentences.
  const isListed = (note: Element): boolean => {
    texts ??= new Set(
      findIn(page, { classes: /^footnote(?:-definition)?$/, properties: ['role'] }).map(wordsOf),
    );
    return texts.has(wordsOf(note));
  };
  for (const note of findIn(page, { tags: /^d-footnote$/, classes: NOTE, properties: ['role'] })) {
    if (isInlineNote(note)) placeNote(page, note, isListed);
  }
}

function isInlineNote(element: Element): boolean {
  if (!INLINE.test(element.tagName)) return false;
  const isNamed =
    element.tagName === 'd-footnote' || hasClass(element, NOTE) || property(element, 'role') === 'tooltip';
  return isNamed && textIn(element) !== '' && !/^\(.*\)$/s.test(textIn(element));
}

function placeNote(page: PageMap, note: Element, isListed: (note: Element) => boolean): void {
  const heading = closest(page, note, ({ tagName }) => /^h[1-6]$/.test(tagName));
  if (heading !== undefined) {
    remove(page, note);
    replace(page, heading, [heading, make('p', note.children)]);
    return;
  }
  const parent = page.parents.get(note);
  if (parent?.type !== 'element' || !/^(?:p|span|li|dd|td|a|abbr|dfn|em|strong)$/.test(parent.tagName))
    return;
  const before = parent.children[parent.children.indexOf(note) - 1];
  if (isReference(before) && isListed(note)) {
    remove(page, note);
    return;
  }
  const box = before?.type === 'element' && before.tagName === 'input' ? before : undefined;
  const label = box && page.labels.get(property(box, 'id'));
  if (box !== undefined && label !== undefined && isListed(note)) {
    const link = make('a', [{ type: 'text', value: textIn(label) }]);
    link.properties = { href: `#${property(box, 'id')}`, role: 'doc-noteref' };
    replace(page, label, [link]);
    for (const part of [box, note]) remove(page, part);
    return;
  }
  if (box !== undefined) remove(page, box);
  if (label !== undefined) removeNumber(page, note, label);
  putInParentheses(note);
}

/** @param label shows the number of a side note, and opens it */
function removeNumber(page: PageMap, note: Element, label: Element): void {
  const [number] = elementsIn(note);
  const isNumbered = number?.tagName === 'sup' && textIn(number) === textIn(label);
  if (isNumbered) {
    remove(page, number);
    const [text] = note.children;
    if (text?.type === 'text') text.value = text.value.trimStart();
  }
  if (isNumbered || !/[\p{L}\p{N}]/u.test(textIn(label))) remove(page, label);
}

function isReference(node: Nodes | undefined): boolean {
  return node?.type === 'element' && node.tagName === 'sup' && hasClass(node, /^footnote-ref/);
}

function wordsOf(note: Element): string {
  return textIn(note).replace(/^[\d.\s]+/, '');
}

/**
 * Of a text that is written twice, once visually (`aria-hidden`) and once for screen readers only, keeps the
 * visible one.
 */
export function dropSpokenTwins(page: PageMap): void {
  for (const element of findIn(page, { tags: /^h2$/, classes: SCREEN_READER_CLASS })) {
    if (!isScreenReaderText(element)) continue;
    const parent = page.parents.get(element);
    const isTwin = elementsIn(parent ?? element).some(
      (one) => one !== element && property(one, 'ariaHidden') === 'true' && /[\p{L}\p{N}]/u.test(textIn(one)),
    );
    if (isTwin) remove(page, element);
  }
}

const COMMENT = /^(?:c|c1|cm|ch|hljs-comment|comment)$/;

/** Removes the `!` from the marks of annotations in comments of code (`# (1)!`): Material draws a button in their place. */
export function normaliseAnnotations(page: PageMap): void {
  for (const element of findIn(page, { classes: COMMENT })) {
    if (element.tagName !== 'span' || !hasClass(element, COMMENT)) continue;
    if (/\(\d{1,3}\)!\W*$/.test(textIn(element))) withoutMarks(element);
  }
}

function withoutMarks(comment: Element): void {
  for (const child of comment.children)
    if (child.type === 'text') child.value = child.value.replace(/(\(\d{1,3}\))!/g, '$1');
}

const TITLE = /^(?:link|permalink) to\b/i;

/** Numbers of figures, formulas and exercises may be links to these themselves (MyST): their words stay as text. */
export function normaliseSelfLinks(page: PageMap): void {
  for (const link of findIn(page, { properties: ['title'] })) {
    if (link.tagName !== 'a' || !TITLE.test(property(link, 'title'))) continue;
    const id = /^#(.+)$/.exec(property(link, 'href'))?.[1];
    if (id === undefined || !/[\p{L}\p{N}]/u.test(textIn(link))) continue;
    const isOwn = (one: Parent) => one.type === 'element' && property(one, 'id') === id;
    if (closest(page, link, isOwn) === undefined) continue;
    replace(page, link, [...link.children, { type: 'text', value: ' ' }]);
  }
}
