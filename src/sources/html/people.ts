import type { Element } from 'hast';
import { findAll, property } from '../../content/html/element.js';
import { slugify } from '../names.js';
import type { RawAuthor } from '../port.js';
import { publicName } from '../public-name.js';
import type { PageHead } from './head.js';
import { asNode, type LinkedData, textsOf, typesOf } from './json-ld.js';
import { textOf } from './tree.js';

/** The types of authors that are not people. */
const ORGANISATION = /(?:Organization|Corporation|Business|NGO|Project|Consortium)$/;

/** The people on a page, without e-mail addresses, each once. */
export function readAuthors(head: PageHead, data: LinkedData, main: Element): readonly RawAuthor[] {
  const linked = [data.article?.['author'] ?? data.page?.['author'] ?? []].flat().flatMap((value) => {
    const person = data.resolve(value);
    const node = asNode(person);
    const isOrganisation = node !== undefined && typesOf(node).some((type) => ORGANISATION.test(type));
    return textsOf(node?.['name'] ?? person)
      .flatMap((name) => toAuthor(name, textsOf(node?.['url'])[0]))
      .map((author) => (isOrganisation ? { ...author, isOrganisation } : author));
  });
  if (linked.length > 0) return unique(linked);
  const metas = ['author', 'article:author', 'twitter:creator'].map((name) => head.metas(name));
  const named = metas
    .map((names) => names.flatMap((name) => toAuthor(name)))
    .find((names) => names.length > 0);
  return unique(named ?? findAll(main, isAuthorLink).flatMap((link) => toAuthor(textOf(link))));
}

function isAuthorLink(element: Element): boolean {
  if (element.tagName !== 'a' || element.properties['rel'] === undefined) return false;
  return property(element, 'rel').split(/\s+/).includes('author');
}

/** A name of a person; not an address or the name of an account. */
function toAuthor(written: string, url?: string): readonly RawAuthor[] {
  const name = publicName(written);
  if (name === '' || name.length > 100 || /^(?:https?:\/\/|@)/i.test(name)) return [];
  const isWeb = url !== undefined && /^https?:\/\//i.test(url);
  return [{ key: slugify(name) || name, name, ...(isWeb ? { url } : {}) }];
}

function unique(authors: readonly RawAuthor[]): readonly RawAuthor[] {
  return [...new Map(authors.map((author) => [author.key, author])).values()];
}
