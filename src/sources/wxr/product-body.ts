import { escapeOnce } from '../../content/body/wordpress/escape.js';
import type { RawTermRef } from '../port.js';
import type { RawProduct } from '../raw-product.js';

const STOCK: Readonly<Record<NonNullable<RawProduct['availability']>, string>> = {
  InStock: 'In stock',
  OutOfStock: 'Out of stock',
  BackOrder: 'On backorder',
};

/**
 * The body of a product's page: short description, pictures, facts and description, as the shop shows them.
 * @param excerpt the short description
 */
export function productBody(
  product: RawProduct,
  terms: readonly RawTermRef[],
  excerpt: string,
  text: string,
): string {
  const { gallery = [] } = product;
  const rows = factsOf(product, terms).map(
    ([name, value]) => `<tr><th scope="row">${escapeOnce(name)}</th><td>${escapeOnce(value)}</td></tr>`,
  );
  const parts = [
    excerpt,
    gallery.length === 0 ? '' : `<!-- wp:gallery ${JSON.stringify({ ids: gallery })} /-->`,
    rows.length === 0
      ? ''
      : `<!-- wp:table -->\n<table><tbody>${rows.join('')}</tbody></table>\n<!-- /wp:table -->`,
    text,
  ];
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

function factsOf(
  product: RawProduct,
  terms: readonly RawTermRef[],
): readonly (readonly [name: string, value: string])[] {
  const named = (taxonomy: string) =>
    terms.flatMap((term) => (term.taxonomy === taxonomy ? term.name : [])).join(', ');
  const rows: (readonly [string, string])[] = [
    ['Price', priceOf(product)],
    ['Availability', product.availability === undefined ? '' : STOCK[product.availability]],
    ['SKU', product.sku ?? ''],
    ['GTIN', product.gtin ?? ''],
    ['Brand', product.brand ?? ''],
    ...(product.attributes ?? []).map(({ name, values }) => [name, values.join(', ')] as const),
    ['Categories', named('product_cat')],
    ['Tags', named('product_tag')],
  ];
  return rows.filter(([, value]) => value !== '');
}

function priceOf({ price, highPrice, regularPrice, currency = '' }: RawProduct): string {
  const money = (amount: string) => `${amount} ${currency}`.trimEnd();
  if (price === undefined) return '';
  if (highPrice !== undefined) return `${price} to ${money(highPrice)}`;
  return regularPrice === undefined ? money(price) : `${money(price)} (regular price ${money(regularPrice)})`;
}
