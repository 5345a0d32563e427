import { isObject } from '../../core/is-object.js';
import type { RawProduct } from '../raw-product.js';

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
  currency: (value) => isText(value) && /^[A-Z]{3}$/.test(value),
  availability: (value) => isText(value) && ['InStock', 'OutOfStock', 'BackOrder'].includes(value),
  brand: isText,
  attributes: isListOf((item) => isObject(item) && isText(item['name']) && isListOf(isText)(item['values'])),
  gallery: isListOf(Number.isSafeInteger),
};

/** The product in the front matter of an imported page; fields of another form are ignored. */
export function ownProduct(value: Readonly<Record<string, unknown>>): RawProduct {
  return Object.fromEntries(
    Object.entries(FIELDS).flatMap(([key, isRight]) => (isRight(value[key]) ? [[key, value[key]]] : [])),
  );
}
