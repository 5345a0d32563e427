import { stripInsertions } from '../../../content/html/insertions.js';
import { addressesInJsonLd, type PageHead, readPageHead } from '../../../content/html/page-head.js';
import { type JsonObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { twinPath } from '../../../documents/addresses.js';
import { tidyLine } from '../../../documents/escape.js';
import { pageFiles } from '../../../site/page-file.js';
import { ONLY_NUMBERS } from '../../../site/topics.js';
import { pathBelow } from '../resolve-url.js';
import type { BuildRecord, Fault, Rule, Subject } from '../rule.js';
import { lostLink } from './links.js';
import { frontMatterOf } from './read-api.js';

/** Relations of links that the service writes; others are the site's own. */
const OURS = ['alternate', 'canonical', 'describedby', 'service-desc', 'discovery', 'ard'];

/**
 * The machine-readable data in the head of a page is true. Pages of the site itself are judged by the additions to
 * them.
 */
export const pages: Rule = {
  id: 'pages',
  level: 'error',
  title:
    'The addresses in the head of every page exist: its canonical address, its twin, linked documents, structured data',
  *check(subject) {
    const { record, folder, deployment } = subject;
    if (record === undefined || deployment.pages === 'none') return;
    const entries = entriesByPage(record);
    for (const file of record.files) {
      const html = /\.html?$/i.test(file) ? folder.textOf(file) : undefined;
      if (html === undefined) continue;
      const isRendered = deployment.pages === 'all';
      // Pages of the site itself are copied unchanged next to rendered pages.
      if (isRendered && deployment.siteHas(`/${file}`)) continue;
      const entry = isRendered ? entries.get(file) : undefined;
      const own = isRendered ? [] : faultsOf(readPageHead(stripInsertions(html)), subject, undefined);
      const known = new Set(own.map(({ message }) => message));
      for (const fault of faultsOf(readPageHead(html), subject, entry)) {
        if (!known.has(fault.message)) yield { ...fault, file };
      }
    }
  },
};

/** The expected data of an entry's page. */
interface PageOfEntry {
  readonly url: string;
  readonly canonical: string;
  /** Undefined for an entry without a twin. */
  readonly twin: string | undefined;
  /** Path of the twin below the output folder. */
  readonly twinFile: string;
}

function entriesByPage(record: BuildRecord): ReadonlyMap<string, PageOfEntry> {
  const files = new Set(record.files);
  const found = new Map<string, PageOfEntry>();
  for (const { path } of record.entries) {
    const url = record.baseUrl + path;
    const twin = record.baseUrl + twinPath({ path });
    const twinFile = decodeURIComponent(twinPath({ path }).slice(1));
    const canonical = record.canonicals?.[twinFile] ?? url;
    const page = { url, canonical, twinFile, twin: path !== '/' && files.has(twinFile) ? twin : undefined };
    for (const file of pageFiles(path)) found.set(file, page);
  }
  return found;
}

function faultsOf(head: PageHead, subject: Subject, entry: PageOfEntry | undefined): readonly Fault[] {
  return [
    ...faultsOfMarkup(head),
    ...faultsOfLinks(head, subject),
    ...faultsOfStructuredData(head, subject, entry),
    ...(entry === undefined ? [] : faultsOfEntry(head, entry)),
  ];
}

function* faultsOfMarkup({ isClosed }: PageHead): Iterable<Fault> {
  if (!isClosed) {
    yield {
      code: 'page-unclosed',
      message: 'A script, style or title never ends and swallows the rest of the page.',
    };
  }
}

function* faultsOfLinks({ links }: PageHead, subject: Subject): Iterable<Fault> {
  for (const { href, rels } of links) {
    if (!rels.some((rel) => OURS.includes(rel)) || !/^https?:/i.test(href)) continue;
    const lost = lostAddress(href, subject);
    if (lost !== undefined) yield { ...lost, message: `rel="${rels.join(' ')}": ${lost.message}` };
  }
}

function* faultsOfStructuredData(
  { jsonLd }: PageHead,
  subject: Subject,
  entry: PageOfEntry | undefined,
): Iterable<Fault> {
  for (const text of jsonLd) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      yield { code: 'json-ld', message: "The structured data (JSON-LD) isn't JSON.", fix: 'Build again.' };
      continue;
    }
    for (const url of new Set(addressesInJsonLd(value))) {
      const lost = lostAddress(url, subject);
      if (lost !== undefined) yield { ...lost, message: `The structured data (JSON-LD): ${lost.message}` };
    }
    if (entry !== undefined) yield* faultsOfTwin(value, entry, subject);
    const other = entry && addressesOfMain(value).find((url) => url !== entry.url);
    if (entry !== undefined && other !== undefined) {
      const message = `The structured data (JSON-LD) describes ${other}; expected ${entry.url}.`;
      yield { code: 'json-ld-address', message, fix: 'Build again.' };
    }
  }
}

/** The nodes that describe the page itself. */
function mainNodes(value: unknown): readonly JsonObject[] {
  const nodes = [value, ...listOf(objectOf(value)['@graph'])].map(objectOf);
  return nodes.filter((node) => node['mainEntityOfPage'] !== undefined);
}

/** The addresses of the page in its structured data. */
function addressesOfMain(value: unknown): readonly string[] {
  return mainNodes(value)
    .flatMap((node) => [node['mainEntityOfPage'], node['url']])
    .filter((url) => typeof url === 'string');
}

/** The front matter of a twin and the structured data of its page agree. */
function* faultsOfTwin(
  value: unknown,
  { twin, twinFile }: PageOfEntry,
  { folder }: Subject,
): Iterable<Fault> {
  const matter = twin === undefined ? undefined : frontMatterOf(folder.document(twinFile));
  const node = mainNodes(value)[0];
  if (matter === undefined || node === undefined) return;
  const description = tidyLine(textOf(node['description']));
  if (description !== textOf(matter['description'])) {
    const message = `The page has the description "${description}", but its twin ${twinFile} has ${JSON.stringify(matter['description'])}.`;
    yield { code: 'twin-description', message, fix: 'Build again.' };
  }
  const keywords = listOf(node['keywords']).map((word) => tidyLine(textOf(word)));
  const tags = listOf(matter['tags']).map(textOf);
  const other =
    keywords.find((word) => word !== '' && !tags.includes(word)) ??
    tags.find((tag) => !keywords.includes(tag) && !ONLY_NUMBERS.test(tag));
  if (other === undefined) return;
  const message = `The page and its twin ${twinFile} disagree on the topic "${other}".`;
  yield { code: 'twin-topics', message, fix: 'Build again.' };
}

/** A page that every build renders must exist; other addresses are the site's own. */
function lostAddress(url: string, subject: Subject): Omit<Fault, 'file'> | undefined {
  const { deployment } = subject;
  if (!isParsableUrl(url) || pathBelow(url, deployment.baseUrl) === undefined) return undefined;
  const lost = lostLink(url, subject);
  if (lost?.code !== 'page-lost') return lost;
  return deployment.pages === 'all' ? { ...lost, level: 'error' } : undefined;
}

function* faultsOfEntry({ links, title }: PageHead, { canonical, twin }: PageOfEntry): Iterable<Fault> {
  const given = links.filter(({ rels }) => rels.includes('canonical')).map(({ href }) => href);
  if (given.length !== 1 || given[0] !== canonical) {
    const found = given.length === 0 ? 'none' : given.join(', ');
    const message = `Expected the canonical address ${canonical}, found ${found}.`;
    yield { code: 'page-canonical', message, fix: 'Build again.' };
  }
  const isLinked = links.some(
    ({ rels, type, href }) => rels.includes('alternate') && type === 'text/markdown' && href === twin,
  );
  if (twin !== undefined && !isLinked) {
    const message = `Expected a link rel="alternate" to the twin ${twin}, found none.`;
    yield { code: 'page-alternate', message, fix: 'Build again.' };
  }
  if ((title ?? '') === '')
    yield { code: 'page-title', message: 'Expected a title, found none.', fix: 'Build again.' };
}
