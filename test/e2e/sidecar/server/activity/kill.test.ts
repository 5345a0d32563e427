import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countOf } from '../../../../../src/insights/activity/log/trim.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { workspace } from '../../../../support/build/workspace.js';
import { startSvc } from '../../../../support/cli/run-svc.js';
import { freePort } from '../../../../support/free-port.js';
import { ask } from '../../../../support/sidecar/server/http.js';
import { until } from '../../../../support/sidecar/server/serving.js';

const CONFIG = JSON.stringify({ site: { url: 'https://harbour.example' }, source: 'content' });
const GPT = { headers: { 'User-Agent': 'GPTBot/1.2' } };

describe('a sidecar that is killed', () => {
  it('has written everything but what came in since the last flush, and starts again', async () => {
    const cwd = workspace({
      'content/ropes.md': '---\ntitle: Ropes\nid: 1\n---\n\nA rope remembers every knot.\n',
      'svc.config.json': CONFIG,
    });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const serve = () => startSvc(['serve', '--port', String(port), '--json'], { cwd });
    const first = serve();
    await until(() => isReady(url), 60_000);
    for (let count = 0; count < 40; count += 1) await ask(url, '/llms.txt', GPT);
    await until(async () => (await visitsIn(cwd)) === 40, 30_000);
    await Promise.all(Array.from({ length: 20 }, () => ask(url, '/llms.txt', GPT)));
    first.kill('SIGKILL');
    await first.done;
    const left = await visitsIn(cwd);
    expect(left).toBeGreaterThanOrEqual(40);
    expect(left).toBeLessThanOrEqual(60);
    const second = serve();
    await until(() => isReady(url), 60_000);
    await ask(url, '/llms.txt', GPT);
    // Ended in order it writes what it has.
    second.kill('SIGTERM');
    await second.done;
    expect(await visitsIn(cwd)).toBe(left + 1);
  }, 180_000);
});

async function isReady(url: string): Promise<boolean> {
  return ask(url, '/svc/health/ready').then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Visits by their counts, which have to be those of the visits themselves. */
async function visitsIn(folder: string): Promise<number> {
  const storage = await openStorage(join(folder, '.svc/svc.db'));
  try {
    return await storage.write(async (db) => {
      const rows = await db.selectFrom('visits').select('id').execute();
      expect(await countOf(db)).toBe(rows.length);
      return rows.length;
    });
  } finally {
    await storage.close();
  }
}
