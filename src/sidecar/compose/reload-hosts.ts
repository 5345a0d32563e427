import type { Logger } from 'pino';
import { runCommand } from '../../build/run-command.js';
import type { LoadedConfig } from '../../config/config.js';

/** The inputs of reloading the rules of web servers. */
interface ReloadOptions {
  readonly loaded: Pick<LoadedConfig, 'config' | 'folder'>;
  /** Rules that a build added, changed or removed; undefined for none. */
  readonly files: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
}

/**
 * Logs that the rules of hosts have changed, and runs the configured command. A failed command is logged: the web
 * server then keeps the previous rules.
 */
export async function reloadHosts({ loaded, files = [], env, log }: ReloadOptions): Promise<void> {
  const { hostReload } = loaded.config;
  if (files.length === 0) return;
  const next = hostReload.length === 0 ? 'reload the web server' : 'running the reload command';
  log.info({ files }, `the rules of hosts have changed; ${next}`);
  if (hostReload.length === 0) return;
  const problem = await runCommand(hostReload, '', { cwd: loaded.folder, env });
  if (problem === undefined) log.info('the reload command has ended');
  else
    log.error(
      { problem: `it ${problem}` },
      'the reload command failed; the web server keeps the previous rules',
    );
}
