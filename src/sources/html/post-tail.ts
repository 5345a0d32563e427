import type { Element, ElementContent } from 'hast';
import {
  classesOf,
  elementsIn,
  findAll,
  findElement,
  hasClass,
  isHeading,
  pathTo,
  property,
} from '../../content/html/element.js';
import { visibleLines } from '../../content/html/text.js';
import { isAuthor, readInfo } from './info-line.js';
import { isAuthorLink, nameIn } from './people.js';
import type { InfoLine } from './post-info.js';
import { removeWhere, textOf, wordsIn } from './tree.js';
import { boxLines, INLINE } from './written-byline.js';

/** Classes of the box for the text of a post, the most certain first. */
const TEXTS: readonly RegExp[] = [
  /^(?:entry-content|e-content|wp-block-post-content)$/,
  /^(?:[\w-]+-)?(?:post|entry|article)[-_](?:content|body|inner|text)(?:[-_]inner)?$/,
  /^page-content$/,
];

/** Names of boxes that plugins put behind a text. */
const COMMENTS =
  /^(?:comments?|respond|commentlist|(?:[\w-]+[-_])?comments?[-_](?:area|list|section|wrap(?:per)?))$/;
const ADDED = /(?:^|[-_])(?:about[-_]?)?(?:author|related|shar(?:e|ing))(?:$|[-_])/;

/** More words in long paragraphs than authors and teasers have are another part of the post. */
const MAX_WORDS = 400;
const LONG = 30;

/** What decides what is part of a post. */
interface PostTailOptions {
  /** Whether the page says that it's a post. */
  readonly isPost: boolean;
  /** True for a link to another page of the site. */
  readonly isPage: (link: Element) => boolean;
}

/** What was behind the text of a post. */
interface PostTail {
  /** The box for its text, if the page has one. */
  readonly text: Element | undefined;
  /** The removed lines. */
  readonly lines: readonly string[];
  /** The lines of facts about it, which are still there. */
  readonly facts: readonly InfoLine[];
}

/**
 * Removes what themes put behind the text of a post, in place: boxes about its author, other posts and
 * comments, which have links to other pages. Lines of facts about the post stay, and so does text without such links.
 * @param region the content of the page
 */
export function removePostTail(region: Element, options: PostTailOptions): PostTail {
  const isPost = options.isPost || findAll(region, (element) => hasClass(element, 'h-entry')).length === 1;
  const text = isPost ? textOfPost(region) : undefined;
  const end = text ?? (isPost ? endOfPost(region) : undefined);
  if (end === undefined) return { text, lines: [], facts: [] };
  const tail = new TailReader(options);
  for (const box of elementsIn(end).toReversed()) if (!tail.takeAdded(box)) break;
  const path = [region, ...pathTo(end, region).filter((element) => element !== region)].reverse();
  let isInPost = true;
  for (const [at, parent] of path.slice(1).entries()) {
    const boxes = elementsIn(parent);
    tail.takeAll(boxes.slice(boxes.indexOf(path[at] as Element) + 1), isInPost);
    isInPost &&= parent.tagName !== 'article' && !hasClass(parent, /^(?:hentry|h-entry|type-post)$/);
  }
  const { gone, facts } = tail;
  removeWhere(region, (element) => gone.has(element));
  return { text, lines: visibleLines({ type: 'root', children: [...gone] }), facts };
}

/** The first box for a text behind the title; the title may be outside the region. */
function textOfPost(region: Element): Element | undefined {
  for (const name of TEXTS) {
    let title: Element | undefined;
    let first: Element | undefined;
    const text = findElement(region, (element) => {
      if (element.tagName === 'h1') title ??= element;
      if (!hasClass(element, name)) return false;
      first ??= element;
      return title !== undefined;
    });
    if ((text ?? first) !== undefined) return text ?? first;
  }
  return undefined;
}

/** The links to the neighbours of a post behind its text. */
function endOfPost(region: Element): Element | undefined {
  let hasText = false;
  return findElement(region, (element) => {
    hasText ||= element.tagName === 'p' && textOf(element) !== '';
    return hasText && element.tagName === 'nav' && hasClass(element, 'post-navigation');
  });
}

class TailReader {
  readonly gone = new Set<ElementContent>();
  readonly facts: InfoLine[] = [];
  readonly #options: PostTailOptions;
  /** Whether something else was outside the post, behind which no facts are its own. */
  #isEnded = false;

  constructor(options: PostTailOptions) {
    this.#options = options;
  }

  /** Takes a box at the end of the text itself. @returns false for text */
  takeAdded(box: Element): boolean {
    if (textOf(box) === '') return true;
    if (!isNamed(box, ADDED) && !isNamed(box, COMMENTS)) return false;
    this.#take(box, true);
    return true;
  }

  /** Takes boxes behind the text, with the headings above them. */
  takeAll(boxes: readonly Element[], isInPost: boolean): void {
    for (const box of boxes) this.#take(box, isInPost);
    const shown = boxes.filter((box) => textOf(box) !== '');
    for (const [at, box] of shown.entries())
      if (isHeading(box) && this.gone.has(shown[at + 1] as Element)) this.gone.add(box);
  }

  /** Takes all of a box, or what is behind the facts in it. */
  #take(box: Element, isInPost: boolean): void {
    const info = readInfo(box, { isInTail: true });
    if (info !== undefined && (isInPost || !this.#isEnded)) this.facts.push({ box, ...info });
    else if (info !== undefined && info.tags.length > 0) this.gone.add(box);
    if (info !== undefined || isText(box)) return;
    const hasComments = findElement(box, (one) => one !== box && isNamed(one, COMMENTS)) !== undefined;
    if (!hasComments && !isNamed(box, COMMENTS) && !this.#isAboutOthers(box)) return;
    boxLines(box);
    const parts = elementsIn(box);
    const isLine = parts.every(({ tagName }) => INLINE.test(tagName));
    const facts = parts.findIndex((part) => readInfo(part, { isInTail: true }) === undefined);
    const isWhole = isNamed(box, COMMENTS) || isLine || (facts === 0 && parts.length > 1 && !hasComments);
    if (!isWhole) {
      this.takeAll(parts, isInPost);
      if (parts.every((part) => this.gone.has(part))) this.gone.add(box);
      return;
    }
    this.gone.add(box);
    this.#isEnded ||= !isInPost;
    const name = isInPost ? this.#authorOf(box) : undefined;
    if (name !== undefined) this.facts.push({ box, dates: [], authors: [name], tags: [], isChange: false });
  }

  /** The name in a box that leads to the pages of one author only. */
  #authorOf(box: Element): string | undefined {
    const links = findAll(box, ({ tagName }) => tagName === 'a');
    const [name, ...others] = new Set(links.filter(isAuthorLink).map(nameIn));
    const isOther = (link: Element): boolean => this.#options.isPage(link) && !isAuthor(link);
    return name === '' || others.length > 0 || links.some(isOther) ? undefined : name;
  }

  #isAboutOthers(box: Element): boolean {
    const { isPage } = this.#options;
    const isOther = (element: Element): boolean =>
      element.tagName === 'a' ? isPage(element) || isAuthor(element) : hasClass(element, 'avatar');
    if (findElement({ type: 'root', children: [box] }, isOther) === undefined) return false;
    const long = findAll(box, ({ tagName }) => tagName === 'p').map(wordsIn);
    return long.filter((words) => words >= LONG).reduce((sum, words) => sum + words, 0) <= MAX_WORDS;
  }
}

/** Whether a box has more of the text. */
function isText(box: Element): boolean {
  return TEXTS.some((name) => hasClass(box, name));
}

function isNamed(element: Element, names: RegExp): boolean {
  return [...classesOf(element), property(element, 'id')].some((name) => names.test(name));
}
