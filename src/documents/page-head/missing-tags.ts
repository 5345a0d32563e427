import type { SchemaNode } from '../schema-org/context.js';
import type { SchemaGraph } from '../schema-org/graph.js';
import type { HeadTag } from './head.js';

/** The contents of a page's head. */
export interface PageHead {
  /** Text of its title; undefined without one. */
  readonly title: string | undefined;
  readonly metas: readonly { readonly name: string; readonly property: string; readonly content: string }[];
  readonly links: readonly {
    readonly rels: readonly string[];
    readonly type: string;
    readonly hreflang: string;
  }[];
  /** Types of the things that its JSON-LD describes. */
  readonly types: ReadonlySet<string>;
}

/** Types of schema.org with the same meaning as one of our nodes; another producer of one of them has priority. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  article:
    'Article BlogPosting NewsArticle TechArticle ScholarlyArticle Report SocialMediaPosting WebPage AboutPage ContactPage CollectionPage ItemPage ProfilePage QAPage CheckoutPage SearchResultsPage Product Recipe Event'.split(
      ' ',
    ),
  website: ['WebSite'],
  identity: [
    'Person',
    'Organization',
    'LocalBusiness',
    'Store',
    'Corporation',
    'NGO',
    'NewsMediaOrganization',
  ],
  service: ['Service'],
  breadcrumb: ['BreadcrumbList'],
  faq: ['FAQPage'],
  media: ['VideoObject', 'AudioObject'],
};

const KIND_BY_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDS).flatMap(([kind, types]) => types.map((type) => [type, kind] as const)),
);

/**
 * The tags to add to a page: those that it has already are left out, by the rule of each tag.
 * @returns in the same order
 */
export function missingTags(tags: readonly HeadTag[], page: PageHead): readonly HeadTag[] {
  return tags.flatMap((tag): readonly HeadTag[] => {
    if (tag.tag === 'title') return tag.part === undefined && page.title !== undefined ? [] : [tag];
    if (tag.tag === 'json-ld') {
      const graph = graphOfUndescribed(tag.graph, page.types);
      return graph === undefined ? [] : [{ tag: 'json-ld', graph }];
    }
    if (tag.tag === 'script') return [tag];
    return isAlreadyPresent(tag, page) ? [] : [tag];
  });
}

function isAlreadyPresent(tag: Extract<HeadTag, { yields: unknown }>, page: PageHead): boolean {
  if (tag.yields === 'never' || tag.yields === 'replaces') return false;
  if (tag.yields === 'open-graph')
    return page.metas.some(({ property, name }) => /^og:/.test(property || name));
  if (tag.tag === 'meta')
    return page.metas.some(({ name, property }) => tag.key === name || tag.key === property);
  // The list of translations is one author's work, as a set.
  if (tag.hreflang !== undefined) {
    return page.links.some(({ rels, hreflang }) => rels.includes('alternate') && hreflang !== '');
  }
  return page.links.some(
    ({ rels, type }) =>
      rels.includes(tag.rel) && (tag.rel !== 'alternate' || isSameType(type, tag.type ?? '')),
  );
}

/** A page has a feed whichever of the two feed formats it is in. */
function isSameType(found: string, wanted: string): boolean {
  const feed = /^application\/(?:rss|atom)\+xml$/;
  return found === wanted || (feed.test(found) && feed.test(wanted));
}

/**
 * A graph without what the page describes itself. A page that describes its own article gets nothing: two descriptions
 * of one page could only disagree.
 */
function graphOfUndescribed(graph: SchemaGraph, types: ReadonlySet<string>): SchemaGraph | undefined {
  const taken = new Set([...types].flatMap((type) => KIND_BY_TYPE.get(type) ?? []));
  if (taken.size === 0) return graph;
  const nodes = graph['@graph'];
  const hasArticle = nodes.some((node) => kindOf(node) === 'article');
  if (hasArticle && taken.has('article')) return undefined;
  const kept = nodes.filter((node) => {
    const kind = kindOf(node);
    // The article refers to its author by the identity's `@id`.
    return !taken.has(kind) || (kind === 'identity' && hasArticle);
  });
  return kept.length === 0 ? undefined : { ...graph, '@graph': kept };
}

function kindOf(node: SchemaNode): string {
  return KIND_BY_TYPE.get(node['@type']) ?? 'article';
}
