import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareText } from '../core/compare.js';
import type { Warnings } from '../core/warnings.js';
import { entryUrl } from '../documents/addresses.js';
import type { DocumentContext } from '../documents/document-row.js';
import type { BuildReport } from './report.js';

/** The endpoint of participating search engines. */
const ENDPOINT = 'https://api.indexnow.org/indexnow';
/** Overrides the endpoint. */
const ENDPOINT_VARIABLE = 'SVC_INDEXNOW_ENDPOINT';
/** Addresses of one request. */
const AT_ONCE = 100;
/** Milliseconds. */
const PATIENCE = 15_000;
const KEY_FILE = 'indexnow-key';

/**
 * The key by which a site proves its identity: kept in `.svc`, created when there is none.
 * @param state `.svc`, absolute
 */
export async function indexNowKey(state: string): Promise<string> {
  const path = join(state, KEY_FILE);
  const kept = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  if (/^[a-zA-Z0-9-]{8,128}$/.test(kept)) return kept;
  const key = randomBytes(16).toString('hex');
  await mkdir(state, { recursive: true });
  await writeFile(path, `${key}\n`);
  return key;
}

/** The proof file: at the root of the output, with the key as name and as text. */
export function keyFileOf(key: string): string {
  return `${key}.txt`;
}

/** The addresses of the pages that a build has changed, added or removed. */
export function changedPages(
  ctx: DocumentContext,
  { added, changed }: Pick<BuildReport, 'added' | 'changed'>,
): readonly string[] {
  const files = new Set([...added, ...changed]);
  const pages = ctx.entries.filter(({ twin }) => twin !== '' && files.has(twin));
  const gone = ctx.tombstones.filter(({ deleted }) => deleted === ctx.now);
  const urls = [...pages.map((entry) => entryUrl(ctx, entry)), ...gone.map(({ url }) => url)];
  return [...new Set(urls)].sort(compareText);
}

/** The addresses to submit, and how. */
interface Announcement {
  readonly key: string;
  readonly baseUrl: string;
  readonly urls: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warnings: Warnings;
}

/** Submits changed pages to search engines (indexnow.org). A failure is a warning. */
export async function announce({ key, baseUrl, urls, env, warnings }: Announcement): Promise<void> {
  for (let start = 0; start < urls.length; start += AT_ONCE) {
    const problem = await post(env[ENDPOINT_VARIABLE] || ENDPOINT, {
      host: new URL(baseUrl).host,
      key,
      keyLocation: `${baseUrl}/${keyFileOf(key)}`,
      urlList: urls.slice(start, start + AT_ONCE),
    });
    if (problem === undefined) continue;
    const message = `IndexNow didn't receive ${urls.length - start} pages: ${problem}.`;
    const fix = 'Search engines find them later anyway. If the network is closed, switch IndexNow off.';
    warnings.add({ code: 'indexnow-failed', message, field: 'indexnow_enabled', fix });
    return;
  }
}

async function post(endpoint: string, body: object): Promise<string | undefined> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'error',
    });
    return response.status === 200 || response.status === 202
      ? undefined
      : `it responded with status ${response.status}`;
  } catch (error) {
    return `it can't be reached (${error instanceof Error ? error.name : 'unknown'})`;
  }
}
