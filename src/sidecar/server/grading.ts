import type { SiteContent } from '../../build/content/port.js';
import type { Config } from '../../config/config.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import type { Background } from '../../core/clock.js';
import { errorMessage } from '../../core/errors.js';
import { bodyText, type DocumentContext } from '../../documents/document-row.js';
import type { MintedTokens } from '../../insights/activity/self-check-tokens.js';
import type { Visibility } from '../../insights/visibility/visibility.js';
import type { ReadinessRow } from '../../quality/readiness/check.js';
import {
  countedTypes,
  gatherFacts,
  type HostLimitFact,
  headSummary,
  type ReadinessFacts,
  type SelfCheck,
} from '../../quality/readiness/facts.js';
import { filterCheckScope } from '../../quality/readiness/pages/scope.js';
import { readinessReport } from '../../quality/readiness/readiness-report.js';
import { type ScoreReport, scoreSite } from '../../quality/readiness/score/score.js';
import type { VerdictStore } from '../../quality/readiness/verdicts/store.js';
import type { Storage } from '../../storage/port.js';
import { readOption, writeOption } from '../../storage/tables/options.js';
import type { Grading, LiveSite } from './services.js';

/** The facts of the last build that grading uses. */
export interface BuiltFacts {
  readonly content: SiteContent;
  /** Undefined while page checks are switched off. */
  readonly ruleset: string | undefined;
  /** Features that the chosen hosts don't support. */
  readonly limits: readonly HostLimitFact[];
  /** Number of content changes that exist only on this machine; undefined where nothing is pushed. */
  readonly unpushed: number | undefined;
}

/** The inputs of grading. */
interface GradingOptions {
  readonly config: Config;
  readonly site: LiveSite;
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly verdicts: VerdictStore;
  /** The last finished build; undefined until the first one. */
  built(): BuiltFacts | undefined;
  readonly selfChecker: SelfChecker;
  readonly visibility: Pick<Visibility, 'citations'>;
  /** Unix seconds. */
  now(): number;
}

/** Grades readiness and score from the last build and the current settings, without reading any page. */
export function createGrading(options: GradingOptions): Grading {
  const readiness = () => readinessRows(options);
  const facts = () => readinessFacts(options);
  return { facts, readiness, score: async (rows) => score(options, rows ?? (await readiness())) };
}

async function readinessRows(options: GradingOptions): Promise<readonly ReadinessRow[]> {
  const { site, hooks } = options;
  const facts = await readinessFacts(options);
  const registrations = site.content()?.registrations.list('readinessCheck') ?? [];
  const { rows } = await readinessReport(facts, { hooks, registrations });
  return rows;
}

async function readinessFacts({ config, site, built, selfChecker }: GradingOptions): Promise<ReadinessFacts> {
  const documents = await site.documents();
  const live = site.content();
  const last = built();
  const selfCheck = await selfChecker.latest();
  return gatherFacts({
    documents,
    config,
    schema: last?.content.schema ?? { defersSchema: false, entityImage: '' },
    limits: last?.limits ?? [],
    ...(selfCheck && { selfCheck }),
    ...(last?.unpushed !== undefined && { unpushed: last.unpushed }),
    ...(last && { withTopics: (types) => last.content.store.withTopics(types) }),
    ...(live && { builtWith: live.builtWith }),
  });
}

async function score(options: GradingOptions, rows: readonly ReadinessRow[]): Promise<ScoreReport> {
  const { site, verdicts, built, now } = options;
  const { ctx } = await site.documents();
  const live = site.content();
  const { settings } = ctx;
  return scoreSite({
    rows,
    store: verdicts,
    settings,
    scope: await filterCheckScope(options.hooks, settings, countedTypes(ctx)),
    ruleset: built()?.ruleset,
    citations: await options.visibility.citations(),
    now: now(),
    lastRun: live?.built ?? 0,
    // Files are edited in place, exports in their CMS: the page itself is all that we can link to.
    editUrl: ({ url }) => url,
    findPage: (id) => findPage(ctx, id),
  });
}

function findPage(ctx: DocumentContext, id: number) {
  const found = ctx.entries.find((entry) => entry.id === id);
  return found && { id, type: found.type, url: ctx.site.baseUrl + found.path, title: found.title };
}

const NAME = 'self_check';
/** Seconds after which a check is outdated. */
const FRESH_FOR = 12 * 3600;
/** Limits of one request in milliseconds, bytes and redirects. */
const TIMEOUT = 5000;
const MAX_BYTES = 200 * 1024;
const MAX_REDIRECTS = 2;
/** Number of leading characters that identify our document. */
const PREFIX = 200;

/** The inputs of the self-check. */
interface SelfCheckOptions extends Background {
  readonly storage: Storage;
  readonly site: LiveSite;
  /** Mints tokens so that the self-check isn't counted as a visit. */
  readonly selfChecks: Pick<MintedTokens, 'mint'>;
}

/** Checks the site from outside, in the background: no report waits for it. */
interface SelfChecker {
  /** Returns the result of the last check, and starts a new one when it is outdated. */
  latest(): Promise<SelfCheck | undefined>;
}

/** Creates the background check of a sidecar. A check that fails keeps the results of the last successful one. */
export function createSelfChecker(options: SelfCheckOptions): SelfChecker {
  const { storage, now, logError } = options;
  let running = false;
  const begin = (before: SelfCheck | undefined): void => {
    if (running) return;
    running = true;
    checkSite(options, before)
      .then((found) => writeOption(storage.db, NAME, found))
      .catch((error: unknown) => logError(error, 'self-check'))
      .finally(() => {
        running = false;
      });
  };
  return {
    async latest() {
      const found = (await readOption(storage.db, NAME))?.value as SelfCheck | undefined;
      if (found === undefined || now() - found.checkedAt >= FRESH_FOR) begin(found);
      return found;
    },
  };
}

async function checkSite(
  { site, selfChecks, now }: SelfCheckOptions,
  before: SelfCheck | undefined,
): Promise<SelfCheck> {
  const token = await selfChecks.mint('probe');
  const { ctx, render } = await site.documents();
  const row = ctx.table.find(({ id }) => id === 'llms');
  let error = '';
  const keep = (cause: unknown): undefined => {
    error = errorMessage(cause);
    return undefined;
  };
  const llms =
    row !== undefined && ctx.served('llms')
      ? await fetchBytes(ctx.urlOf('llms'), token)
          .then(async ({ status, bytes }) => {
            const expected = bodyText(await render(row, { path: row.path, params: undefined }));
            const body = bytes
              .toString('utf8')
              .replace(/^\uFEFF/, '')
              .trim();
            const ours = body === expected.trim() || body.startsWith(expected.slice(0, PREFIX).trim());
            return { http: status, ours, firstLine: body.split('\n', 1)[0]?.slice(0, PREFIX) ?? '' };
          })
          .catch(keep)
      : null;
  const head = await fetchBytes(ctx.site.home, token)
    .then(({ status, bytes }) => (status === 200 ? headSummary(bytes) : undefined))
    .catch(keep);
  return { checkedAt: now(), error, llms: llms ?? before?.llms ?? null, head: head ?? before?.head ?? null };
}

/** Fetches an address of the site, following at most two redirects on the same origin. */
async function fetchBytes(
  address: string,
  token: string,
): Promise<{ readonly status: number; readonly bytes: Buffer }> {
  let url = new URL(address);
  for (let hop = 0; ; hop += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { 'X-Svc-Selfcheck': token },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      return { status: response.status, bytes: await readUpTo(response) };
    }
    await response.body?.cancel();
    const next = new URL(location, url);
    if (hop === MAX_REDIRECTS || next.origin !== url.origin) throw new Error(`${address} redirects too far`);
    url = next;
  }
}

async function readUpTo(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
    if (size >= MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}
