import type { Element, Root } from 'hast';
import { isHttpUrl, isParsableUrl } from '../../core/parsable-url.js';
import { walk } from './element.js';
import { formatSrcset, parseSrcset } from './srcset.js';

/** The use of an address: a page that a reader may visit, or a file that the page itself loads. */
export type ReferenceKind = 'link' | 'resource';

/** Returns the new form of a reference, which replaces it. */
export type ResolveReference = (url: string, kind: ReferenceKind) => string;

type AttributeKind = ReferenceKind | 'srcset';

/** No reader can follow the source of a change or of a quotation within a line: it isn't checked like a link. */
const CITE: Readonly<Record<string, AttributeKind>> = { cite: 'resource' };

/** Lazy-loading scripts keep the real address in one of these until the image is scrolled to. */
const LAZY: Readonly<Record<string, AttributeKind>> = {
  dataSrc: 'resource',
  dataLazySrc: 'resource',
  dataOriginal: 'resource',
  dataOrigFile: 'resource',
  dataMediumFile: 'resource',
  dataLargeFile: 'resource',
  dataFullUrl: 'resource',
  dataSrcset: 'srcset',
  dataSrcSet: 'srcset',
  dataLazySrcset: 'srcset',
};

const BY_ELEMENT: Readonly<Record<string, Readonly<Record<string, AttributeKind>>>> = {
  a: { href: 'link' },
  area: { href: 'link' },
  link: { href: 'resource' },
  img: { src: 'resource', srcSet: 'srcset', longDesc: 'link', ...LAZY },
  source: { src: 'resource', srcSet: 'srcset', ...LAZY },
  video: { src: 'resource', poster: 'resource', dataSrc: 'resource' },
  audio: { src: 'resource', dataSrc: 'resource' },
  track: { src: 'resource' },
  iframe: { src: 'resource', dataSrc: 'resource', dataLazySrc: 'resource' },
  embed: { src: 'resource' },
  object: { data: 'resource' },
  blockquote: { cite: 'link' },
  q: CITE,
  del: CITE,
  ins: CITE,
};
/** `BY_ELEMENT` as lists, which are faster to go through: every element of a site is looked up. */
const ATTRIBUTES = new Map(
  Object.entries(BY_ELEMENT).map(([element, attributes]) => [element, Object.entries(attributes)]),
);

const NONE: readonly (readonly [name: string, kind: AttributeKind])[] = [];

/** A scheme other than http(s), a place in the same page, or nothing: there is no address to change. */
function isFixed(url: string): boolean {
  if (url === '' || url.startsWith('#')) return true;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  return scheme !== undefined && scheme !== 'http' && scheme !== 'https';
}

function rebaseSrcset(value: string, resolve: ResolveReference): string {
  return formatSrcset(
    parseSrcset(value).map(({ url, descriptor }) => ({
      url: isFixed(url) ? url : resolve(url, 'resource'),
      descriptor,
    })),
  );
}

/** Google Docs lead every link of a document through an address that expires. */
const GOOGLE_REDIRECT = /^https?:\/\/www\.google\.com\/url\?(?=.*&(?:ust|usg)=)/;

/** The address that a link leads to at last. */
function withoutRedirect(url: string): string {
  const target = GOOGLE_REDIRECT.test(url) && isParsableUrl(url) ? new URL(url).searchParams.get('q') : null;
  return target !== null && isHttpUrl(target) ? target : url;
}

function rebaseElement(element: Element, resolve: ResolveReference): void {
  for (const [name, kind] of ATTRIBUTES.get(element.tagName) ?? NONE) {
    const value = element.properties[name];
    if (typeof value !== 'string') continue;
    if (kind === 'srcset') {
      element.properties[name] = rebaseSrcset(value, resolve);
      continue;
    }
    const url = value.trim();
    if (!isFixed(url)) element.properties[name] = resolve(kind === 'link' ? withoutRedirect(url) : url, kind);
  }
}

/**
 * Passes every address in a tree through a resolver and writes the results back into the same tree.
 * Left alone: `#fragment`, empty references, and every scheme except http and https (`mailto:`, `data:` …).
 * @param tree document or fragment; changed in place
 * @param resolve receives the reference as written (relative or absolute), without outer white space
 */
export function rebaseUrls(tree: Root, resolve: ResolveReference): void {
  walk(tree, (element) => {
    rebaseElement(element, resolve);
    return true;
  });
}
