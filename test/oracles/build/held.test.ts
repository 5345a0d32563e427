import { queryObjects } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { Verdicts } from '../../../src/build/grading/verdicts.js';
import { LastState, NewState } from '../../../src/build/state/build-state.js';
import { Output } from '../../../src/deploy/output.js';
import { liveRun } from '../../support/build/content/live-run.js';
import { workspace } from '../../support/build/workspace.js';

// What a build of a large site remembers of the last one, and of its files, takes as much room as all that is served.
const LET_GO = { LastState, NewState, Verdicts, Output };

function countOf(one: unknown): number {
  return queryObjects(one as () => unknown, { format: 'count' }) as unknown as number;
}

describe('what a sidecar keeps of a build', () => {
  it.each(['none', 'render', 'augment'])(
    'is neither its caches nor its output with html: %s',
    async (html) => {
      const site = { url: 'https://mill.example' };
      const augmented = html === 'augment' && { siteDir: 'site' };
      const cwd = workspace({
        'content/rye.md': '---\ntitle: Rye\n---\nRye is ground on Mondays.\n',
        'site/rye/index.html': '<!doctype html><title>Rye</title><p>Rye is ground on Mondays.</p>',
        'svc.config.json': JSON.stringify({ html, source: 'content', site, ...augmented }),
      });
      const run = await liveRun(cwd);
      const held = Object.entries(LET_GO).filter(([, one]) => countOf(one) > 0);
      expect(held.map(([name]) => name)).toEqual([]);
      expect([...run.content.store.entries()].map(({ title }) => title)).toEqual(['Rye']);
    },
  );
});
