import { renameSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HARBOUR, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

/** Longer than bodies that are held in memory. */
const LONG = (24 << 20) + 1;
/** A whole second, so that times of files that differ by less are told apart. */
const SECOND = 1_780_000_000;

let site: TestSite;

beforeAll(async () => {
  site = await serveSite({
    files: {
      ...HARBOUR,
      'public/boats.txt': 'Ketches and yawls are moored at the quay.\n',
      'public/long.bin': '',
    },
    config: { html: 'none' },
  });
  truncateSync(join(site.folder, 'public/long.bin'), LONG);
});

/** Ways in which a file gets other bytes of the same length. */
const CHANGES: Readonly<Record<string, (file: string, bytes: string) => void>> = {
  'changes later': (file, bytes) => {
    writeFileSync(file, bytes);
    utimesSync(file, SECOND + 60, SECOND + 60);
  },
  'changes within the same second': (file, bytes) => {
    writeFileSync(file, bytes);
    utimesSync(file, SECOND + 0.25, SECOND + 0.25);
  },
  'keeps its old time': (file, bytes) => {
    writeFileSync(file, bytes);
    utimesSync(file, SECOND, SECOND);
  },
  'gives way to a new file of the same time': (file, bytes) => {
    writeFileSync(`${file}.new`, bytes);
    utimesSync(`${file}.new`, SECOND, SECOND);
    renameSync(`${file}.new`, file);
  },
};

/** Files by the address at which they are served, each found in its own way. */
const FILES: Readonly<Record<string, string>> = {
  '/boats.txt': 'public/boats.txt',
  '/.well-known/dnt-policy.txt': 'public/.well-known/dnt-policy.txt',
  '/posts/ropes.md': 'out/posts/ropes.md',
  '/long.bin': 'public/long.bin',
};

describe('a file that has changed but not in size', () => {
  it.each(Object.entries(CHANGES))('is sent anew when it %s', async (how, change) => {
    // Answers are sent without a look at their file for a second.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await Promise.all(Object.entries(FILES).map(([path, name]) => expectSentAnew(path, name)));

    async function expectSentAnew(path: string, name: string): Promise<void> {
      const file = join(site.folder, name);
      utimesSync(file, SECOND, SECOND);
      const before = await site.ask(path);
      const headers = { 'If-None-Match': before.headers['etag'] ?? '' };
      expect((await site.ask(path, { headers })).status).toBe(304);
      const bytes = how.padEnd(statSync(file).size, '.').slice(0, statSync(file).size);
      change(file, bytes);
      await until(async () => (await site.ask(path, { headers })).status !== 304);
      const after = await site.ask(path, { headers });
      expect([path, after.status, after.text === bytes]).toEqual([path, 200, true]);
      expect(after.headers['etag']).not.toBe(before.headers['etag']);
    }
  });
});

describe('a file too long to be held', () => {
  it('is sent whole after it has grown', async () => {
    await site.ask('/long.bin', { method: 'HEAD' });
    writeFileSync(join(site.folder, 'public/long.bin'), 'c'.repeat(LONG + 5));
    await until(
      async () =>
        (await site.ask('/long.bin', { method: 'HEAD' })).headers['content-length'] === String(LONG + 5),
    );
    const { body } = await site.ask('/long.bin');
    expect([body.length, body.subarray(-5).toString()]).toEqual([LONG + 5, 'ccccc']);
  });
});
