import { readFileSync } from 'node:fs';
import type { Serving } from '../../../src/api/start-server.js';
import { startServe } from '../../../src/cli/serve.js';
import type { BuiltSite } from './site.js';

/**
 * Serves a site that was built for servers in front of it.
 * @param log takes the lines of the log; without it nothing is logged
 */
export function serveBuilt(site: BuiltSite, port: number, log?: string[]): Promise<Serving> {
  const env = {
    SVC_SIGNING_KEY: readFileSync('fixtures/signing-key.jwk', 'utf8'),
    SVC_LOG_LEVEL: log === undefined ? 'silent' : 'info',
  };
  const ignore = () => undefined;
  const terminal = {
    env,
    cwd: site.folder,
    out: ignore,
    err: (text: string) => void log?.push(text),
    isTty: false,
  };
  return startServe({ config: site.config, port: String(port) }, terminal);
}
