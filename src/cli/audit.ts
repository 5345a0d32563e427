import { withLastCall } from '../api/last-call.js';
import { auditSite } from '../build/audit/audit.js';
import type { Flags } from '../config/env.js';
import { loadConfig } from '../config/load.js';
import { systemClock } from '../core/clock.js';
import type { ExitCode } from '../core/errors.js';
import { reportColours } from './colours.js';
import { formatAudit } from './format-audit.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc audit` from commander. */
export type AuditFlags = Pick<
  Flags,
  'config' | 'source' | 'site' | 'baseUrl' | 'previous' | 'strict' | 'json'
>;

/**
 * `svc audit`.
 * @throws SvcError errors of reading
 */
export async function audit(flags: AuditFlags, terminal: Terminal): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const given = flags.source === undefined ? await withLastCall(flags, { cwd, env }) : flags;
  const loaded = await loadConfig({ cwd, flags: given, env });
  const report = await auditSite({ loaded, cwd, clock: systemClock(env) });
  if (loaded.run.json) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
  else terminal.out(formatAudit(report, { cwd, colours: reportColours(terminal) }));
  return report.ok ? 0 : 1;
}
