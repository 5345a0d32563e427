/** Reads the authors and terms of a built page. */

import type { Element } from 'hast';
import { elementsIn, findAll, findElement, hasClass, property } from '../../content/html/element.js';
import { escapeHtml } from '../../content/html/escape.js';
import type { ResolveReference } from '../../content/html/rebase.js';
import { words } from '../../core/text.js';
import { publicName, slugify } from '../names.js';
import type { RawAuthor, RawTerm } from '../port.js';
import { COUNTED, tagLinksOfPost } from './byline.js';
import type { PageHead } from './head.js';
import { asNode, type LinkedData, linkedTexts, typesOf } from './json-ld.js';
import { footerBoxes, nearFirstTitle } from './near-title.js';
import { textOf } from './tree.js';

const METAS = words('author article:author citation_author dcterms.creator dc.creator twitter:creator');

/** The author in the head of a page, as written. */
export function writtenAuthor(head: PageHead): string {
  return head.meta(...METAS);
}

/** The types of authors that are not people. */
const ORGANISATION = /(?:Organization|Corporation|Business|NGO|Project|Consortium)$/;

/**
 * The people on a page, without e-mail addresses, each once. A name that most pages have in their head is the owner of
 * the site: an author next to the title comes first.
 * @param around the page's content with its surroundings, which may lack the title
 * @param owner the name in the head of most pages
 */
export function readAuthors(
  head: PageHead,
  data: LinkedData,
  {
    around,
    page,
    owner,
  }: { readonly around: Element; readonly page: Element; readonly owner?: string | undefined },
): readonly RawAuthor[] {
  const linked = [data.article?.['author'] ?? data.page?.['author'] ?? []].flat().flatMap((value) => {
    const person = data.resolve(value);
    const node = asNode(person);
    const isOrganisation = node !== undefined && typesOf(node).some((type) => ORGANISATION.test(type));
    return linkedTexts(node?.['name'] ?? person)
      .filter((name) => name !== data.article?.['headline'])
      .flatMap((name) => toAuthor(name, linkedTexts(node?.['url'])[0]))
      .map((author) => (isOrganisation ? { ...author, isOrganisation } : author));
  });
  if (linked.length > 0) return unique(linked);
  const named = METAS.map((name) => head.metas(name).flatMap((written) => toAuthor(written))).find(
    (names) => names.length > 0,
  );
  const isOfOwner = named?.length === 1 && writtenAuthor(head) === owner;
  if (named !== undefined && !isOfOwner) return unique(named);
  const links =
    named === undefined ? findAll(around, isAuthorLink).flatMap((link) => toAuthor(nameIn(link))) : [];
  const near = links.length > 0 ? links : nearFirstTitle(page).flatMap(markedAuthors);
  const shown = near.length > 0 ? near : footerBoxes(around).flatMap(markedAuthors);
  return unique(shown.length > 0 ? shown : (named ?? []));
}

/** The authors in a box next to the title that links, classes or schema.org's microdata mark. */
function markedAuthors(box: Element): readonly RawAuthor[] {
  const isNamed = (name: string) => (element: Element) =>
    property(element, 'itemProp').split(/\s+/).includes(name);
  const isAuthor = (element: Element) => isAuthorLink(element) || isNamed('author')(element);
  const isWritten = (element: Element) =>
    isAuthor(element) || hasClass(element, AUTHOR_CLASS) || isAuthorPage(element);
  return findAll({ type: 'root', children: [box] }, isWritten).flatMap((author) => {
    const name = writtenName(findElement(author, isNamed('name')) ?? author);
    return isAuthor(author) || (NAME.test(name) && !/^authors?$/i.test(name)) ? toAuthor(name) : [];
  });
}

const ALL_POSTS = /\b(?:posts|archives?|articles)\b/i;
const NAME_IN_ALL = /\b(?:by|of) (.+?)(?:['’]s (?:posts|articles))?\W*$/i;

/** The name in a link to an author, or in one to all posts: `View all posts by Ida`. */
export function nameIn(link: Element): string {
  const text = textOf(link).trim();
  return ALL_POSTS.test(text) ? (NAME_IN_ALL.exec(text)?.[1] ?? '') : text;
}

/** A name without the words before it: `Posted by Ida`. */
export function writtenName(element: Element): string {
  return textOf(element)
    .trim()
    .replace(/^(?:(?:posted|published|written) )?(?:(?:by|von|par|por|di)[: ]\s*)+/i, '');
}

/** Whether a link leads to the page about an author. */
export function isAuthorPage(link: Element): boolean {
  return AUTHOR_PAGE.test(property(link, 'href'));
}

/** The class of a name of an author, and the address of the page about one. */
export const AUTHOR_CLASS = /^(?:[\w-]+[-_])?author(?:[-_]+name)?$/;
const AUTHOR_PAGE = /\/authors?\/[^/?#]+\/?$/;
/** Up to four words without digits. */
const NAME = /^\p{L}[\p{L}\p{M}'’.-]{0,30}(?: \p{L}[\p{L}\p{M}'’.-]{0,30}){0,3}$/u;

/** Whether a link is marked as one to an author. */
export function isAuthorLink(element: Element): boolean {
  if (element.tagName !== 'a' || element.properties['rel'] === undefined) return false;
  return property(element, 'rel').split(/\s+/).includes('author');
}

/** A name of a person; not an address or the name of an account. */
export function toAuthor(written: string, url?: string): readonly RawAuthor[] {
  const name = publicName(written);
  if (name === '' || name.length > 100 || /^(?:https?:\/\/|@)/i.test(name)) return [];
  const isWeb = url !== undefined && /^https?:\/\//i.test(url);
  return [{ key: slugify(name) || name, name, ...(isWeb ? { url } : {}) }];
}

function unique(authors: readonly RawAuthor[]): readonly RawAuthor[] {
  return [...new Map(authors.map((author) => [author.key, author])).values()];
}

/**
 * The tags and categories of a page: links with `rel=tag`, categories of Quarto and MediaWiki, tags of Reco, then `article:tag` and `article:section`, else the
 * keywords of its JSON-LD. Each once, by its slug.
 * @param isFrame true for words that the pages of the site share
 */
export function readTerms(
  head: PageHead,
  data: LinkedData,
  main: Element,
  resolve: ResolveReference,
  isFrame: (line: string) => boolean,
): readonly RawTerm[] {
  const links = [...findAll(main, isTagLink), ...tagLinksOfPost(main, isFrame)].map((link) => {
    const url = resolve(property(link, 'href'), 'link');
    return toTerm('tag', textOf(link), url);
  });
  const named = [
    ...[...findAll(main, isTagBox).flatMap(tagsIn), ...tagsOfReco(main)].map((box) =>
      toTerm('tag', textOf(box)),
    ),
    ...head
      .metas('article:section')
      .filter((name) => !FOLDER.test(name))
      .map((name) => toTerm('category', name)),
    ...head
      .metas('article:tag')
      .flatMap(tagNames)
      .map((name) => toTerm('tag', name)),
  ];
  const terms = [...links, ...named].filter((term) => term !== undefined);
  const keywords = linkedTexts(data.article?.['keywords']).flatMap((text) => text.split(','));
  const found = terms.length > 0 ? terms : keywords.flatMap((name) => toTerm('tag', name) ?? []);
  const bySlug = new Map<string, RawTerm>();
  for (const term of found) {
    const key = `${term.taxonomy}/${term.slug}`;
    if (!bySlug.has(key)) bySlug.set(key, term);
  }
  return [...bySlug.values()];
}

/** Hugo names the folder of all posts as their section. */
const FOLDER = /^(?:blogs?|posts?|articles?|pages?)$/i;

/** A category of Quarto, or the list of those of a page of MediaWiki, without hidden ones. */
function isTagBox(element: Element): boolean {
  return element.properties['id'] === WIKI_CATEGORIES || hasClass(element, 'quarto-category');
}

/** The first link of the list leads to all categories. */
function tagsIn(box: Element): readonly Element[] {
  if (box.properties['id'] !== WIKI_CATEGORIES) return [box];
  return findAll(box, (one) => one.tagName === 'a' && !box.children.includes(one));
}

const WIKI_CATEGORIES = 'mw-normal-catlinks';

/** The tags of a post of the theme Reco for VuePress; lists of posts have several rows of them. */
function tagsOfReco(main: Element): readonly Element[] {
  const [row, ...others] = findAll(main, (element) => hasClass(element, 'reco-tag'));
  return row === undefined || others.length > 0 ? [] : elementsIn(row);
}

/** All tags in the text of a single element, as Docusaurus writes them; a comma in a name has a space behind it. */
function tagNames(text: string): readonly string[] {
  return text.split(/,(?=\S)/);
}

/** Whether a link is marked as one to a tag of the page. */
export function isTagLink(element: Element): boolean {
  if (element.tagName !== 'a' || element.properties['rel'] === undefined) return false;
  if (!property(element, 'rel').split(/\s+/).includes('tag')) return false;
  const text = textOf(element);
  // Drupal calls `Read more` a tag.
  return !COUNTED.test(text) && !/^\s*Read more\b/.test(text);
}

/** A term with a name as written. */
export function toTerm(taxonomy: string, written: string, url?: string): RawTerm | undefined {
  const name = written.replace(/^#|^\[(.+)\]$/, '$1').trim();
  const slug = slugify(name);
  if (slug === '' || name.length > 100) return undefined;
  return { taxonomy, slug, name: escapeHtml(name), ...(url === undefined ? {} : { url }) };
}
