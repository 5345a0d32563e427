import { formatLocalOffset, formatOffset } from '../../core/dates.js';
import type { Entry } from '../../site/site.js';
import { identityRef, present, type SchemaContext, type SchemaNode } from './context.js';

const TYPES: Readonly<Record<string, string>> = { post: 'BlogPosting', page: 'WebPage' };

/** The entry itself. Its authors come from its byline; without one, the author is the site's identity. */
export function articleNode(ctx: SchemaContext, entry: Entry): SchemaNode {
  const type = articleType(ctx, entry.type);
  return {
    '@type': type,
    '@id': `${entry.url}#${type.toLowerCase()}`,
    url: entry.url,
    ...present({ headline: entry.title, ...dates(ctx, entry) }),
    ...present({ author: authorOf(ctx, entry), publisher: identityRef(ctx) }),
    mainEntityOfPage: entry.url,
    ...present({
      keywords: entry.topics,
      about: entry.topics.map((topic) => definedTerm(ctx, topic)),
      description: entry.description,
      speakable: type === 'WebPage' ? undefined : speakable(ctx.speakable),
    }),
  };
}

/** One person is a plain value, several are a list. */
function authorOf(ctx: SchemaContext, { authors, organisations = [] }: Entry): unknown {
  if (authors.length === 0) return identityRef(ctx);
  const names = new Map(authors.map((name) => [fold(name), name]));
  const nodes = [...names.values()].map((name) => authorNode(ctx, name, organisations.includes(name)));
  return nodes.length === 1 ? nodes[0] : nodes;
}

/** A byline may name the owner, already described in the graph, or the site, which isn't a person. */
function authorNode(ctx: SchemaContext, name: string, isOrganisation: boolean): unknown {
  const { identity, site } = ctx;
  const isSite = fold(name) === fold(site.name);
  const isOwner = fold(name) === fold(identity.name) || (isSite && identity.name === '');
  const owner = isOwner ? identityRef(ctx) : undefined;
  return owner ?? { '@type': isOrganisation || isSite ? 'Organization' : 'Person', name };
}

function fold(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The schema.org type of a content type. */
function articleType({ types }: SchemaContext, type: string): string {
  return valueAt(types, type) ?? TYPES[type] ?? 'Article';
}

/** Reads only an own member: a topic may be called `constructor`. */
function valueAt<Value>(object: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Times in the site's own time, as far as the source has them. */
export function localTime({ site }: SchemaContext, { utcOffset }: Entry, seconds: number): string {
  return utcOffset === undefined
    ? formatLocalOffset(seconds, site.timeZone)
    : formatOffset(seconds, utcOffset);
}

function dates(ctx: SchemaContext, entry: Entry): Readonly<Record<string, unknown>> {
  const { published, modified } = entry;
  return {
    datePublished: published === undefined ? undefined : localTime(ctx, entry, published),
    dateModified: modified === undefined ? undefined : localTime(ctx, entry, modified),
  };
}

function definedTerm({ topicUrls }: SchemaContext, name: string): unknown {
  const urls = valueAt(topicUrls, name.toLowerCase()) ?? [];
  const sameAs = urls.length === 1 ? urls[0] : urls;
  return { '@type': 'DefinedTerm', name, ...present({ sameAs }) };
}

function speakable(selectors: readonly string[]): unknown {
  return selectors.length === 0 ? undefined : { '@type': 'SpeakableSpecification', cssSelector: selectors };
}
