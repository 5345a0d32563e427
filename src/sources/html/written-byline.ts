import type { Element, ElementContent, Text } from 'hast';
import { classesOf, elementsIn, make } from '../../content/html/element.js';
import { parseWrittenDate } from '../../core/written-dates.js';

/** The words of a byline beside names and dates. */
const LABELS =
  'posted|published|written|created|gepostet|veröffentlicht|erstellt|publié|publicado|pubblicato|опубликовано|' +
  '发布于|发表于|发布|投稿日|公開日|作成日|작성일|게시일';
const WORDS = new RegExp(`(?<!\\p{L})(?:${LABELS}|by|on|at|am|le|el|em|von|par|por|date)(?!\\p{L})`, 'giu');
const DATE =
  /(?:[A-Za-z]{3,9},?\s+)?(?:[A-Za-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?|\d{1,2}\.?\s+[A-Za-z]{3,9}\.?),?\s+\d{4}|\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일]|\d{1,2}\.\d{1,2}\.\d{4}/;
const BEFORE = new RegExp(
  `^[^\\p{L}\\d]*((?:${LABELS})[^\\p{L}\\d]*)?(?:by\\s+["“]?([^\\d"”]{2,60}?)["”]?\\s+)?(?:on|at|am|le|el|em|date)?[^\\p{L}\\d]*$`,
  'iu',
);
/** Classes of the line with date and author, and of the date in it. */
const CLASS =
  /^(?:(?:post|entry|article|blog|page)[-_]?)?(?:date|meta|byline|published|posted[-_]on|publish[-_]date)$/i;
const LONGEST = 120;
/** With the white space of a template. */
const MOST_RAW = 600;
const LINES = /^(?:p|div|span|small|li|em|i|h[3-6])$/;

/** Makes elements of the dates and authors that a page writes as text in its bylines, in place. */
export function markByline(element: Element): void {
  if (!LINES.test(element.tagName) || elementsIn(element).some(({ tagName }) => tagName === 'time')) return;
  const isNamed = classesOf(element).some((name) => CLASS.test(name));
  element.children = element.children.flatMap((child) =>
    child.type === 'text' && child.value.length <= MOST_RAW && /\d{4}/.test(child.value)
      ? partsOf(child, isNamed)
      : [child],
  );
}

function partsOf(node: Text, isNamed: boolean): readonly ElementContent[] {
  const text = node.value.replace(/\s+/g, ' ');
  const date = text.length > LONGEST ? null : DATE.exec(text);
  if (date === null || parseWrittenDate(date[0], 'UTC') === undefined) return [node];
  const [before, after] = [text.slice(0, date.index), text.slice(date.index + date[0].length)];
  const [, label, name] = BEFORE.exec(before) ?? [];
  if (!BEFORE.test(before) || (label === undefined && !isNamed) || /[\p{L}\d]/u.test(after)) return [node];
  return [...withAuthor(before, name), make('time', [{ type: 'text', value: date[0] }]), textNode(after)];
}

function withAuthor(before: string, name: string | undefined): readonly ElementContent[] {
  if (name === undefined) return [textNode(before)];
  const at = before.lastIndexOf(name);
  const author = { ...make('a', [textNode(name)]), properties: { rel: ['author'] } };
  return [textNode(before.slice(0, at)), author, textNode(before.slice(at + name.length))];
}

function textNode(value: string): Text {
  return { type: 'text', value };
}

/** The text of a byline without its words, such as `Posted by`, and perhaps without its date. */
export function withoutBylineWords(text: string, isUndated = false): string {
  return (isUndated ? text.replace(DATE, '') : text).replace(WORDS, '');
}
