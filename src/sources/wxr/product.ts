/** Products of WooCommerce, as text and table. */

import { linked } from '../../content/body/wordpress/attribute-values.js';
import { escapeOnce, isWebAddress } from '../../content/body/wordpress/escape.js';
import { escapeHtml } from '../../content/html/escape.js';
import { compareText } from '../../core/compare.js';
import { inWords, words } from '../../core/text.js';
import type { RawEntry, RawTermRef } from '../port.js';
import type { RawProduct } from '../raw-product.js';
import type { Fields } from './fields.js';
import { listed, member, type PhpValue, phpStrings, readPhpSerialized, textOf } from './php-serialized.js';

/** Files for buyers, notes to buyers and numbers of sales are in keys that aren't read. */
const KEYS = new Set(
  words(`
    _sku _global_unique_id _price _regular_price _sale_price _sale_price_dates_to _stock_status
    _product_attributes _product_image_gallery _children _weight _length _width _height _product_url _button_text
    _subscription_period _subscription_period_interval _subscription_length _subscription_sign_up_fee
    _subscription_trial_length _subscription_trial_period
  `),
);

/** Tabs of a product's page with texts of their own, by extensions. */
const TABS = new Set(['yikes_woo_products_tabs', 'frs_woo_product_tabs']);

const OLD_VISIBILITY = new Set(['_visibility']);

const AVAILABILITY: Readonly<Record<string, NonNullable<RawProduct['availability']>>> = {
  instock: 'InStock',
  outofstock: 'OutOfStock',
  onbackorder: 'BackOrder',
};

/** Taxonomies in which shops keep brands. */
const BRANDS = new Set(['product_brand', 'pwb-brand', 'yith_product_brand']);

/** True for a product that is neither in the catalogue nor in the search of its shop. */
export function isHiddenProduct(fields: Fields, type: string): boolean {
  if (type !== 'product') return false;
  // Before WooCommerce 3.
  if (fields.metaLists(OLD_VISIBILITY).get('_visibility')?.at(-1)?.trim() === 'hidden') return true;
  const marks = fields.categories().filter(({ domain }) => domain === 'product_visibility');
  return ['exclude-from-catalog', 'exclude-from-search'].every((slug) =>
    marks.some(({ nicename }) => nicename === slug),
  );
}

/**
 * Reads the product of a WooCommerce item. A product with variations repeats `_price`: the shop keeps the lowest and
 * the highest price of the variations that are for sale there.
 * @param currency ISO 4217, where the owner named it
 */
export function readProduct(fields: Fields, currency: string | undefined): RawProduct {
  const meta = fields.metaLists(KEYS);
  const last = (key: string) => meta.get(key)?.at(-1)?.trim() ?? '';
  const gtin = last('_global_unique_id').replace(/[\s-]/g, '');
  const product = {
    sku: last('_sku') || undefined,
    gtin: /^(?:\d{8}|\d{12,14})$/.test(gtin) ? gtin : undefined,
    ...readPrices(meta),
    term: isOfType(fields, 'subscription') ? termOf(last) : '',
    availability: AVAILABILITY[last('_stock_status')],
    brand: fields.categories().find(({ domain }) => BRANDS.has(domain))?.name || undefined,
    attributes: [
      ...subscriptionOf(last),
      ...measuresOf(last),
      ...readAttributes(fields, last('_product_attributes')),
    ],
    gallery: listOfIds(last('_product_image_gallery')),
  };
  const known = Object.entries({ ...product, currency: product.price && currency });
  return Object.fromEntries(
    known.filter(([, value]) => value !== undefined && value !== '' && !isEmptyList(value)),
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

type Prices = Pick<RawProduct, 'price' | 'highPrice' | 'regularPrice' | 'priceUntil'>;

function readPrices(meta: ReadonlyMap<string, readonly string[]>): Prices {
  const amounts = (key: string) => (meta.get(key) ?? []).map(amount).filter((text) => text !== '');
  const regular = amounts('_regular_price').at(-1);
  const current = amounts('_price').sort((a, b) => Number(a) - Number(b) || compareText(a, b));
  const [price = regular] = current;
  const highPrice = current.at(-1);
  if (price === undefined) return {};
  if (highPrice !== undefined && Number(highPrice) > Number(price)) return { price, highPrice };
  if (regular === undefined || Number(regular) <= Number(price)) return { price };
  const until = Number(amounts('_sale_price_dates_to').at(-1));
  return { price, regularPrice: regular, ...(until > 0 && { priceUntil: until }) };
}

/** A plain decimal number; empty for anything else. */
function amount(text: string): string {
  const number = text.trim();
  return /^\d{1,12}(?:\.\d{1,6})?$/.test(number) ? number : '';
}

/** ` / month for 12 months`, ` every 2 weeks`. */
function termOf(last: (key: string) => string): string {
  const period = last('_subscription_period');
  const [interval, length] = ['_subscription_period_interval', '_subscription_length'].map((key) =>
    Number(last(key)),
  );
  if (!/^[a-z]+$/.test(period)) return '';
  const every = Number(interval) > 1 ? ` every ${interval} ${period}s` : ` / ${period}`;
  return Number(length) > 0 ? `${every} for ${length} ${period}${length === 1 ? '' : 's'}` : every;
}

/** What a subscription costs at its start. */
function subscriptionOf(last: (key: string) => string): NonNullable<RawProduct['attributes']> {
  const days = Number(last('_subscription_trial_length'));
  const trial = days > 0 ? `${days} ${last('_subscription_trial_period')}${days === 1 ? '' : 's'}` : '';
  const fee = amount(last('_subscription_sign_up_fee'));
  const facts = [
    { name: 'Sign-up fee', values: [Number(fee) > 0 ? fee : ''] },
    { name: 'Free trial', values: [trial] },
  ];
  return facts.filter(({ values: [value] }) => value !== '');
}

/** Weight and size, which the page shows among the attributes. Exports don't contain their units. */
function measuresOf(last: (key: string) => string): NonNullable<RawProduct['attributes']> {
  const size = ['_length', '_width', '_height'].map(last).filter((text) => text !== '');
  const measures = [
    { name: 'Weight', values: [last('_weight')] },
    { name: 'Dimensions', values: [size.join(' × ')] },
  ];
  return measures.filter(({ values: [value] }) => value !== '');
}

function readAttributes(fields: Fields, text: string): NonNullable<RawProduct['attributes']> {
  const value = text === '' ? undefined : readPhpSerialized(text);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .map(([key, item]) => readAttribute(fields, key, item))
    .filter((attribute) => attribute !== undefined)
    .sort((a, b) => a.position - b.position)
    .map(({ name, values }) => ({ name, values }));
}

/** Attributes that the page neither lists nor offers as a choice are notes of the shop. */
function readAttribute(fields: Fields, key: string, item: PhpValue) {
  if (typeof item !== 'object' || item === null) return undefined;
  const isOn = (name: string) => Number(item[name] ?? 0) === 1;
  if (!isOn('is_visible') && !isOn('is_variation')) return undefined;
  const name = String(item['name'] ?? key);
  const values = isOn('is_taxonomy') ? termsOf(fields, name) : String(item['value'] ?? '').split('|');
  const shown = values.map((part) => part.trim()).filter((part) => part !== '');
  if (shown.length === 0) return undefined;
  return { name: labelOf(name), values: shown, position: Number(item['position'] ?? 0) };
}

function termsOf(fields: Fields, taxonomy: string): readonly string[] {
  const own = fields.categories().filter(({ domain }) => domain === taxonomy);
  return own.map(({ name, nicename }) => name || nicename);
}

/** Exports don't contain the labels of an attribute that is a taxonomy: `pa_shoe-size` becomes `Shoe size`. */
function labelOf(name: string): string {
  return name.startsWith('pa_') ? inWords(name.slice(3)) : name;
}

function listOfIds(text: string): readonly number[] {
  return text
    .split(',')
    .map((id) => Number(id.trim()))
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

const STOCK: Readonly<Record<NonNullable<RawProduct['availability']>, string>> = {
  InStock: 'In stock',
  OutOfStock: 'Out of stock',
  BackOrder: 'On backorder',
};

/** The body of a product's page: short description, pictures, facts and description, as the shop shows them. */
export function productBody(
  fields: Fields,
  product: RawProduct,
  terms: readonly RawTermRef[],
  text: string,
): string {
  const { gallery = [] } = product;
  const parts = [
    fields.get('excerpt:encoded'),
    gallery.length === 0 ? '' : `<!-- wp:gallery ${JSON.stringify({ ids: gallery })} /-->`,
    factsTable(factsOf(product, terms)),
    shopLink(fields),
    text,
    ...tabsOf(fields),
    ...partsOf(fields),
  ];
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

function tabsOf(fields: Fields): readonly string[] {
  const stored = [...fields.metaLists(TABS).values()].flatMap((values) => values.at(-1) ?? []);
  return stored
    .flatMap((value) => listed(readPhpSerialized(value) ?? null))
    .map((tab) => [textOf(member(tab, 'title')), textOf(member(tab, 'content'))] as const)
    .filter(([, content]) => content !== '')
    .map(([title, content]) => `${title && `<h2>${escapeOnce(title)}</h2>\n`}${content}`);
}

/** The button of a product that another shop sells. */
function shopLink(fields: Fields): string {
  const meta = fields.metaLists(KEYS);
  const [url = ''] = meta.get('_product_url') ?? [];
  const [label = 'Buy product'] = meta.get('_button_text') ?? [];
  return isOfType(fields, 'external') && isWebAddress(url) ? linked(escapeHtml(label), url) : '';
}

/** The products of a group, which its page lists. */
function partsOf(fields: Fields): readonly string[] {
  const ids = fields.metaLists(KEYS).get('_children')?.flatMap(phpStrings) ?? [];
  const known = ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  return isOfType(fields, 'grouped') ? known.map((id) => `<!-- wp:block {"ref":${id}} /-->`) : [];
}

/** A product as the page of its group shows it. One that the catalogue hides has no link there. */
export function productLine({ title, url, noindex, product = {} }: RawEntry): string {
  const name = url === undefined || noindex ? title : `<a href="${escapeHtml(url)}">${title}</a>`;
  const price = priceOf(product);
  return `<p>${name}${price === '' ? '' : `: ${price}`}</p>`;
}

function isOfType(fields: Fields, type: string): boolean {
  return fields.categories().some(({ domain, nicename }) => domain === 'product_type' && nicename === type);
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

function priceOf({ price, highPrice, regularPrice, currency = '', term = '' }: RawProduct): string {
  const money = (amount: string) => `${amount} ${currency}`.trimEnd() + term;
  if (price === undefined) return '';
  if (highPrice !== undefined) return `${price} to ${money(highPrice)}`;
  return regularPrice === undefined ? money(price) : `${money(price)} (regular price ${money(regularPrice)})`;
}

/** A table of facts as a block; empty without any. */
export function factsTable(facts: readonly (readonly [name: string, value: string])[]): string {
  const rows = facts.map(
    ([name, value]) => `<tr><th scope="row">${escapeOnce(name)}</th><td>${escapeOnce(value)}</td></tr>`,
  );
  return rows.length === 0
    ? ''
    : `<!-- wp:table -->\n<table><tbody>${rows.join('')}</tbody></table>\n<!-- /wp:table -->`;
}
