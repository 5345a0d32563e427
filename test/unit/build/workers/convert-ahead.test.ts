import { describe, expect, it } from 'vitest';
import type { ListedEntry } from '../../../../src/build/listed-entry.js';
import { prepareRun } from '../../../../src/build/prepare.js';
import type { ListenedEntry } from '../../../../src/build/scan-listener.js';
import { ConvertAhead } from '../../../../src/build/workers/convert-ahead.js';
import type { Batch, Outcome } from '../../../../src/build/workers/messages.js';
import type { WorkerPool } from '../../../../src/build/workers/worker-pool.js';
import { loadConfig } from '../../../../src/config/load.js';
import { Warnings } from '../../../../src/core/warnings.js';
import type { Output } from '../../../../src/deploy/output.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { workspace } from '../../../support/build/workspace.js';

const SAID = { sites: [{ baseUrl: 'https://old.example' }], authors: new Map([['mara', 'Mara']]) };

/** A pool that has room for some batches and answers at once; it keeps what it was told, in order. */
class NotedPool {
  readonly heard: string[] = [];
  readonly room = 2;
  left: number;

  constructor(left: number) {
    this.left = left;
  }

  get hasRoom(): boolean {
    return this.left > 0;
  }

  share(): void {
    this.heard.push('site');
  }

  learn({ media, patterns }: Parameters<WorkerPool['learn']>[0]): void {
    this.heard.push(...media.map(({ url }) => url), ...[...patterns.values()]);
  }

  async run(batch: Batch): Promise<readonly Outcome[]> {
    this.left -= 1;
    this.heard.push(`batch of ${batch.length}`);
    return batch.map(({ raw }) => ({ error: new Error(raw.key) }));
  }
}

async function start({ left = 100 } = {}) {
  const flags = { source: ['export.xml'], baseUrl: 'https://new.example' };
  const loaded = await loadConfig({ cwd: workspace({ 'export.xml': '' }), flags, env: {} });
  const warnings = new Warnings();
  const prepared = await prepareRun(loaded, { now: () => 1_790_000_000 }, warnings);
  const output = { isOwn: () => false } as unknown as Output;
  const pool = new NotedPool(left);
  const ahead = new ConvertAhead({ loaded, prepared, output, warnings }, pool as unknown as WorkerPool);
  return { pool, ahead };
}

const foundOf = (id: number, more: Partial<ListenedEntry> = {}): ListenedEntry => ({
  id,
  type: 'post',
  title: `Knot ${id}`,
  path: `/knot-${id}/`,
  stamp: `stamp ${id}`,
  ...more,
});

const rawOf = (id: number, body = ''): RawEntry => ({ key: `k${id}`, body }) as RawEntry;

/** What the build lists in the end. */
const listed = (id: number, more: Partial<ListedEntry> = {}): ListedEntry =>
  ({ ...foundOf(id), twin: `knot-${id}.md`, lang: 'en', ...more }) as ListedEntry;

/** Reads so many entries; the first makes the threads hear of the site, and is converted in its turn. */
async function read(ahead: ConvertAhead, from: number, to: number): Promise<void> {
  for (let id = from; id <= to; id++) {
    ahead.entry(rawOf(id), foundOf(id));
    await ahead.pause(SAID);
  }
}

describe('entries that are converted while others are read', () => {
  it('go to threads that have heard of the site, and of what bodies look up', async () => {
    const { pool, ahead } = await start();
    ahead.media({ id: 7, url: 'https://old.example/7.jpg' });
    await read(ahead, 1, 20);
    expect(pool.heard).toEqual(['site']);
    ahead.pattern({ id: 8, body: 'a block' });
    await read(ahead, 21, 33);
    expect(pool.heard).toEqual([
      'site',
      'https://new.example/7.jpg',
      'a block',
      'batch of 16',
      'batch of 16',
    ]);
    ahead.entry(rawOf(34), foundOf(34));
    ahead.media({ id: 9, url: 'https://old.example/9.jpg' });
    ahead.end();
    expect(pool.heard.slice(5)).toEqual(['https://new.example/9.jpg', 'batch of 1']);
  });

  it('are taken over where they are still the same, once', async () => {
    const { ahead } = await start();
    await read(ahead, 1, 33);
    expect(ahead.take(listed(1))).toBeUndefined();
    expect(await ahead.take(listed(2))).toEqual({ error: new Error('k2') });
    expect(ahead.take(listed(2))).toBeUndefined();
    expect(ahead.take(listed(3, { stamp: 'another' }))).toBeUndefined();
    expect(ahead.take(listed(4, { path: '/another/', twin: 'another.md' }))).toBeUndefined();
    expect(ahead.take(listed(5, { lang: 'de' }))).toBeUndefined();
    expect(ahead.take(listed(6, { title: 'Another' }))).toBeUndefined();
    expect(ahead.take(listed(99))).toBeUndefined();
  });

  it('wait for no more than the threads will soon have room for', async () => {
    const { pool, ahead } = await start({ left: 1 });
    await read(ahead, 1, 1000);
    ahead.end();
    // One was taken, four waited; the threads have two under way.
    expect(pool.heard.filter((one) => one.startsWith('batch'))).toHaveLength(5);
  });

  it('are neither very long nor without a plain address', async () => {
    const { pool, ahead } = await start();
    await read(ahead, 1, 1);
    ahead.entry(rawOf(2, 'x'.repeat(2_000_000)), foundOf(2));
    const { path: _, ...placeless } = foundOf(3);
    ahead.entry(rawOf(3), placeless);
    ahead.end();
    expect(pool.heard).toEqual(['site']);
  });

  it('count only where all that was known of the site is still true', async () => {
    const { ahead, pool } = await start();
    expect(ahead.factsOf(SAID.sites)).toBeUndefined();
    await read(ahead, 1, 1);
    expect(ahead.factsOf(SAID.sites)?.baseUrl).toBe('https://new.example');
    expect(ahead.factsOf([{ ...SAID.sites[0], title: 'Later' }])).toBeUndefined();
    expect(ahead.poolFor('another key', SAID.authors)).toBeUndefined();
    expect(pool.heard).toEqual(['site']);
  });
});
