import { formatLocalOffset, formatOffset } from '../../core/dates.js';
import type { Entry } from '../../model/entry.js';
import { identityId, present, type SchemaContext, type SchemaNode } from './context.js';

const TYPES: Readonly<Record<string, string>> = { post: 'BlogPosting', page: 'WebPage' };

/**
 * The entry itself. Its author is always the site's identity.
 * @see reference/public-surface.md section 21.4
 */
export function articleNode(ctx: SchemaContext, entry: Entry): SchemaNode {
  const type = articleType(entry.type);
  const identity = { '@id': identityId(ctx) };
  return {
    '@type': type,
    '@id': `${entry.url}#${type.toLowerCase()}`,
    url: entry.url,
    ...present({ headline: entry.title, ...dates(ctx, entry) }),
    author: identity,
    publisher: identity,
    mainEntityOfPage: entry.url,
    ...present({
      keywords: entry.topics,
      about: entry.topics.map((topic) => definedTerm(ctx, topic)),
      description: entry.description,
      speakable: type === 'WebPage' ? undefined : speakable(ctx.speakable),
    }),
  };
}

/** The schema.org type of a content type. */
export function articleType(type: string): string {
  return TYPES[type] ?? 'Article';
}

/** Times in the site's own time, as far as the source gave them. */
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
  const urls = topicUrls?.get(name.toLowerCase()) ?? [];
  const sameAs = urls.length === 1 ? urls[0] : urls;
  return { '@type': 'DefinedTerm', name, ...present({ sameAs }) };
}

function speakable(selectors: readonly string[]): unknown {
  return selectors.length === 0 ? undefined : { '@type': 'SpeakableSpecification', cssSelector: selectors };
}
