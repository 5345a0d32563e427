import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Serving } from '../../../../../src/api/start-server.js';
import { wireName } from '../../../../../src/sidecar/abilities/ability.js';
import { abilities } from '../../../../../src/sidecar/abilities/table.js';
import { freePort } from '../../../../support/free-port.js';
import { serveBuilt } from '../../../../support/hosts/serve-built.js';
import {
  type RunningServer,
  type ServerName,
  startServer,
  webServer,
} from '../../../../support/hosts/servers.js';
import { buildSite } from '../../../../support/hosts/site.js';
import { needs } from '../../../../support/needs.js';
import { addOwner } from '../../../../support/sidecar/oauth/full-flow.js';
import { Browser, type TestSidecar } from '../../../../support/sidecar/server/auth/harness.js';
import {
  type ClientKind,
  type ConnectedClient,
  connectClient,
} from '../../../../support/sidecar/server/mcp/sdk-clients.js';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

const SETTINGS = { enable_mcp_server: true, enable_agent_writes: true };
const TOOLS = abilities.filter(({ tier }) => tier !== 'document');
const SERVERS: readonly ServerName[] = ['nginx', 'caddy', 'apache'];
const KINDS: readonly ClientKind[] = ['v1', 'v2', 'v2, newest version'];

/** Something that is asked for by its name in some input. */
const GIVEN: Readonly<Record<string, unknown>> = {
  post_id: 2,
  revision_id: 1,
  ip: '192.0.2.7',
  title: 'A new rope',
  alt: 'A coil of rope on the quay',
  old: 'no such words',
  check_id: 'llms_txt',
  id: 'announcement-1',
  ua: 'KettleBot/1.0',
  decision: 'ignore',
  description: 'What ropes remember.',
  topics: ['rope'],
  ignored: true,
};

interface Place {
  /** Origin of the site. */
  readonly site: string;
  /** Address below which the sidecar answers. */
  readonly sidecar: string;
}

const running: Serving[] = [];
const servers: RunningServer[] = [];
afterAll(async () => {
  await Promise.all([...running.map((one) => one.close()), ...servers.map((one) => one.stop())]);
});

/** The sidecar is the whole site, or it is on another origin. */
async function served(isApart: boolean): Promise<Place> {
  const port = await freePort();
  const sidecar = `http://127.0.0.1:${port}`;
  const url = isApart ? 'https://harbour.example' : sidecar;
  const { folder } = await serveSite({
    files: HARBOUR,
    config: { site: { url, name: 'Harbour' }, ...(isApart && { sidecar }) },
    settings: SETTINGS,
    flags: { port: String(port) },
  });
  await addOwner(join(folder, '.svc/svc.db'));
  return { site: url, sidecar };
}

/** A web server with the files of a build, which passes the rest on. */
async function behind(name: ServerName): Promise<Place> {
  const [front, back] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${front}`;
  const site = await buildSite({
    hosts: [name],
    url: origin,
    sidecar: true,
    sidecarAddress: `127.0.0.1:${back}`,
    settings: SETTINGS,
    files: { 'content/posts/ropes.md': HARBOUR['content/posts/ropes.md'] ?? '' },
  });
  running.push(await serveBuilt(site, back));
  await addOwner(join(site.folder, '.svc/svc.db'));
  servers.push(await startServer(name, site, { port: front }));
  return { site: origin, sidecar: origin };
}

async function ownerAt(sidecar: string): Promise<Browser> {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(sidecar + path, { redirect: 'manual', ...init });
  const owner = new Browser({ url: sidecar, send } as TestSidecar);
  const signedIn = await owner.signIn('ada');
  expect(signedIn.status).toBe(303);
  return owner;
}

/** Calls a tool with what it has to be given, and no more. */
async function callWithLeast(client: ConnectedClient, name: string, required: readonly string[]) {
  const given = Object.fromEntries(required.map((member) => [member, GIVEN[member]]));
  expect([name, Object.values(given).includes(undefined)], JSON.stringify(given)).toEqual([name, false]);
  return client.callTool(name, given);
}

describe.each([
  { title: 'a sidecar that is the whole site', start: () => served(false), options: needs() },
  { title: 'a sidecar on another origin', start: () => served(true), options: needs() },
  ...SERVERS.map((name) => ({
    title: `static files and a sidecar behind ${name}`,
    start: () => behind(name),
    options: needs(webServer(name)),
  })),
])('$title', ({ start, options }) => {
  let place: Promise<Place> | undefined;

  it.each(KINDS)(
    '[1-mcp-scoped] [5.1-read-set] [5.1-write-set] connects client %s, which lists and calls every tool',
    options,
    async (kind) => {
      place ??= start();
      const { site, sidecar } = await place;
      const owner = await ownerAt(sidecar);
      const endpoint = `${sidecar}/api/svc/v1/mcp`;
      const client = await connectClient(kind, endpoint, { sidecar, owner, grant: 'write' });
      expect(client.instructions).toMatch(/readiness and score.*draft/s);
      const tools = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(wireName));
      const answers = new Map<string, unknown>();
      for (const { name, inputSchema } of tools) {
        const result = await callWithLeast(client, name, inputSchema.required ?? []);
        answers.set(name, result);
        const isTold = result.isError === true || result.structuredContent !== undefined;
        expect([name, isTold, Array.isArray(result.content)]).toEqual([name, true, true]);
      }
      for (const name of [
        'svc-read-readiness',
        'svc-read-findings',
        'svc-read-content',
        'svc-search-media',
      ]) {
        expect([name, answers.get(name)]).toEqual([name, expect.objectContaining({ isError: false })]);
      }
      const resources = await client.listResources();
      expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
        [`${site}/llms.txt`, 'text/plain'],
        [`${site}/llms-full.txt`, 'text/plain'],
        [`${site}/.well-known/discovery.json`, 'application/json'],
        [`${site}/.well-known/agent-card.json`, 'application/json'],
      ]);
      const [llms] = await client.readResource(`${site}/llms.txt`);
      expect(llms?.text).toContain('# ');
      await client.close();
    },
  );

  it('[5-scope-list] shows a client that was granted reading no tool that writes', options, async () => {
    place ??= start();
    const { sidecar } = await place;
    const owner = await ownerAt(sidecar);
    const endpoint = `${sidecar}/api/svc/v1/mcp`;
    const client = await connectClient('v2', endpoint, { sidecar, owner, grant: 'read' });
    const reading = TOOLS.filter(({ tier }) => tier === 'read').map(wireName);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(reading);
    expect(reading).toHaveLength(22);
    await client.close();
  });
});
