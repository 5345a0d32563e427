import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/storage/open.js';
import type { Storage } from '../../../src/storage/port.js';
import { SharedLimiter } from '../../../src/storage/shared-limiter.js';

const NOW = 1_800_000_000;
const folder = mkdtempSync(join(tmpdir(), 'svc-limits-'));
const open: Storage[] = [];
let count = 0;

afterAll(async () => {
  await Promise.all(open.map((storage) => storage.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Limiters of several sidecars with one database. */
async function limiters(sidecars: number): Promise<readonly SharedLimiter[]> {
  const path = join(folder, `${count++}.sqlite`);
  const result: SharedLimiter[] = [];
  for (let index = 0; index < sidecars; index += 1) {
    const storage = await openStorage(path);
    open.push(storage);
    result.push(new SharedLimiter(storage, { name: 'test', seconds: 60 }));
  }
  return result;
}

async function pass(
  limiter: SharedLimiter,
  calls: number,
  now = NOW,
  key = 'a',
  limit = 30,
): Promise<number> {
  const waits = await Promise.all(Array.from({ length: calls }, () => limiter.take(key, limit, now)));
  return waits.filter((wait) => wait === 0).length;
}

describe('a limit', () => {
  it.each([1, 7, 30, 300])('of %i lets exactly that many through on one sidecar', async (limit) => {
    const [limiter] = await limiters(1);
    expect(await pass(limiter as SharedLimiter, limit + 20, NOW, 'a', limit)).toBe(limit);
    expect(await limiter?.take('a', limit, NOW + 20)).toBe(40);
    expect(await limiter?.take('b', limit, NOW + 20)).toBe(0);
    expect(await limiter?.take('a', limit, NOW + 60)).toBe(0);
  });

  it.each([2, 3, 5])('is one for %i sidecars', async (sidecars) => {
    const all = await limiters(sidecars);
    const passed = await Promise.all(all.map((limiter) => pass(limiter, 100)));
    const sum = passed.reduce((total, one) => total + one, 0);
    expect(sum).toBeLessThanOrEqual(30);
    expect(sum).toBeGreaterThanOrEqual(30 - 3 * (sidecars - 1));
  });

  it('begins anew when a clock was set back', async () => {
    const [limiter] = await limiters(1);
    expect(await pass(limiter as SharedLimiter, 40)).toBe(30);
    expect(await limiter?.take('a', 30, NOW - 3600)).toBe(0);
  });

  it('holds for each sidecar alone while the database fails, and together again afterwards', async () => {
    const [limiter, other] = await limiters(2);
    const database = open.at(-2) as { writeLightly?: unknown };
    const { writeLightly } = database;
    database.writeLightly = () => Promise.reject(new Error('the database is gone'));
    expect(await pass(limiter as SharedLimiter, 100)).toBe(30);
    database.writeLightly = writeLightly;
    expect(await pass(other as SharedLimiter, 100, NOW + 70)).toBe(30);
    expect(await pass(limiter as SharedLimiter, 100, NOW + 70)).toBe(0);
  });
});

describe('the database', () => {
  it('is written to once for several calls, and holds neither names nor what is over', async () => {
    const [limiter] = await limiters(1);
    const storage = open.at(-1) as Storage;
    const rows = () => storage.db.selectFrom('rate_counts').selectAll().execute();
    expect(await pass(limiter as SharedLimiter, 5, NOW, '192.0.2.7', 300)).toBe(5);
    expect(await rows()).toEqual([
      { key: expect.stringMatching(/^[0-9a-f]{64}$/), ends: NOW + 60, count: 30 },
    ]);
    expect(await pass(limiter as SharedLimiter, 1, NOW + 400, '192.0.2.8', 300)).toBe(1);
    expect(await rows()).toMatchObject([{ ends: NOW + 460, count: 30 }]);
  });
});
