import type { Document } from '../document.js';
import { readXml, type XmlElement } from '../read-xml.js';
import type { RawFinding, Rule } from '../rule.js';
import type { Subject } from '../subject.js';
import { lostLink } from './links.js';

/** The date formats of RFC 822 with the year of RFC 1123. */
const DATE =
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

type Fault = Omit<RawFinding, 'file'>;

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
    if (/\/(?:pubDate|lastBuildDate)$/.test(path) && !DATE.test(text)) {
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
