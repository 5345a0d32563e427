import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Serving } from '../../../src/api/start-server.js';
import { hashPassword } from '../../../src/sidecar/accounts/password.js';
import { openStorage } from '../../../src/storage/open.js';
import { addUser } from '../../../src/storage/tables/users.js';
import { freePort } from '../../support/free-port.js';
import { serveBuilt } from '../../support/hosts/serve-built.js';
import { type RunningServer, startServer, webServer } from '../../support/hosts/servers.js';
import { type BuiltSite, buildSite } from '../../support/hosts/site.js';
import { needs } from '../../support/needs.js';
import { until } from '../../support/sidecar/server/serving.js';

const PASSWORD = 'the lamp is lit at dusk';

let site: BuiltSite;
let serving: Serving;

beforeAll(async () => {
  const port = await freePort();
  site = await buildSite({ hosts: ['nginx'], sidecar: true, sidecarAddress: `127.0.0.1:${port}` });
  serving = await serveBuilt(site, port);
  const storage = await openStorage(join(site.folder, '.svc/svc.db'));
  const password = await hashPassword(PASSWORD);
  const ada = { name: 'ada', displayName: 'ada', email: '', role: 'administrator', password, created: 1 };
  await addUser(storage.db, ada);
  await storage.close();
});

afterAll(() => serving?.close());

describe('a sidecar behind nginx', needs(webServer('nginx')), () => {
  let server: RunningServer | undefined;

  beforeAll(async () => {
    server = await startServer('nginx', site, { live: false });
  });
  afterAll(() => server?.stop());

  it('takes sign-in, nonce and a settings save, and the files in front follow', async () => {
    const origin = server?.origin ?? '';
    const page = await fetch(`${origin}/svc/login`);
    expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'DENY']);
    const signedIn = await fetch(`${origin}/svc/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: PASSWORD }),
    });
    expect(signedIn.status).toBe(200);
    const [Cookie = ''] = (signedIn.headers.getSetCookie()[0] ?? '').split(';', 1);
    const { nonce } = (await (await fetch(`${origin}/api/svc/v1/nonce`, { headers: { Cookie } })).json()) as {
      nonce: string;
    };
    const save = (settings: object, headers: Record<string, string>) =>
      fetch(`${origin}/api/svc/v1/settings`, {
        method: 'PATCH',
        headers: { Cookie, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(settings),
      });
    expect((await save({ enable_llms_full: false }, {})).status).toBe(401);
    const saved = await save({ enable_llms_full: false }, { 'X-Platform-Nonce': nonce });
    expect([saved.status, await saved.json()]).toEqual([200, expect.objectContaining({ saved: true })]);
    await until(async () => (await fetch(`${origin}/llms-full.txt`)).status === 404);
    await save({ enable_llms_full: true }, { 'X-Platform-Nonce': nonce });
    await until(async () => (await fetch(`${origin}/llms-full.txt`)).status === 200);
  }, 60_000);
});
