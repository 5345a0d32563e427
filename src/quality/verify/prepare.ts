import { listOf, objectOf, textOf, type Values } from '../../core/json.js';
import { FEED_ROOT } from '../../documents/feed.js';
import { documentTable } from '../../documents/table.js';
import { Document, type DocumentSource } from '../validate/document.js';
import { rowFinder } from '../validate/rows.js';
import {
  type Advertised,
  Advertisements,
  addFromDiscovery,
  addFromDocument,
  NAMING_FILES,
  type Site,
} from './advertised.js';
import type { VerifyContext, Visited } from './check.js';
import { isMarkdown } from './check.js';
import type { Client } from './client.js';
import { type Evidence, hostOf } from './host.js';
import { type SampledPage, samplePages, withCanonical } from './pages.js';

/** The options for a site. */
export type VerifyRequest = Pick<
  VerifyContext,
  'base' | 'client' | 'now' | 'sample' | 'userAgents' | 'token' | 'built'
>;

/** Maximum number of visited addresses, whatever a document contains. */
const MOST_ADDRESSES = 1000;

/** Visits all advertised addresses of a site, once, before any check runs. */
export async function prepare(request: VerifyRequest): Promise<VerifyContext> {
  const { base, client, sample } = request;
  const discovery = objectOf((await client.visit(`${base}/.well-known/discovery.json`)).answer?.json);
  const catalog = (await client.visit(`${base}/.well-known/api-catalog`)).answer?.json;
  const restPrefix = restPrefixOf(catalog, base) ?? 'api';
  const site: Site = { base, rowOf: rowFinder(documentTable, { restPrefix, readPrefix: restPrefix }) };
  const visited = await visitAll(await gather(site, discovery, client), client);
  const pages = await samplePagesOf(site, visited, request);
  const evidence = await gatherEvidence(pages, request);
  const front = (await client.visit(`${base}/`)).answer;
  const received = receiver(discovery);
  return {
    ...request,
    ...site,
    discovery,
    restPrefix,
    visited,
    pages,
    host: hostOf(front, evidence),
    sample,
    received,
  };
}

/** The first item of the catalog of APIs is the root of the read API. */
function restPrefixOf(catalog: unknown, base: string): string | undefined {
  const first = objectOf(listOf(objectOf(catalog)['linkset'])[0]);
  const root = textOf(objectOf(listOf(first['item'])[0])['href']);
  if (!root.startsWith(`${base}/`)) return undefined;
  return /^([\w/-]+)\/$/.exec(root.slice(base.length + 1))?.[1];
}

/** Addresses in the index, then those in its documents. */
async function gather(site: Site, discovery: Values, client: Client): Promise<readonly Advertised[]> {
  const list = new Advertisements(site);
  addFromDiscovery(list, discovery, site);
  for (const file of NAMING_FILES) {
    const url = `${site.base}/${file}`;
    if (list.has(url)) addFromDocument(list, file, (await client.visit(url)).answer?.json);
  }
  return list.list().slice(0, MOST_ADDRESSES);
}

function visitAll(list: readonly Advertised[], client: Client): Promise<readonly Visited[]> {
  return Promise.all(
    list.map(async (document) => {
      const isBig = document.row?.id.startsWith('llms-full');
      const visit = await client.visit(document.url, isBig ? { isBig } : {});
      const isOwn = document.row?.id === 'feed' && isOtherFeed(visit.answer?.text ?? '');
      return { document: isOwn ? { ...document, row: undefined, headers: undefined } : document, visit };
    }),
  );
}

/** A feed that the site's generator wrote at the same address. */
function isOtherFeed(text: string): boolean {
  return /<(?:rss|feed)[\s>]/.test(text) && !text.includes(FEED_ROOT);
}

async function samplePagesOf(
  site: Site,
  visited: readonly Visited[],
  { client, sample }: VerifyRequest,
): Promise<readonly SampledPage[]> {
  const answerOf = (id: string) => visited.find(({ document }) => document.row?.id === id)?.visit.answer;
  const lists = { ...site, llms: answerOf('llms')?.text ?? '', changes: answerOf('changes')?.json };
  const pages = samplePages(lists, Math.ceil(sample / 2));
  return Promise.all(pages.map((one) => withCanonical(one, { base: site.base, client })));
}

/** Whether the deployment can do more than serve static files. */
async function gatherEvidence(
  pages: readonly SampledPage[],
  { base, client }: VerifyRequest,
): Promise<Evidence> {
  const places = [`${base}/`, ...pages.map(({ page }) => page)];
  const asked = await Promise.all(places.map((url) => client.visit(url, { accept: 'text/markdown' })));
  const flat = ['discovery.json', 'agent-card.json', 'mcp.json'];
  const preflights = await Promise.all(
    flat.map((name) => client.visit(`${base}/.well-known/${name}`, { method: 'OPTIONS', follow: false })),
  );
  return {
    negotiates: asked.some(isMarkdown),
    answersPreflight: preflights.some(
      ({ answer }) => answer?.isOk === true && answer.header('access-control-allow-methods') !== undefined,
    ),
  };
}

/** The site's own files are the owner's: the rules are lenient with them. */
function receiver(discovery: Values): VerifyContext['received'] {
  const sources = new Map(
    listOf(discovery['well_known'])
      .map(objectOf)
      .map(({ url, source }) => [textOf(url), source] as const),
  );
  const known = new Map<string, Document>();
  return ({ document: { url, row, file }, visit: { answer } }) => {
    const content = answer?.isOk === true && !answer.isCut ? answer.content : undefined;
    if (row === undefined || file === undefined || content === undefined) return undefined;
    const given = sources.get(url);
    const source: DocumentSource = given === 'file' || given === 'managed' ? given : 'generated';
    const document =
      known.get(url) ?? new Document({ file, row, source, size: content.length, path: file, content });
    known.set(url, document);
    return document;
  };
}
