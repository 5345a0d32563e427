import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { Connection, oauthToken } from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

/** Tools of a plugin that repeat arguments in header fields: one as an ability, one beside the abilities. */
const PLUGIN = `
const input = {
  type: 'object',
  properties: {
    port: { type: 'string', 'x-mcp-header': 'Port' },
    berth: { type: 'object', properties: { number: { type: 'integer', 'x-mcp-header': 'Berth' } } },
  },
};
export function register(svc) {
  svc.ability({
    name: 'harbour/berth',
    label: 'Berth',
    description: 'Tells where a ship lies.',
    readonly: true,
    permission: 'manage',
    input: { ...input, default: {} },
    output: { type: 'object', properties: {}, additionalProperties: true },
    run: () => ({}),
  });
  svc.action('svc_mcp_server', (desk) => {
    desk.addTool({
      tool: { name: 'harbour-chart', description: 'Returns a chart.', inputSchema: input },
      call: () => ({ content: [{ type: 'text', text: 'chart' }] }),
    });
  });
}
`;

const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

let connection: Connection;

beforeAll(async () => {
  const site = await serveSite({
    files: { ...HARBOUR, 'berth.js': PLUGIN },
    config: { plugins: ['./berth.js'] },
    settings: { enable_mcp_server: true },
  });
  await new AdminClient(site).as('ada', 'administrator');
  connection = new Connection(site, await oauthToken(site, 'ada', 'read'), '2026-07-28');
}, 60_000);

const call = (name: string, given: unknown, headers: Readonly<Record<string, string>>) =>
  connection.send(
    {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: {
        name,
        arguments: given,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': name, ...headers },
  );

describe.each(['harbour-berth', 'harbour-chart'])('arguments of %s in header fields', (name) => {
  it.each([
    [{ port: 'Oban' }, { 'Mcp-Param-Port': 'Oban' }],
    [{ port: 'Ærø' }, { 'Mcp-Param-Port': encoded('Ærø') }],
    [{ berth: { number: 42 } }, { 'Mcp-Param-Berth': '42.0' }],
    [{}, {}],
    [{ port: null }, {}],
  ])('are taken: %j %j', async (given, headers) => {
    const { status, body } = await call(name, given, headers);
    expect([status, body?.error]).toEqual([200, undefined]);
  });

  it.each([
    [{ port: 'Oban' }, {}],
    [{ port: 'Oban' }, { 'Mcp-Param-Port': 'oban' }],
    [{ port: 'Oban' }, { 'Mcp-Param-Port': '=?base64?T2Jhb!?=' }],
    [{ port: 'Oban' }, { 'Mcp-Param-Port': '=?base64?T2Jhbg?=' }],
    [{ port: 'Oban' }, { 'Mcp-Param-Port': '=?base64?/w==?=' }],
    [{ berth: { number: 42 } }, { 'Mcp-Param-Berth': '41' }],
    [{ berth: { number: 42 } }, {}],
    [{}, { 'Mcp-Param-Other': '=?base64?!?=' }],
  ])('are refused: %j %j', async (given, headers) => {
    const { status, body } = await call(name, given, headers as Record<string, string>);
    expect([status, body?.id, body?.error?.code]).toEqual([400, 7, -32_020]);
  });

  it('are refused where its name is encoded wrongly', async () => {
    const { status, body } = await call(name, {}, { 'Mcp-Name': '=?base64?!!?=' });
    expect([status, body?.error?.code]).toEqual([400, -32_020]);
  });
});
