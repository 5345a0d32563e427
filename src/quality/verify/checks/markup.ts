import { addressesInJsonLd, type PageHead, readPageHead } from '../../../content/html/page-head.js';
import { attempt } from '../../../core/attempt.js';
import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import { pathBelow } from '../../validate/resolve-url.js';
import { type Answer, parseLinks } from '../answer.js';
import {
  type Check,
  evenSample,
  type Findings,
  htmlPages,
  isMarkdown,
  type VerifyContext,
} from '../check.js';
import { canonicalOf } from '../pages.js';

/** Relations whose targets are for machines. */
const FOR_MACHINES = [
  ...[
    'alternate',
    'canonical',
    'describedby',
    'service-desc',
    'service-doc',
    'discovery',
    'ard',
    'api-catalog',
  ],
  ...['search', 'sitemap'],
];

const FIX = 'Deploy pages and documents of one build together; correct the tag where it comes from.';

/** The machine-readable data of a page, in its head, in `Link` headers and in its structured data, is true. */
export const markup: Check = {
  id: 'markup',
  group: 'pages',
  title:
    'Links in heads and `Link` headers work, canonical addresses and structured data (JSON-LD) belong to the page',
  async run(ctx, findings) {
    let count = 0;
    for await (const { page, twin, answer } of htmlPages(ctx)) {
      count += 1;
      const head = readPageHead(answer.text);
      await addLost(findings, { page, head, answer }, ctx);
      addStructuredData(findings, page, head);
      if (twin !== undefined) await addCanonical(findings, { page, twin, head }, ctx);
    }
    return counted(count, 'page');
  },
};

function addFinding(findings: Findings, page: string, code: string, message: string): void {
  findings.add(page, { code, hop: 'files', message, fix: FIX });
}

interface MarkupInput {
  readonly page: string;
  readonly head: PageHead;
  readonly answer: Answer;
}

/** Addresses of this site in the page's machine-readable data. */
async function addLost(
  findings: Findings,
  { page, head, answer }: MarkupInput,
  ctx: VerifyContext,
): Promise<void> {
  const links = [...head.links, ...parseLinks(answer.headers('link'))].filter(({ rels }) =>
    rels.some((rel) => FOR_MACHINES.includes(rel)),
  );
  const named = new Map<string, string>();
  for (const { href, rels } of links) named.set(absolute(href, page), `a link rel="${rels.join(' ')}"`);
  for (const value of graphsOf(head)) {
    for (const url of addressesInJsonLd(value)) if (!named.has(url)) named.set(url, 'its structured data');
  }
  const told = reportedElsewhere(ctx);
  const own = [...named].filter(([url]) => isOwn(url, ctx.base) && !told.has(url));
  await Promise.all(
    evenSample(own, 2 * ctx.sample).map(async ([url, where]) => {
      const { answer: found, failure } = await ctx.client.visit(url);
      const status = found?.status ?? 0;
      // A refused page may exist for signed-in readers; a missing page exists for no reader.
      if (found !== undefined && (found.isOk || [401, 403, 405, 429].includes(status))) return;
      const what = found === undefined ? `nothing: ${failure?.message ?? ''}` : String(status);
      const message = `In ${where} the page names ${url}, which answers ${what}.`;
      addFinding(findings, page, 'markup-link-lost', message);
    }),
  );
}

/** Addresses that other checks report when they do not answer. */
function reportedElsewhere({ base, visited, pages }: VerifyContext): ReadonlySet<string> {
  const documents = visited.map(({ document }) => document.url);
  const entries = pages.flatMap(({ page, twin }) => [page, twin]);
  return new Set([`${base}/.well-known/discovery.json`, ...documents, ...entries]);
}

function absolute(href: string, page: string): string {
  return isParsableUrl(href, page) ? (new URL(href, page).href.split('#', 1)[0] ?? '') : '';
}

function isOwn(url: string, base: string): boolean {
  return isParsableUrl(url) && pathBelow(url, base) !== undefined && !/[{}]/.test(url);
}

function graphsOf({ jsonLd }: PageHead): readonly unknown[] {
  return jsonLd.flatMap((text) => {
    return attempt(() => [JSON.parse(text) as unknown]) ?? [];
  });
}

function addStructuredData(findings: Findings, page: string, head: PageHead): void {
  if (!head.isClosed) {
    const message = 'A script, style or title never ends and swallows the rest of the page.';
    addFinding(findings, page, 'markup-unclosed', message);
  }
  const graphs = graphsOf(head);
  if (graphs.length < head.jsonLd.length) {
    addFinding(findings, page, 'json-ld', "The structured data (JSON-LD) isn't JSON.");
  }
  for (const node of graphs.flatMap((graph) => [graph, ...listOf(objectOf(graph)['@graph'])]).map(objectOf)) {
    const main = node['mainEntityOfPage'];
    if (main === undefined) continue;
    const addresses = [main, objectOf(main)['@id'], node['url']].map(textOf);
    const other = addresses.find((url) => isParsableUrl(url) && !isSamePage(url, page));
    if (other === undefined) continue;
    const message = `The structured data (JSON-LD) describes ${other}, not this page.`;
    addFinding(findings, page, 'json-ld-address', message);
  }
}

interface PageWithTwin {
  readonly page: string;
  readonly twin: string;
  readonly head: PageHead;
}

/** A page and its twin name the same original. */
async function addCanonical(
  findings: Findings,
  { page, twin, head }: PageWithTwin,
  { client }: VerifyContext,
): Promise<void> {
  const copy = await client.visit(twin);
  const expected = isMarkdown(copy) ? canonicalOf(copy.answer?.text ?? '') : undefined;
  for (const { href, rels } of head.links) {
    if (!rels.includes('canonical')) continue;
    const url = absolute(href, page);
    if (isSamePage(url, page) || (expected !== undefined && isSamePage(url, expected))) continue;
    const message = `The canonical address of the page is ${url}, and its twin names ${expected ?? page}.`;
    addFinding(findings, page, 'canonical-other', message);
  }
}

/** The trailing slash of an address is up to the server. */
function isSamePage(a: string, b: string): boolean {
  const plain = (url: string) =>
    isParsableUrl(url) ? new URL(url).href.replace(/#.*$/, '').replace(/\/(?:index\.html?)?$/, '') : url;
  return plain(a) === plain(b);
}
