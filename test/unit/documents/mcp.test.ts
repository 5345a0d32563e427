import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject as Json } from '../../../src/core/json.js';
import type { DocumentContext } from '../../../src/documents/document-row.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import { type ContextOptions, testContext, textOf } from '../../support/documents/context.js';
import { hostileText } from '../../support/documents/hostile.js';
import {
  OWN_SERVER,
  published,
  server,
  shop,
  tool,
  WITH_MCP,
  WITH_MCP_ELSEWHERE,
} from '../../support/documents/offers.js';
import { refined } from '../../support/documents/published.js';

const descriptor = (options: ContextOptions = {}) => {
  const value = JSON.parse(textOf('mcp', testContext(options)));
  expect(schemaErrors('mcp.schema.json', value)).toEqual([]);
  return value;
};

describe('/.well-known/mcp.json', () => {
  it('[4.2-mcp-json] [4.2-mcp-json-fields] is there without any server, flat and in order', () => {
    expect(testContext().served('mcp')).toBe(true);
    expect(Object.entries(descriptor())).toEqual([
      ['name', 'Tea Notes'],
      ['description', 'Leaves and water'],
      ['url', 'https://tea.example/'],
      ['available', false],
      ['source', ''],
      ['endpoint', ''],
      ['transport', ''],
      ['auth', ''],
      ['tools', []],
      ['servers', []],
      ['status', 'experimental'],
    ]);
  });

  it('describes our own server with its card and its metadata', () => {
    expect(descriptor(WITH_MCP)).toMatchObject({
      available: true,
      source: 'platform-mcp',
      endpoint: 'https://tea.example/api/svc/v1/mcp',
      transport: 'streamable-http',
      auth: 'oauth',
      tools: [],
      servers: [
        {
          id: 'svc',
          name: 'Tea Notes',
          tools: 3,
          tool_list: [{ name: 'tool-1', description: 'Does 1' }, {}, {}],
          card: 'https://tea.example/.well-known/mcp/svc/server-card.json',
        },
      ],
      auth_metadata: 'https://tea.example/.well-known/oauth-protected-resource/svc/mcp',
    });
  });

  it('names no metadata of a sidecar on another origin', () => {
    const { auth, auth_metadata, endpoint } = descriptor(WITH_MCP_ELSEWHERE);
    expect([auth, auth_metadata, endpoint]).toEqual([
      'oauth',
      undefined,
      'https://agents.example/api/svc/v1/mcp',
    ]);
  });

  it('[1-other-mcp-advertised] lists servers of others, of whose sign-in the site knows nothing', () => {
    const { available, auth, servers } = descriptor({ published: published({ servers: [server()] }) });
    expect([available, auth]).toEqual([true, '']);
    expect(servers).toMatchObject([{ id: 'cellar', endpoint: 'https://cellar.example/mcp', tools: 1 }]);
  });

  it('lets the declared authorization server speak for a server on this origin, and for no other', () => {
    const settings = { oauth_auth_server: 'https://login.example' };
    const here = server({ endpoint: 'https://tea.example/mcp' });
    expect(descriptor({ settings, published: published({ servers: [here] }) })).toMatchObject({
      auth: 'oauth',
      auth_metadata: 'https://tea.example/.well-known/oauth-protected-resource',
    });
    expect(descriptor({ settings, published: published({ servers: [server()] }) }).auth).toBe('');
  });

  it('gives no card to a server without tools', () => {
    const { servers } = descriptor({ published: published({ servers: [server({}, 0)] }) });
    expect(servers[0]).not.toHaveProperty('card');
  });

  it('lists the tools of resources, and says that they alone are the source', () => {
    const tools = [tool({ annotations: { readOnlyHint: true } })];
    const value = descriptor({ published: published({ resources: [shop({ tools })], tools }) });
    expect(value).toMatchObject({ available: false, source: 'abilities', tools });
  });

  it('[4.2-mcp-json-status] stays experimental whatever it holds', () => {
    for (const options of [{}, WITH_MCP, { published: published({ tools: [tool()] }) }]) {
      expect(descriptor(options).status).toBe('experimental');
    }
  });

  it('is valid whatever was registered', () => {
    const text = fc.record({ name: hostileText, description: hostileText, version: hostileText });
    fc.assert(
      fc.property(text, hostileText, (facts, description) => {
        const servers = [server(facts), OWN_SERVER];
        const tools = [tool({ description, title: description })];
        descriptor({ site: { description }, published: published({ servers, tools }) });
      }),
    );
  });
});

describe('svc_mcp', () => {
  const change = async (ctx: DocumentContext, fn: (value: Json) => Json) => {
    const { text, notices } = await refined('mcp', ctx, ['svc_mcp', fn]);
    return { text, notices, value: JSON.parse(text) };
  };

  it('may change the descriptor', async () => {
    const { value, notices } = await change(testContext(WITH_MCP), (v) => ({ ...v, 'x-hours': '9-17' }));
    expect(value['x-hours']).toBe('9-17');
    expect(notices).toEqual([]);
  });

  it('leaves the bytes alone when it changes nothing', async () => {
    const ctx = testContext(WITH_MCP);
    expect((await change(ctx, (value) => value)).text).toBe(textOf('mcp', ctx));
  });

  it('is not taken over when the result is not valid, and is named', async () => {
    const ctx = testContext(WITH_MCP);
    const { text, notices } = await change(ctx, (value) => ({ ...value, status: 'stable' }));
    expect(text).toBe(textOf('mcp', ctx));
    expect(notices).toMatchObject([{ level: 'error', code: 'filter_result', origin: 'svc_mcp' }]);
  });

  it('cannot claim a server that is not there', async () => {
    const { value, notices } = await change(testContext(), (v) => ({ ...v, available: true }));
    expect(value.available).toBe(false);
    expect(notices).toHaveLength(1);
  });

  it('[4.2-mcp-json-dedupe] cannot make a tool appear twice', async () => {
    const ctx = testContext({ published: published({ tools: [tool({ title: 'First' })] }) });
    const { value } = await change(ctx, (v) => ({
      ...v,
      tools: [...(v['tools'] as unknown[]), tool({ title: 'Again' }), tool({ name: 'brew' })],
    }));
    expect(value.tools.map(({ name, title }: { name: string; title: string }) => [name, title])).toEqual([
      ['find_tea', 'First'],
      ['brew', ''],
    ]);
  });
});
