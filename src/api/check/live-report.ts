import { programVersion } from '../../config/program-version.js';
import { readPieces } from '../../content/fidelity/read-page.js';
import { parseDocument } from '../../content/html/parse.js';
import { SvcError } from '../../core/errors.js';
import { mediaTypeOf } from '../../core/net/media-type.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { withoutQuery } from '../../core/paths.js';
import type { ReadinessRow } from '../../quality/readiness/check.js';
import { readinessChecks } from '../../quality/readiness/checks/table.js';
import { jsonOf } from '../../quality/readiness/live/identity.js';
import {
  isThere,
  type LiveDocument,
  type LiveSiteParts,
  liveRows,
} from '../../quality/readiness/live/live-rows.js';
import { rungOf } from '../../quality/readiness/readiness-report.js';
import { NEVER_CITED } from '../../quality/readiness/score/rungs.js';
import { scoreSite } from '../../quality/readiness/score/score.js';
import { VerdictStore } from '../../quality/readiness/verdicts/store.js';
import { Client, CONCURRENCY, type Visit } from '../../quality/verify/client.js';
import { httpPort } from '../../quality/verify/http-port.js';
import { siteAddress } from '../site-address.js';
import type { FoundReport, HomeViews, Unseen } from './report.js';

const TIMEOUT_MS = 10_000;
/** Maximum number of characters kept of the home page. */
const MAX_HOME = 20_000;

/**
 * Checks a live site by its public surface: about ten requests, like an anonymous client's.
 * @param given address of the site; `https://` where it has no scheme
 * @param now Unix seconds
 * @throws SvcError `SVC_USAGE` for an invalid address, `SVC_UNREACHABLE` when the site does not answer
 */
export async function checkLive(given: string, now: number): Promise<FoundReport> {
  const start = withoutQuery(siteAddress(given)).replace(/\/+$/, '');
  const port = httpPort(CONCURRENCY);
  const userAgent = `svc-check/${programVersion()}`;
  const client = new Client({ send: port.send, userAgent, timeoutMs: TIMEOUT_MS, now: () => now });
  try {
    const site = await seeSite(client, start);
    const rows = liveRows(site);
    const score = scoreSite({
      rows,
      store: new VerdictStore(),
      settings: { enable_visibility: false, optimize_ignored: [] },
      scope: { checkable: [], checked: [], graded: [], off: false },
      ruleset: undefined,
      citations: NEVER_CITED,
      now,
      lastRun: 0,
      editUrl: () => undefined,
    });
    const home = homeOf(
      site,
      await client.visit(`${site.base}/`, { accept: 'text/markdown, text/html;q=0.5' }),
    );
    return {
      ...{ url: site.base, source: 'live', score, readiness: rows, unseen: unseenOf(rows) },
      ...{ pending: null, home, places: null },
    };
  } finally {
    port.close();
  }
}

/** @param start the given address; if it redirects, the target is the site */
async function seeSite(client: Client, start: string): Promise<LiveSiteParts> {
  const home = await client.visit(`${start}/`);
  if (home.answer === undefined) {
    const message = `${start} doesn't respond: ${home.failure?.message ?? 'no answer'}`;
    const fix = 'Check the address, and that the site is reachable from here.';
    throw new SvcError('SVC_UNREACHABLE', message, { fix });
  }
  const base = withoutQuery(home.url).replace(/\/+$/, '');
  const ask = async (path: string, isBig = false) => documentOf(await client.visit(base + path, { isBig }));
  const [robots, llms, llmsFull, discovery, securityTxt, tdmrep] = await Promise.all([
    ask('/robots.txt'),
    ask('/llms.txt'),
    ask('/llms-full.txt', true),
    ask('/.well-known/discovery.json'),
    ask('/.well-known/security.txt'),
    ask('/.well-known/tdmrep.json'),
  ]);
  const twin = twinIn(llms, base);
  const [sitemap, seenTwin] = await Promise.all([
    client.visit(sitemapIn(discovery, robots, base), { isBig: true }),
    twin === undefined ? undefined : client.visit(twin),
  ]);
  return {
    base,
    home: {
      ...documentOf(home),
      bytes: home.answer.content ?? new Uint8Array(),
      robotsTag: home.answer.header('x-robots-tag') ?? '',
      reservation: home.answer.header('tdm-reservation')?.trim() ?? '',
    },
    robots,
    llms,
    llmsFull,
    discovery,
    securityTxt,
    tdmrep,
    sitemap: documentOf(sitemap),
    twin: seenTwin && documentOf(seenTwin),
  };
}

function documentOf({ asked, answer }: Visit): LiveDocument {
  const type = mediaTypeOf(answer?.header('content-type'));
  return { url: asked, status: answer?.status ?? 0, type, text: answer?.text ?? '' };
}

function homeOf({ home }: LiveSiteParts, { answer }: Visit): HomeViews {
  const isMarkdown = mediaTypeOf(answer?.header('content-type')) === 'text/markdown';
  const lines = readPieces(parseDocument(home.text)).map(([, line]) => line);
  return {
    people: lines.join('\n').slice(0, MAX_HOME),
    agents: isMarkdown ? (answer?.text ?? '').slice(0, MAX_HOME) : '',
  };
}

/** Only addresses of the site itself are followed. */
function isOwn(url: string, base: string): boolean {
  return url.startsWith(`${base}/`) && isParsableUrl(url);
}

function sitemapIn(discovery: LiveDocument, robots: LiveDocument, base: string): string {
  const { documents } = jsonOf(discovery.text);
  const named = jsonOf(JSON.stringify(documents ?? {}))['sitemap'];
  const inRobots = isThere(robots) ? /^\s*sitemap:\s*(\S+)/im.exec(robots.text)?.[1] : undefined;
  return (
    [named, inRobots].find((url) => typeof url === 'string' && isOwn(url, base))?.toString() ??
    `${base}/sitemap.xml`
  );
}

function twinIn(llms: LiveDocument, base: string): string | undefined {
  if (!isThere(llms)) return undefined;
  const links = [...llms.text.matchAll(/\]\((https?:[^)\s]+\.md)\)/g)].map(([, url]) => url ?? '');
  return links.find((url) => isOwn(url, base));
}

/** The parts that an anonymous client can't see. */
function unseenOf(rows: readonly ReadinessRow[]): readonly Unseen[] {
  const hidden = readinessChecks.filter(
    ({ id }) => rungOf(id) !== undefined && !rows.some((row) => row.id === id),
  );
  return [
    { id: 'optimized', label: 'Optimized', why: "only svc check on the site's sources grades the pages" },
    { id: 'cited', label: 'Cited', why: "the site's sidecar checks whether assistants cite it" },
    ...hidden.map(({ id, label }) => ({ id, label, why: "it isn't public" })),
  ];
}
