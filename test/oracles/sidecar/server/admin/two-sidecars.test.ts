import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../../../../src/storage/open.js';
import { readOption } from '../../../../../src/storage/tables/options.js';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, until } from '../../../../support/sidecar/server/serving.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

const database = postgres();
beforeAll(() => database.start());
afterAll(() => database.stop());

describe('two sidecars on one PostgreSQL', () => {
  it('share accounts, sessions, nonces and settings; what one saves is live on the other within a second', async () => {
    const address = await database.address();
    const setup = { files: HARBOUR, config: { database: address } };
    const one = await serveSite(setup);
    const two = await serveSite(setup);
    const [first, second] = [new AdminClient(one), new AdminClient(two)];
    const ada = await first.as('ada', 'administrator', address);
    expect((await two.ask('/llms.txt')).status).toBe(200);
    const saved = await first.call('POST', '/settings', ada, { enable_llms_txt: false, topics_max: 7 });
    expect(saved.status).toBe(200);
    await until(async () => (await two.ask('/llms.txt')).status === 404, 1000);
    expect((await second.call('GET', '/settings', ada)).body).toMatchObject({ settings: { topics_max: 7 } });
    await Promise.all([
      first.call('POST', '/settings', ada, { topics_max: 8 }),
      second.call('POST', '/settings', ada, { llms_full_posts: 9 }),
      first.call('POST', '/optimize/ignore', ada, { post: 2 }),
      second.call('POST', '/optimize/ignore', ada, { post: 3 }),
    ]);
    const { settings } = (await first.call('GET', '/settings', ada)).body as {
      settings: { optimize_ignored: readonly number[] };
    };
    expect(settings).toMatchObject({ topics_max: 8, llms_full_posts: 9 });
    expect([...settings.optimize_ignored].sort()).toEqual([2, 3]);
  });
});

const WRITER = fileURLToPath(new URL('../../../../support/sidecar/server/admin/writer.ts', import.meta.url));

describe.each([sqlite(), database])('kill -9 during writes to $name', (store) => {
  it('loses nothing that was acknowledged and applies nothing by half', async () => {
    const address = await store.address();
    await (await openStorage(address)).close();
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const child = spawn(process.execPath, ['--import', 'tsx', WRITER, address], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      await until(() => text.split('\n').length > 20 + round * 7, 60_000);
      child.kill('SIGKILL');
      await once(child, 'close');
      acknowledged.push(Number(text.trimEnd().split('\n').at(-1)));
    }
    const storage = await openStorage(address);
    const read = async (name: string) => Number((await readOption(storage.db, name))?.value ?? 0);
    const [left, right] = [await read('left'), await read('right')];
    expect(left).toBe(right);
    // The last write may have been done without its answer having come through.
    expect(left).toBeGreaterThanOrEqual(Math.max(...acknowledged));
    await storage.close();
  }, 120_000);
});
