import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { MANIFEST_FILE, readManifest } from '../../../src/build/manifest.js';
import { type Item, wxr } from '../../support/build/export.js';
import { filesIn, text, treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import { failBuild, startSvc } from '../../support/cli/run-svc.js';

const BASE = ['--base-url', 'https://harbour.example'];
const ARGS = ['build', '--source', 'export.xml', ...BASE, '--json'];
const STAGE = '.out.svc-stage';
const COUNTING = `--require ${resolve('test/support/build/crash-at.cjs')}`;
const CONFIG = JSON.stringify({ html: 'render', publicDir: 'public' });

type Tree = Readonly<Record<string, string>>;

/** The second version removes pages, changes all, and turns files into folders and back. */
function site(version: 1 | 2): string {
  const items = Array.from({ length: 60 }, (_, index): Item => {
    const id = index + 1;
    const isDeep = (id % 3 === 0) === (version === 2);
    const slug = isDeep ? `page-${id}.md/deep` : `page-${id}`;
    return { id, slug, body: `<p>Version ${version} of ${id}.</p>` };
  });
  return wxr(items.filter(({ id }) => version === 1 || id % 5 !== 0));
}

// Every build is one of the real program, so that all are of one version.
const run = (cwd: string, env: Readonly<Record<string, string>> = {}) => startSvc(ARGS, { cwd, env });

/** One number in each of some equal parts of the way from 0 to 1: at random, and all over it. */
function spread(count: number): readonly number[] {
  let state = fc.readConfigureGlobal().seed ?? 1;
  return Array.from({ length: count }, (_, part) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (part + state / 2 ** 32) / count;
  });
}

/** Results in the order of the items. */
async function twoAtATime<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results[next[0]] = await work(next[1]);
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}

describe('a build that is killed', () => {
  let first = '';
  let old: Tree = {};
  let fresh: Tree = {};
  /** Everything that an undisturbed build leaves, in the output folder and beside it. */
  let all: Tree = {};
  let duration = 0;
  let changes = 0;

  /** A folder with the old output, and the new version of its source. */
  const start = (): string => {
    const cwd = workspace();
    cpSync(first, cwd, { recursive: true, preserveTimestamps: true });
    writeFiles(cwd, { 'export.xml': site(2) });
    return cwd;
  };

  beforeAll(async () => {
    first = workspace({
      'export.xml': site(1),
      'broken.xml': '<rss>',
      'svc.config.json': CONFIG,
      'public/pot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    expect(await run(first).done).toMatchObject({ code: 0 });
    old = treeOf(join(first, 'out'));
    const whole = start();
    const count = join(workspace(), 'count');
    const began = performance.now();
    expect(await run(whole, { NODE_OPTIONS: COUNTING, CRASH_COUNT: count }).done).toMatchObject({ code: 0 });
    duration = performance.now() - began;
    changes = Number(text(count));
    fresh = treeOf(join(whole, 'out'));
    all = treeOf(whole);
    expect(changes).toBeGreaterThan(300);
  });

  /** The last complete output stands, or the new one is on its way with nothing missing and no file torn. */
  const expectIntact = async (cwd: string): Promise<void> => {
    const out = join(cwd, 'out');
    const left = treeOf(out);
    if (!existsSync(join(cwd, STAGE, 'journal.json'))) {
      expect([old, fresh]).toContainEqual(left);
      const manifest = await readManifest(out);
      expect(new Set(filesIn(out))).toEqual(new Set([...(manifest?.files ?? []), MANIFEST_FILE]));
      return;
    }
    const waiting = treeOf(join(cwd, STAGE, 'files'));
    for (const [path, found] of Object.entries(left)) expect([old[path], fresh[path]], path).toContain(found);
    for (const [path, wanted] of Object.entries(fresh)) {
      expect([left[path], waiting[path]], path).toContain(wanted);
    }
  };

  const expectMended = async (cwd: string): Promise<'old' | 'new'> => {
    await expectIntact(cwd);
    // A build of a broken export first mends what was left, then fails: what stands is one of the two.
    await failBuild(['--source', 'broken.xml', ...BASE], { cwd });
    const left = treeOf(join(cwd, 'out'));
    const isOld = isDeepStrictEqual(left, old);
    if (!isOld) expect(left).toEqual(fresh);
    const again = await run(cwd).done;
    expect(again.code, again.stdout).toBe(0);
    expect(treeOf(cwd)).toEqual(all);
    return isOld ? 'old' : 'new';
  };

  it('after any change that it makes to the file system leaves the old or the new output, and never a half', {
    timeout: 180_000,
  }, async () => {
    const results = await twoAtATime(spread(12), async (part) => {
      const cwd = start();
      const at = String(1 + Math.floor(part * changes));
      expect(await run(cwd, { NODE_OPTIONS: COUNTING, CRASH_AT: at }).done, at).toMatchObject({ code: null });
      return expectMended(cwd);
    });
    // Some before and some after the moment at which it counts as done.
    expect(new Set(results)).toEqual(new Set(['old', 'new']));
    expect(results).toEqual([...results].sort().reverse());
  });

  it('at any time does so too', { timeout: 180_000 }, async () => {
    await twoAtATime(spread(8), async (part) => {
      const cwd = start();
      const process = run(cwd);
      await setTimeout(part * duration);
      process.kill('SIGKILL');
      await process.done;
      return expectMended(cwd);
    });
  });
});
