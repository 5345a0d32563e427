import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretHash } from '../src/sidecar/accounts/sessions.js';
import { newToken } from '../src/sidecar/oauth/secrets.js';
import { openStorage } from '../src/storage/open.js';
import { putClient } from '../src/storage/tables/oauth-clients.js';
import { addTokens } from '../src/storage/tables/oauth-tokens.js';
import { addUser } from '../src/storage/tables/users.js';
import { atLeast, median, type Row } from './row.js';
import { loadOf, type Server, startBare, startSvc } from './server.js';

const ENTRIES = 1_000;
const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 16;
/** Connections of assistants: each may make 300 calls a minute. */
const ASSISTANTS = 400;
const BASE = 'https://bench.example';
const PATH = '/api/svc/v1/mcp';
/** A tool that reads, and does not do much: what is measured is the way to it. */
const TOOL = { name: 'svc-read-edge-traffic', arguments: { days: 7 } };

/**
 * P11: `tools/list` and a call of a tool that reads, by assistants that are connected with OAuth. Anchor: the bare
 * SDK with the same tools, which signs nobody in, counts nothing and answers the call with what ours has answered.
 */
export async function mcpRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-mcp-'));
  const servers: Server[] = [];
  try {
    writeFileSync(
      join(folder, 'svc.settings.json'),
      JSON.stringify({ enable_mcp_server: true, enable_agent_writes: true }),
    );
    const ours = await startSvc(ENTRIES, folder);
    servers.push(ours);
    const tokens = await connect(folder);
    const bare = await startBare('bare-mcp.mjs', [await keep(ours, tokens[0] ?? '', folder)], folder);
    servers.push(bare);
    const rows: Row[] = [];
    for (const version of ['2025-11-25', '2026-07-28']) {
      for (const method of ['tools/list', 'tools/call']) {
        const requests = tokens.map((token) => requestOf(method, version, token));
        rows.push(await compare(`${method}, ${version}`, requests, { ours, bare }));
      }
    }
    return rows;
  } finally {
    for (const { process } of servers) process.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  what: string,
  requests: readonly string[],
  { ours, bare }: { readonly ours: Server; readonly bare: Server },
): Promise<Row> {
  const rounds: { readonly ours: number; readonly bare: number }[] = [];
  // Neither is measured while it is still being compiled.
  for (const server of [ours, bare]) await speedOf(server, requests);
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await speedOf(ours, requests), bare: await speedOf(bare, requests) });
  }
  return {
    target: 'P11',
    what,
    ours: { value: median(rounds.map((round) => round.ours)), unit: 'req/s' },
    anchor: { name: 'bare SDK', value: median(rounds.map((round) => round.bare)), unit: 'req/s' },
    must: atLeast(0.5, 'ratio'),
    goal: atLeast(0.8, 'ratio'),
  };
}

async function speedOf({ port }: Server, requests: readonly string[]): Promise<number> {
  const { failures, perSecond } = await loadOf({
    port,
    paths: [],
    requests,
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  if (failures > 0) throw new Error(`${failures} answers were not 200`);
  return perSecond;
}

/** A whole request, as an assistant of a version of the protocol sends it. */
function requestOf(method: string, version: string, token: string): string {
  const isModern = version === '2026-07-28';
  const given = method === 'tools/call' ? TOOL : {};
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = isModern ? { ...given, _meta: meta } : given;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return [
    `POST ${PATH} HTTP/1.1`,
    'Host: bench.example',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `MCP-Protocol-Version: ${version}`,
    ...(isModern ? [`Mcp-Method: ${method}`] : []),
    ...(isModern && method === 'tools/call' ? [`Mcp-Name: ${TOOL.name}`] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** Connects assistants to an account of an administrator. */
async function connect(folder: string): Promise<readonly string[]> {
  const storage = await openStorage(join(folder, '.svc/svc.db'));
  const now = Math.floor(Date.now() / 1000);
  const account = { name: 'bench', displayName: 'Bench', email: '', role: 'administrator', password: '' };
  const userId = (await addUser(storage.db, { ...account, created: now })) ?? 0;
  const tokens = Array.from({ length: ASSISTANTS }, () => newToken('access'));
  for (const [at, token] of tokens.entries()) {
    const clientId = newToken('client');
    const redirectUris = ['https://kettle.example/back'];
    await putClient(storage.db, {
      id: clientId,
      name: `Kettle ${at}`,
      redirectUris,
      created: now,
      freshUntil: 0,
    });
    const kind = 'access' as const;
    const facts = { kind, clientId, userId, scope: 'write', resource: BASE + PATH };
    const unused = { isRotated: false, rotatedAt: 0, family: clientId };
    await addTokens(storage.db, [
      { ...facts, ...unused, hash: secretHash(token), pair: newToken('client'), expires: now + 3600 },
    ]);
  }
  await storage.close();
  return tokens;
}

/** What the bare server is to list and to answer. */
async function keep({ port }: Server, token: string, folder: string): Promise<string> {
  const ask = async (method: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: method === 'tools/call' ? TOOL : {},
      }),
    });
    const { result } = (await response.json()) as { result: { tools?: unknown; isError?: boolean } };
    if (result.isError === true) throw new Error(JSON.stringify(result));
    return result;
  };
  const { tools } = await ask('tools/list');
  const file = join(folder, 'bare-mcp.json');
  writeFileSync(file, JSON.stringify({ tools, result: await ask('tools/call') }));
  return file;
}
