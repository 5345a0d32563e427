import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Item, wxr } from '../../support/build/export.js';
import { filesIn, stampsOf, strays, treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW, spawnSvc } from '../../support/cli/run-svc.js';

const BASE = ['--base-url', 'https://harbour.example'];
const PARTS = ['part-1.xml', 'part-2.xml'];

function exportsIn(cwd: string): void {
  cpSync(resolve('fixtures/wxr/workshop-part-1.xml'), join(cwd, 'part-1.xml'));
  cpSync(resolve('fixtures/wxr/workshop-part-2.xml'), join(cwd, 'part-2.xml'));
  cpSync(resolve('fixtures/files/hugo'), join(cwd, 'hugo'), { recursive: true });
}

function sourceArgs(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => ['--source', path]);
}

describe('the bytes of the output', () => {
  let expected: Readonly<Record<string, string>>;
  const all = [...sourceArgs([...PARTS, 'hugo']), ...BASE];

  const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const cwd = workspace();
    exportsIn(cwd);
    const { code, stderr } = await spawnSvc(['build', ...args], { cwd, env });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return cwd;
  };

  beforeAll(async () => {
    expected = treeOf(join(await run(all), 'out'));
  });

  it.each([
    ['Newfoundland', { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }],
    ['India', { TZ: 'Asia/Kolkata', LC_ALL: 'C' }],
    ['Japan', { TZ: 'Asia/Tokyo', LC_ALL: 'ja_JP.UTF-8', LANGUAGE: 'ja' }],
    ['a terminal with colours in a CI', { TZ: 'UTC', CI: 'true', FORCE_COLOR: '3', COLUMNS: '20' }],
  ])('are the same in %s', async (_, env) => {
    expect(treeOf(join(await run(all, env), 'out'))).toEqual(expected);
  });

  it('are the same for another folder of the same program', async () => {
    const cwd = workspace();
    exportsIn(join(cwd));
    mkdirSync(join(cwd, 'deep/er'), { recursive: true });
    const args = [
      ...sourceArgs([...PARTS, 'hugo'].map((path) => `../../${path}`)),
      ...BASE,
      '--out',
      '../../site',
    ];
    const { code } = await spawnSvc(['build', ...args], { cwd: join(cwd, 'deep/er') });
    expect(code).toBe(0);
    expect(treeOf(join(cwd, 'site'))).toEqual(expected);
  });

  it('depend on nothing in the environment but the time', async () => {
    const cwd = await run(all, {
      HOME: '/nowhere',
      USER: 'nobody',
      HOSTNAME: 'elsewhere',
      NODE_ENV: 'production',
    });
    expect(treeOf(join(cwd, 'out'))).toEqual(expected);
  });
});

describe('the order of the input', () => {
  it('of the parts of an export does not matter', async () => {
    const items = Array.from(
      { length: 12 },
      (_, index): Item => ({
        id: 40 - index,
        parent: index % 3 === 0 ? 39 : 0,
        type: index % 2 === 0 ? 'post' : 'page',
        body: '[gallery]',
        terms: [{ taxonomy: 'category', slug: `c${index % 4}`, name: `Term ${index % 4}` }],
      }),
    );
    const media = [1, 2, 3].map(
      (id): Item => ({
        id: 100 + id,
        type: 'attachment',
        status: 'inherit',
        parent: 40 - id,
        more: `<wp:attachment_url>https://old.example/${id}.jpg</wp:attachment_url>`,
      }),
    );
    const parts = { 'a.xml': wxr(items.slice(0, 5)), 'b.xml': wxr(items.slice(5)), 'c.xml': wxr(media) };
    const trees = new Set<string>();
    for (const order of [
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
      ['b', 'c', 'a'],
    ]) {
      const cwd = workspace(parts);
      await build([...sourceArgs(order.map((name) => `${name}.xml`)), ...BASE], { cwd });
      trees.add(JSON.stringify(treeOf(join(cwd, 'out'))));
    }
    expect(trees.size).toBe(1);
  });

  it('of the items of an export does not matter', async () => {
    const tag = { taxonomy: 'post_tag', slug: 'knots', name: 'Knots' };
    const items = Array.from(
      { length: 30 },
      (_, index): Item => ({ id: index + 1, date: '2026-01-01 00:00:00', terms: [tag] }),
    );
    const trees = new Set<string>();
    for (const order of [items, [...items].reverse()]) {
      const cwd = workspace({ 'export.xml': wxr(order) });
      await build(['--source', 'export.xml', ...BASE], { cwd });
      trees.add(JSON.stringify(treeOf(join(cwd, 'out'))));
    }
    expect(trees.size).toBe(1);
  });

  it('in which files were made does not matter', async () => {
    const source = resolve('fixtures/files/plain');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name).slice(source.length + 1));
    const trees = new Set<string>();
    for (const order of [files, [...files].reverse(), [...files].sort((a, b) => a.length - b.length)]) {
      const cwd = workspace();
      for (const file of order) cpSync(join(source, file), join(cwd, 'content', file), { recursive: true });
      await build(['--source', 'content', ...BASE], { cwd });
      trees.add(JSON.stringify(treeOf(join(cwd, 'out'))));
    }
    expect(trees.size).toBe(1);
  });
});

describe('a second build', () => {
  it.each([
    ['right after', 0, []],
    ['much later', 40 * 86_400, []],
    ['without the cache', 3600, ['--full']],
  ])('of the same site writes no file: %s', async (_, later, more) => {
    const cwd = workspace();
    exportsIn(cwd);
    const args = [...sourceArgs([...PARTS, 'hugo']), ...BASE];
    const first = await build(args, { cwd });
    expect(first.added).toEqual(filesIn(join(cwd, 'out')));
    const before = stampsOf(join(cwd, 'out'));
    const second = await build([...args, ...more], { cwd, now: NOW + later });
    expect(second).toMatchObject({ added: [], changed: [], removed: [], unchanged: first.added.length });
    expect(stampsOf(join(cwd, 'out'))).toEqual(before);
    expect(strays(cwd).filter((file) => file.startsWith('.'))).toEqual([]);
    expect(first.entries).toEqual(second.entries);
    expect(first.fidelity).toEqual(second.fidelity);
    expect(first.warnings).toEqual(second.warnings);
  });

  it('of a site that is its own output folder keeps what it wrote, and robots.txt too', async () => {
    const page =
      '<!doctype html><html><head><title>Knots</title></head><body><main>Knots</main></body></html>';
    const cwd = workspace({
      'export.xml': wxr([{ id: 1, slug: 'knots' }]),
      'site/knots/index.html': page,
      'site/robots.txt': 'User-agent: *\nDisallow: /shed/\n',
    });
    const args = ['--source', 'export.xml', '--site', 'site', '--out', 'site', '--in-place', ...BASE];
    const first = await build(args, { cwd });
    const before = treeOf(join(cwd, 'site'));
    for (const more of [[], ['--full']]) {
      const again = await build([...args, ...more], { cwd, now: NOW + 60 });
      expect(again).toMatchObject({ added: [], changed: [], removed: [], unchanged: first.added.length + 1 });
      expect(treeOf(join(cwd, 'site'))).toEqual(before);
    }
    writeFiles(cwd, { 'export.xml': wxr([{ id: 1, slug: 'knots', status: 'draft' }]) });
    await build(args, { cwd, now: NOW + 120 });
    expect(filesIn(join(cwd, 'site'))).toEqual(expect.arrayContaining(['knots/index.html', 'llms.txt']));
    expect(filesIn(join(cwd, 'site'))).not.toContain('knots.md');
  });

  it('writes only what differs', async () => {
    const items = (body: string): readonly Item[] => [{ id: 1, body, excerpt: 'x' }, { id: 2 }, { id: 3 }];
    const cwd = workspace({ 'export.xml': wxr(items('<p>One.</p>')) });
    const args = ['--source', 'export.xml', ...BASE];
    await build(args, { cwd });
    const before = stampsOf(join(cwd, 'out'));
    writeFiles(cwd, { 'export.xml': wxr(items('<p>Two.</p>')) });
    const report = await build(args, { cwd, now: NOW + 60 });
    const written = [
      'api/content/v1/posts.json',
      'api/content/v1/posts/1.json',
      'entry-1.md',
      'feed.xml',
      'llms-full.txt',
      'svc-changes.json',
      'svc-manifest.json.gz',
    ];
    expect(report).toMatchObject({ added: [], changed: written, removed: [], converted: 1 });
    const after = stampsOf(join(cwd, 'out'));
    expect(Object.keys(after).filter((file) => after[file] !== before[file])).toEqual(written);
  });

  it('mends what somebody else has changed or removed', async () => {
    const cwd = workspace({ 'export.xml': wxr([{ id: 1 }, { id: 2 }]) });
    const args = ['--source', 'export.xml', ...BASE];
    await build(args, { cwd });
    const expected = treeOf(join(cwd, 'out'));
    writeFiles(cwd, { 'out/entry-1.md': 'spoiled', 'out/llms.txt': '', 'out/foreign.html': 'kept' });
    const report = await build(args, { cwd });
    expect(report.changed).toEqual(['entry-1.md', 'llms.txt']);
    const { 'foreign.html': foreign, ...rest } = treeOf(join(cwd, 'out'));
    expect(rest).toEqual(expected);
    expect(foreign).toBeDefined();
  });
});

/** A site of which any part may change; everything that a page's documents may depend on is in it. */
interface State {
  readonly titles: readonly number[];
  readonly bodies: readonly number[];
  readonly statuses: readonly string[];
  readonly slugs: readonly number[];
  readonly alt: number;
  readonly pattern: number;
  readonly author: number;
  readonly term: number;
  readonly base: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly config: Readonly<Record<string, unknown>>;
}

const small = fc.integer({ min: 0, max: 2 });
const PAGES = 5;
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: PAGES, maxLength: PAGES });
const anyState: fc.Arbitrary<State> = fc.record({
  titles: list(small),
  bodies: list(small),
  statuses: list(fc.constantFrom('publish', 'publish', 'publish', 'draft')),
  slugs: list(fc.integer({ min: 0, max: 9 })),
  alt: small,
  pattern: small,
  author: small,
  term: small,
  base: small,
  settings: fc.record(
    {
      enable_markdown: fc.boolean(),
      enable_llms_txt: fc.boolean(),
      enable_llms_full: fc.boolean(),
      markdown_front_matter: fc.boolean(),
      llms_link_markdown: fc.boolean(),
      enable_topics: fc.boolean(),
      enable_ai_description: fc.boolean(),
      post_types: fc.constantFrom(['post'], ['post', 'page']),
    },
    { requiredKeys: [] },
  ),
  config: fc.record(
    {
      restApi: fc.constantFrom('static', 'off'),
      languages: fc.constantFrom([], ['fr']),
      sidecar: fc.boolean(),
      html: fc.constantFrom('none', 'render'),
      site: fc.record(
        { name: fc.constantFrom('Harbour', 'Quay'), lang: fc.constantFrom('en', 'de') },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
});

function filesOf(state: State): Readonly<Record<string, string>> {
  const pages = state.titles.map((title, index): Item => {
    const id = index + 1;
    return {
      id,
      title: `Title ${title} of ${id}`,
      // Slugs may collide, and then the lowest id wins.
      slug: `${(state.slugs[index] ?? 0) % 2 === 0 ? 'fr/' : ''}page-${state.slugs[index]}`,
      status: state.statuses[index] ?? 'publish',
      type: index % 2 === 0 ? 'post' : 'page',
      body: `<p>Body ${state.bodies[index]}</p><!-- wp:block {"ref":50} /-->[gallery ids="60"]`,
      terms: [{ taxonomy: 'category', slug: 'knots', name: `Knots ${state.term}` }],
      meta: { _thumbnail_id: '60' },
    };
  });
  const pattern: Item = { id: 50, type: 'wp_block', title: 'P', body: `<p>Pattern ${state.pattern}</p>` };
  const upload: Item = {
    id: 60,
    type: 'attachment',
    status: 'inherit',
    title: 'Boat',
    meta: { _wp_attachment_image_alt: `Alt ${state.alt}` },
    more: '<wp:attachment_url>https://old.example/boat.jpg</wp:attachment_url>',
  };
  const authors = [{ login: 'mara', email: 'mara@example.com', name: `Mara ${state.author}` }];
  return {
    'export.xml': wxr([...pages, pattern, upload], { authors }),
    'svc.settings.json': JSON.stringify(state.settings),
    'svc.config.json': JSON.stringify({
      ...state.config,
      site: { ...(state.config['site'] as object), url: `https://${['a', 'b', 'c'][state.base]}.example` },
    }),
  };
}

describe('any history of a site', () => {
  it('gives the same files with the cache as without it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyState, { minLength: 2, maxLength: 5 }), async (states) => {
        const [quick, full] = [workspace(), workspace()];
        for (const [index, state] of states.entries()) {
          const now = NOW + index * 60;
          writeFiles(quick, filesOf(state));
          writeFiles(full, filesOf(state));
          const first = await build(['--source', 'export.xml'], { cwd: quick, now });
          const second = await build(['--source', 'export.xml', '--full'], { cwd: full, now });
          expect(treeOf(join(quick, 'out'))).toEqual(treeOf(join(full, 'out')));
          const told = ({
            added,
            changed,
            removed,
            unchanged,
            twins,
            entries,
            hidden,
            skipped,
            warnings,
            fidelity,
          }: typeof first) => ({
            added,
            changed,
            removed,
            unchanged,
            twins,
            entries,
            hidden,
            skipped,
            warnings,
            fidelity,
          });
          expect(told(first)).toEqual(told(second));
        }
      }),
      { numRuns: 10 },
    );
  });

  it('that changes one thing at a time does so too', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyState,
        anyState,
        fc.shuffledSubarray([
          'titles',
          'bodies',
          'statuses',
          'slugs',
          'alt',
          'pattern',
          'author',
          'term',
          'base',
          'settings',
          'config',
        ] as const),
        async (from, to, keys) => {
          const [quick, full] = [workspace(filesOf(from)), workspace(filesOf(from))];
          let state = from;
          await build(['--source', 'export.xml'], { cwd: quick });
          await build(['--source', 'export.xml'], { cwd: full });
          for (const [index, key] of keys.entries()) {
            state = { ...state, [key]: to[key] };
            const now = NOW + 60 + index;
            writeFiles(quick, filesOf(state));
            writeFiles(full, filesOf(state));
            await build(['--source', 'export.xml'], { cwd: quick, now });
            await build(['--source', 'export.xml', '--full'], { cwd: full, now });
            expect(treeOf(join(quick, 'out')), `after ${key}`).toEqual(treeOf(join(full, 'out')));
          }
        },
      ),
      { numRuns: 6 },
    );
  });
});
