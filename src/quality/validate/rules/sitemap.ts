import { type JsonObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { readXml, type XmlElement } from '../ajv.js';
import type { Document } from '../document.js';
import { pathBelow } from '../resolve-url.js';
import type { Fault, Rule, Subject } from '../rule.js';
import { lostLink } from './links.js';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const MAX_BYTES = 50 * 1024 * 1024;
const MAX_URLS = 50_000;
const MAX_LOCATION = 2048;
const ROWS = ['sitemap', 'sitemap-page', 'sitemap-root'];
/** The forms of https://www.w3.org/TR/NOTE-datetime that a sitemap may have. */
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?)?)?$/;

/**
 * Search engines accept the sitemaps.
 * @see https://www.sitemaps.org/protocol.html
 */
export const sitemap: Rule = {
  id: 'sitemap',
  level: 'error',
  title: 'Sitemaps are well-formed and keep the limits of the protocol; their addresses belong to this site',
  *checkDocument(document, subject) {
    if (!ROWS.includes(document.row.id)) return;
    const { file, size } = document;
    const found: Fault[] = [];
    const seen = new Set<string>();
    let root: XmlElement | undefined;
    const fault = readXml(document.chunks(), (element) => {
      root = element;
      if (/^(?:urlset\/url|sitemapindex\/sitemap)\/loc$/.test(element.path)) {
        found.push(...faultsOfLocation(element, seen, subject, document));
      } else if (element.path.endsWith('/lastmod')) found.push(...faultsOfDate(element));
    });
    if (fault !== undefined) {
      yield { file, line: fault.line, code: 'sitemap-xml', message: `The XML is broken: ${fault.message}` };
      return;
    }
    found.push(...faultsOfWhole(root, size, seen.size));
    for (const one of found) yield { ...one, file };
  },
};

function* faultsOfWhole(root: XmlElement | undefined, size: number, count: number): Iterable<Fault> {
  if (!['urlset', 'sitemapindex'].includes(root?.path ?? '') || root?.namespace !== NAMESPACE) {
    yield { code: 'sitemap-root', line: 1, message: `Expected urlset or sitemapindex of ${NAMESPACE}.` };
  } else if (count === 0) {
    yield { code: 'sitemap-empty', message: 'Expected at least one address, found none.' };
  }
  if (size > MAX_BYTES) yield { code: 'sitemap-size', message: `${size} bytes are more than ${MAX_BYTES}.` };
  if (count > MAX_URLS)
    yield { code: 'sitemap-count', message: `${count} addresses are more than ${MAX_URLS}.` };
}

function* faultsOfLocation(
  { text: url, line }: XmlElement,
  seen: Set<string>,
  subject: Subject,
  document: Document,
): Iterable<Fault> {
  if (seen.has(url)) yield { code: 'sitemap-repeated', line, message: `${url} is listed twice.` };
  seen.add(url);
  if (url.length >= MAX_LOCATION)
    yield { code: 'sitemap-location', line, message: 'The address is too long.' };
  if (isParsableUrl(url) && pathBelow(url, subject.deployment.baseUrl) === undefined) {
    yield { code: 'sitemap-location', line, message: `${url} isn't on this site.` };
    return;
  }
  const lost = lostLink(url, subject, document);
  if (lost !== undefined) yield { ...lost, line };
}

function* faultsOfDate({ text, line }: XmlElement): Iterable<Fault> {
  if (DATE.test(text) && !Number.isNaN(Date.parse(text))) return;
  yield {
    code: 'sitemap-date',
    line,
    message: `Expected a date such as 2026-07-01T09:00:00+00:00, found "${text}".`,
  };
}

/** An item with its place and its sort time. */
interface Item {
  readonly pointer: string;
  readonly values: JsonObject;
  readonly deleted: boolean;
  readonly time: number;
}

/** The change feed keeps its promises to readers. */
export const changes: Rule = {
  id: 'changes',
  level: 'error',
  title:
    'The change feed has the right count, lists the newest first and each page once, and marks a cut list',
  anywhere: true,
  *checkDocument(document, subject) {
    if (document.row.id !== 'changes' || !document.isWhole) return;
    const feed = objectOf(document.value());
    const items = listOf(feed['items']).map(toItem);
    const all = [
      ...faultsOfCounts(feed, items, subject),
      ...faultsOfOrder(items),
      ...faultsOfRepetition(items),
      ...faultsOfLinks(items),
    ];
    for (const fault of all) yield { ...fault, file: document.file };
  },
};

function toItem(item: unknown, index: number): Item {
  const values = objectOf(item);
  const deleted = values['action'] === 'deleted';
  const time = Date.parse(textOf(deleted ? values['deleted'] : values['modified']));
  return { pointer: `/items/${index}`, values, deleted, time };
}

function* faultsOfCounts(feed: JsonObject, items: readonly Item[], subject: Subject): Iterable<Fault> {
  if (feed['since'] !== null) {
    yield {
      code: 'changes-since',
      pointer: '/since',
      message: 'A file holds the whole window: expected null.',
    };
  }
  if (feed['count'] !== items.length) {
    const message = `There are ${items.length} items, but "count" is ${JSON.stringify(feed['count'])}.`;
    yield { code: 'changes-count', pointer: '/count', message };
  }
  const total = totalChanges(subject);
  if (total === undefined || feed['truncated'] === total > items.length) return;
  const message = `The build has ${total} changes and the file lists ${items.length}: expected ${total > items.length}.`;
  yield { code: 'changes-truncated', pointer: '/truncated', message };
}

/** All public entries and the addresses that are gone; a page that is public again counts once. */
function totalChanges({ record }: Subject): number | undefined {
  if (record === undefined) return undefined;
  const gone = new Set(record.tombstones.map(({ url }) => url));
  let total = 0;
  for (const { path } of record.entries) {
    total += 1;
    gone.delete(record.baseUrl + path);
  }
  return total + record.tombstones.filter(({ url }) => gone.has(url)).length;
}

function* faultsOfOrder(items: readonly Item[]): Iterable<Fault> {
  for (const [index, { time, pointer }] of items.entries()) {
    const before = items[index - 1];
    if (before === undefined || !(time > before.time)) continue;
    yield { code: 'changes-order', pointer, message: 'This change is newer than the one before it.' };
  }
}

function* faultsOfRepetition(items: readonly Item[]): Iterable<Fault> {
  const live = new Set(items.filter(({ deleted }) => !deleted).map(({ values }) => values['url']));
  const seen = new Set<unknown>();
  for (const { values, deleted, pointer } of items) {
    const key = `${deleted ? 'gone' : 'live'} ${String(values['url'])}`;
    if (seen.has(key))
      yield { code: 'changes-repeated', pointer, message: `${String(values['url'])} is listed twice.` };
    seen.add(key);
    if (deleted && live.has(values['url'])) {
      const message = `${String(values['url'])} is public, but this asks readers to remove it.`;
      yield { code: 'changes-contradiction', pointer, message };
    }
  }
}

function* faultsOfLinks(items: readonly Item[]): Iterable<Fault> {
  for (const { values, pointer } of items) {
    const { self, alternate } = objectOf(values['_links']);
    if (objectOf(self)['href'] !== values['url']) {
      yield {
        code: 'changes-links',
        pointer: `${pointer}/_links/self`,
        message: 'Expected the address of the item.',
      };
    }
    if (objectOf(alternate)['href'] === values['markdown']) continue;
    const message = 'Expected the address of the Markdown twin.';
    yield { code: 'changes-links', pointer: `${pointer}/_links/alternate`, message };
  }
}

/** The date formats of RFC 822 with the year of RFC 1123. */
const CHANGE_DATE =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[A-Z]{1,3}|[+-]\d{4})$/;
const REQUIRED = ['title', 'link', 'description'];

/**
 * Feed readers accept the feed.
 * @see https://www.rssboard.org/rss-specification
 */
export const feed: Rule = {
  id: 'feed',
  level: 'error',
  title: '`feed.xml` is well-formed RSS 2.0 with titles, links and dates that readers accept',
  anywhere: true,
  *checkDocument(document, subject) {
    if (document.row.id !== 'feed') return;
    const { file } = document;
    const elements: XmlElement[] = [];
    const fault = readXml(document.chunks(), (element) => {
      elements.push({ ...element, text: element.text.slice(0, 2000) });
    });
    if (fault !== undefined) {
      yield { file, line: fault.line, code: 'feed-xml', message: `The XML is broken: ${fault.message}` };
      return;
    }
    for (const one of [...faultsOfChannel(elements), ...faultsOfItems(elements, subject, document)])
      yield { ...one, file };
  },
};

function* faultsOfChannel(elements: readonly XmlElement[]): Iterable<Fault> {
  const root = elements.at(-1);
  if (root?.path !== 'rss' || root.attributes['version'] !== '2.0') {
    yield { code: 'feed-root', line: 1, message: 'Expected the element rss of version 2.0.' };
    return;
  }
  for (const name of REQUIRED) {
    const isThere = elements.some(
      ({ path, namespace, text }) => path === `rss/channel/${name}` && namespace === '' && text !== '',
    );
    if (!isThere) yield { code: 'feed-channel', message: `Expected a channel with "${name}", found none.` };
  }
}

function* faultsOfItems(
  elements: readonly XmlElement[],
  subject: Subject,
  document: Document,
): Iterable<Fault> {
  const seen = new Set<string>();
  let hasTitle = false;
  for (const { path, text, line, namespace } of elements) {
    if (/\/item\/(?:title|description)$/.test(path) && text !== '') hasTitle = true;
    if (/\/(?:pubDate|lastBuildDate)$/.test(path) && !CHANGE_DATE.test(text)) {
      yield {
        code: 'feed-date',
        line,
        message: `Expected a date such as "Wed, 01 Jul 2026 09:00:00 +0000", found "${text}".`,
      };
    }
    if (path.endsWith('/item/link') && namespace === '') {
      const lost = lostLink(text, subject, document);
      if (lost !== undefined) yield { ...lost, line };
    }
    if (path.endsWith('/item/guid')) {
      if (seen.has(text)) yield { code: 'feed-repeated', line, message: `"${text}" is listed twice.` };
      seen.add(text);
    }
    if (!path.endsWith('/item')) continue;
    if (!hasTitle) yield { code: 'feed-item', line, message: 'An item needs a title or a description.' };
    hasTitle = false;
  }
}
