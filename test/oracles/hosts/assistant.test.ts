import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.js';
import { serveBuilt } from '../../support/hosts/serve-built.js';
import { startServer, webServer } from '../../support/hosts/servers.js';
import { buildSite } from '../../support/hosts/site.js';
import { needs } from '../../support/needs.js';
import { addOwner, runFullFlow } from '../../support/sidecar/oauth/full-flow.js';

describe('an assistant behind nginx', needs(webServer('nginx')), () => {
  it.each([
    { title: 'with files from nginx and the rest from the sidecar', basePath: '', live: false },
    { title: 'with agent files from the sidecar too', basePath: '', live: true },
    { title: 'to a site below a path', basePath: '/notes', live: false },
  ])(
    'connects $title',
    async ({ basePath, live }) => {
      const [inside, outside] = [await freePort(), await freePort()];
      const url = `http://127.0.0.1:${outside}${basePath}`;
      const sidecarAddress = `127.0.0.1:${inside}`;
      const extra = basePath === '' ? '' : atTheRoot(sidecarAddress);
      const settings = { enable_mcp_server: true };
      const site = await buildSite({ hosts: ['nginx'], url, sidecar: true, sidecarAddress, settings });
      const serving = await serveBuilt(site, inside);
      const server = await startServer('nginx', site, { live, port: outside, extra });
      try {
        await addOwner(join(site.folder, '.svc/svc.db'));
        const { exchanges } = await runFullFlow(`${url}/api/svc/v1/mcp`, url);
        expect(exchanges.every((one) => one.url.startsWith(new URL(url).origin))).toBe(true);
      } finally {
        await server.stop();
        await serving.close();
      }
    },
    120_000,
  );
});

/** As docs/connect-an-assistant.md says it: clients look for the metadata at the root of the host. */
function atTheRoot(sidecarAddress: string): string {
  const guide = readFileSync('docs/connect-an-assistant.md', 'utf8');
  const [, rules = ''] = /```nginx\n([\s\S]*?)```/.exec(guide) ?? [];
  return rules.replace('127.0.0.1:8787', sidecarAddress);
}
