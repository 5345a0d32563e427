/** A sidecar answers while it builds, whatever has been written. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../../../support/sidecar/server/serving.js';
import { readyStatus, spawnSidecar } from '../../../support/sidecar/server/spawned-sidecar.js';

const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;

/** Takes seconds to parse. */
const HOSTILE = '_a__b_'.repeat(20_000);

describe('a sidecar that builds', { timeout: 60_000 }, () => {
  it.each(['none', 'render'])(
    'goes on answering while a body is converted that takes seconds: html %s',
    async (html) => {
      const pages = Array.from({ length: 200 }, (_, number) => [
        `content/note-${number}.md`,
        page(`Note ${number}`, `About the ${number}th note. `.repeat(200)),
      ]);
      const sidecar = await spawnSidecar({
        files: Object.fromEntries(pages),
        config: { html, publicDir: undefined },
        flags: ['--watch'],
      });
      await until(async () => (await readyStatus(sidecar)) === 200, 20_000);
      writeFileSync(join(sidecar.folder, 'content/hostile.md'), page('Hostile', HOSTILE));
      const started = performance.now();
      const gaps: number[] = [];
      let isOver = false;
      const asking = (async () => {
        while (!isOver) {
          const asked = performance.now();
          expect((await sidecar.ask('/svc/health/live')).status).toBe(200);
          gaps.push(performance.now() - asked);
          await setTimeout(5);
        }
      })();
      await until(async () => (await sidecar.ask('/hostile.md')).status === 200, 50_000);
      const took = performance.now() - started;
      isOver = true;
      await asking;
      // Had the body kept the event loop, one answer would have taken most of the time.
      expect(Math.max(...gaps)).toBeLessThan(took / 4);
    },
  );
});
