import { type Item, wxr } from './export.js';

/** Values of post meta, as elements; the same key may be repeated. */
function metaList(...pairs: readonly (readonly [key: string, value: string])[]): string {
  return pairs
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    )
    .join('');
}

/** A value as PHP's serialize() writes it. */
export function serialise(value: unknown): string {
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  if (typeof value === 'number') return `i:${value};`;
  if (value === null) return 'N;';
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  if (Array.isArray(value))
    return pairs(
      'a',
      value.map((item, i) => [i, item]),
    );
  return pairs('a', Object.entries(value as object));
}

/** The same with objects (`stdClass`) in place of records. */
export function serialiseObject(value: object): string {
  const inner = Object.entries(value).map(([key, item]): [string, unknown] => [key, item]);
  return pairs('O:8:"stdClass"', inner, (item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? serialiseObject(item)
      : serialise(item),
  );
}

function pairs(
  kind: string,
  list: readonly (readonly [string | number, unknown])[],
  each = serialise,
): string {
  return `${kind}:${list.length}:{${list.map(([key, item]) => serialise(key) + each(item)).join('')}}`;
}

const term = (taxonomy: string, slug: string, name = slug) => ({ taxonomy, slug, name });

const attribute = (name: string, value: string, position: number, more: object = {}) => ({
  name,
  value,
  position,
  is_visible: 1,
  is_variation: 0,
  is_taxonomy: 0,
  ...more,
});

/** A mug on sale, a jumper with variations, and what a shop never shows. */
const ITEMS: readonly Item[] = [
  {
    id: 10,
    type: 'product',
    title: 'Harbour mug',
    slug: 'mug',
    link: 'https://old.example/product/mug/',
    body: 'Fired twice.\n\nHolds <b>300 ml</b>.',
    excerpt: 'A mug for [b]windy[/b] mornings.',
    terms: [
      term('product_type', 'simple'),
      term('product_cat', 'kitchen', 'Kitchen &amp; galley'),
      term('product_tag', 'blue', 'Blue'),
      term('product_brand', 'loft', 'Loft Pottery'),
      term('pa_glaze', 'sea-green', 'Sea green'),
    ],
    meta: {
      _sku: 'MUG-1',
      _global_unique_id: '4006381333931',
      _price: '14.50',
      _regular_price: '18.00',
      _sale_price: '14.50',
      _sale_price_dates_to: '1800000000',
      _stock_status: 'instock',
      _thumbnail_id: '30',
      _product_image_gallery: '31,32',
      _product_attributes: serialise({
        pa_glaze: attribute('pa_glaze', '', 1, { is_taxonomy: 1 }),
        volume: attribute('Volume', '300 ml', 0),
        supplier: attribute('Supplier', 'CANARY-supplier', 2, { is_visible: 0 }),
      }),
      _purchase_note: 'CANARY-note',
      _downloadable_files: serialise({ a: { name: 'CANARY-file', file: 'https://old.example/CANARY.pdf' } }),
      total_sales: '4711',
    },
  },
  {
    id: 11,
    type: 'product',
    title: 'Jumper',
    slug: 'jumper',
    link: 'https://old.example/product/jumper/',
    terms: [term('product_type', 'variable'), term('pa_size', 's', 'S'), term('pa_size', 'm', 'M')],
    meta: {
      _stock_status: 'onbackorder',
      _product_attributes: serialise({
        pa_size: attribute('pa_size', '', 0, { is_taxonomy: 1, is_variation: 1 }),
        knit: attribute('Knit', 'Plain | Cable', 1, { is_variation: 1, is_visible: 0 }),
      }),
    },
    more: metaList(['_price', '60'], ['_price', '45'], ['_regular_price', '']),
  },
  { id: 12, type: 'product_variation', title: 'CANARY-variation', status: 'publish', parent: 11 },
  {
    id: 13,
    type: 'product',
    title: 'CANARY-hidden',
    terms: [
      term('product_visibility', 'exclude-from-catalog'),
      term('product_visibility', 'exclude-from-search'),
    ],
    meta: { _price: '1' },
  },
  { id: 19, type: 'product', title: 'CANARY-hidden-before-3', meta: { _price: '1', _visibility: 'hidden' } },
  { id: 14, type: 'product', title: 'CANARY-private', status: 'private', meta: { _sku: 'CANARY-sku' } },
  { id: 15, type: 'product', title: 'CANARY-password', password: 'tide', meta: { _sku: 'CANARY-sku' } },
  {
    id: 16,
    type: 'product',
    title: 'Only in the catalogue',
    slug: 'catalogue',
    terms: [term('product_visibility', 'exclude-from-search')],
    meta: { _price: 'free', _stock_status: 'unknown' },
  },
  ...[30, 31, 32].map((id) => ({
    id,
    type: 'attachment',
    status: 'inherit',
    title: `Picture ${id}`,
    more: `<wp:attachment_url>https://old.example/wp-content/uploads/${id}.jpg</wp:attachment_url>`,
  })),
  {
    id: 33,
    type: 'attachment',
    status: 'inherit',
    title: 'CANARY-download',
    parent: 10,
    more: '<wp:attachment_url>https://old.example/wp-content/uploads/woocommerce_uploads/CANARY.jpg</wp:attachment_url>',
  },
];

/** The export of a small shop. */
export function shop(): string {
  return wxr(ITEMS);
}
