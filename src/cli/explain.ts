import { explainPage } from '../build/audit/explain.js';
import type { LoadedConfig } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import type { ExitCode } from '../core/errors.js';
import { formatExplanation } from './format-report.js';
import { reportColours } from './print.js';
import type { Terminal } from './terminal.js';

/**
 * `svc build --explain`: explains instead of building, and writes nothing.
 * @throws SvcError errors of reading
 */
export async function explainBuild(
  asked: string,
  loaded: LoadedConfig,
  terminal: Terminal,
): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const explanation = await explainPage(asked, { loaded, cwd, clock: systemClock(env) });
  if (loaded.run.json) terminal.out(`${JSON.stringify(explanation, null, 2)}\n`);
  else terminal.out(formatExplanation(explanation, { cwd, colours: reportColours(terminal) }));
  return explanation.ok ? 0 : 1;
}
