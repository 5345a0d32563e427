import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Serving } from '../../../src/api/start-server.js';
import { freePort } from '../../support/free-port.js';
import { askAll } from '../../support/hosts/ask-all.js';
import { kindsOfPaths } from '../../support/hosts/cases.js';
import { ask } from '../../support/hosts/http.js';
import { serveBuilt } from '../../support/hosts/serve-built.js';
import {
  type RunningServer,
  type ServerName,
  startServer,
  versionOf,
  webServer,
} from '../../support/hosts/servers.js';
import { type BuiltSite, buildSite } from '../../support/hosts/site.js';
import { type TableRow, tableText } from '../../support/hosts/table.js';
import { needs } from '../../support/needs.js';

const SERVERS: readonly ServerName[] = ['nginx', 'caddy', 'apache'];

/** What only a sidecar answers; all of it has to come through. */
const OF_SIDECAR: readonly (readonly [kind: string, path: string])[] = [
  ['read API: index', '/api/'],
  ['read API: list', '/api/content/v1/posts'],
  ['read API: page of a list', '/api/content/v1/posts?per_page=1&page=2'],
  ['read API: search', '/api/content/v1/pages?search=dome'],
  ['read API: unknown entry', '/api/content/v1/posts/7'],
  ['live discovery', '/api/svc/v1/discovery'],
  ['health', '/svc/health/live'],
];

let site: BuiltSite;
let serving: Serving;
const rows: TableRow[] = [];

beforeAll(async () => {
  const port = await freePort();
  const sidecarAddress = `127.0.0.1:${port}`;
  site = await buildSite({ hosts: ['nginx', 'caddy', 'apache'], sidecar: true, sidecarAddress });
  serving = await serveBuilt(site, port);
});

afterAll(async () => {
  await serving?.close();
  process.stdout.write(`\nthe same as svc serve\n${tableText(rows)}`);
});

describe.each([
  { title: 'beside a sidecar', live: false },
  { title: 'with agent files from the sidecar', live: true },
])('$title', ({ live }) => {
  describe.each(SERVERS.map((name) => ({ name, options: needs(webServer(name)) })))(
    '$name',
    ({ name, options }) => {
      let server: RunningServer | undefined;

      beforeAll(async () => {
        server = await startServer(name, site, { live });
      });

      afterAll(() => server?.stop());

      it('answers as svc serve does', options, async () => {
        const origin = server?.origin ?? '';
        const reference = serving.url.replace(/\/$/, '');
        const wrong: string[] = [];
        for (const [kind, path] of [...kindsOfPaths(site), ...OF_SIDECAR]) {
          const { asked, found } = await askAll(
            path,
            ({ method, accept, agent }) =>
              ask(reference, path, {
                method,
                headers: { ...(accept && { Accept: accept }), ...(agent && { 'User-Agent': agent }) },
              }),
            origin,
          );
          wrong.push(...found.map(({ request, difference }) => `${kind}: ${request}: ${difference}`));
          rows.push({
            server: `${versionOf(name)}${live ? ' (live)' : ''}`,
            kind,
            path,
            asked,
            different: found.length,
          });
        }
        expect(wrong).toEqual([]);
      });

      it('never cuts a signed document', options, async () => {
        const headers = { Range: 'bytes=0-9' };
        const { status } = await ask(server?.origin ?? '', '/.well-known/discovery.json', { headers });
        expect(status).toBe(200);
      });
    },
  );
});
