import type { Element } from 'hast';
import { elementsIn, findAll, hasClass, property } from '../../content/html/element.js';
import { escapeHtml } from '../../content/html/escape.js';
import type { ResolveReference } from '../../content/html/rebase.js';
import { slugify } from '../names.js';
import type { RawTerm } from '../port.js';
import { tagLinksOfPost } from './byline.js';
import type { PageHead } from './head.js';
import { type LinkedData, textsOf } from './json-ld.js';
import { textOf } from './tree.js';
/**
 * The tags and categories of a page: links with `rel=tag`, categories of Quarto, tags of Reco, then `article:tag` and `article:section`, else the
 * keywords of its JSON-LD. Each once, by its slug.
 */
export function readTerms(
  head: PageHead,
  data: LinkedData,
  main: Element,
  resolve: ResolveReference,
): readonly RawTerm[] {
  const links = [...findAll(main, isTagLink).filter(isOfPage), ...tagLinksOfPost(main)].map((link) => {
    const url = resolve(property(link, 'href'), 'link');
    return toTerm('tag', textOf(link), url);
  });
  const named = [
    ...[...findAll(main, (element) => hasClass(element, 'quarto-category')), ...tagsOfReco(main)].map((box) =>
      toTerm('tag', textOf(box)),
    ),
    ...head.metas('article:section').map((name) => toTerm('category', name)),
    ...head
      .metas('article:tag')
      .flatMap(tagNames)
      .map((name) => toTerm('tag', name)),
  ];
  const terms = [...links, ...named].filter((term) => term !== undefined);
  const keywords = textsOf(data.article?.['keywords']).flatMap((text) => text.split(','));
  const found = terms.length > 0 ? terms : keywords.flatMap((name) => toTerm('tag', name) ?? []);
  const bySlug = new Map<string, RawTerm>();
  for (const term of found) {
    const key = `${term.taxonomy}/${term.slug}`;
    if (!bySlug.has(key)) bySlug.set(key, term);
  }
  return [...bySlug.values()];
}

/** The tags of a post of the theme Reco for VuePress; lists of posts have several rows of them. */
function tagsOfReco(main: Element): readonly Element[] {
  const [row, ...others] = findAll(main, (element) => hasClass(element, 'reco-tag'));
  return row === undefined || others.length > 0 ? [] : elementsIn(row);
}

/** All tags in the text of a single element, as Docusaurus writes them; a comma in a name has a space behind it. */
function tagNames(text: string): readonly string[] {
  return text.split(/,(?=\S)/);
}

function isTagLink(element: Element): boolean {
  if (element.tagName !== 'a' || element.properties['rel'] === undefined) return false;
  return property(element, 'rel').split(/\s+/).includes('tag');
}

/** A number behind the name counts posts: such links are all tags of the site. */
function isOfPage(link: Element): boolean {
  return !/\(\d+\)\s*$/.test(textOf(link));
}

function toTerm(taxonomy: string, written: string, url?: string): RawTerm | undefined {
  const name = written.replace(/^#/, '').trim();
  const slug = slugify(name);
  if (slug === '' || name.length > 100) return undefined;
  return { taxonomy, slug, name: escapeHtml(name), ...(url === undefined ? {} : { url }) };
}
