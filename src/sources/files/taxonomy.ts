import { isObject } from '../../core/is-object.js';
import { slugify } from '../names.js';
import type { RawTermRef } from '../port.js';
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
