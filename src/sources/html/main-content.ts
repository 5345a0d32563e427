import type { Element } from 'hast';
import { removeNoise } from './noise.js';
import { findDensest } from './readability.js';
import { matches, type Selector, selectors } from './selector.js';
import { elementsOf, findAll, findFirst, pathTo, removeWhere, walk } from './tree.js';
import { hasMoreWords, wordsIn, wordsInAll } from './words.js';

/** Where documentation generators put the text alone, without the frame that their `<main>` has around it. */
const DOCUMENTATION = selectors(
  '.theme-doc-markdown, #__blog-post-container, .vp-doc, .theme-default-content, .sl-markdown-content, ' +
    '.md-content__inner, .bd-article, .markdown-section, div.body[role=main], ' +
    'article[role=main]',
);

/** Where blog themes put it, for pages that have no `<main>` and no `<article>`. */
const THEMES = selectors(
  '.post-content, .entry-content, .article-content, .article-entry, .post-body, .article-body, .gh-content, ' +
    '.e-content, [itemprop=articleBody], .page-content, .markdown-body, .prose, div.body, #main-content, #main, #content, .content',
);

const MAIN = selectors('main, [role=main]');
const ARTICLE = selectors('article');
/** Frames of the whole page, outside of anything that may be its content. */
const FRAME = selectors('header, footer, aside, nav');

/** An article is the page when it has most of what `<main>` has. */
const MOST = 0.6;

/**
 * Finds the element that holds the content of a page.
 *
 * 1. the place that the configuration names;
 * 2. the places of generators of documentation;
 * 3. `<main>`, or the one article in it;
 * 4. the one or the longest article of the page;
 * 5. the places of blog themes;
 * 6. the box with the most text.
 *
 * Of several places the one with the most text counts; one without text never does.
 * @param body changed in place from step 6 on, when the frame of the page has to go first
 */
export function findMain(body: Element, configured: readonly Selector[]): Element {
  for (const selector of configured) {
    const found = longest(body, [selector]);
    if (found !== undefined) return found;
  }
  const documentation = longest(body, DOCUMENTATION);
  if (documentation !== undefined) return documentation;
  const main = longest(body, MAIN);
  if (main !== undefined) return soleArticle(main) ?? main;
  const article = soleArticle(body) ?? listOfArticles(body) ?? longest(body, ARTICLE);
  if (article !== undefined) return article;
  const theme = longest(body, THEMES);
  if (theme !== undefined && wordsIn(theme) * 3 >= wordsIn(body)) return theme;
  removeWhere(body, (element) => (matches(element, FRAME) ? wordsIn(element) * 2 <= wordsIn(body) : false));
  removeNoise(body, []);
  return findDensest(body);
}

/**
 * The part of a page around its content in which its date, its people and its tags stand.
 * @param main what `findMain` found
 */
export function findSurroundings(body: Element, main: Element): Element {
  let article: Element | undefined;
  for (const at of pathTo(body, main) ?? [main]) {
    if (matches(at, ARTICLE)) article = at;
    if (matches(at, MAIN)) return article ?? at;
  }
  return article ?? main;
}

/** All elements that call themselves articles: lists of posts have several. */
export function articlesIn(main: Element): readonly Element[] {
  return findAll(main, (element) => matches(element, ARTICLE));
}

function longest(root: Element, list: readonly Selector[]): Element | undefined {
  const found = findAll(root, (one) => matches(one, list));
  const [first] = found;
  // To count takes longer than to find a word.
  if (first === undefined || found.length === 1) return first && hasMoreWords(first, 0) ? first : undefined;
  let best: Element | undefined;
  let most = 0;
  for (const element of found) {
    const count = wordsIn(element);
    if (count > most) [best, most] = [element, count];
  }
  return best;
}

/** The article that has most of what all articles, or all of `<main>`, have. */
function soleArticle(around: Element): Element | undefined {
  const article = longest(around, ARTICLE);
  if (article === undefined) return undefined;
  if (around.tagName !== 'body') {
    const isAll = !hasMoreWords(around, 0, article);
    return isAll || wordsIn(article) >= wordsIn(around) * MOST ? article : undefined;
  }
  const all = outerArticles(around);
  const isAll = all.length === 1 && all[0] === article;
  return isAll || wordsIn(article) >= wordsInAll(all) * MOST ? article : undefined;
}

/** The box of a front page that shows the beginnings of several articles. */
function listOfArticles(body: Element): Element | undefined {
  const outer = new Set(outerArticles(body));
  return findFirst(body, (element) => elementsOf(element).filter((child) => outer.has(child)).length > 1);
}

/** Articles that stand in no other article. */
function outerArticles(root: Element): readonly Element[] {
  const found: Element[] = [];
  walk(root, (element) => {
    const isArticle = matches(element, ARTICLE);
    if (isArticle) found.push(element);
    return !isArticle;
  });
  return found;
}
