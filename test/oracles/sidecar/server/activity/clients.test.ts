import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepFlaggedAddresses } from '../../../../../src/insights/activity/record/flagged-addresses.js';
import { schemaErrors } from '../../../../../src/quality/validate/ajv.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

const TEA = 'TeaBot/1.0 (+https://tea.example/bot)';

let site: TestSite;
let client: AdminClient;
let ada: Credentials;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR });
  client = new AdminClient(site);
  ada = await client.as('ada', 'administrator');
}, 60_000);

const post = (path: string, body: unknown) => client.call('POST', `/activity/${path}`, ada, body);

interface Row {
  readonly ua: string;
  readonly hits: number;
  readonly blocked: boolean;
  readonly action: string;
}

/** The review queue as an answer has it. */
function sourcesIn(body: unknown): readonly Row[] {
  const { activity = body } = body as { activity?: unknown };
  return (activity as { threats: { sources: readonly Row[] } }).threats.sources;
}

/** Asks for the overview in a way that changes nothing. */
async function overview(): Promise<unknown> {
  return (await post('undismiss', { key: 'tok:nobody' })).status === 200
    ? (await post('dismiss', { ua: 'NobodyBot/1.0', hits: 0 })).body
    : undefined;
}

const queueHas = (ua: string) => async () => sourcesIn(await overview()).some((row) => row.ua === ua);

describe('[4.1-clients] decisions', () => {
  it('block a client, with the new overview and the settings', async () => {
    await site.ask('/llms.txt', { headers: { 'User-Agent': TEA } });
    await until(queueHas(TEA));
    const { status, body } = await post('block', { ua: TEA });
    expect([status, schemaErrors('admin-activity-decided.schema.json', body)]).toEqual([200, []]);
    expect(body).toMatchObject({ settings: { blocked_agents: ['teabot'], block_agents: true } });
    expect(sourcesIn(body).find(({ ua }) => ua === TEA)).toMatchObject({ blocked: true, action: '' });
  });

  it('refuse liars without naming anybody', async () => {
    await client.call('POST', '/settings', ada, { block_agents: false, block_spoofed: false });
    const { body } = await post('block', { spoofed: true });
    expect(body).toMatchObject({ settings: { block_agents: true, block_spoofed: true } });
  });

  it.each(['block', 'allow'])('%s nobody who cannot be told from others', async (path) => {
    for (const ua of ['curl/8.5.0', 'Mozilla/5.0 (X11) Firefox/140.0', '']) {
      expect(await post(path, { ua })).toMatchObject({ status: 422, code: 'svc_no_safe_token' });
    }
    expect(await post(path, {})).toMatchObject({
      status: 400,
      code: 'rest_missing_callback_param',
      body: { data: { params: ['ua'] } },
    });
    expect(await post(path, { ua: 'x'.repeat(1001) })).toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
    });
  });

  it('trust a client, though it stays on the other list', async () => {
    await post('block', { ua: 'CupBot/1.0' });
    const { body } = await post('allow', { ua: 'CupBot/1.0' });
    expect(body).toMatchObject({ settings: { allowed_agents: ['cupbot'] } });
    expect((body as { settings: { blocked_agents: string[] } }).settings.blocked_agents).toContain('cupbot');
  });

  it('[2.2-decision-row] have a token, a date, and what the catalogue knows of it', async () => {
    await post('block', { ua: 'Mozilla/5.0 (compatible; GPTBot/1.2)' });
    const { body } = await client.call('GET', '/activity/clients', ada);
    const rows = (body as { blocked: { token: string; at: number; known: { name: string } | null }[] })
      .blocked;
    const row = rows.find(({ token }) => token === 'gptbot');
    expect(Object.keys(row ?? {})).toEqual(['token', 'at', 'known']);
    expect([(row?.at ?? 0) > 0, row?.known?.name]).toEqual([true, 'GPTBot']);
    expect(rows.find(({ token }) => token === 'cupbot')?.known).toBeNull();
  });

  it('[4.1-client-remove] are taken back, in any case, and only from a list that exists', async () => {
    const { status, body } = await post('client-remove', { token: 'CUPBOT', list: 'blocked_agents' });
    expect([status, schemaErrors('admin-activity-clients.schema.json', body)]).toEqual([200, []]);
    const tokens = (body as { blocked: { token: string }[] }).blocked.map(({ token }) => token);
    expect(tokens).not.toContain('cupbot');
    expect(body).toMatchObject({
      settings: { block_agents: true },
      allowed: [{ token: 'cupbot', known: null }],
    });
    expect(await post('client-remove', { token: 'nobody', list: 'allowed_agents' })).toMatchObject({
      status: 200,
    });
    expect(await post('client-remove', { token: 'x', list: 'others' })).toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
    });
    expect(await post('client-remove', { list: 'allowed_agents' })).toMatchObject({
      status: 400,
      code: 'rest_missing_callback_param',
    });
  });

  it('[4.1-undismiss] put a client away and take it back', async () => {
    const pot = 'PotBot/1.0 (+https://pot.example)';
    await site.ask('/llms.txt', { headers: { 'User-Agent': pot } });
    await until(queueHas(pot));
    const dismissed = await post('dismiss', { ua: pot, hits: 1 });
    expect([dismissed.status, schemaErrors('admin-activity.schema.json', dismissed.body)]).toEqual([200, []]);
    expect(sourcesIn(dismissed.body).some(({ ua }) => ua === pot)).toBe(false);
    const clients = await client.call('GET', '/activity/clients', ada);
    expect(clients.body).toMatchObject({
      ignored: expect.arrayContaining([
        { key: 'tok:potbot', label: 'PotBot', at: expect.any(Number), hits: 1 },
      ]),
    });
    const { body } = await post('undismiss', { key: 'tok:potbot' });
    expect((body as { ignored: { key: string }[] }).ignored.map(({ key }) => key)).not.toContain(
      'tok:potbot',
    );
    expect(await post('undismiss', {})).toMatchObject({ status: 400, code: 'rest_missing_callback_param' });
    expect(await queueHas(pot)()).toBe(true);
  });
});

describe('addresses of flagged clients', () => {
  it('are gone at once when the owner no longer wishes to keep them', async () => {
    const storage = await openStorage(join(site.folder, '.svc/svc.db'));
    const count = async () => (await storage.db.selectFrom('flagged_addresses').selectAll().execute()).length;
    await client.call('POST', '/settings', ada, { store_flagged_ips: true });
    await keepFlaggedAddresses(storage, [{ client: 'tok:teabot', address: '192.0.2.7', at: 1_782_986_400 }]);
    await client.call('POST', '/settings', ada, { topics_max: 7 });
    expect(await count()).toBe(1);
    await client.call('POST', '/settings', ada, { store_flagged_ips: false });
    expect(await count()).toBe(0);
    await storage.close();
  });
});

describe('[4.1-selfcheck-mint] the self-check token', () => {
  it('is made for two minutes', async () => {
    const { status, body } = await post('selfcheck-token', undefined);
    expect([status, body]).toEqual([200, { token: expect.stringMatching(/^[0-9a-f]{32}$/), ttl: 120 }]);
  });

  it('[5-selfcheck-header] keeps visits that carry it out of the count, and no others', async () => {
    const { body } = await post('selfcheck-token', undefined);
    const { token } = body as { token: string };
    const before = 'MyCheckBot/1.0';
    const after = 'OtherCheckBot/1.0';
    const ask = (agent: string, header: string) =>
      site.ask('/llms.txt', { headers: { 'User-Agent': agent, 'X-Svc-Selfcheck': header } });
    for (let i = 0; i < 3; i += 1) expect((await ask(before, token)).status).toBe(200);
    expect((await ask(after, token.split('').reverse().join(''))).status).toBe(200);
    // What came later is there: what came before would be too.
    await until(queueHas(after));
    expect(await queueHas(before)()).toBe(false);
  });

  it('counted for what came before another one was made', async () => {
    const { body } = await post('selfcheck-token', undefined);
    const { token } = body as { token: string };
    const headers = { 'User-Agent': 'EarlyCheckBot/1.0', 'X-Svc-Selfcheck': token };
    expect((await site.ask('/llms.txt', { headers })).status).toBe(200);
    await post('selfcheck-token', undefined);
    await site.ask('/llms.txt', { headers: { ...headers, 'User-Agent': 'LateCheckBot/1.0' } });
    await until(queueHas('LateCheckBot/1.0'));
    expect(await queueHas('EarlyCheckBot/1.0')()).toBe(false);
  });

  it('does not open blocked documents', async () => {
    const { body } = await post('selfcheck-token', undefined);
    const headers = { 'User-Agent': TEA, 'X-Svc-Selfcheck': (body as { token: string }).token };
    await post('block', { ua: TEA });
    expect((await site.ask('/llms.txt', { headers })).status).toBe(403);
  });
});
