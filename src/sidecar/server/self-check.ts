import type { Background } from '../../core/clock.js';
import { errorMessage } from '../../core/errors.js';
import { bodyText } from '../../documents/serialise.js';
import type { MintedTokens } from '../../insights/activity/self-check-tokens.js';
import type { SelfCheck } from '../../quality/readiness/facts.js';
import { headSummary } from '../../quality/readiness/head-summary.js';
import type { Storage } from '../../storage/port.js';
import { readOption, writeOption } from '../../storage/tables/options.js';
import type { LiveSite } from './services.js';

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
export interface SelfCheckOptions extends Background {
  readonly storage: Storage;
  readonly site: LiveSite;
  /** Mints tokens so that the self-check isn't counted as a visit. */
  readonly selfChecks: Pick<MintedTokens, 'mint'>;
}

/** Checks the site from outside, in the background: no report waits for it. */
export interface SelfChecker {
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
