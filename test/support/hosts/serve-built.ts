import { readFileSync } from 'node:fs';
import { type Serving, startServe } from '../../../src/cli/serve.js';
import type { BuiltSite } from './site.js';

/** Serves a site that was built for servers in front of it. */
export function serveBuilt(site: BuiltSite, port: number): Promise<Serving> {
  const env = {
    SVC_SIGNING_KEY: readFileSync('fixtures/signing-key.jwk', 'utf8'),
    SVC_LOG_LEVEL: 'silent',
  };
  const ignore = () => undefined;
  const terminal = { env, cwd: site.folder, out: ignore, err: ignore, isTty: false };
  return startServe({ config: site.config, port: String(port) }, terminal);
}
