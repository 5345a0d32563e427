import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config/load.js';
import { fixedClock } from '../../../../src/core/clock.js';
import { ServedSite } from '../../../../src/sidecar/compose/served-site.js';
import { createHttpServer, listen } from '../../../../src/sidecar/server/http-server.js';
import { createLog } from '../../../../src/sidecar/server/log.js';
import { createPublicHandler } from '../../../../src/sidecar/server/public/public-handler.js';
import { type Files, filesIn, workspace } from '../../../support/build/workspace.js';
import { ask } from '../../../support/sidecar/server/http.js';
import { NOW, serveSite, until } from '../../../support/sidecar/server/serving.js';

/** The second in which one post expires and another is published. */
const DUE = NOW;
const utc = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

const contentDueAt = (due: number): Files => ({
  'content/posts/ropes.md': `---\ntitle: Ropes\ndate: 2026-03-01\nexpiryDate: ${utc(due)}\nid: 2\n---\n\nA knot.\n`,
  'content/posts/tides.md': `---\ntitle: Tides\ndate: ${utc(due)}\nid: 3\n---\n\nThe sea is late.\n`,
  'public/crane.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
});

const CONFIG = {
  site: { url: 'https://harbour.example', name: 'Harbour Notes' },
  source: 'content',
  html: 'render',
};

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The part of the sidecar that builds and answers, with a clock that the test sets. */
async function siteAt(clock: { now: number }) {
  const folder = workspace({ ...contentDueAt(DUE), 'svc.config.json': JSON.stringify(CONFIG) });
  // Files that have just been written are read again by every build; these are old enough to be known.
  for (const file of filesIn(folder)) utimesSync(join(folder, file), NOW - 86_400, NOW - 86_400);
  const log: string[] = [];
  const options = { cwd: folder, env: {} };
  const served = new ServedSite({
    ...options,
    load: () => loadConfig({ ...options, flags: {} }),
    clock: () => fixedClock(clock.now),
    log: createLog('info', (line) => log.push(line)),
  });
  const publicHandler = createPublicHandler({ site: served.site, now: () => clock.now });
  const app = (_: unknown, response: { writeHead(status: number): { end(): unknown } }) =>
    void response.writeHead(404).end();
  const server = await listen(
    createHttpServer({ publicHandler, app, log: createLog('silent', () => undefined) }),
    {
      host: '127.0.0.1',
      port: 0,
    },
  );
  closing.push(
    () => server.close(),
    () => served.close(),
  );
  await served.start({ watch: false });
  const url = `http://127.0.0.1:${server.port}/`;
  return {
    builds: () => log.filter((line) => line.includes('"reason":"an entry or a signature was due"')).length,
    status: async () => ({
      ropes: (await ask(url, '/posts/ropes.md')).status,
      tides: (await ask(url, '/posts/tides.md')).status,
      list: (await ask(url, '/llms.txt')).body.toString(),
    }),
  };
}

describe('an entry that comes or goes by itself', () => {
  it('does so in its very second, not in the second before', async () => {
    const clock = { now: DUE - 1 };
    const { builds, status } = await siteAt(clock);
    const before = { ropes: 200, tides: 404, list: expect.stringMatching(/Ropes(?!.*Tides)/s) };
    expect(await status()).toMatchObject(before);
    // A timer that fires early finds the same second and waits again.
    await until(() => builds() === 1);
    expect(await status()).toMatchObject(before);
    clock.now = DUE;
    await until(() => builds() === 2);
    expect(await status()).toMatchObject({
      ropes: expect.toSatisfy((code: number) => code === 404 || code === 410),
      tides: 200,
      list: expect.stringMatching(/Tides/),
    });
    expect((await status()).list).not.toContain('Ropes');
    // Nothing else is due, so that the timer rests.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(builds()).toBe(2);
  });

  it('does so at once when the clock was set, or the machine slept', async () => {
    const clock = { now: DUE - 3600 };
    const { status } = await siteAt(clock);
    expect(await status()).toMatchObject({ ropes: 200, tides: 404 });
    clock.now = DUE + 1;
    await until(async () => (await status()).tides === 200, 20_000);
    expect((await status()).ropes).not.toBe(200);
  }, 40_000);

  it('does so on a sidecar with the clock of the system', async () => {
    const due = Math.floor(Date.now() / 1000) + 15;
    const { ask: get } = await serveSite({ files: contentDueAt(due), env: { SOURCE_DATE_EPOCH: '' } });
    const statusOf = async (path: string) => (await get(path)).status;
    const seen = await Promise.all([statusOf('/posts/ropes.md'), statusOf('/posts/tides.md')]);
    if (Date.now() < due * 1000) expect(seen).toEqual([200, 404]);
    await until(async () => (await statusOf('/posts/tides.md')) === 200, 60_000);
    expect(Date.now()).toBeGreaterThanOrEqual(due * 1000);
    expect(await statusOf('/posts/ropes.md')).not.toBe(200);
  }, 90_000);
});
