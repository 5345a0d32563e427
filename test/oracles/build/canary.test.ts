import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../src/build/report.js';
import { defaultSettings } from '../../../src/config/settings.js';
import { bodyText } from '../../../src/documents/document-row.js';
import { instancesOf } from '../../../src/documents/instances.js';
import { sources } from '../../../src/sources/table.js';
import { liveRun } from '../../support/build/content/live-run.js';
import { type Item, wxr } from '../../support/build/export.js';
import { hiddenSites as writtenSites } from '../../support/build/hidden-entries.js';
import { ghostSite } from '../../support/build/hidden-ghost.js';
import { htmlSite } from '../../support/build/hidden-html.js';
import { leaksIn, leaksInText } from '../../support/build/leaks.js';
import { json, text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW, runSvc } from '../../support/cli/run-svc.js';

/** Every source that a build can read has its row. */
const hiddenSites = [...writtenSites, ghostSite(), htmlSite()];

const BASE = ['--base-url', 'https://harbour.example'];
const CANARY = /canary/i;

/** Every switch on. */
function everything(): string {
  const names = Object.keys(defaultSettings()).filter((key) => key.startsWith('enable_'));
  const switches = Object.fromEntries(names.map((name) => [name, true]));
  return JSON.stringify({ ...switches, markdown_front_matter: true, topics_derive_default: true });
}

function configuration(sidecar: boolean, html: 'none' | 'render' = 'none'): string {
  return JSON.stringify({ profile: 'max-readiness', languages: ['fr', 'de'], sidecar, html });
}

async function expectSilence(args: readonly string[], cwd: string): Promise<void> {
  const report = await build([...args, ...BASE], { cwd });
  const { stderr } = await runSvc(['build', ...args, ...BASE, '--full'], { cwd });
  expect(leaksIn(join(cwd, 'out'), CANARY)).toEqual([]);
  // A warning names the file to mend, to its owner.
  const named = report.warnings.flatMap(({ file }) => file ?? []);
  const told = named.reduce((rest, file) => rest.replaceAll(file, ''), JSON.stringify(report) + stderr);
  expect(leaksInText(told, 'the report', CANARY)).toEqual([]);
}

describe('[4.2.3-protected] [4.2.3-scope] [4.2.4-protected] hidden entries leave no trace', () => {
  it('of any source that there is', () => {
    expect(hiddenSites.map(({ type }) => type).sort()).toEqual(sources.map(({ type }) => type).sort());
  });

  describe.each(hiddenSites)('of $name', ({ args, files, shown }) => {
    it.each([
      [false, 'none'],
      [true, 'none'],
      [false, 'render'],
    ] as const)('with every feature on, sidecar: %s, html: %s', async (sidecar, html) => {
      const cwd = workspace({
        ...files,
        'svc.config.json': configuration(sidecar, html),
        'svc.settings.json': everything(),
      });
      await expectSilence(args, cwd);
      for (const words of shown) expect(leaksIn(join(cwd, 'out'), new RegExp(words)), words).not.toEqual([]);
    });
  });

  it.each(['hugo', 'jekyll', 'eleventy', 'astro', 'plain'])('of the %s fixture', async (name) => {
    const cwd = workspace({ 'svc.config.json': configuration(false), 'svc.settings.json': everything() });
    cpSync(resolve('fixtures/files', name), join(cwd, name), { recursive: true });
    await expectSilence(['--source', name], cwd);
  });

  it.each(['old-mill', 'private', 'tideline'])('of the Ghost fixture %s', async (name) => {
    const cwd = workspace({ 'svc.config.json': configuration(true), 'svc.settings.json': everything() });
    cpSync(resolve('fixtures/ghost', `${name}.json`), join(cwd, 'ghost.json'));
    await expectSilence(['--source', 'ghost.json'], cwd);
  });

  it('of the WordPress fixtures', async () => {
    const files = { 'svc.config.json': configuration(true, 'render'), 'svc.settings.json': everything() };
    const cwd = workspace(files);
    cpSync(resolve('fixtures/wxr'), join(cwd, 'wxr'), { recursive: true });
    const parts = ['workshop-part-1', 'workshop-part-2', 'extensions'].map((part) => `wxr/${part}.xml`);
    await expectSilence(
      parts.flatMap((part) => ['--source', part]),
      cwd,
    );
  });
});

describe.each(hiddenSites)('a sidecar that knows the drafts of $name', ({ args, files }) => {
  it('puts nothing of them into any document', async () => {
    const config = { ...(JSON.parse(configuration(true, 'render')) as object), site: { url: BASE[1] } };
    const source = args.filter((_, index) => args[index - 1] === '--source');
    const cwd = workspace({
      ...files,
      'svc.config.json': JSON.stringify({ ...config, ...(source.length > 0 && { source }) }),
      'svc.settings.json': everything(),
    });
    const { report, content, documents } = await liveRun(cwd);
    const known = [...content.store.entries()];
    expect(known.length).toBe(known.filter(({ isListed }) => isListed).length + hiddenCount(report));
    expect(known.filter(({ title, key }) => CANARY.test(title + key))).not.toEqual([]);
    expect(leaksIn(join(cwd, 'out'), CANARY)).toEqual([]);
    const { ctx } = documents;
    for (const surface of ctx.table) {
      if (!ctx.served(surface.id)) continue;
      for (const instance of instancesOf(surface, ctx)) {
        const body = await documents.render(surface, instance);
        expect(leaksInText(bodyText(body), surface.id, CANARY), surface.id).toEqual([]);
      }
    }
  });
});

function hiddenCount({ hidden, skipped }: BuildReport): number {
  return Object.values(hidden).reduce((sum, count) => sum + count, skipped);
}

describe('the last word', () => {
  const secret: Partial<Item> = { status: 'draft', title: 'CANARY', slug: 'knots', body: 'CANARY' };
  const open: Partial<Item> = { title: 'Knots', slug: 'knots', body: 'A reef knot.' };

  it.each([
    ['withdraws', { id: 7, ...open, title: 'CANARY', body: 'CANARY' }, { id: 7, ...secret }, 0],
    ['publishes', { id: 7, ...secret }, { id: 7, ...open }, 1],
  ])('of several sources %s an entry', async (_, first, second, count) => {
    const cwd = workspace({ 'a.xml': wxr([first, { id: 8 }]), 'b.xml': wxr([second, { id: 9 }]) });
    const report = await build(['--source', 'a.xml', '--source', 'b.xml', ...BASE], { cwd });
    expect(leaksIn(join(cwd, 'out'), CANARY)).toEqual([]);
    expect(report.twins).toBe(2 + count);
    expect(report.warnings.map(({ code }) => code)).toContain('same-id');
  });

  it.each([
    ['withdraws', { id: 7, ...open, title: 'CANARY', body: 'CANARY' }, { id: 7, ...secret }, 0],
    ['publishes', { id: 7, ...secret }, { id: 7, ...open }, 1],
  ])('of one source %s an entry', async (_, first, second, count) => {
    const cwd = workspace({ 'a.xml': wxr([first, second, { id: 8 }]) });
    const report = await build(['--source', 'a.xml', ...BASE], { cwd });
    expect(leaksIn(join(cwd, 'out'), CANARY)).toEqual([]);
    expect(report).toMatchObject({ twins: 1 + count, converted: 1 + count });
  });
});

describe('an entry that was public', () => {
  const public_: Item = {
    id: 7,
    title: 'Secretariat',
    slug: 'withdrawn',
    body: 'Confidential',
    excerpt: 'Classified',
  };

  it('leaves nothing but the address to evict', async () => {
    const cwd = workspace({ 'export.xml': wxr([public_, { id: 8 }]) });
    const args = ['--source', 'export.xml', ...BASE];
    await build(args, { cwd });
    expect(leaksIn(join(cwd, 'out'), /secretariat|confidential|classified/i)).not.toEqual([]);
    writeFiles(cwd, { 'export.xml': wxr([{ ...public_, status: 'draft' }, { id: 8 }]) });
    await build(args, { cwd, now: NOW + 60 });
    expect(leaksIn(join(cwd, 'out'), /secretariat|confidential|classified/i)).toEqual([]);
    const places = new Set(leaksIn(join(cwd, 'out'), /withdrawn/i).map(({ file }) => file));
    expect([...places]).toEqual(['svc-changes.json', 'svc-manifest.json.gz (decompressed)']);
    const { items } = json<{ items: { id: number }[] }>(cwd, 'out/svc-changes.json');
    expect(items.find(({ id }) => id === 7)).toEqual({
      id: 7,
      type: 'post',
      url: 'https://harbour.example/withdrawn/',
      action: 'deleted',
      deleted: '2026-07-02T10:01:00+00:00',
      _links: { self: { href: 'https://harbour.example/withdrawn/' } },
    });
  });

  it('may still be named by other entries, whose authors wrote so', async () => {
    const body = '<p>See <a href="https://old.example/withdrawn/">there</a>.</p>';
    const cwd = workspace({
      'export.xml': wxr([
        { ...public_, status: 'draft' },
        { id: 8, body },
      ]),
    });
    await build(['--source', 'export.xml', ...BASE], { cwd });
    expect(text(cwd, 'out/entry-8.md')).toContain('[there](https://harbour.example/withdrawn/)');
  });
});

describe('the search', () => {
  it.each([
    ['in plain sight', 'a CANARY sings'],
    ['compressed', gzipSync('a CANARY sings')],
    ['compressed twice', gzipSync(gzipSync('a CANARY sings'))],
    ['in base64', Buffer.from('so a CANARY sings').toString('base64')],
    ['in the middle of base64', `data:xyz,${Buffer.from('a CANARY sings').toString('base64')}`],
    ['percent-encoded', 'a C%41N%41RY sings'],
    ['as character references', 'a &#67;&#x41;NARY sings'],
    ['as JSON escapes', '"\\u0043ANARY"'],
  ])('finds a word %s', (_, content) => {
    expect(leaksIn(workspace({ 'a/b.txt': content }), CANARY)).not.toEqual([]);
    expect(leaksIn(workspace({ 'a/b.txt': content }), /robin/)).toEqual([]);
  });

  it('finds a word in a name', () => {
    expect(leaksIn(workspace({ 'a/c%61nary.txt': '' }), CANARY)).toHaveLength(1);
  });
});

interface Case {
  readonly status: string;
  readonly password: string;
  readonly noindex: boolean;
  readonly hours: number | undefined;
  readonly type: string;
  readonly members: boolean;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  status: fc.constantFrom(
    'publish',
    'publish',
    'publish',
    'draft',
    'pending',
    'private',
    'future',
    'trash',
    'inherit',
    'Publish',
  ),
  password: fc.constantFrom('', '', '', 'x', '0', ' '),
  noindex: fc.constantFrom(false, false, true),
  hours: fc.constantFrom(undefined, -1000, -1, 0, 1, 1000),
  type: fc.constantFrom('post', 'post', 'page', 'event', 'attachment', 'wp_block', 'revision'),
  members: fc.constantFrom(false, false, true),
});

/** The rule of the design, said once more and independently. */
function isShown({ status, password, noindex, hours, type, members }: Case): boolean {
  const isDue = hours === undefined || hours <= 0;
  return (
    status === 'publish' &&
    password === '' &&
    !noindex &&
    isDue &&
    !members &&
    ['post', 'page'].includes(type)
  );
}

function itemOf(one: Case, index: number): Item {
  const date = new Date((NOW + (one.hours ?? 0) * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const word = `qx${index}z`;
  return {
    id: index + 1,
    title: `Title ${word}`,
    slug: `slug-${word}`,
    body: `<p>Body ${word}</p>`,
    excerpt: `Excerpt ${word}`,
    status: one.status,
    password: one.password,
    type: one.type,
    date: one.hours === undefined ? null : date,
    terms: [{ taxonomy: 'category', slug: `term-${word}`, name: `Term ${word}` }],
    meta: {
      ...(one.noindex && { '_yoast_wpseo_meta-robots-noindex': '1' }),
      ...(one.members && { _members_access_role: 'subscriber' }),
    },
  };
}

describe('any mix of reasons', () => {
  it('shows exactly the entries without any', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCase, { minLength: 1, maxLength: 25 }), async (cases) => {
        const cwd = workspace({ 'export.xml': wxr(cases.map(itemOf)) });
        const report = await build(['--source', 'export.xml', ...BASE], { cwd });
        const found = new Set(
          leaksIn(join(cwd, 'out'), /qx\d+z/).flatMap(({ context }) => context.match(/qx\d+z/g) ?? []),
        );
        const shown = cases.flatMap((one, index) => (isShown(one) ? [`qx${index}z`] : []));
        expect([...found].sort()).toEqual([...shown].sort());
        expect(report.twins).toBe(shown.length);
      }),
      { numRuns: 25 },
    );
  });
});
