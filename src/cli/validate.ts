import { withLastCall } from '../api/last-call.js';
import { validateProject } from '../api/validate-project.js';
import type { Flags } from '../config/env.js';
import { loadConfig } from '../config/load.js';
import type { ExitCode } from '../core/errors.js';
import { reportColours } from './colours.js';
import { formatValidation } from './format-validation.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc validate` from commander. */
export type ValidateFlags = Pick<Flags, 'config' | 'out' | 'site' | 'strict' | 'json'>;

/**
 * `svc validate`.
 * @param dir the output folder, relative to the current one; by default that of the configuration
 * @throws SvcError `SVC_SOURCE_MISSING` when there is no such folder, and errors of loading the configuration
 */
export async function validate(
  dir: string | undefined,
  flags: ValidateFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const loaded = await loadConfig({ cwd, flags: await withLastCall(flags, { cwd, env }, dir), env });
  const isNamed = flags.config !== undefined || flags.site !== undefined;
  const report = await validateProject({ loaded, cwd, env }, { dir, isNamed });
  const { strict, json } = loaded.run;
  if (json) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
  else terminal.out(formatValidation(report, { cwd, colours: reportColours(terminal), strict }));
  return report.ok ? 0 : 1;
}
