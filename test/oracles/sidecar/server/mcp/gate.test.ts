import { beforeAll, describe, expect, it } from 'vitest';
import { wireName } from '../../../../../src/sidecar/abilities/ability.js';
import { abilities } from '../../../../../src/sidecar/abilities/table.js';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import {
  Connection,
  oauthToken,
  type Proof,
  sharedToken,
  type Version,
} from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

/** Counts what it has written: a tool of a plugin that writes, so that nothing of ours is in the way. */
const PLUGIN = `
let count = 0;
export function register(svc) {
  svc.ability({
    name: 'harbour/raise-flag',
    label: 'Raise a flag',
    description: 'Raises a flag and tells how many there are.',
    permission: 'manage',
    output: { type: 'object', properties: { count: { type: 'integer' } }, additionalProperties: false },
    run: () => ({ count: ++count }),
  });
  svc.ability({
    name: 'harbour/count-flags',
    label: 'Count the flags',
    description: 'Tells how many flags there are.',
    readonly: true,
    permission: 'manage',
    output: { type: 'object', properties: { count: { type: 'integer' } }, additionalProperties: false },
    run: () => ({ count }),
  });
}
`;

const WRITES = [...abilities.filter(({ tier }) => tier === 'write').map(wireName), 'harbour-raise-flag'];
const NAMES = [
  ...abilities.filter(({ tier }) => tier === 'write').map(({ slug }) => `svc/${slug}`),
  'harbour/raise-flag',
];

let site: TestSite;
let session: Proof;
let subscriber: Proof;

beforeAll(async () => {
  site = await serveSite({
    files: { ...HARBOUR, 'flags.js': PLUGIN },
    config: { plugins: ['./flags.js'] },
    settings: { enable_mcp_server: true, enable_agent_writes: true },
  });
  const client = new AdminClient(site);
  session = await client.as('ada', 'administrator');
  subscriber = await client.as('sam', 'subscriber');
}, 60_000);

const flags = async (): Promise<unknown> =>
  (await new Connection(site, session).call('harbour-count-flags')).body?.result?.structuredContent?.[
    'count'
  ];

describe('[5-scope-gate] a credential that may only read', () => {
  describe.each([
    ['an OAuth token', () => oauthToken(site, 'ada', 'read')],
    ['the shared token', () => sharedToken(site, 'ada', 'read')],
  ] as const)('%s', (_, proofOf) => {
    let proof: Proof;
    beforeAll(async () => {
      proof = await proofOf();
    });

    it.each<Version>(['2025-06-18', '2025-11-25', '2026-07-28'])(
      'is shown no tool that writes, in %s',
      async (version) => {
        const tools = await new Connection(site, proof, version).tools();
        expect(tools.length).toBeGreaterThan(20);
        expect(tools.filter(({ annotations }) => annotations['readOnlyHint'] !== true)).toEqual([]);
        expect(tools.filter(({ name }) => WRITES.includes(name))).toEqual([]);
      },
    );

    it.each<Version>(['2025-06-18', '2025-11-25'])(
      'is refused by every one of them by name, in %s',
      async (version) => {
        const connection = new Connection(site, proof, version);
        const before = await flags();
        for (const name of WRITES) {
          const { status, body } = await connection.call(name, { post_id: 2 });
          expect([name, status, body?.result?.isError], name).toEqual([name, 200, true]);
          expect(body?.result?.content?.[0]?.text).toMatch(/^Permission denied/);
          expect(body?.result?.structuredContent).toBeUndefined();
        }
        expect(await flags()).toBe(before);
      },
    );

    it('is told by the status which scope it lacks, in 2026-07-28', async () => {
      const connection = new Connection(site, proof, '2026-07-28');
      for (const name of WRITES) {
        const { status, headers } = await connection.call(name, { post_id: 2 });
        expect([name, status]).toEqual([name, 403]);
        const challenge = headers.get('www-authenticate');
        expect(challenge).toContain('error="insufficient_scope"');
        expect(challenge).toContain('scope="read write"');
        expect(challenge).toContain(
          'resource_metadata="https://harbour.example/.well-known/oauth-protected-resource/svc/mcp"',
        );
      }
    });

    it('does not get through in a batch, nor with a disguised name', async () => {
      const connection = new Connection(site, proof);
      const call = (name: string) => ({
        jsonrpc: '2.0',
        id: name,
        method: 'tools/call',
        params: { name, arguments: {} },
      });
      const before = await flags();
      const messages = [call('svc-read-readiness'), ...WRITES.map(call)];
      const modern = await connection.send(messages, { 'MCP-Protocol-Version': '2025-11-25' });
      expect([modern.status, modern.body?.error?.code]).toEqual([400, -32_600]);
      // Without the header, a client speaks 2025-03-26, which has batches: each message passes the gate alone.
      const { status, text } = await connection.send(messages);
      const replies = JSON.parse(text) as readonly { id: string; result?: { isError?: boolean } }[];
      expect([status, replies.map(({ id, result }) => [id, result?.isError ?? false])]).toEqual([
        200,
        [['svc-read-readiness', false], ...WRITES.map((name) => [name, true])],
      ]);
      for (const name of [
        'harbour/raise-flag',
        'HARBOUR-RAISE-FLAG',
        ' harbour-raise-flag',
        'harbour-raise-flag\u0000',
      ]) {
        expect((await connection.call(name)).body?.error?.code).toBe(-32_602);
      }
      expect(await flags()).toBe(before);
    });

    it('is nobody at the REST API', async () => {
      for (const name of NAMES) {
        const response = await fetch(`${site.url}api/wp-abilities/v1/abilities/${name}/run`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...proof },
          body: JSON.stringify({ input: {} }),
        });
        expect([400, 401]).toContain(response.status);
      }
      const reading = await fetch(`${site.url}api/wp-abilities/v1/abilities/svc/read-readiness/run`, {
        headers: proof,
      });
      expect(reading.status).toBe(401);
    });
  });

  it('cannot widen itself by a session that comes along', async () => {
    const proof = { ...session, ...(await oauthToken(site, 'ada', 'read')) };
    const { body } = await new Connection(site, proof).call('harbour-raise-flag');
    expect(body?.result?.isError).toBe(true);
  });
});

describe('a credential that may write', () => {
  it.each([
    ['an OAuth token', () => oauthToken(site, 'ada', 'write')],
    ['the shared token', () => sharedToken(site, 'ada', 'write')],
    ['a session', () => Promise.resolve(session)],
  ] as const)('%s is shown the tools that write, and may use them', async (_, proofOf) => {
    const connection = new Connection(site, await proofOf());
    const names = (await connection.tools()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(WRITES));
    const before = Number(await flags());
    const { body } = await connection.call('harbour-raise-flag');
    expect(body?.result?.structuredContent).toEqual({ count: before + 1 });
  });

  it.each([{}, { post_id: 'about' }, { post_id: [2] }])(
    'is told what is wrong with the id of a page in %j if its account may edit all pages, else nothing',
    async (input) => {
      const textFor = async (proof: Proof) => {
        const { body } = await new Connection(site, proof).call('svc-read-content', input);
        return body?.result?.content?.[0]?.text;
      };
      expect(await textFor(session)).toMatch(/input\.post_id (?:is missing|must be integer)/);
      expect(await textFor(subscriber)).toMatch(/^Permission denied: the account/);
    },
  );

  it('is told the name of the tool that it meant', async () => {
    const { body } = await new Connection(site, session).call('read-content', { post_id: 2 });
    expect(body?.error?.message).toBe('There is no tool "read-content". Did you mean "svc-read-content"?');
  });

  it('does no more than the account behind it', async () => {
    const session = await new Connection(site, subscriber).call('harbour-raise-flag');
    expect(session.body?.result?.content?.[0]?.text).toMatch(/^Permission denied: the account/);
    const token = await oauthToken(site, 'sam', 'write');
    const { body } = await new Connection(site, token).call('svc-read-readiness');
    expect(body?.result?.isError).toBe(true);
  });
});

describe('[5-scope-settings] [5-writes-both-switches] while writing is switched off', () => {
  it('tools that write exist for nobody, also by a list from before', async () => {
    const write = await oauthToken(site, 'ada', 'write');
    const connection = new Connection(site, write);
    const stale = (await connection.tools()).filter(({ name }) => WRITES.includes(name));
    expect(stale.length).toBe(WRITES.length);
    site.store({ enable_mcp_server: true });
    await until(async () => (await connection.tools()).every(({ name }) => !WRITES.includes(name)));
    for (const { name } of stale) {
      expect((await connection.call(name)).body?.error?.code).toBe(-32_602);
    }
    for (const name of NAMES) {
      const response = await fetch(`${site.url}api/wp-abilities/v1/abilities/${name}/run`, {
        method: 'POST',
        headers: session,
      });
      expect([name, response.status]).toEqual([name, 404]);
    }
    // The scope is kept: it is good again once the switch is back.
    site.store({ enable_mcp_server: true, enable_agent_writes: true });
    await until(async () => (await connection.call('harbour-raise-flag')).body?.result?.isError === false);
  });
});
