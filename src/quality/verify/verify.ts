import { type JsonObject, listOf, objectOf, textOf } from '../../core/json.js';
import { withoutQuery } from '../../core/paths.js';
import { FEED_ROOT } from '../../documents/feed.js';
import { documentTable } from '../../documents/table.js';
import { Document, type DocumentSource } from '../validate/document.js';
import { rowFinder } from '../validate/folder.js';
import { readPrefixOf } from '../validate/resolve-url.js';
import {
  type Advertised,
  Advertisements,
  addFromDiscovery,
  addFromDocument,
  NAMING_FILES,
  type Site,
} from './advertised.js';
import type { FetchPort } from './answer.js';
import {
  type BuiltFolder,
  type Check,
  type Evidence,
  type Finding,
  Findings,
  hostOf,
  isMarkdown,
  type VerifyContext,
  type Visited,
} from './check.js';
import { address } from './checks/address.js';
import { built as builtCheck } from './checks/built.js';
import { caches, digests } from './checks/caching.js';
import { checks } from './checks/table.js';
import { Client } from './client.js';
import { connectChecks } from './connect/table.js';
import { type SampledPage, samplePages, withCanonical } from './pages.js';
import type { CheckResult, Status, VerifyReport } from './report.js';

/** The options of a verification. */
interface VerifyOptions {
  /** Address of the site. */
  readonly url: string;
  readonly send: FetchPort;
  /** Unix seconds at this moment. */
  now(): number;
  /** Version of this program, for its User-Agent. */
  readonly version: string;
  readonly timeoutMs: number;
  /** Sample size for lists. */
  readonly sample: number;
  /** User-Agents to try in addition to those of the known assistants. */
  readonly userAgents: readonly string[];
  /** The output folder, to be compared with the answers. */
  readonly built?: BuiltFolder | undefined;
  /** Tries an assistant's connection too: registers a client, and calls the MCP endpoint. */
  readonly connect?: { readonly token: string | undefined } | undefined;
}

/** Checks of the answers to other checks. */
const LAST: readonly Check[] = [builtCheck, digests, caches];

/** Fetches a live deployment as agents do, and checks the answers. No answer makes this throw. */
export async function verifySite(options: VerifyOptions): Promise<VerifyReport> {
  const { send, version, timeoutMs, now, sample, userAgents, connect, built } = options;
  const all = [
    ...checks,
    ...(built === undefined ? [] : [builtCheck]),
    ...(connect === undefined ? [] : connectChecks),
  ];
  const base = withoutQuery(options.url).replace(/\/+$/, '');
  const client = new Client({ send, userAgent: `svc-verify/${version}`, timeoutMs, now });
  const request: VerifyRequest = { base, client, now, sample, userAgents, token: connect?.token, built };
  const front = await client.visit(`${base}/`);
  const isThere = front.answer !== undefined;
  const ctx = isThere ? await prepare(request) : emptyContext(request);
  const results = new Map<Check, CheckResult>();
  const run = async (check: Check) => {
    results.set(check, await resultOf(check, ctx, isThere));
  };
  // Some are about all answers.
  await Promise.all(all.filter((check) => !LAST.includes(check)).map(run));
  for (const check of LAST) if (all.includes(check)) await run(check);
  const list = all.flatMap((check) => results.get(check) ?? []);
  const count = (status: Status) => list.filter((one) => one.status === status).length;
  return {
    ok: count('fail') === 0,
    url: base,
    host: isThere ? ctx.host.name : 'unknown',
    requests: client.requests,
    passed: count('pass'),
    warned: count('warn'),
    failed: count('fail'),
    skipped: count('skip'),
    checks: list,
  };
}

/** A site that does not answer gets no further requests. */
function emptyContext(request: VerifyRequest): VerifyContext {
  return {
    ...request,
    discovery: {},
    restPrefix: 'api',
    rowOf: rowFinder(documentTable, { restPrefix: 'api', readPrefix: 'api' }),
    visited: [],
    advertised: () => undefined,
    pages: [],
    host: { name: 'unknown', limits: new Set() },
    received: () => undefined,
  };
}

async function resultOf(check: Check, ctx: VerifyContext, isThere: boolean): Promise<CheckResult> {
  const { id, group, title } = check;
  const result = (status: Status, detail: string, findings: readonly Finding[] = []): CheckResult => {
    return { id, group, title, status, detail, findings };
  };
  if (!isThere && check !== address) return result('skip', "the site doesn't respond");
  const collected = new Findings(ctx);
  try {
    const detail = await check.run(ctx, collected);
    if (typeof detail !== 'string') return result('skip', detail.skipped);
    const findings = collected.list();
    return result(statusOf(findings), detail, findings);
  } catch (error) {
    // A document with endless nesting exhausts the stack; anything else is a mistake of this program.
    if (!(error instanceof RangeError)) throw error;
    return result('fail', 'given up', [beyondMeasure(ctx)]);
  }
}

function beyondMeasure({ base }: VerifyContext): Finding {
  const message = 'A document is too deep or too long to be read.';
  const fix = 'Run "svc validate" on what was deployed; build and deploy again.';
  return { level: 'fail', code: 'beyond-measure', hop: 'files', message, fix, urls: [`${base}/`] };
}

function statusOf(findings: readonly Finding[]): Status {
  if (findings.some(({ level }) => level === 'fail')) return 'fail';
  return findings.length > 0 ? 'warn' : 'pass';
}

/** The options for a site. */
type VerifyRequest = Pick<
  VerifyContext,
  'base' | 'client' | 'now' | 'sample' | 'userAgents' | 'token' | 'built'
>;

/** Maximum number of visited addresses, whatever a document contains. */
const MAX_ADDRESSES = 1000;

/** Visits all advertised addresses of a site, once, before any check runs. */
async function prepare(request: VerifyRequest): Promise<VerifyContext> {
  const { base, client } = request;
  const discovery = objectOf((await client.visit(`${base}/.well-known/discovery.json`)).answer?.json);
  const catalog = (await client.visit(`${base}/.well-known/api-catalog`)).answer?.json;
  const restPrefix = readPrefixOf(catalog, base) ?? 'api';
  const site: Site = { base, rowOf: rowFinder(documentTable, { restPrefix, readPrefix: restPrefix }) };
  const visited = await visitAll(await gather(site, discovery, client), client);
  const advertised = (id: string) => visited.find(({ document }) => document.row?.id === id);
  const pages = await samplePagesOf(site, advertised, request);
  const evidence = await gatherEvidence(pages, request);
  const front = (await client.visit(`${base}/`)).answer;
  const received = receiver(discovery);
  return {
    ...request,
    ...site,
    discovery,
    restPrefix,
    visited,
    advertised,
    pages,
    host: hostOf(front, evidence),
    received,
  };
}

/** Addresses in the index, then those in its documents. */
async function gather(site: Site, discovery: JsonObject, client: Client): Promise<readonly Advertised[]> {
  const list = new Advertisements(site);
  addFromDiscovery(list, discovery, site);
  for (const file of NAMING_FILES) {
    const url = `${site.base}/${file}`;
    if (list.has(url)) addFromDocument(list, file, (await client.visit(url)).answer?.json);
  }
  return list.list().slice(0, MAX_ADDRESSES);
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
  advertised: VerifyContext['advertised'],
  { client, sample }: VerifyRequest,
): Promise<readonly SampledPage[]> {
  const llms = advertised('llms')?.visit.answer?.text ?? '';
  const lists = { ...site, llms, changes: advertised('changes')?.visit.answer?.json };
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
function receiver(discovery: JsonObject): VerifyContext['received'] {
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
