/** Reads type, terms and authors of a page from front matter. */

import { isClosedLayout } from '../../content/privacy/gate-names.js';
import { segmentSoundsPrivate } from '../../content/privacy/private-segments.js';
import { isObject } from '../../core/json.js';
import { capitalised, words } from '../../core/text.js';
import { publicName, slugify } from '../names.js';
import type { RawAuthor, RawTermRef } from '../port.js';
import type { FilePlace, Layout } from './layout.js';
import type { Rules } from './profiles/profile.js';
import type { Values } from './values.js';
import { withoutBareBrackets } from './visible-text.js';

const AS_POST = new Set(['post', 'posts', 'blog', 'news', 'article', 'articles', 'blogposting']);

const AS_PAGE = new Set(words('page pages doc docs documentation website default home index'));

/** Pages that a theme fills with lists of other pages, or that forward to one; and pages that aren't ready. */
const NO_CONTENT =
  /^(?:tags?|categor(?:y|ies)|archives?|search|redirect|wip|unpublished|scheduled|archived)$/;

/** True for a type of pages for readers: not one of lists, of unfinished or of restricted pages. */
export function isKindOfPage(type: string): boolean {
  return !NO_CONTENT.test(type) && !isClosedLayout(type) && !segmentSoundsPrivate(type);
}

const NAME = /^[a-z][a-z0-9_-]{0,19}$/;

/** The text of a link of Obsidian: notes link to their tags and authors. */
export function unlinked(name: string): string {
  return name.replace(/^\[\[(?:[^[\]|]*\|)?([^[\]]+)\]\]$/, '$1');
}

function terms(taxonomy: string, names: readonly string[]): RawTermRef[] {
  const found = new Map<string, RawTermRef>();
  for (const written of names) {
    const name = unlinked(written);
    const slug = slugify(name);
    if (slug === '' || found.has(slug)) continue;
    found.set(slug, { taxonomy, slug, name: withoutBareBrackets(name) });
  }
  return [...found.values()];
}

/** `taxonomies: { tags: […] }`, as in Zola and some Hugo themes. */
function nested(values: Values): Readonly<Record<string, readonly string[]>> {
  const value = values.find(['taxonomies'])?.value;
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, list]) => [
      name,
      (Array.isArray(list) ? list : [list]).flatMap((item) =>
        typeof item === 'string' || typeof item === 'number' ? [String(item)] : [],
      ),
    ]),
  );
}

/** The categories and tags of a page; Jekyll also takes categories from the folders above `_posts`. */
export function readTerms(values: Values, place: FilePlace, rules: Rules): RawTermRef[] {
  // `tags: green tea` is one tag except where the generator splits at spaces.
  const split = rules.splitTerms ?? 'comma';
  const { categories = [], category = [], tags = [], tag = [], ...others } = nested(values);
  const ownTags = [...values.list(split, 'tags'), ...values.list('none', 'tag'), ...tags, ...tag];
  return [
    ...terms('category', [
      ...place.categories,
      ...values.list(split, 'categories'),
      ...values.list('none', 'category'),
      ...categories,
      ...category,
    ]),
    ...terms(
      'tag',
      ownTags.filter((name) => rules.internalTags?.has(name) !== true),
    ),
    ...Object.entries(others).flatMap(([name, list]) => terms(slugify(name), list)),
  ];
}

/** The name of a person as Markdown, with an address: `[Ann Lee](https://ann.example)`. */
const LINK = /^\[([^\]\n]+)\]\((https?:\/\/[^()\s]+)\)/;

/** The file of a person, as TinaCMS names one: `content/authors/ann-lee.md`. */
const FILE = /^(?:[\w.-]+\/)+([\w.-]+)\.mdx?$/;

function toAuthor(value: unknown): RawAuthor | undefined {
  if (typeof value === 'string' || typeof value === 'number') {
    const written = String(value)
      .trim()
      .replace(FILE, (_, name: string) => name.split(/[-_]+/).map(capitalised).join(' '));
    const url = LINK.exec(written)?.[2];
    const name = publicName(unlinked(written).replace(LINK, '$1'));
    return name === '' ? undefined : { key: slugify(name) || name, name, ...(url && { url }) };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  // Jekyll's importers write `display_name`.
  const { name, display_name, title, url } = value as Record<string, unknown>;
  const author = toAuthor([name, display_name].find((one) => typeof one === 'string') ?? title);
  if (author === undefined || typeof url !== 'string' || !/^https?:\/\//i.test(url)) return author;
  return { ...author, url };
}

/**
 * The people that front matter names, without their e-mail addresses, each once.
 * @param known the person that the site knows under a name
 */
export function readAuthors(values: Values, known: (key: string) => unknown): RawAuthor[] {
  const found = [values.find(['authors']), values.find(['author'])].find((item) => item !== undefined)?.value;
  const list = Array.isArray(found)
    ? found
    : typeof found === 'string'
      ? found.split(/\s*(?:,|;)\s*/)
      : [found];
  const authors = new Map<string, RawAuthor>();
  for (const value of list) {
    const author = toAuthor((typeof value === 'string' ? known?.(value) : undefined) ?? value);
    if (author !== undefined && !authors.has(author.key)) authors.set(author.key, author);
  }
  return [...authors.values()];
}

/** `post`, `page`, or a type of the site's own; collections of a generator are pages. */
export function readType(values: Values, place: FilePlace, { library, generator }: Layout): string {
  // GitBook's has several values, for parts of the page.
  const layout = isObject(values.find(['layout'])?.value)
    ? undefined
    : values
        .text('layout')
        ?.replace(/^.*\/|\.\w+$/g, '')
        .toLowerCase();
  const fallback = place.isPost || layout === 'post' ? 'post' : 'page';
  const written = values.text('type');
  if (written === undefined) return fallback;
  if (library !== undefined) return written;
  const type = written.toLowerCase();
  if (AS_POST.has(type)) return 'post';
  if (AS_PAGE.has(type)) return 'page';
  if (isClosedLayout(type.replace(/\s+/g, '-')) || segmentSoundsPrivate(type))
    return NAME.test(type) ? type : 'private';
  // Generators have no types of content: the type is a layout, or a kind of page such as a tutorial.
  if (generator !== 'plain' && !NO_CONTENT.test(type)) return fallback;
  if (NAME.test(type)) return type;
  values.warn(
    'front-matter-type',
    'type',
    `the type "${written}" can't be used, so the page counts as "${fallback}"`,
    'Use up to 20 lower-case letters, digits, "-" and "_".',
  );
  return fallback;
}
