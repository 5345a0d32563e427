import { join } from 'node:path';
import { freePort } from '../hosts/servers.js';
import { HARBOUR, serveSite, type TestSite } from '../server/serving.js';
import { addOwner } from './full-flow.js';

/** A site that is being served, and where its sidecar answers. */
export interface ConnectableSite {
  readonly site: TestSite;
  readonly origin: string;
}

/**
 * A site at its own address, where assistants may connect.
 * @param sidecarPort of a sidecar on another origin than the site
 */
export async function startSite(sidecarPort?: number): Promise<ConnectableSite> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const other = sidecarPort === undefined ? {} : { sidecar: `http://127.0.0.1:${sidecarPort}` };
  const site = await serveSite({
    files: HARBOUR,
    config: {
      site: { url: sidecarPort === undefined ? origin : 'https://harbour.example', name: 'Harbour' },
      ...other,
    },
    settings: { enable_mcp_server: true },
    flags: { port: String(sidecarPort ?? port) },
    env: { SVC_LOG_LEVEL: 'trace' },
  });
  await addOwner(join(site.folder, '.svc/svc.db'));
  return { site, origin: sidecarPort === undefined ? origin : `http://127.0.0.1:${sidecarPort}` };
}
