import type { Element, Nodes, Text } from 'hast';
import { hasClass, property } from '../../content/html/element.js';
import { isAccountLink, isTagPageLink } from './byline.js';
import { isCommentsLink, isShareLink } from './page-widgets.js';
import { AUTHOR_CLASS, isAuthorLink, isAuthorPage, isTagLink, writtenName } from './people.js';
import { textOf } from './tree.js';
import { BYLINE_DATE, FULL_NAME, isReadingTime, withoutBylineWords } from './written-byline.js';

/** What a line of a theme states about a post. */
export interface PostInfo {
  /** Dates as written, or in the exact form. */
  readonly dates: readonly string[];
  readonly authors: readonly string[];
  readonly tags: readonly Element[];
  /** Whether its only date is that of a change. */
  readonly isChange: boolean;
}

/** Letters and elements of the longest such box. */
const MAX_LETTERS = 600;
const MAX_ELEMENTS = 120;
/** Letters of a text in it, with the white space of a template. */
const MAX_RAW = 2000;
/** The label of links that the page marks as tags, in any language. */
const TAG_LABEL = /[\p{L} :：]{1,20}(?=\uE000)/gu;
/** More tags are a list of all tags of a site. */
const MAX_TAGS = 30;
/** Elements that may be such a box. */
export const BOXES = /^(?:p|div|ul|ol|dl|dt|dd|section|footer|header|address|aside|h[2-6]|details)$/;
/** Elements that a line about a post doesn't contain. */
const TEXTS = /^(?:h1|pre|code|table|blockquote|img|picture|figure|video|iframe|form|button|input)$/;
/** Signs in the text of a line for a link to a tag, for an author, and between blocks. */
const [TAG, AUTHOR, BREAK] = ['\uE000', '\uE001', '\uE002'];
const BY = /(?:^|[^\p{L}])(?:by|von|par|por|door|di|author|auteur|autor)[\s:\uE002]*$/iu;
const NAME_BEHIND_BY = new RegExp(
  `\\b(?:by|par|von|por)[: \uE002]\\s*(${FULL_NAME.source.slice(1, -1)})`,
  'u',
);
/** Words that name facts. */
const LABELS =
  /(?<!\p{L})(?:this entry was|bookmark the|post|last|filed|under|tagged|tags?|categor(?:y|ies)|topics?|labels?|keywords?|in|with|author|updated|permalink|and|comments?|catégories?|mots[- ]clés|étiquettes|dans|schlagwörter|schlagworte|kategorien?|etiquetas?|categorías?)(?!\p{L})/giu;
/** How many comments and readers a post has, in a line with several facts. */
const COUNTS = /(?<![\p{L}\d])(?:\d{1,6}|no)(?: (?:comments?|views?|responses?))?(?![\p{L}\d])/giu;
const CHANGED = /\b(?:updated|modified|edited|aktualisiert|geändert|modifié|actualizado)\b/i;
const CLOCK =
  /(?:,|at)?\s*\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?(?:\s*(?:[+-]\d{2}:?\d{2}|UTC|GMT|Z)\b)?/giu;

/** Whether a link leads to a tag or a category. */
export function isTag(link: Element): boolean {
  return isTagLink(link) || isTagPageLink(link);
}

/** Whether a link leads to the page about an author. */
export function isAuthor(link: Element): boolean {
  return isAuthorLink(link) || isAuthorPage(link);
}

/**
 * The facts in a box; undefined if it has anything else.
 * @param isInTail true behind the text of a post, where links to tags need no label
 */
export function readInfo(box: Element, { isInTail = false } = {}): PostInfo | undefined {
  const reader = new InfoReader();
  return reader.read(box) ? reader.result(isInTail) : undefined;
}

class InfoReader {
  readonly #dates: string[] = [];
  readonly #authors: string[] = [];
  readonly #tags: Element[] = [];
  #line = '';
  #elements = 0;

  /** @returns false if the node has anything else than facts */
  read(node: Nodes): boolean {
    if (node.type === 'text') return this.#readText(node);
    if (node.type !== 'element') return true;
    if (node.tagName === 'img' && hasClass(node, 'avatar')) return true;
    if (++this.#elements > MAX_ELEMENTS || TEXTS.test(node.tagName)) return false;
    if (node.tagName === 'time') {
      this.#dates.push(property(node, 'dateTime') || textOf(node));
      return true;
    }
    if (node.tagName === 'a') return this.#readLink(node);
    if (hasClass(node, AUTHOR_CLASS) && FULL_NAME.test(writtenName(node))) return this.#readAuthor(node);
    const isBlock = node.tagName === 'br' || BOXES.test(node.tagName) || node.tagName === 'li';
    if (isBlock) this.#line += BREAK;
    const isRead = node.children.every((child) => this.read(child));
    if (isBlock) this.#line += BREAK;
    return isRead;
  }

  #readText({ value }: Text): boolean {
    if (value.length > MAX_RAW) return false;
    this.#line += value.replace(/[\uE000-\uE002]/g, '').replace(/\s+/g, ' ');
    return this.#line.length <= MAX_LETTERS;
  }

  #readLink(link: Element): boolean {
    const text = textOf(link).trim();
    const isDate = BYLINE_DATE.test(text);
    const isOwn = property(link, 'rel') === 'bookmark' && /^permalink$/i.test(text);
    if (isOwn || text === '' || isShareLink(link) || isCommentsLink(link) || isAccountLink(link)) return true;
    if (isDate) this.#line += text;
    else if (isTag(link)) {
      this.#tags.push(link);
      this.#line += TAG;
    } else if (isAuthor(link) || (BY.test(this.#line) && FULL_NAME.test(text))) return this.#readAuthor(link);
    else return false;
    return true;
  }

  #readAuthor(element: Element): boolean {
    const [name, text] = [writtenName(element), textOf(element).trim()];
    this.#authors.push(name);
    this.#line += text.slice(0, text.length - name.length) + AUTHOR;
    return true;
  }

  result(isInTail: boolean): PostInfo | undefined {
    let line = this.#line.replace(/\s+/g, ' ');
    const written: string[] = [];
    for (let date = BYLINE_DATE.exec(line)?.[0]; date !== undefined; date = BYLINE_DATE.exec(line)?.[0]) {
      written.push(date);
      line = line.replace(date, ' ');
    }
    const name = NAME_BEHIND_BY.exec(line)?.[1];
    if (written.length > 0) line = line.replace(CLOCK, ' ');
    if (name !== undefined) line = line.replace(name, ' ');
    const dates = [...this.#dates, ...new Set(written)];
    const authors = [...this.#authors, ...(name === undefined ? [] : [name])];
    const kinds = [dates, authors, this.#tags].filter(({ length }) => length > 0).length;
    const isRead = !this.#hasRest(line) || (kinds > 1 && !this.#hasRest(line.replace(COUNTS, ' ')));
    if (kinds === 0 || !isRead) return undefined;
    // Links to topics alone may be the text of the page.
    const isUnnamed = dates.length + authors.length === 0 && !/\p{L}/u.test(line);
    if (isUnnamed && !isInTail) return undefined;
    // A name alone may be the heading of a text about the author.
    const isNameAlone = dates.length + this.#tags.length === 0 && !BY.test(line.split(AUTHOR)[0] ?? '');
    if (isNameAlone && name === undefined) return undefined;
    if (this.#tags.length > MAX_TAGS || dates.length > 2) return undefined;
    const isChange = dates.length === 1 && CHANGED.test(line);
    return { dates, authors, tags: this.#tags, isChange };
  }

  /** Whether a line without its names and dates has anything else than labels and how long reading takes. */
  #hasRest(line: string): boolean {
    const rest = withoutBylineWords(line.replace(LABELS, ' '));
    const unlabelled = this.#tags.some(isTagLink) ? rest.replace(TAG_LABEL, ' ') : rest;
    return /[\p{L}\d]/u.test(unlabelled) && !isReadingTime(unlabelled);
  }
}
