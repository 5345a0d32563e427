import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Assistant } from '../../../support/sidecar/oauth/assistant.js';
import { Browser, startSidecar, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';

const PATH = '/svc/connections';

let sidecar: TestSidecar;
let owner: Browser;

beforeAll(async () => {
  sidecar = await startSidecar();
  await sidecar.addUser('ada', 'administrator');
  await sidecar.addUser('eve', 'editor');
});
afterAll(() => sidecar.close());
beforeEach(async () => {
  sidecar.now += 3600;
  await sidecar.set({ enable_mcp_server: true, enable_agent_writes: false });
  // Once: a session outlives the tests.
  if (owner?.cookies.has('svc_session')) return;
  owner = new Browser(sidecar);
  await owner.signIn('ada');
});

const bearerOf = (token: string) =>
  sidecar.services.credentials.authenticateBearer(`Bearer ${token}`, { now: sidecar.now });
const tokenIn = (text: string) => /svcmcp_[rw]_[0-9a-f]{40}/.exec(text)?.[0];

describe('the page of connections', () => {
  it('is for administrators, and there only while the MCP server is on', async () => {
    const sent = await new Browser(sidecar).get(PATH);
    expect(sent.headers.get('location')).toBe(`/svc/login?return_to=%2Fsvc%2Fconnections`);
    const editor = new Browser(sidecar);
    await editor.signIn('eve');
    for (const method of ['GET', 'POST']) expect((await editor.send(method, PATH)).status).toBe(403);
    await sidecar.set({ enable_mcp_server: false });
    for (const browser of [owner, editor, new Browser(sidecar)]) {
      for (const method of ['GET', 'POST']) expect((await browser.send(method, PATH)).status).toBe(404);
    }
    expect(await (await owner.get(PATH)).text()).toContain('svc settings set enable_mcp_server true');
  });

  it('shows where to connect, who is connected, and lets go of one', async () => {
    expect(await (await owner.get(PATH)).text()).toContain('None yet.');
    const [first, second] = [new Assistant(sidecar), new Assistant(sidecar)];
    await first.register({ client_name: '<i>First</i>' });
    const { access } = await first.connect(owner);
    const others = await second.connect(owner);
    await bearerOf(access);
    const text = await (await owner.get(PATH)).text();
    expect(text).toContain(`<code class="copy">${sidecar.url}/api/svc/v1/mcp</code>`);
    expect(text).toContain('&lt;i&gt;First&lt;/i&gt;');
    expect(text).toContain('kettle.example, reads, approved 2027-01-15');
    expect(text).toMatch(/last used 2027[\s\S]*not used yet/);
    const gone = await owner.submit(PATH, { remove: first.clientId });
    expect([gone.status, gone.headers.get('location')]).toEqual([303, PATH]);
    expect([await bearerOf(access), (await bearerOf(others.access))?.scope]).toEqual([undefined, 'read']);
    expect(await (await owner.get(PATH)).text()).not.toContain('First');
  });

  it('makes the token of the site and shows it once; makes another; revokes it', async () => {
    const made = await owner.submit(PATH, { token: 'make', scope: 'write' });
    const text = await made.text();
    const token = tokenIn(text) ?? '';
    // Assistants may not write here.
    expect([made.status, made.headers.get('cache-control'), (await bearerOf(token))?.scope]).toEqual([
      200,
      'no-store',
      'read',
    ]);
    expect(text).toContain('role="status"');
    const later = await (await owner.get(PATH)).text();
    expect([tokenIn(later), later.includes('Current token: reads, created 2027')]).toEqual([undefined, true]);
    await sidecar.set({ enable_agent_writes: true });
    const second = tokenIn(await (await owner.submit(PATH, { token: 'make', scope: 'write' })).text()) ?? '';
    expect([await bearerOf(token), (await bearerOf(second))?.scope]).toEqual([undefined, 'write']);
    await owner.submit(PATH, { token: 'revoke' });
    expect(await bearerOf(second)).toBeUndefined();
    expect(await (await owner.get(PATH)).text()).toContain('Create a token');
  });

  it('keeps a new token when its page is reloaded, which sends the form again', async () => {
    const token = tokenIn(await (await owner.submit(PATH, { token: 'make', replaces: '' })).text()) ?? '';
    const again = await owner.submit(PATH, { token: 'make', replaces: '' });
    expect([again.status, again.headers.get('location')]).toEqual([303, PATH]);
    expect((await bearerOf(token))?.scope).toBe('read');
  });

  it('does nothing for a form that it has not shown', async () => {
    const { access } = await new Assistant(sidecar).connect(owner);
    const bare = await owner.send('POST', PATH);
    expect(bare.status).toBe(403);
    const forged = await owner.submit(PATH, { token: 'make', form_token: 'forged' });
    expect([forged.status, tokenIn(await forged.text())]).toEqual([403, undefined]);
    expect(await bearerOf(access)).toBeDefined();
  });
});
