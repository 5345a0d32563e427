import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { startServe } from '../src/cli/serve.js';
import { hashPassword } from '../src/sidecar/accounts/password.js';
import { openStorage } from '../src/storage/open.js';
import { addUser } from '../src/storage/tables/users.js';
import { atMost, median, type Row } from './row.js';
import { folderOf, SITE_URL } from './site.js';

const PAGES = 10_000;
const ROUNDS = 9;
const PASSWORD = 'a password for a bench';

/** An assistant's edit of one passage, until visitors get it: the answer of the ability waits for that. */
export async function writeRows(): Promise<readonly Row[]> {
  const served = await measure('none');
  const rendered = await measure('render');
  const row = (what: string, value: number): Row => ({
    target: '',
    what: `${what}, 10k`,
    ours: { value, unit: 's' },
    must: atMost(2),
  });
  return [
    row('an edit until twin and change feed show it', served),
    row('the same, where the pages are ours too', rendered),
  ];
}

/** @returns seconds, the median */
async function measure(html: 'none' | 'render'): Promise<number> {
  const cwd = mkdtempSync(join(tmpdir(), 'svc-bench-write-'));
  cpSync(folderOf(PAGES), join(cwd, 'content'), { recursive: true });
  const config = { site: { url: SITE_URL, name: 'Bench', description: 'A site.' }, source: 'content', html };
  writeFileSync(join(cwd, 'svc.config.json'), JSON.stringify(config));
  const settings = { enable_mcp_server: true, enable_agent_writes: true };
  writeFileSync(join(cwd, 'svc.settings.json'), JSON.stringify(settings));
  const terminal = { env: { SVC_LOG_LEVEL: 'error' }, cwd, out() {}, err() {}, isTty: false };
  const serving = await startServe({ port: '0', json: true }, terminal);
  try {
    const headers = await signIn(cwd, serving.url);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await edit(serving.url, headers, round));
    return median(times);
  } finally {
    await serving.close();
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Replaces a word of another page each time, and makes sure that everybody sees it. */
async function edit(url: string, headers: Readonly<Record<string, string>>, round: number): Promise<number> {
  const feed = (await (await fetch(`${url}svc-changes.json`)).json()) as {
    items: { id: number; url: string }[];
  };
  const page = feed.items[round * 7 + 1];
  if (page === undefined) throw new Error('the site has no such page');
  const fresh = `Edited in round ${round}`;
  const input = { post_id: page.id, old: 'No. ', new: `${fresh}. No. ` };
  const start = performance.now();
  const response = await fetch(`${url}api/wp-abilities/v1/abilities/svc/edit-content/run`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ input }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  // An answer waits for the build, but not on and on.
  const twin = `${new URL(page.url).pathname.replace(/\/$/, '').slice(1)}.md`;
  while (!(await (await fetch(url + twin)).text()).includes(fresh)) await setTimeout(20);
  const seconds = (performance.now() - start) / 1000;
  const after = (await (await fetch(`${url}svc-changes.json`)).json()) as { items: { id: number }[] };
  if (after.items[0]?.id !== page.id) throw new Error('the change feed does not show the edit');
  return seconds;
}

async function signIn(cwd: string, url: string): Promise<Readonly<Record<string, string>>> {
  const storage = await openStorage(join(cwd, '.svc/svc.db'));
  const user = { name: 'keeper', displayName: 'Keeper', email: '', role: 'administrator', created: 1 };
  await addUser(storage.db, { ...user, password: await hashPassword(PASSWORD) });
  await storage.close();
  const response = await fetch(`${url}svc/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'keeper', password: PASSWORD }),
  });
  const { nonce } = (await response.json()) as { nonce: string };
  const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';', 1);
  return { Cookie: cookie, 'X-Platform-Nonce': nonce };
}
