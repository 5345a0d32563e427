import { join } from 'node:path';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { defaultSettings, sanitiseSettings } from '../../../../src/config/settings.js';
import { settingsStore } from '../../../../src/config/settings-store.js';
import { openStorage } from '../../../../src/storage/open.js';
import { settingsCell } from '../../../../src/storage/settings-cell.js';
import { freePort } from '../../free-port.js';
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
  /** By default a file of the site's own. */
  readonly database?: string;
}

/** A site at its own address, where assistants may connect. */
export async function startSite({
  basePath = '',
  isElsewhere = false,
  database,
}: ConnectableSetup = {}): Promise<ConnectableSite> {
  const port = await freePort();
  const sidecar = `http://127.0.0.1:${port}${basePath}`;
  const address = isElsewhere
    ? { site: { url: 'https://harbour.example', name: 'Harbour' }, sidecar }
    : { site: { url: sidecar, name: 'Harbour' } };
  if (database !== undefined) await switchOn(database);
  const site = await serveSite({
    files: HARBOUR,
    config: { ...address, ...(database !== undefined && { database }) },
    settings: { enable_mcp_server: true },
    flags: { port: String(port) },
    env: { SVC_LOG_LEVEL: 'trace' },
  });
  await addOwner(database ?? join(site.folder, '.svc/svc.db'));
  return { site, sidecar };
}

/** Sidecars with a database of several keep their settings there. */
async function switchOn(database: string): Promise<void> {
  const storage = await openStorage(database);
  const settings = settingsStore(settingsCell(storage), { base: defaultSettings(), hooks: new Hooks() });
  await settings.update((current) => sanitiseSettings({ enable_mcp_server: true }, current, { types: [] }));
  await storage.close();
}
