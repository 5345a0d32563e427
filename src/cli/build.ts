import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildProject } from '../api/build.js';
import { keepCall, withLastCall } from '../api/last-call.js';
import type { Flags } from '../config/env.js';
import { loadConfig } from '../config/load.js';
import { hostNames } from '../config/schema.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { printResult } from './print.js';
import { createProgress } from './progress.js';
import type { Terminal } from './terminal.js';

/** @throws SvcError for `--hosts nginx apache`, because `apache` would be read as a source */
function assertOneList({ hosts, source = [] }: Flags, cwd: string): void {
  if (hosts === undefined) return;
  const known = hostNames();
  const stray = [source].flat().filter((name) => known.includes(name) && !existsSync(resolve(cwd, name)));
  if (stray.length === 0) return;
  const all = [hosts, ...stray].flat().join(',');
  const message = `--hosts: expected names separated by commas, found "${stray[0]}" after a space`;
  throw new SvcError('SVC_USAGE', message, { fix: `Write --hosts ${all}` });
}

/** `svc build` with the flags from commander. */
export async function build(flags: Flags, terminal: Terminal): Promise<ExitCode> {
  const { cwd, env } = terminal;
  assertOneList(flags, cwd);
  const isQuestion = flags.explain !== undefined || flags.dryRun === true;
  const isComplete = !isQuestion || flags.source !== undefined;
  const given = isComplete ? flags : await withLastCall(flags, { cwd, env });
  const loaded = await loadConfig({ cwd, flags: given, env });
  const { json, explain } = loaded.run;
  if (explain !== undefined) {
    const { explainBuild } = await import('./explain.js');
    return explainBuild(explain, loaded, terminal);
  }
  const progress = await createProgress(terminal, !json);
  try {
    const report = await buildProject({ loaded, cwd, env }, (event) => progress.update(event));
    progress.end();
    keepCall(loaded, flags, env);
    if (json) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
    else {
      const { formatReport } = await import('./format-report.js');
      printResult(terminal, report.dryRun, (colours) => formatReport(report, { cwd, colours }));
    }
    return report.ok ? 0 : 1;
  } finally {
    progress.end();
  }
}
