import { onSite } from '../../core/paths.js';
import { type Entry, isIdentified } from '../../site/site.js';
import { articleNode } from './article.js';
import { faqNode } from './body.js';
import {
  identityId,
  identityRef,
  present,
  type SchemaContext,
  type SchemaNode,
  type SchemaSubject,
} from './context.js';
import { mediaNodes } from './media.js';

/** A JSON-LD document. */
export interface SchemaGraph {
  readonly '@context': 'https://schema.org';
  readonly '@graph': readonly SchemaNode[];
}

/**
 * The schema.org graph of a page, whether or not structured data is switched on: site, identity, services (front
 * page), then the entry with its breadcrumb, questions and media.
 */
export function buildGraph(ctx: SchemaContext, subject: SchemaSubject): SchemaGraph {
  const { entry, body, isFront } = subject;
  const nodes: (SchemaNode | undefined)[] = [websiteNode(ctx), identityNode(ctx)];
  if (isFront) nodes.push(...serviceNodes(ctx));
  if (entry !== undefined) {
    nodes.push(productNode(entry) ?? articleNode(ctx, entry), breadcrumbNode(ctx, subject));
    if (body !== undefined) nodes.push(faqNode(entry.url, body), ...mediaNodes(ctx, entry, body));
  }
  return { '@context': 'https://schema.org', '@graph': nodes.filter((node) => node !== undefined) };
}

/** A graph as the text of a script element: no `<` in it can end the element. */
export function serialiseGraph(graph: SchemaGraph): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

/**
 * The path from the front page to an entry, through its first category where that has an archive.
 * @returns undefined for the front page
 */
function breadcrumbNode(
  { site }: SchemaContext,
  { entry, category, isFront }: SchemaSubject,
): SchemaNode | undefined {
  if (entry === undefined || isFront) return undefined;
  const steps = [
    { name: 'Home', item: site.home },
    ...(category === undefined ? [] : [{ name: category.name, item: category.url }]),
    { name: entry.title || entry.url, item: entry.url },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

/** The person or organisation behind the site. Returns undefined where the owner has not named one. */
function identityNode(ctx: SchemaContext): SchemaNode | undefined {
  const { site, identity, entityImage } = ctx;
  if (!isIdentified(identity)) return undefined;
  const isPerson = identity.entity_type === 'Person';
  return {
    '@type': identity.entity_type,
    '@id': identityId(ctx),
    ...present({ name: identity.name || site.name }),
    url: site.home,
    ...present({
      description: identity.about,
      disambiguatingDescription: identity.not_description,
      audience: identity.audience && { '@type': 'Audience', audienceType: identity.audience },
      knowsAbout: identity.expertise,
      sameAs: identity.same_as,
      jobTitle: isPerson ? identity.role : '',
      [isPerson ? 'image' : 'logo']: entityImage,
    }),
  };
}

/** The services of the person or organisation, one node each; they belong on the front page. */
function serviceNodes(ctx: SchemaContext): readonly SchemaNode[] {
  return ctx.identity.services
    .filter(({ name }) => name !== '')
    .map(({ name, description, url }) => ({
      '@type': 'Service',
      name,
      ...present({
        provider: identityRef(ctx),
        description,
        url: onSite(url, ctx.site.baseUrl),
      }),
    }));
}

/** The site itself. It has a search action only where the configuration has a search address. */
function websiteNode({ site, searchUrl }: SchemaContext): SchemaNode {
  const action = searchUrl && {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: searchUrl },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    '@id': `${site.home}#website`,
    url: site.home,
    ...present({
      name: site.name,
      description: site.description,
      inLanguage: site.lang,
      potentialAction: action,
    }),
  };
}

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
