import { beforeAll, describe, expect, it } from 'vitest';
import { wireName } from '../../../../../src/sidecar/abilities/ability.js';
import { abilities } from '../../../../../src/sidecar/abilities/table.js';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import {
  Connection,
  oauthToken,
  type Proof,
  type Version,
} from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

const VERSIONS: readonly Version[] = ['2025-06-18', '2025-11-25', '2026-07-28'];

/** Takes away two tools and a document, and tries to add one. */
const TRIM = `
export function register(svc) {
  svc.filter('svc_mcp_server_abilities', (names) =>
    ['svc/apply-fix', 'svc/nothing', ...names.filter((name) => !['svc/read-audience', 'svc/identify-bot'].includes(name))]);
  svc.filter('svc_mcp_server_resources', (names) => names.filter((name) => name !== 'svc/llms-full-txt'));
}
`;

let site: TestSite;
let session: Proof;
let reader: Proof;

beforeAll(async () => {
  site = await serveSite({
    files: HARBOUR,
    settings: { enable_mcp_server: true, enable_agent_writes: true },
  });
  session = await new AdminClient(site).as('ada', 'administrator');
  reader = await oauthToken(site, 'ada', 'read');
}, 60_000);

describe.each(VERSIONS)('in %s', (version) => {
  const connection = (proof: Proof = session) => new Connection(site, proof, version);

  it('takes numbers and truth values that a model has written as text', async () => {
    const { body } = await connection(reader).call('svc-check-page', { post_id: '2' });
    expect(body?.result).toMatchObject({ isError: false, structuredContent: { checks: expect.any(Array) } });
    const wrong = await connection(reader).call('svc-read-terms', { per: 'many' });
    expect(wrong.body?.result?.content?.[0]?.text).toContain('input.per must be integer');
  });

  it('introduces itself', async () => {
    if (version === '2026-07-28') {
      const { result } = (await connection().rpc('server/discover')).body ?? {};
      expect(result).toMatchObject({
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: { listChanged: false }, resources: { subscribe: false, listChanged: false } },
        cacheScope: 'private',
      });
      expect(result?.['capabilities']).not.toHaveProperty('prompts');
      return;
    }
    const given = {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: 'kettle', version: '1' },
    };
    const { status, headers, body } = await connection().rpc('initialize', given);
    expect([status, headers.get('mcp-session-id')]).toEqual([200, null]);
    expect(body?.result).toEqual({
      protocolVersion: version,
      capabilities: { tools: { listChanged: false }, resources: { subscribe: false, listChanged: false } },
      serverInfo: { name: 'Harbour Notes — AI visibility', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      instructions: expect.stringContaining('They also draft and edit content'),
    });
    const reading = await connection(reader).rpc('initialize', given);
    expect(reading.body?.result?.['instructions']).toContain('They change nothing');
  });

  it('[5.1-prefix] [5.1-update-destructive] lists tools in the order of the table, as they are declared', async () => {
    const tools = await connection().tools();
    const declared = abilities.filter(({ tier }) => tier !== 'document');
    expect(tools.map(({ name }) => name)).toEqual(declared.map(wireName));
    for (const [at, { name, title, inputSchema, outputSchema, annotations }] of tools.entries()) {
      const ability = declared[at];
      expect([name, title, inputSchema]).toEqual([name, ability?.label, ability?.input]);
      const { properties, ...result } = outputSchema;
      const { properties: members, ...declaredResult } = ability?.output ?? {};
      expect(result).toEqual(declaredResult);
      expect(Object.keys(properties as object)).toEqual(Object.keys(members as object));
      expect(annotations).toEqual({
        readOnlyHint: ability?.tier === 'read',
        destructiveHint: name === 'svc-update-content',
        title,
      });
    }
    expect(tools.every(({ name }) => /^svc-[a-z-]+$/.test(name))).toBe(true);
  });

  it('keeps the list of tools short: it has the first level of each result', async () => {
    const tools = await connection().tools();
    expect(JSON.stringify(tools).length).toBeLessThan(62_000);
    const { outputSchema } = tools.find(({ name }) => name === 'svc-read-readiness') ?? {};
    expect(outputSchema?.['properties']).toEqual({
      score: { type: 'object' },
      checks: expect.objectContaining({ type: 'array', items: { type: 'object' } }),
    });
  });

  it('answers the plain form of a message exactly as the SDK answers it', async () => {
    // What is beside the plain form goes to the SDK: here members of `_meta` that mean nothing.
    const extra = { 'example.harbour/mark': 1 };
    const meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const isModern = version === '2026-07-28';
    const messages: [string, Readonly<Record<string, unknown>>][] = [
      ['tools/list', {}],
      ['tools/call', { name: 'svc-read-terms', arguments: {} }],
      ['tools/call', { name: 'svc-read-terms' }],
      ['tools/call', { name: 'svc-read-terms', arguments: { post_type: 'nope' } }],
      ['tools/call', { name: 'svc-read-terms', arguments: { post_type: 7 } }],
      ['tools/call', { name: 'svc-read-content', arguments: { post_id: 2 } }],
      ['tools/call', { name: 'svc-read-content', arguments: { post_id: 9999 } }],
      ['tools/call', { name: 'svc-nothing', arguments: {} }],
      ['tools/call', { name: 'svc-read-terms', arguments: [] }],
      ['tools/call', { arguments: {} }],
    ];
    for (const [method, params] of messages) {
      for (const id of [7, 'a "quoted" id', -1]) {
        const headers = {
          'MCP-Protocol-Version': version,
          ...(isModern && {
            'Mcp-Method': method,
            ...(typeof params['name'] === 'string' && { 'Mcp-Name': params['name'] }),
          }),
        };
        const message = (_meta: object | undefined) => ({
          jsonrpc: '2.0',
          id,
          method,
          params: { ...params, ...(_meta !== undefined && { _meta }) },
        });
        const quick = await connection().send(message(isModern ? meta : undefined), headers);
        const slow = await connection().send(message(isModern ? { ...meta, ...extra } : extra), headers);
        expect([params, id, quick.status]).toEqual([params, id, slow.status]);
        expect(quick.body).toEqual(slow.body);
        expect(quick.text).toBe(slow.text);
        expect(quick.headers.get('content-type')).toBe(slow.headers.get('content-type'));
      }
    }
  });

  it('offers the public documents as resources, word for word', async () => {
    const { resources = [] } = (await connection().rpc('resources/list')).body?.result ?? {};
    expect(resources.map(({ uri, mimeType, name }) => [uri, mimeType, name])).toEqual([
      ['https://harbour.example/llms.txt', 'text/plain', 'svc-llms-txt'],
      ['https://harbour.example/llms-full.txt', 'text/plain', 'svc-llms-full-txt'],
      ['https://harbour.example/.well-known/discovery.json', 'application/json', 'svc-discovery-json'],
      ['https://harbour.example/.well-known/agent-card.json', 'application/json', 'svc-agent-card-json'],
    ]);
    for (const { uri, mimeType } of resources) {
      const { result } = (await connection(reader).rpc('resources/read', { uri })).body ?? {};
      const served = await site.ask(uri.slice('https://harbour.example'.length));
      expect(result?.contents).toEqual([{ uri, mimeType, text: served.text }]);
      expect([result?.['ttlMs'], result?.['cacheScope']]).toEqual(
        version === '2026-07-28' ? [300_000, 'public'] : [undefined, undefined],
      );
    }
    const missing = await connection().rpc('resources/read', { uri: 'https://harbour.example/secret.txt' });
    expect(missing.body?.error).toMatchObject({ code: -32_602, data: { uri: expect.any(String) } });
  });

  it('keeps no list for everybody', async () => {
    const { result } = (await connection().rpc('tools/list')).body ?? {};
    expect([result?.['ttlMs'], result?.['cacheScope']]).toEqual(
      version === '2026-07-28' ? [60_000, 'private'] : [undefined, undefined],
    );
  });
});

describe('what is switched', () => {
  it('a document that is switched off is no resource any more', async () => {
    const uris = async () =>
      ((await new Connection(site, session).rpc('resources/list')).body?.result?.resources ?? []).map(
        ({ uri }) => uri,
      );
    site.store({ enable_mcp_server: true, enable_agent_writes: true, enable_llms_txt: false });
    await until(async () => !(await uris()).includes('https://harbour.example/llms.txt'));
    const read = await new Connection(site, session).rpc('resources/read', {
      uri: 'https://harbour.example/llms.txt',
    });
    expect(read.body?.error?.code).toBe(-32_602);
    site.store({ enable_mcp_server: true, enable_agent_writes: true });
    await until(async () => (await uris()).includes('https://harbour.example/llms.txt'));
  });
});

describe('[5.1-exposed-filter] a plugin', () => {
  it('takes tools and documents away from the server and from public documents, and adds none', async () => {
    const trimmed = await serveSite({
      files: { ...HARBOUR, 'trim.js': TRIM },
      config: { plugins: ['./trim.js'] },
      settings: { enable_mcp_server: true },
    });
    const proof = await new AdminClient(trimmed).as('ada', 'administrator');
    const connection = new Connection(trimmed, proof);
    const names = (await connection.tools()).map(({ name }) => name);
    expect(names).toHaveLength(20);
    expect(names).not.toContain('svc-read-audience');
    expect(names).not.toContain('svc-apply-fix');
    expect((await connection.call('svc-read-audience')).body?.error?.code).toBe(-32_602);
    const { resources = [] } = (await connection.rpc('resources/list')).body?.result ?? {};
    expect(resources.map(({ name }) => name)).toEqual([
      'svc-llms-txt',
      'svc-discovery-json',
      'svc-agent-card-json',
    ]);
    const { tools } = JSON.parse((await trimmed.ask('/.well-known/mcp.json')).text) as {
      tools: { name: string }[];
    };
    expect(tools.map(({ name }) => name)).toEqual(names);
    // The REST API is not trimmed.
    const rest = await fetch(`${trimmed.url}api/wp-abilities/v1/abilities/svc/read-audience/run`, {
      headers: proof,
    });
    expect(rest.status).toBe(200);
  }, 60_000);
});
