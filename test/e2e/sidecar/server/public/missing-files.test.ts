import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

const READY = '/svc/health/ready';

let site: TestSite;

beforeAll(async () => {
  site = await serveSite({
    files: { ...HARBOUR, 'site/index.html': '<!doctype html><title>Home</title><p>Home.' },
    config: { siteDir: 'site', html: 'none', source: 'content' },
  });
}, 60_000);

async function statuses(...paths: readonly string[]): Promise<readonly number[]> {
  return Promise.all(paths.map(async (path) => (await site.ask(path)).status));
}

describe('while files of the last build are missing', () => {
  it.each([
    ['the output folder is gone', 'out', false],
    ['the output folder is empty', 'out', true],
    ['the built site is gone', 'site', false],
  ])(
    'pages are unavailable rather than not found, and the server is not ready: %s',
    async (_, name, isEmpty) => {
      const [folder, away] = [join(site.folder, name), join(site.folder, 'away')];
      expect(await statuses(READY, '/', '/no/such/page/')).toEqual([200, 200, 404]);
      renameSync(folder, away);
      if (isEmpty) mkdirSync(folder);
      try {
        const ready = await site.ask(READY);
        expect([ready.status, ready.headers['retry-after']]).toEqual([503, '1']);
        expect(JSON.parse(ready.text)).toEqual({
          status: 'files missing',
          files: `The folder "${name}" or the files of the last build in it were removed.`,
          fix: 'Put the folder back, or restart the server, which then builds it again.',
        });
        const missing = await site.ask('/no/such/page/');
        expect([missing.status, missing.headers['retry-after']]).toEqual([503, '5']);
        // A cached answer counts as current for a second.
        const lost = name === 'site' ? ['/'] : ['/about.md', '/feed.xml', '/api/content/v1/posts'];
        await expect.poll(() => statuses(...lost), { timeout: 5000 }).toEqual(lost.map(() => 503));
        expect(await statuses('/llms.txt', '/svc/health/live')).toEqual([200, 200]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
        renameSync(away, folder);
      }
      expect(await statuses(READY, '/', '/no/such/page/')).toEqual([200, 200, 404]);
      expect((await site.ask('/')).text).toContain('Home.');
      expect(await statuses('/about.md', '/feed.xml', '/api/content/v1/posts')).toEqual([200, 200, 200]);
    },
  );
});
