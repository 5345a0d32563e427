/**
 * How front matter is read in a folder with a `_svc.yml`: every value counts as written, even an
 * empty one, so that an imported page is exactly the page of its export. Missing values are determined as in any
 * other folder.
 */

import { isObject, objectOf } from '../../core/json.js';
import { publicName } from '../names.js';
import type { RawAuthor, RawEntry, RawTermRef } from '../port.js';
import type { RawProduct } from '../raw-product.js';
import type { Library } from './library.js';
import type { Values } from './values.js';

/** The terms of a page: `categories`, `tags`, and `taxonomies` for all others. */
export function readOwnTerms(values: Values, { slugOf }: Library): RawTermRef[] {
  const refs = (taxonomy: string, value: unknown): RawTermRef[] =>
    itemsOf(value).flatMap((item) => {
      const ref = toRef(taxonomy, item, slugOf);
      return ref.slug === '' ? [] : [ref];
    });
  return [
    ...refs('category', values.find(['categories'])?.value),
    ...refs('tag', values.find(['tags'])?.value),
    ...Object.entries(objectOf(values.find(['taxonomies'])?.value)).flatMap(([taxonomy, list]) =>
      refs(taxonomy, list),
    ),
  ];
}

/** A name, or `{ name, slug }` where the slug doesn't follow from the name. */
function toRef(taxonomy: string, item: unknown, slugOf: Library['slugOf']): RawTermRef {
  const { slug, name } = objectOf(item);
  if (typeof slug === 'string') return { taxonomy, slug, name: typeof name === 'string' ? name : slug };
  const text = typeof item === 'object' ? '' : String(item).trim();
  return { taxonomy, slug: slugOf(taxonomy, text), name: text };
}

/** The authors of a page; two of one name stay two. */
export function readOwnAuthors(values: Values): RawAuthor[] {
  return itemsOf(values.find(['authors', 'author'])?.value).flatMap((item) => {
    const { name, url } = objectOf(item);
    const text = typeof name === 'string' ? name : typeof item === 'object' ? '' : String(item);
    const shown = withoutEmail(text);
    return shown === '' ? [] : [{ key: shown, name: shown, ...(typeof url === 'string' ? { url } : {}) }];
  });
}

/** A name as written, unless it contains an e-mail address. */
export function withoutEmail(name: string): string {
  return /\S@\S/.test(name) ? publicName(name) : name.trim();
}

/** Facts that only such folders state. */
export function readOwnFacts(values: Values, { mediaAt }: Library): Partial<RawEntry> {
  const image = values.find(['image'])?.value;
  const id = typeof image === 'number' ? image : typeof image === 'string' ? mediaAt(image) : undefined;
  const parent = values.integer('parent');
  const offset = offsetOf(values.find(['date'])?.value);
  const product = values.find(['product'])?.value;
  return {
    linksByIds: true,
    ...(id === undefined ? {} : { image: id }),
    ...(parent === undefined ? {} : { parent }),
    ...(isObject(product) ? { product: ownProduct(product) } : {}),
    ...(offset === undefined ? {} : { utcOffset: offset }),
  };
}

/** The offset of a date in seconds east of UTC; `Z` is not the site's own time. */
function offsetOf(date: unknown): number | undefined {
  const [, sign, hours, minutes] = /T.*([+-])(\d{2}):?(\d{2})$/.exec(String(date ?? '')) ?? [];
  if (sign === undefined) return undefined;
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === '-' && seconds !== 0 ? -seconds : seconds;
}

/** The unused keys, and those that an import could not place. */
export function readOwnExtra(values: Values): Readonly<Record<string, unknown>> | undefined {
  const kept = objectOf(values.find(['extra'])?.value);
  const extra = { ...kept, ...values.rest() };
  return Object.keys(extra).length === 0 ? undefined : extra;
}

/** The body between the blank line after the front matter and the line break at the end of the file. */
export function ownBody(body: string): string {
  return body.replace(/^\n/, '').replace(/\n$/, '');
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.filter((item) => item !== null);
  if (typeof value === 'string') return value.split(',').filter((item) => item.trim() !== '');
  return value === undefined ? [] : [value];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAmount = (value: unknown) => isText(value) && /^\d+(?:\.\d+)?$/.test(value);
const isListOf = (test: (item: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(test);

const FIELDS: { readonly [K in keyof Required<RawProduct>]: (value: unknown) => boolean } = {
  sku: isText,
  gtin: isText,
  price: isAmount,
  highPrice: isAmount,
  regularPrice: isAmount,
  priceUntil: Number.isSafeInteger,
  term: isText,
  currency: (value) => isText(value) && /^[A-Z]{3}$/.test(value),
  availability: (value) => isText(value) && ['InStock', 'OutOfStock', 'BackOrder'].includes(value),
  brand: isText,
  attributes: isListOf((item) => isObject(item) && isText(item['name']) && isListOf(isText)(item['values'])),
  gallery: isListOf(Number.isSafeInteger),
};

/** The product in the front matter of an imported page; fields of another form are ignored. */
function ownProduct(value: Readonly<Record<string, unknown>>): RawProduct {
  return Object.fromEntries(
    Object.entries(FIELDS).flatMap(([key, isRight]) => (isRight(value[key]) ? [[key, value[key]]] : [])),
  );
}
