/** Recognises bylines that are written as text: names, dates and reading time. */

import type { Element, ElementContent, Text } from 'hast';
import {
  classesOf,
  findElement,
  hasClass,
  isBlank,
  make,
  nodesIn,
  property,
} from '../../content/html/element.js';
import { parseWrittenDate } from '../../core/written-dates.js';
import { textOf } from './tree.js';

/** The words of a byline beside names and dates. */
const LABELS =
  'posted|published|submitted|written|created|geplaatst|gepubliceerd|gepostet|veröffentlicht|geschrieben|erstellt|publié|écrit|publicado|escrito|pubblicato|scritto|geschreven|опубликовано|' +
  '发布于|发表于|发布|投稿日|公開日|作成日|작성일|게시일';
const WORDS = new RegExp(
  `(?<!\\p{L})(?:${LABELS}|by|on|at|am|op|le|el|em|von|par|por|door|date)(?!\\p{L})`,
  'giu',
);
const WEEKDAY =
  '(?:mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|' +
  'vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)[a-z]*,?\\s+';
const DAY_AND_MONTH =
  '(?:\\p{L}{3,12}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:\\.|st|nd|rd|th|er|º)?\\s+(?:de\\s+)?\\p{L}{3,12}\\.?),?\\s+(?:de\\s+)?';
const TIME = '(?:\\s-\\s\\d{1,2}:\\d\\d)?';
/** A date in a byline. */
export const BYLINE_DATE = new RegExp(
  `(?:${WEEKDAY})?${DAY_AND_MONTH}\\d{4}${TIME}|${WEEKDAY}\\d{1,2}/\\d{1,2}/\\d{4}${TIME}|` +
    '\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}|\\d{4}[年년]\\s?\\d{1,2}[月월]\\s?\\d{1,2}[日일]|\\d{1,2}\\.\\d{1,2}\\.\\d{4}|\\d{1,2}-\\d{1,2}-\\d{4}',
  'iu',
);
const BEFORE = new RegExp(
  `^[^\\p{L}\\d]*((?:${LABELS})[^\\p{L}\\d]*)?(?:by:?\\s+["“]?([^\\d"”]{2,60}?)["”]?\\s+)?(?:on|at|am|le|el|em|date)?[^\\p{L}\\d]*$`,
  'iu',
);
/** The author behind the date. */
const AFTER = /^\s*(?:by|von|par|por|door):?\s+([^\d"”]{2,60}?)\s*$/iu;
/** Classes of the line with date and author, and of the date in it. */
const CLASS =
  /^(?:(?:post|entry|article|blog|page)[-_]{0,2})?(?:(?:rev-?)?date|meta|byline|published|posted[-_]on|publish[-_]date)$|^(?:post|entry|article)[-_]+time$|[-_]meta$/i;
/** Words before the date of the last change, behind the name of the first author. */
const CHANGED = /,.*\bmodified\b/;
const MAX_LENGTH = 120;
/** Letters of a date, and the nodes of one whose parts have an element each. */
const MAX_DATE = 26;
const MAX_DATE_PARTS = 20;
/** With the white space of a template. */
const MAX_RAW = 600;
const MAX_PARTS = 8;
/** How long reading takes, perhaps with the number of words. Letters of other scripts aren't `\w`. */
const READING_TIME =
  /^\W*(?:[\d,.]+ ?words?\W+)?(?:about |approx\. |~)?(?:\d+|\p{L}{1,4})\s*(?:min(?:s|\.|utes?|utos?|uten)?|分[钟鐘]?|분|мин|นาที|דק|دقا?ئ?ي?قة?)(?:\s+\p{L}{2,8}){0,2}(?:\W+[\d,.]+ ?words?)?\W*$/iu;
/** Every reading time has one of these. */
const MINUTES = /min|分|мин|นาที|דק|دق/i;
const LINES = /^(?:p|div|span|small|li|em|i|h[3-6])$/;

/** Elements that stand in a line of text. */
export const INLINE = /^(?:a|abbr|b|em|i|img|small|span|strong|svg|time)$/;
/** A name of a person with two words or more. */
export const FULL_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \(?\p{Lu}[\p{L}\p{M}'’.-]{0,30}\)?){1,3}$/u;
/** What stands between a date and a name. */
const BETWEEN = /(\n\s*\n|\s[-–—]\s)/;

/**
 * Gives each line of text behind the title of a page a box, if one of them begins with a date: some themes write date and
 * authors beside the title, without any element around them.
 */
export function boxByline(parent: Element): void {
  const title = parent.children.findIndex(isTitle);
  if (title < 0) return;
  takeSubtitle(parent, title + 1);
  boxDateBefore(parent, title);
  const { children } = parent;
  const start = children.findIndex(isTitle) + 1;
  const length = children.slice(start).findIndex((node) => !isInline(node));
  const loose = length < 0 ? children.slice(start) : children.slice(start, start + length);
  const lines: ElementContent[][] = [[]];
  for (const node of loose) {
    if (node.type === 'element' && node.tagName === 'br') lines.push([]);
    else if (!isBlank(node)) lines.at(-1)?.push(node);
  }
  const written = lines.filter((line) => line.length > 0);
  const isShort = written.every((line) => line.map(lineOf).join('').length <= MAX_RAW);
  if (!isShort || !written.some(isDated)) return;
  parent.children = [
    ...children.slice(0, start),
    ...written.map(boxOf),
    ...children.slice(start + loose.length),
  ];
}

/** Gives each line of text beside other blocks a box, in place. */
export function boxLines(parent: Element): void {
  const { children } = parent;
  if (children.every(isInline) || !children.some((node) => isInline(node) && !isBlank(node))) return;
  const boxed: ElementContent[] = [];
  let line: Element | undefined;
  for (const node of children) {
    if (!isInline(node)) {
      line = undefined;
      boxed.push(node);
    } else if (line !== undefined) line.children.push(node);
    else if (!isBlank(node)) {
      line = make('div', [node]);
      boxed.push(line);
    }
  }
  parent.children = boxed;
}

function isTitle(node: ElementContent): boolean {
  return node.type === 'element' && node.tagName === 'h1';
}

function isInline(node: ElementContent): boolean {
  return node.type !== 'element' || node.tagName === 'br' || INLINE.test(node.tagName);
}

/** Gives the line before the title a box if it has a date. */
function boxDateBefore(parent: Element, title: number): void {
  const { children } = parent;
  const before = children.slice(0, title).findLastIndex((node) => !isInline(node)) + 1;
  const line = children.slice(before, title).filter((node) => !isBlank(node));
  const isTime = ({ tagName }: Element): boolean => tagName === 'time';
  if (!line.some((node) => findElement(node, isTime) !== undefined)) return;
  children.splice(before, title - before, { ...make('div', line), properties: { className: ['byline'] } });
}

/** Makes a line of the subtitle that Org mode writes into the title. */
function takeSubtitle(parent: Element, behind: number): void {
  const title = parent.children[behind - 1];
  const subtitle = title?.type === 'element' ? title.children.at(-1) : undefined;
  if (title?.type !== 'element' || subtitle?.type !== 'element' || !hasClass(subtitle, 'subtitle')) return;
  title.children.pop();
  parent.children.splice(behind, 0, { ...subtitle, tagName: 'p' });
}

function isDated(line: readonly ElementContent[]): boolean {
  const first = line.find((node) => lineOf(node).trim() !== '');
  if (first?.type === 'element') return first.tagName === 'time';
  return first?.type === 'text' && BYLINE_DATE.exec(first.value.trim())?.index === 0;
}

/** A line whose names are authors: behind the date, or behind an icon. */
function boxOf(line: readonly ElementContent[]): Element {
  const [first] = line;
  const isNamed = isDated(line) || (first?.type === 'element' && textOf(first) === '');
  const parts = line.flatMap((node): readonly ElementContent[] =>
    node.type === 'text' ? node.value.split(BETWEEN).map(textNode) : [node],
  );
  const children = parts
    .filter((part) => !isBlank(part))
    .map((part): ElementContent => {
      const name = part.type === 'text' ? part.value.trim() : '';
      return isNamed && FULL_NAME.test(name) ? authorLink(name) : part;
    });
  return { ...make('div', children), properties: { className: ['byline'] } };
}

/** Turns the date of a microformat into an element for times; its exact form is a title. */
export function markAbbreviatedDate(element: Element): void {
  if (
    element.tagName !== 'abbr' ||
    !classesOf(element).some((name) => /^(?:published|updated|modified)$/.test(name))
  )
    return;
  element.tagName = 'time';
  element.properties['dateTime'] = property(element, 'title');
}

/** Makes elements of the dates and authors that a page writes as text in its bylines, in place. */
export function markByline(element: Element): void {
  const { children } = element;
  if (!LINES.test(element.tagName) || children.length > MAX_PARTS) return;
  const whole = dateInParts(element);
  if (whole !== undefined) element.children = [make('time', [textNode(whole)])];
  const at = children.findIndex((node) => node.type === 'text' && /\d{4}/.test(node.value));
  const node = children[at];
  if (node?.type !== 'text' || node.value.length > MAX_RAW) return;
  const text = node.value.replace(/\s+/g, ' ');
  const date = BYLINE_DATE.exec(text);
  // The order of day and month may be unknown.
  const isDate =
    date !== null && (/^\d{1,2}-/.test(date[0]) || parseWrittenDate(date[0], 'UTC') !== undefined);
  if (!isDate) return;
  const own = text.slice(0, date.index);
  const before = (children.slice(0, at).map(lineOf).join('') + own).replace(/\s+/g, ' ');
  const rest = text.slice(date.index + date[0].length);
  const [, follower] = AFTER.exec(rest) ?? [];
  if (before.length + rest.length > MAX_LENGTH || (follower === undefined && !isEndOfByline(rest))) return;
  const [isByline, label, name] = BEFORE.exec(before) ?? [];
  const names = [...classesOf(element), property(element, 'id')];
  const isNamed = (): boolean => names.some((name) => CLASS.test(name));
  // The date of an event has no reading time beside it.
  const isRead = READING_TIME.test(rest);
  if (isByline === undefined || (label === undefined && name === undefined && !isRead && !isNamed())) return;
  for (const part of children)
    if (part.type === 'element' && part.tagName === 'span' && hasClass(part, 'author'))
      Object.assign(part, authorLink(textOf(part)));
  const time = make('time', [textNode(date[0])]);
  if (CHANGED.test(before)) time.properties = { className: ['updated'] };
  else if (/^\W*date\W*$/i.test(before)) time.properties = { className: ['published'] };
  const author = children.find((part) => part.type === 'element' && textOf(part).trim() === name);
  if (author?.type === 'element' && author.tagName === 'a') author.properties['rel'] = ['author'];
  const parts = [...withAuthor(own, name), time, ...withAuthor(rest, follower)];
  element.children = [...children.slice(0, at), ...parts, ...children.slice(at + 1)];
}

/** A date whose day, month and year have an element each. */
function dateInParts(element: Element): string | undefined {
  const isText = element.children.every((node) => node.type === 'text');
  if (isText || !classesOf(element).some((name) => CLASS.test(name))) return undefined;
  let written = '';
  let parts = 0;
  for (const node of nodesIn(element)) {
    if (node.type === 'element' && /^(?:time|a)$/.test(node.tagName)) return undefined;
    if (node.type === 'text') written += node.value;
    parts += 1;
    if (parts > MAX_DATE_PARTS || written.length > MAX_RAW) return undefined;
  }
  const text = written.replace(/\s+/g, ' ').trim();
  const isDate = text.length <= MAX_DATE && BYLINE_DATE.exec(text)?.[0] === text;
  return isDate && parseWrittenDate(text, 'UTC') !== undefined ? text : undefined;
}

/** The text of a part of a line. */
export function lineOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? textOf(node) : '';
}

function withAuthor(before: string, name = ''): readonly ElementContent[] {
  const at = name === '' ? -1 : before.lastIndexOf(name);
  if (at < 0) return [textNode(before)];
  return [textNode(before.slice(0, at)), authorLink(name), textNode(before.slice(at + name.length))];
}

function authorLink(name: string): Element {
  return { ...make('a', [textNode(name)]), properties: { rel: ['author'] } };
}

function textNode(value: string): Text {
  return { type: 'text', value };
}

/** The text of a byline without its words, such as `Posted by`, and perhaps without its date. */
export function withoutBylineWords(text: string, isUndated = false): string {
  return (isUndated ? text.replace(BYLINE_DATE, '') : text).replace(WORDS, '');
}

/** Whether a line has nothing but how long reading takes, and perhaps a date. */
export function isReadingTime(line: string): boolean {
  return line.length <= MAX_LENGTH && MINUTES.test(line) && READING_TIME.test(withoutBylineWords(line, true));
}

/** Whether a line has nothing but a date, and perhaps how long reading takes. */
export function isDateOnly(line: string): boolean {
  const mayBe = line.length <= MAX_LENGTH && /\d/.test(line);
  return mayBe && BYLINE_DATE.test(line) && isEndOfByline(withoutBylineWords(line, true));
}

/** Whether the rest of a byline has nothing but how long reading takes. */
export function isEndOfByline(rest: string): boolean {
  return !/[\p{L}\d]/u.test(rest) || READING_TIME.test(rest);
}
