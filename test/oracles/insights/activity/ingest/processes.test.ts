import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../../../src/storage/open.js';
import { workspace } from '../../../../support/build/workspace.js';
import { spawnSvc, startSvc } from '../../../../support/cli/run-svc.js';
import { AGENTS, combinedLine, NOW } from '../../../../support/insights/activity/ingest/lines.js';
import { until } from '../../../../support/sidecar/server/serving.js';

const LINES = 200_000;

function site(): string {
  const plugin = "export function register(svc) { svc.filter('svc_activity_max_rows', () => 0); }\n";
  const config = {
    site: { url: 'https://harbour.example', name: 'Harbour Notes' },
    plugins: ['./plugin.mjs'],
  };
  const cwd = workspace({ 'svc.config.json': JSON.stringify(config), 'plugin.mjs': plugin });
  const agents = Object.values(AGENTS);
  const lines = Array.from({ length: LINES }, (_, n) =>
    combinedLine({
      at: NOW - LINES + n,
      agent: agents[n % 4] ?? '',
      path: n % 10 === 3 ? '/' : '/llms.txt',
      referrer: 'https://claude.ai/',
    }),
  );
  writeFileSync(join(cwd, 'access.log'), lines.join(''));
  return cwd;
}

async function stored(cwd: string) {
  const storage = await openStorage(join(cwd, '.svc/svc.db'));
  const hits = await storage.db
    .selectFrom('visits')
    .select(({ fn }) => fn.countAll().as('rows'))
    .executeTakeFirst();
  const readers = await storage.db
    .selectFrom('referrals')
    .select(({ fn }) => fn.sum('hits').as('hits'))
    .executeTakeFirst();
  await storage.close();
  return { hits: Number(hits?.rows), readers: Number(readers?.hits) };
}

/** Nine of ten lines are visits, and half of the others are readers with a browser. */
const WHOLE = { hits: LINES * 0.9, readers: 10_000 };

describe('svc activity ingest', { timeout: 120_000 }, () => {
  it('that is killed counts nothing twice and loses nothing', async () => {
    const cwd = site();
    const killed = startSvc(['activity', 'ingest', 'access.log'], { cwd });
    await until(async () => (await stored(cwd).catch(() => ({ hits: 0 }))).hits > 0, 60_000);
    killed.kill('SIGKILL');
    await killed.done;
    const part = await stored(cwd);
    const { code } = await spawnSvc(['activity', 'ingest', 'access.log'], { cwd });
    expect([code, await stored(cwd)]).toEqual([0, WHOLE]);
    // Else nothing was tried.
    expect(part.hits).toBeLessThan(WHOLE.hits);
  });

  it('of which two run at once counts everything once', async () => {
    const cwd = site();
    const both = [1, 2].map(() => spawnSvc(['activity', 'ingest', 'access.log', '--json'], { cwd }));
    const runs = await Promise.all(both);
    const failed = runs.filter(({ code }) => code !== 0);
    expect(
      failed.map(({ stdout }) => (JSON.parse(stdout) as { error: { code: string } }).error.code),
    ).toEqual(failed.map(() => 'SVC_STORAGE'));
    expect(failed.length).toBeLessThan(2);
    // Whoever failed, the next run has the rest.
    await spawnSvc(['activity', 'ingest', 'access.log'], { cwd });
    expect(await stored(cwd)).toEqual(WHOLE);
  });
});
