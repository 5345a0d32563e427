import type { MediaLibrary } from '../content/body/port.js';
import type { ResolveReference } from '../content/html/rebase.js';
import { plainText } from '../content/html/text.js';
import { isParsableUrl } from '../core/parsable-url.js';
import { twinUrl } from '../documents/addresses.js';
import { canonicalElsewhere, namedElsewhere } from '../site/canonical.js';
import type { Entry } from '../site/site.js';
import { resolveDescription, resolveExcerpt } from '../site/summary.js';
import { resolveTopics } from '../site/topics.js';
import type { RawEntry } from '../sources/port.js';
import type { RawProduct } from '../sources/raw-product.js';
import type { ConvertContext, ConvertTarget } from './convert.js';

/**
 * Describes an entry as its documents show it.
 * @param options the start of its prose, and the number of its source
 */
export function describeEntry(
  raw: RawEntry,
  target: ConvertTarget,
  { summary: text, source }: { readonly summary: string; readonly source: number },
  context: ConvertContext,
  resolve: ResolveReference,
): Entry {
  const { documentContext, site } = context;
  // A name that only consists of markup has no text.
  const named = (...taxonomies: readonly string[]) =>
    raw.terms.flatMap((term) => (taxonomies.includes(term.taxonomy) && plainText(term.name)) || []);
  const namesOf = (keys: readonly string[]) => keys.flatMap((key) => context.authors.get(key) || []);
  const image = imageOf(raw, context.media, resolve);
  const url = site.baseUrl + target.path;
  const bases = [site.baseUrl, context.sourceBases[source]] as const;
  const canonical = canonicalElsewhere(namedElsewhere(raw), url, bases);
  return {
    id: target.id,
    type: target.type,
    title: target.title,
    slug: raw.slug,
    url,
    ...(canonical === undefined ? {} : { canonical }),
    markdownUrl: twinUrl(documentContext, target) ?? '',
    ...(raw.published === undefined ? {} : { published: raw.published }),
    ...(raw.modified === undefined ? {} : { modified: raw.modified }),
    // A configured zone is better: it has daylight saving, and dates of other sources are in it too.
    ...(raw.utcOffset === undefined || site.timeZone !== 'UTC' ? {} : { utcOffset: raw.utcOffset }),
    authors: namesOf(raw.authorKeys),
    ...(raw.organisations === undefined ? {} : { organisations: namesOf(raw.organisations) }),
    categories: named('category', 'product_cat'),
    tags: named('tag', 'product_tag'),
    excerpt: resolveExcerpt(raw, text),
    description: resolveDescription(raw, text, documentContext.settings.enable_ai_description),
    topics: resolveTopics(raw, context.topics),
    lang: target.lang,
    ...(image === undefined ? {} : { image }),
    ...(raw.product === undefined ? {} : { product: productOf(raw.product, context.media) }),
  };
}

function productOf(
  { gallery = [], ...product }: RawProduct,
  media: MediaLibrary,
): NonNullable<Entry['product']> {
  const images = gallery.flatMap((id) => media.byId(id)?.url ?? []);
  return { ...product, images: images.filter((url) => /^https?:\/\//i.test(url)).map(encodeReserved) };
}

function imageOf(raw: RawEntry, media: MediaLibrary, resolve: ResolveReference): Entry['image'] {
  if (raw.image === undefined) return undefined;
  const item = typeof raw.image === 'number' ? media.byId(raw.image) : undefined;
  const url = typeof raw.image === 'string' ? resolve(raw.image, 'resource') : item?.url;
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  return { url: encodeReserved(url), alt: plainText(raw.imageAlt ?? item?.alt ?? '') };
}

/** Escapes what browsers leave as it is in an address, but RFC 3986 forbids behind the host. */
function encodeReserved(url: string): string {
  const host = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  return host + url.slice(host.length).replace(/[[\]|^`{}\\]/g, encodeURIComponent);
}

/** Memoised by base address, since every entry needs it. */
const knownHosts = new Map<string, readonly string[]>();

/** Returns the host of a base address in a list, or an empty list. */
export function hostsOf(url = ''): readonly string[] {
  let hosts = knownHosts.get(url);
  if (hosts === undefined) {
    hosts = isParsableUrl(url) ? [new URL(url).hostname] : [];
    knownHosts.set(url, hosts);
  }
  return hosts;
}
