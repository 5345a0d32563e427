import { isParsableUrl } from '../../../core/parsable-url.js';
import type { Document } from '../document.js';
import { readXml, type XmlElement } from '../read-xml.js';
import { pathBelow } from '../resolve-url.js';
import type { RawFinding, Rule } from '../rule.js';
import type { Subject } from '../subject.js';
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

type Fault = Omit<RawFinding, 'file'>;

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
