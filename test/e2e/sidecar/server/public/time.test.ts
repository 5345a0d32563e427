import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuild } from '../../../../../src/build/build.js';
import { loadConfig } from '../../../../../src/config/load.js';
import { fixedClock } from '../../../../../src/core/clock.js';
import { createHttpServer, listen } from '../../../../../src/sidecar/server/http-server.js';
import { silentLog } from '../../../../../src/sidecar/server/log.js';
import { createPublicHandler } from '../../../../../src/sidecar/server/public/public-handler.js';
import { PublicSite } from '../../../../../src/sidecar/server/public/public-site.js';
import { workspace } from '../../../../support/build/workspace.js';
import { ask } from '../../../../support/sidecar/server/http.js';
import { HARBOUR, NOW, serveSite } from '../../../../support/sidecar/server/serving.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A site whose clock the test holds, with a plugin that counts how often it is asked. */
async function siteAt(start: number) {
  const folder = workspace({
    ...HARBOUR,
    'plugin.js': [
      "import { appendFileSync } from 'node:fs';",
      'let count = 0;',
      'export function register(svc) {',
      "  svc.filter('svc_envelope', (document) => ({ ...document, 'x-harbour-count': ++count }));",
      "  svc.action('svc_warm_llms_full', () => appendFileSync(new URL('warmed', import.meta.url), 'x'));",
      '}',
      '',
    ].join('\n'),
    'svc.config.json': JSON.stringify({
      site: { url: 'https://harbour.example', name: 'Harbour Notes' },
      source: 'content',
      plugins: ['./plugin.js'],
      sidecar: true,
    }),
  });
  let now = start;
  const site = new PublicSite(() => now);
  const build = async () => {
    const loaded = await loadConfig({ cwd: folder, flags: {}, env: {} });
    let taken: Promise<void> | undefined;
    await runBuild({
      loaded,
      cwd: folder,
      clock: fixedClock(now),
      onCommit: () => site.hold(),
      onLive: (content) => {
        taken = site.setContent(content);
      },
    });
    await taken;
  };
  await build();
  const publicHandler = createPublicHandler({ site, now: () => now });
  const app = (_: unknown, response: { end(text: string): void }) => response.end('app');
  const running = await listen(
    createHttpServer({ publicHandler, app, log: silentLog() }),
    { host: '127.0.0.1', port: 0 },
    100,
  );
  return {
    folder,
    site,
    build,
    close: running.close,
    pass: (seconds: number) => {
      now += seconds;
    },
    ask: (path: string) => ask(`http://127.0.0.1:${running.port}/`, path),
  };
}

describe('the discovery document', () => {
  it('is made again at most once an hour [8-discovery-cache]', async () => {
    const site = await siteAt(NOW);
    const count = async () =>
      (JSON.parse((await site.ask('/.well-known/discovery.json')).text) as Record<string, number>)[
        'x-harbour-count'
      ];
    const first = await count();
    site.pass(HOUR - 1);
    expect(await count()).toBe(first);
    site.pass(1);
    const second = await count();
    expect(second).toBe((first ?? 0) + 1);
    site.pass(HOUR - 1);
    expect(await count()).toBe(second);
    site.pass(1);
    expect(await count()).toBe((second ?? 0) + 1);
    await site.close();
  });
});

describe('a signature', () => {
  it('is that of the build until half of its time is over, then a new one', async () => {
    const site = await siteAt(NOW);
    const created = async () =>
      /created=(\d+)/.exec((await site.ask('/.well-known/mcp.json')).headers['signature-input'] ?? '')?.[1];
    const headers = JSON.parse(readFileSync(join(site.folder, 'deploy/headers.json'), 'utf8')) as {
      signed: readonly { path: string; created: number }[];
    };
    const built = headers.signed.find(({ path }) => path === '/.well-known/mcp.json')?.created;
    expect(await created()).toBe(String(built));
    site.pass(45 * DAY - 1);
    expect(await created()).toBe(String(NOW));
    site.pass(1);
    expect(await created()).toBe(String(NOW + 45 * DAY));
    await site.close();
  });
});

describe('content that has changed', () => {
  it('is told to plugins when llms-full.txt has been made again [6-warm]', async () => {
    const site = await siteAt(NOW);
    const warmed = () => readFileSync(join(site.folder, 'warmed'), 'utf8').length;
    expect(warmed()).toBe(1);
    await site.build();
    expect(warmed()).toBe(1);
    await site.close();
  });
});

describe('while files are being moved', () => {
  it('requests wait, and are then answered from what is new', async () => {
    const site = await siteAt(NOW);
    await site.ask('/llms.txt');
    site.site.hold();
    let isAnswered = false;
    const answer = site.ask('/llms.txt').then((one) => {
      isAnswered = true;
      return one;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isAnswered).toBe(false);
    site.site.release();
    expect((await answer).status).toBe(200);
    await site.close();
  });
});

describe('a real file', () => {
  it('is served only from inside of .well-known [4.2.1-safe-path]', async () => {
    const site = await serveSite({ files: HARBOUR });
    symlinkSync(join(site.folder, 'secret.txt'), join(site.folder, 'out/.well-known/way-out.txt'));
    symlinkSync(site.folder, join(site.folder, 'out/.well-known/up'));
    for (const path of [
      '/.well-known/way-out.txt',
      '/.well-known/up/secret.txt',
      '/.well-known/..',
      '/.well-known/../secret.txt',
    ]) {
      const answer = await site.ask(path);
      expect([path, answer.text.includes('CANARY')]).toEqual([path, false]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('our sitemap', () => {
  it.each([
    '/svc-sitemap',
    '/svc-sitemap-',
    '/svc-sitemap-post-9.xml',
    '/svc-sitemap-post-0.xml',
    '/svc-sitemap-draft-1.xml',
    '/svc-sitemap.xml.gz',
    '/svc-sitemaps/',
  ])('has no other address: %s [4.2.4-other-paths]', async (path) => {
    const site = await siteOnce();
    expect((await site.ask(path)).status).toBe(404);
    expect((await site.ask('/svc-sitemap-post-1.xml')).status).toBe(200);
  });

  it('gives way to another one, with all its addresses [4.2.4-other-paths]', async () => {
    const site = await serveSite({ files: { ...HARBOUR, 'public/sitemap.xml': '<urlset/>' } });
    for (const path of ['/svc-sitemap.xml', '/svc-sitemap-post-1.xml'])
      expect((await site.ask(path)).status).toBe(404);
    expect((await site.ask('/sitemap.xml')).text).toBe('<urlset/>');
  });
});

let once: ReturnType<typeof serveSite> | undefined;

function siteOnce(): ReturnType<typeof serveSite> {
  once ??= serveSite({ files: HARBOUR });
  return once;
}
