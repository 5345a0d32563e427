import { isObject } from '../../core/json.js';
import { slugify } from '../names.js';
import type { RawAuthor, RawTermRef } from '../port.js';
import { publicName } from '../public-name.js';
import type { Place } from './place.js';
import type { Rules } from './profiles/profile.js';
import type { Values } from './values.js';

function terms(taxonomy: string, names: readonly string[]): RawTermRef[] {
  const found = new Map<string, RawTermRef>();
  for (const name of names) {
    const slug = slugify(name);
    if (slug !== '' && !found.has(slug)) found.set(slug, { taxonomy, slug, name });
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
export function readTerms(values: Values, place: Place, rules: Rules): RawTermRef[] {
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

function toAuthor(value: unknown): RawAuthor | undefined {
  if (typeof value === 'string' || typeof value === 'number') {
    const name = publicName(String(value));
    return name === '' ? undefined : { key: slugify(name) || name, name };
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
export function readAuthors(values: Values, known?: (key: string) => unknown): RawAuthor[] {
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
