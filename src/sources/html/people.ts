import type { Element } from 'hast';
import { findAll, findElement, property } from '../../content/html/element.js';
import { words } from '../../core/text.js';
import { publicName, slugify } from '../names.js';
import type { RawAuthor } from '../port.js';
import { nearFirstTitle } from './dates.js';
import type { PageHead } from './head.js';
import { asNode, type LinkedData, textsOf, typesOf } from './json-ld.js';
import { textOf } from './tree.js';

/** The types of authors that are not people. */
const ORGANISATION = /(?:Organization|Corporation|Business|NGO|Project|Consortium)$/;

/**
 * The people on a page, without e-mail addresses, each once.
 * @param around the page's content with its surroundings, which may lack the title
 */
export function readAuthors(
  head: PageHead,
  data: LinkedData,
  around: Element,
  page: Element,
): readonly RawAuthor[] {
  const linked = [data.article?.['author'] ?? data.page?.['author'] ?? []].flat().flatMap((value) => {
    const person = data.resolve(value);
    const node = asNode(person);
    const isOrganisation = node !== undefined && typesOf(node).some((type) => ORGANISATION.test(type));
    return textsOf(node?.['name'] ?? person)
      .filter((name) => name !== data.article?.['headline'])
      .flatMap((name) => toAuthor(name, textsOf(node?.['url'])[0]))
      .map((author) => (isOrganisation ? { ...author, isOrganisation } : author));
  });
  if (linked.length > 0) return unique(linked);
  const metas = words('author article:author citation_author dcterms.creator dc.creator twitter:creator').map(
    (name) => head.metas(name),
  );
  const named = metas
    .map((names) => names.flatMap((name) => toAuthor(name)))
    .find((names) => names.length > 0);
  if (named !== undefined) return unique(named);
  const links = findAll(around, isAuthorLink).flatMap((link) => toAuthor(textOf(link)));
  return unique(links.length > 0 ? links : nearFirstTitle(page).flatMap(markedAuthors));
}

/** The authors in a box next to the title that links or schema.org's microdata mark. */
function markedAuthors(box: Element): readonly RawAuthor[] {
  const isNamed = (name: string) => (element: Element) =>
    property(element, 'itemProp').split(/\s+/).includes(name);
  const isAuthor = (element: Element) => isAuthorLink(element) || isNamed('author')(element);
  return findAll({ type: 'root', children: [box] }, isAuthor).flatMap((author) =>
    toAuthor(textOf(findElement(author, isNamed('name')) ?? author)),
  );
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
