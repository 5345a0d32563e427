/** Pages are graded while they are built, and what was found is kept from one build to the next. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuild } from '../../../src/build/build.js';
import { readVerdicts, type StoredVerdicts } from '../../../src/build/grading/verdicts.js';
import { loadConfig } from '../../../src/config/load.js';
import { checkProblem } from '../../../src/quality/readiness/pages/table.js';
import type { Verdict } from '../../../src/quality/readiness/verdicts/store.js';
import { text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW } from '../../support/cli/run-svc.js';

const DAY = 86_400;
const BASE = ['--source', 'content', '--base-url', 'https://mill.example'];
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

const long = (words: number) => `${'The old mill by the brook still turns. '.repeat(words / 8)}\n`;

function page(matter: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries({ date: iso(NOW - 10 * DAY), type: 'post', ...matter }).map(
    ([key, value]) => `${key}: ${value}`,
  );
  return `---\n${lines.join('\n')}\n---\n\n${body}`;
}

const SITE = {
  'content/good.md': page(
    { title: 'Good', id: '1', image: '/up/mill.jpg', image_alt: 'A mill in snow' },
    long(120),
  ),
  'content/thin.md': page({ title: 'Thin', id: '2', image: '/up/door.jpg' }, 'Soon. ![](/up/mill.jpg)\n'),
  'content/old.md': page(
    { title: 'Old', id: '3', date: iso(NOW - 800 * DAY), image: '/up/b.jpg', image_alt: 'B' },
    long(120),
  ),
  'content/kept.md': page(
    { title: 'Kept', id: '4', date: iso(NOW - 800 * DAY), evergreen: 'true', tags: '[rye]' },
    long(120),
  ),
  'content/cart.md': page(
    { title: 'Cart', id: '5', type: 'page', svc: '{graded: false}', focus: 'buy flour' },
    'Your cart.\n',
  ),
};

/** The verdicts of the last build by title. */
function verdicts(cwd: string): Readonly<Record<string, Verdict>> {
  const kept = readVerdicts(join(cwd, '.svc'));
  return Object.fromEntries((kept?.verdicts ?? []).map((verdict) => [verdict.title, verdict]));
}

describe('a build', () => {
  it('grades every page', async () => {
    const cwd = workspace(SITE);
    await build(BASE, { cwd });
    const found = verdicts(cwd);
    expect(Object.fromEntries(Object.entries(found).map(([title, { flags }]) => [title, flags]))).toEqual({
      Good: [],
      Thin: ['words', 'featured_alt'],
      Old: ['freshness'],
      Kept: ['featured_image'],
      Cart: [],
    });
    expect(found['Good']).toMatchObject({
      ...{ id: 1, type: 'post', url: 'https://mill.example/good/', points: 100, gradeable: true },
      ...{ modified: NOW - 10 * DAY, gradedAt: NOW, focus: '', coverage: '' },
    });
    expect(found['Cart']).toMatchObject({ gradeable: false, focus: 'buy flour', coverage: 'missing' });
    expect(found['Thin']?.images).toEqual(expect.arrayContaining([...(found['Good']?.images ?? [])]));
  });

  it('finds the same again, and looks anew only at what has changed', async () => {
    const cwd = workspace(SITE);
    await build(BASE, { cwd });
    const before = verdicts(cwd);
    writeFiles(cwd, {
      'content/thin.md': page(
        { title: 'Thin', id: '2', image: '/up/door.jpg', image_alt: 'A door' },
        long(120),
      ),
    });
    const report = await build(BASE, { cwd, now: NOW + 60 });
    expect(report.converted).toBe(1);
    const after = verdicts(cwd);
    expect(after['Thin']).toMatchObject({ flags: [], gradedAt: NOW + 60 });
    for (const title of ['Good', 'Old', 'Kept', 'Cart']) expect(after[title]).toEqual(before[title]);
  });

  it('knows of a page that grows old without being touched, and of rules that others set', async () => {
    const cwd = workspace(SITE);
    await build(BASE, { cwd });
    // The page has an age of 730 days then, and one more a day later.
    const later = NOW + 720 * DAY;
    await build(BASE, { cwd, now: later });
    expect(verdicts(cwd)['Good']).toMatchObject({ flags: [] });
    await build(BASE, { cwd, now: later + DAY });
    expect(verdicts(cwd)['Good']).toMatchObject({ flags: ['freshness'], gradedAt: later + DAY });
  });

  it('reads a page again after a month', async () => {
    const cwd = workspace(SITE);
    await build(BASE, { cwd });
    writeFiles(cwd, { 'content/new.md': page({ title: 'New', id: '9' }, long(120)) });
    await build(BASE, { cwd, now: NOW + 29 * DAY });
    expect(verdicts(cwd)['Good']?.gradedAt).toBe(NOW);
    writeFiles(cwd, { 'content/newer.md': page({ title: 'Newer', id: '10' }, long(120)) });
    await build(BASE, { cwd, now: NOW + 30 * DAY });
    expect(verdicts(cwd)['Good']?.gradedAt).toBe(NOW + 30 * DAY);
  });

  it('expects an image only where pages of the type have one', async () => {
    const cwd = workspace({
      'content/a.md': page({ title: 'A', id: '1' }, long(120)),
      'content/b.md': page(
        { title: 'B', id: '2', type: 'page', image: '/up/b.jpg', image_alt: 'B' },
        long(120),
      ),
    });
    await build(BASE, { cwd });
    expect(verdicts(cwd)['A']?.flags).toEqual([]);
    writeFiles(cwd, {
      'content/c.md': page({ title: 'C', id: '3', image: '/up/c.jpg', image_alt: 'C' }, long(120)),
    });
    expect((await build(BASE, { cwd })).converted).toBe(1);
    expect(verdicts(cwd)['A']?.flags).toEqual(['featured_image']);
  });

  it('looks at the page that it writes for what an image says', async () => {
    const cwd = workspace({ ...SITE, 'svc.config.json': '{"html": "render"}' });
    await build(BASE, { cwd });
    expect(text(cwd, 'out/thin/index.html')).toMatch(/<img src="\/up\/door\.jpg" alt=""/);
    expect(verdicts(cwd)['Thin']).toMatchObject({ flags: ['words', 'featured_alt'], points: 89 });
    expect(verdicts(cwd)['Good']).toMatchObject({ flags: [] });
  });

  it('grades nothing while the checks are switched off, and keeps what was found', async () => {
    const cwd = workspace({ ...SITE, 'svc.settings.json': '{"enable_page_checks": false}' });
    await build(BASE, { cwd });
    expect(readVerdicts(join(cwd, '.svc'))).toBeUndefined();
    writeFiles(cwd, { 'svc.settings.json': '{}' });
    await build(BASE, { cwd });
    expect(Object.keys(verdicts(cwd))).toHaveLength(5);
    writeFiles(cwd, { 'svc.settings.json': '{"enable_page_checks": false}' });
    await build(BASE, { cwd });
    expect(Object.keys(verdicts(cwd))).toHaveLength(5);
  });

  it('lets what was found of a page go with it, also while the checks are switched off', async () => {
    const cwd = workspace(SITE);
    await build(BASE, { cwd });
    const before = verdicts(cwd);
    writeFiles(cwd, {
      'svc.settings.json': '{"enable_page_checks": false}',
      'content/thin.md': page({ title: 'Thin', id: '2', draft: 'true' }, 'Hidden.'),
    });
    await build(BASE, { cwd });
    const { Thin, ...others } = before;
    expect(Thin).toBeDefined();
    expect(verdicts(cwd)).toEqual(others);
  });

  it('asks plugins about each page', async () => {
    const plugin = `export function register(svc) {
      svc.filter('svc_page_checks', (rows, id) => [...rows, { id: 'own', label: 'Own', status: id === 1 ? 'fail' : 'pass' }]);
      svc.filter('svc_gradeable_post', (graded, id) => graded && id !== 2);
    }`;
    const cwd = workspace({
      ...SITE,
      'plugin.mjs': plugin,
      'svc.config.json': '{"plugins": ["./plugin.mjs"]}',
    });
    await build(BASE, { cwd });
    expect(verdicts(cwd)['Good']).toMatchObject({ flags: ['own'], points: 93 });
    expect(verdicts(cwd)['Thin']).toMatchObject({ flags: ['featured_alt'], gradeable: false });
  });

  it('writes nothing of it to the site', async () => {
    const cwd = workspace(SITE);
    const report = await build(BASE, { cwd });
    expect(report.added.some((file) => /verdict/.test(file))).toBe(false);
    expect(text(cwd, 'out/llms.txt')).not.toContain(checkProblem('words'));
  });
});

describe('whoever runs a build', () => {
  const run = async (cwd: string, args: readonly string[] = []) => {
    const handed: StoredVerdicts[] = [];
    const loaded = await loadConfig({
      cwd,
      env: {},
      flags: {
        source: ['content'],
        baseUrl: 'https://mill.example',
        ...Object.fromEntries(args.map((arg) => [arg, true])),
      },
    });
    await runBuild({ loaded, cwd, clock: { now: () => NOW }, onGraded: (graded) => handed.push(graded) });
    return handed;
  };

  it('is handed the verdicts, of a run that has nothing to do as well, and of one that writes nothing', async () => {
    const cwd = workspace(SITE);
    const [first] = await run(cwd);
    expect(first).toMatchObject({ graded: NOW, ruleset: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(first?.verdicts).toHaveLength(5);
    expect(await run(cwd)).toEqual([first]);
    const dry = workspace(SITE);
    const [second] = await run(dry, ['dryRun']);
    expect(second?.verdicts.map(({ id, flags }) => [id, flags])).toEqual(
      first?.verdicts.map(({ id, flags }) => [id, flags]),
    );
    expect(existsSync(join(dry, '.svc'))).toBe(false);
  });
});
