import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runBuild } from '../../../src/build/build.js';
import { loadConfig } from '../../../src/config/load.js';
import { fixedClock } from '../../../src/core/clock.js';
import { filesIn, workspace } from '../../support/build/workspace.js';

/** 2026-07-02T10:00:00Z: one post expires, another is published. */
const DUE = 1_782_986_400;

const FILES = {
  'svc.config.json': JSON.stringify({
    site: { url: 'https://harbour.example', name: 'Harbour Notes' },
    source: 'content',
    sidecar: false,
  }),
  'content/posts/ropes.md': `---\ntitle: Ropes\ndate: 2026-03-01\nexpiryDate: 2026-07-02T10:00:00Z\nid: 2\n---\n\nA.\n`,
  'content/posts/tides.md': `---\ntitle: Tides\ndate: 2026-07-02T10:00:01Z\nid: 3\n---\n\nThe sea.\n`,
  'content/posts/winds.md': `---\ntitle: Winds\ndate: 2026-03-02\nid: 4\n---\n\nWest.\n`,
};

it('a build with nothing else to do withdraws and publishes entries in their very seconds', async () => {
  const folder = workspace(FILES);
  // Files that have just been written are read again by every build; these are old enough to be known.
  for (const file of filesIn(folder)) utimesSync(join(folder, file), DUE - 86_400, DUE - 86_400);
  const options = { cwd: folder, env: {} };
  const build = async (now: number) => {
    const report = await runBuild({
      ...options,
      loaded: await loadConfig({ ...options, flags: {} }),
      clock: fixedClock(now),
    });
    const titles = readFileSync(join(folder, 'out/llms.txt'), 'utf8').match(/Ropes|Tides|Winds/g) ?? [];
    const twins = ['ropes', 'tides', 'winds'].filter((name) =>
      existsSync(join(folder, `out/posts/${name}.md`)),
    );
    return {
      titles: [...new Set(titles)].sort(),
      twins,
      isRepeated: report.added.length + report.changed.length === 0,
    };
  };
  await build(DUE - 2);
  const before = { titles: ['Ropes', 'Winds'], twins: ['ropes', 'winds'], isRepeated: true };
  expect(await build(DUE - 1)).toEqual(before);
  expect(await build(DUE - 1)).toEqual(before);
  expect(await build(DUE)).toEqual({ titles: ['Winds'], twins: ['winds'], isRepeated: false });
  expect(await build(DUE + 1)).toEqual({
    titles: ['Tides', 'Winds'],
    twins: ['tides', 'winds'],
    isRepeated: false,
  });
});
