import type { LoadedConfig, PurgeConfig } from '../config/config.js';
import type { Settings } from '../config/settings.js';
import { encodeSegments } from '../core/percent.js';
import type { Warnings } from '../core/warnings.js';
import type { LiveContent } from '../documents/live-content.js';
import { documentTable } from '../documents/table.js';
import { announce, changedPages } from './index-now.js';
import type { Prepared } from './prepare.js';
import { type BuildReport, fromHook, keepNotices } from './report.js';
import { runCommand } from './run-command.js';

/** The facts about a complete output. */
interface CommittedBuild {
  readonly loaded: LoadedConfig;
  readonly prepared: Prepared;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warnings: Warnings;
  /** `.svc` */
  readonly state: string;
  /** Undefined while nothing is announced. */
  readonly indexNowKey: string | undefined;
  live(): LiveContent;
}

/**
 * Announces that the output has changed: to plugins, then caches, then search engines. None of them can undo the
 * build: a failure is only a warning.
 * @returns the report with the resulting warnings
 */
export async function announceChanges(report: BuildReport, build: CommittedBuild): Promise<BuildReport> {
  const { loaded, prepared, env, warnings } = build;
  const { settings, hooks } = prepared;
  if ([...report.added, ...report.changed].includes('llms-full.txt')) await hooks.run('svc_warm_llms_full');
  const notices = await withLateNotices(report.notices, build);
  const { purge } = loaded.config;
  await purgeCaches(report, { purge, settings, folder: loaded.folder, env, warnings });
  const hasChanged = report.added.length + report.changed.length + report.removed.length > 0;
  if (build.indexNowKey !== undefined && loaded.config.site.public && hasChanged) {
    const { ctx } = await build.live().under(settings, prepared.rules.gate.now);
    const { baseUrl } = report;
    const urls = changedPages(ctx, report);
    await announce({ key: build.indexNowKey, baseUrl, urls, env, warnings });
  }
  return { ...report, notices, warnings: warnings.list() };
}

/** Keeps plugin failures since the report with the others. */
async function withLateNotices(
  notices: BuildReport['notices'],
  { prepared, state }: CommittedBuild,
): Promise<BuildReport['notices']> {
  const known = new Set(notices.map(({ message }) => message));
  const late = prepared.hooks.notices().map(fromHook);
  const all = [...notices, ...late.filter(({ message }) => !known.has(message))];
  if (all.length > notices.length) await keepNotices(state, all);
  return all;
}

/** The agent files that caches drop after any change of content. */
const AGENT_FILES = documentTable
  .filter(({ purge }) => purge === true)
  .flatMap(({ path, aliases = [] }) => [path, ...aliases]);

/** Timeout in milliseconds. */
const PATIENCE = 30_000;

/** The purge hook. */
interface PurgeOptions {
  readonly purge: PurgeConfig | undefined;
  readonly settings: Pick<Settings, 'purge_cache_on_change'>;
  /** The folder of the configuration: a command runs there. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warnings: Warnings;
}

/**
 * The addresses that caches should drop after a build: none when nothing has changed, else the agent files and the
 * twins that were added, changed or removed. Caches may hold a negative answer for an added one, too.
 */
export function purgeList(
  report: Pick<BuildReport, 'baseUrl' | 'added' | 'changed' | 'removed'>,
): readonly string[] {
  const files = [...report.added, ...report.changed, ...report.removed];
  if (files.length === 0) return [];
  const twins = files.filter((file) => file.endsWith('.md') && !file.startsWith('.well-known/'));
  const paths = twins.map((file) => `/${encodeSegments(file)}`);
  return [...new Set([...AGENT_FILES, ...paths])].map((path) => report.baseUrl + path);
}

/**
 * Runs the purge hook after a build. A failed hook is a warning: the site is up to date, only a cache is not.
 */
async function purgeCaches(report: BuildReport, options: PurgeOptions): Promise<void> {
  const { purge, settings, warnings } = options;
  if (purge === undefined || !settings.purge_cache_on_change || report.dryRun) return;
  const urls = purgeList(report);
  if (urls.length === 0) return;
  const problem =
    'command' in purge ? await tell(purge.command, urls, options) : await post(purge, urls, options);
  if (problem === undefined) return;
  const message = `Caches weren't purged: ${problem}.`;
  const fix = 'Purge them yourself, and correct the hook.';
  warnings.add({ code: 'purge-failed', message, field: 'purge', fix });
}

async function tell(command: readonly string[], urls: readonly string[], { folder, env }: PurgeOptions) {
  const problem = await runCommand(command, `${urls.join('\n')}\n`, { cwd: folder, env });
  return problem && `the command ${problem}`;
}

async function post(
  { webhook, tokenEnv }: Extract<PurgeConfig, { webhook: string }>,
  urls: readonly string[],
  { env }: PurgeOptions,
): Promise<string | undefined> {
  const token = tokenEnv === undefined ? undefined : env[tokenEnv];
  if (tokenEnv !== undefined && (token ?? '') === '') return `the variable ${tokenEnv} isn't set`;
  try {
    const response = await fetch(webhook, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ urls }),
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'error',
    });
    return response.ok ? undefined : `the webhook responded with status ${response.status}`;
  } catch (error) {
    return `the webhook can't be reached (${error instanceof Error ? error.name : 'unknown'})`;
  }
}
