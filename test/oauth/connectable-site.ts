import { join } from 'node:path';
import { freePort } from '../hosts/servers.js';
import { HARBOUR, serveSite, type TestSite } from '../server/serving.js';
import { addOwner } from './full-flow.js';

/** A site that is being served, and where its sidecar answers. */
export interface ConnectableSite {
  readonly site: TestSite;
  /** Without trailing slash. */
  readonly sidecar: string;
}

/** How a site differs from one at the root of its host. */
export interface ConnectableSetup {
  /** Path of the site's address. */
  readonly basePath?: string;
  /** True for a site somewhere else, whose sidecar has an origin of its own. */
  readonly isElsewhere?: boolean;
}

/** A site at its own address, where assistants may connect. */
export async function startSite({
  basePath = '',
  isElsewhere = false,
}: ConnectableSetup = {}): Promise<ConnectableSite> {
  const port = await freePort();
  const sidecar = `http://127.0.0.1:${port}${basePath}`;
  const address = isElsewhere
    ? { site: { url: 'https://harbour.example', name: 'Harbour' }, sidecar }
    : { site: { url: sidecar, name: 'Harbour' } };
  const site = await serveSite({
    files: HARBOUR,
    config: address,
    settings: { enable_mcp_server: true },
    flags: { port: String(port) },
    env: { SVC_LOG_LEVEL: 'trace' },
  });
  await addOwner(join(site.folder, '.svc/svc.db'));
  return { site, sidecar };
}
