import type { LoadedConfig } from '../config/config.js';
import type { Warnings } from '../core/warnings.js';
import type { Prepared } from './prepare.js';
import { purgeCaches } from './purge.js';
import type { BuildReport } from './report.js';

/** What is known when the output is complete. */
export interface Committed {
  readonly loaded: LoadedConfig;
  readonly prepared: Prepared;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warnings: Warnings;
}

/**
 * Tells others that the output has changed: plugins, then caches. Nobody of them can undo the build: what fails is a
 * warning.
 * @returns the report with the warnings that came of it
 */
export async function tellOthers(report: BuildReport, committed: Committed): Promise<BuildReport> {
  const { loaded, prepared, env, warnings } = committed;
  const { settings, hooks } = prepared;
  if ([...report.added, ...report.changed].includes('llms-full.txt')) await hooks.run('svc_warm_llms_full');
  const { purge } = loaded.config;
  await purgeCaches(report, { purge, settings, folder: loaded.folder, env, warnings });
  return { ...report, warnings: warnings.list() };
}
