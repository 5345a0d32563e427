import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { htmlTokens } from './tokens.js';

/** A `<link>` of a page. */
interface HeadLink {
  /** As written. */
  readonly href: string;
  /** In lower case. */
  readonly rels: readonly string[];
  /** In lower case; empty where there is none. */
  readonly type: string;
  readonly hreflang: string;
}

/** The machine-readable data of a page. */
export interface PageHead {
  readonly links: readonly HeadLink[];
  /** Texts of the JSON-LD scripts. */
  readonly jsonLd: readonly string[];
  /** Content of each `<meta>` by its name in lower case; of several with one name the first. */
  readonly metas: ReadonlyMap<string, string>;
  /** Undefined for a page without a title. */
  readonly title: string | undefined;
  /** False where a script, a style or a title never ends and swallows the rest. */
  readonly isClosed: boolean;
}

/** Reads links, metas and structured data of a page, wherever they stand. */
export function readPageHead(html: string): PageHead {
  const links: HeadLink[] = [];
  const jsonLd: string[] = [];
  const metas = new Map<string, string>();
  let title: string | undefined;
  let isClosed = true;
  for (const { kind, name, attributes = new Map<string, string>(), raw } of htmlTokens(html)) {
    if (kind !== 'start') continue;
    if (raw === false) isClosed = false;
    const value = (key: string) => decodeHTMLAttribute(attributes.get(key) ?? '').trim();
    if (name === 'link') {
      const rels = value('rel').toLowerCase().split(/\s+/).filter(Boolean);
      links.push({
        href: value('href'),
        rels,
        type: value('type').toLowerCase(),
        hreflang: value('hreflang'),
      });
    } else if (name === 'meta') {
      const key = value('name').toLowerCase();
      if (key !== '' && !metas.has(key)) metas.set(key, value('content'));
    } else if (name === 'title' && raw && title === undefined) {
      title = decodeHTML(html.slice(raw.start, raw.end)).trim();
    } else if (name === 'script' && raw && /^application\/ld\+json\b/i.test(value('type'))) {
      jsonLd.push(html.slice(raw.start, raw.end));
    }
  }
  return { links, jsonLd, metas, title, isClosed };
}

/** Members of schema.org whose value is an address that isn't a page's, such as an image or a profile. */
const NO_PAGE = new Set(['@context', 'sameAs', 'urlTemplate', 'license', 'isBasedOn', 'citation']);

/** Every absolute address that structured data names, without fragments. */
export function* addressesInJsonLd(value: unknown, key = ''): Iterable<string> {
  if (typeof value === 'string') {
    if (/^https?:\/\/[^\s{}]+$/i.test(value) && !NO_PAGE.has(key)) yield value.split('#', 1)[0] ?? value;
  } else if (Array.isArray(value)) {
    for (const one of value) yield* addressesInJsonLd(one, key);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) yield* addressesInJsonLd(one, name);
  }
}
