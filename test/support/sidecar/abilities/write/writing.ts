import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Storage } from '../../../../../src/storage/port.js';
import { AdminClient, type Credentials } from '../../server/admin/client.js';
import { inStorage } from '../../server/mcp/connection.js';
import { type SiteSetup, serveSite, type TestSite } from '../../server/serving.js';
import { abilityOf } from '../ability-site.js';

/** Both switches on, publishing off. */
export const WRITES = { enable_mcp_server: true, enable_agent_writes: true };

/** How a run over the abilities REST API ended. */
export interface Ran<T = Record<string, unknown>> {
  readonly status: number;
  /** Of an error. */
  readonly code: string | undefined;
  readonly message: string;
  readonly output: T;
}

/** A site that is served, with accounts that run abilities over its REST API. */
export class WritingSite {
  readonly site: TestSite;
  readonly #accounts = new Map<string, Promise<Credentials>>();
  readonly #client: AdminClient;

  constructor(site: TestSite) {
    this.site = site;
    this.#client = new AdminClient(site);
  }

  /** Runs an ability as an account that is named after its role. */
  async run<T = Record<string, unknown>>(
    slug: string,
    input: object,
    role = 'administrator',
  ): Promise<Ran<T>> {
    const isRead = abilityOf(slug).tier === 'read';
    const query = isRead ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const response = await fetch(`${this.site.url}api/wp-abilities/v1/abilities/svc/${slug}/run${query}`, {
      method: isRead ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json', ...(await this.account(role)) },
      ...(!isRead && { body: JSON.stringify({ input }) }),
    });
    const body = (await response.json()) as { code?: string; message?: string };
    const isDone = response.status === 200;
    return {
      status: response.status,
      code: isDone ? undefined : body.code,
      message: isDone ? '' : (body.message ?? ''),
      output: body as T,
    };
  }

  /** The output of a run that has to succeed. */
  async done<T = Record<string, unknown>>(slug: string, input: object, role?: string): Promise<T> {
    const ran = await this.run<T>(slug, input, role);
    if (ran.status !== 200)
      throw new Error(`${slug}: ${ran.status} ${ran.code ?? ''} ${ran.message}\n${this.site.log.join('')}`);
    return ran.output;
  }

  /** Signs an account in, once. */
  account(role: string): Promise<Credentials> {
    const known = this.#accounts.get(role) ?? this.#client.as(role, role);
    this.#accounts.set(role, known);
    return known;
  }

  /** A file of the site's folder, as it is. */
  file(path: string): string {
    return readFileSync(join(this.site.folder, path), 'utf8');
  }

  /** What has to stay as it is where a write is refused: bytes and time of a file. */
  state(path: string): { readonly bytes: string; readonly time: bigint; readonly inode: bigint } {
    const full = join(this.site.folder, path);
    const { mtimeNs, ino } = statSync(full, { bigint: true });
    return { bytes: readFileSync(full, 'latin1'), time: mtimeNs, inode: ino };
  }

  /** The public answer at a path. */
  async page(path: string): Promise<string> {
    return (await this.site.ask(path)).text;
  }

  /** Saves settings as the owner does. */
  async saveSettings(settings: object): Promise<void> {
    const credentials = await this.account('administrator');
    const { status } = await this.#client.call('POST', '/settings', credentials, settings);
    if (status !== 200) throw new Error(`the settings were not saved: ${status}`);
  }

  inStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
    return inStorage(this.site, work);
  }
}

/** Serves a site on which assistants may write. */
export async function writingSite({ settings, ...setup }: SiteSetup): Promise<WritingSite> {
  return new WritingSite(await serveSite({ ...setup, settings: { ...WRITES, ...settings } }));
}
