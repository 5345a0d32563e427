import type { Entry } from '../../site/entry.js';
import { present, type SchemaNode } from './context.js';

type Product = NonNullable<Entry['product']>;

/**
 * The product that a page sells. An offer is stated only with price and currency, which readers of it require.
 * @returns undefined for any other page
 * @see https://developers.google.com/search/docs/appearance/structured-data/product
 */
export function productNode({ product, ...entry }: Entry): SchemaNode | undefined {
  if (product === undefined) return undefined;
  const { sku, gtin, brand, attributes = [] } = product;
  const images = [entry.image?.url, ...product.images].filter((url) => url !== undefined);
  return {
    '@type': 'Product',
    '@id': `${entry.url}#product`,
    url: entry.url,
    ...present({
      name: entry.title,
      description: entry.description || entry.excerpt,
      image: [...new Set(images)],
      sku,
      gtin,
      brand: brand && { '@type': 'Brand', name: brand },
      category: entry.categories[0],
      ...detailsOf(attributes),
      additionalProperty: attributes.map(({ name, values }) => ({
        '@type': 'PropertyValue',
        name,
        value: values.join(', '),
      })),
      offers: offerOf(product, entry.url),
    }),
    mainEntityOfPage: entry.url,
  };
}

/** Attributes for which schema.org has a property of its own. */
const DETAILS: ReadonlyMap<string, string> = new Map([
  ['color', 'color'],
  ['colour', 'color'],
  ['size', 'size'],
  ['material', 'material'],
  ['pattern', 'pattern'],
]);

/** Several values are a choice of variants, which one property can't state. */
function detailsOf(attributes: NonNullable<Product['attributes']>): Readonly<Record<string, string>> {
  const single = attributes.flatMap(({ name, values: [value, ...more] }) => {
    const property = DETAILS.get(name.toLowerCase());
    return property === undefined || value === undefined || more.length > 0 ? [] : [[property, value]];
  });
  return Object.fromEntries(single);
}

function offerOf({ price, highPrice, priceUntil, currency, availability }: Product, url: string): unknown {
  if (price === undefined || currency === undefined) return undefined;
  const shared = present({
    url,
    priceCurrency: currency,
    availability: availability && `https://schema.org/${availability}`,
  });
  if (highPrice !== undefined) return { '@type': 'AggregateOffer', lowPrice: price, highPrice, ...shared };
  const until = priceUntil && new Date(priceUntil * 1000).toISOString().slice(0, 10);
  return { '@type': 'Offer', price, ...shared, ...present({ priceValidUntil: until }) };
}
