import type { LoadedConfig } from '../config/config.js';
import type { Warnings } from '../core/warnings.js';
import type { LiveContent } from '../documents/live-content.js';
import { announce, changedPages } from './index-now.js';
import { fromHook } from './notices.js';
import type { Prepared } from './prepare.js';
import { purgeCaches } from './purge.js';
import type { BuildReport } from './report.js';
import { keepNotices } from './stored-notices.js';

/** The facts about a complete output. */
export interface Committed {
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
export async function tellOthers(report: BuildReport, committed: Committed): Promise<BuildReport> {
  const { loaded, prepared, env, warnings } = committed;
  const { settings, hooks } = prepared;
  if ([...report.added, ...report.changed].includes('llms-full.txt')) await hooks.run('svc_warm_llms_full');
  const notices = await withLateNotices(report.notices, committed);
  const { purge } = loaded.config;
  await purgeCaches(report, { purge, settings, folder: loaded.folder, env, warnings });
  const hasChanged = report.added.length + report.changed.length + report.removed.length > 0;
  if (committed.indexNowKey !== undefined && loaded.config.site.public && hasChanged) {
    const { ctx } = await committed.live().under(settings, prepared.rules.gate.now);
    const { baseUrl } = report;
    const urls = changedPages(ctx, report);
    await announce({ key: committed.indexNowKey, baseUrl, urls, env, warnings });
  }
  return { ...report, notices, warnings: warnings.list() };
}

/** Keeps plugin failures since the report with the others. */
async function withLateNotices(
  notices: BuildReport['notices'],
  { prepared, state }: Committed,
): Promise<BuildReport['notices']> {
  const known = new Set(notices.map(({ message }) => message));
  const late = prepared.hooks.notices().map(fromHook);
  const all = [...notices, ...late.filter(({ message }) => !known.has(message))];
  if (all.length > notices.length) await keepNotices(state, all);
  return all;
}
