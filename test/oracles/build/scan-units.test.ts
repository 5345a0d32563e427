/** What a scan takes over from the last one is what reading everything again would bring. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Scan, scanSources } from '../../../src/build/scan.js';
import { LastState, NewState } from '../../../src/build/state/build-state.js';
import { Warnings } from '../../../src/core/warnings.js';
import type { GateContext } from '../../../src/site/gate.js';
import { filesSource } from '../../../src/sources/files/row.js';
import type { OpenOptions, RawEntry, Source } from '../../../src/sources/port.js';
import { wxrSource } from '../../../src/sources/wxr/row.js';
import { type Item, wxr } from '../../support/build/export.js';
import { workspace, writeFiles } from '../../support/build/workspace.js';
import { NOW } from '../../support/cli/run-svc.js';

const DAY = 86_400;

interface Build {
  readonly cwd: string;
  open(): Promise<readonly Source[]>;
  readonly gate: GateContext;
  readonly timeZone: string;
  /** Whether entries are read once more, as for their conversion. */
  readonly readsBodies: boolean;
}

/** Everything that a scan says, in an order that does not depend on how it came to know. */
function toldBy(scan: Scan, warnings: Warnings) {
  const { terms, authors, media, patterns, sites, hidden, hiddenEntries, nextDue, types, reports } = scan;
  const found = scan.entries;
  const entries = found.map((entry) => ({
    id: entry.id,
    type: entry.type,
    title: entry.title,
    menuOrder: entry.menuOrder,
    llms: entry.llms,
    terms: terms.keysOf(entry.terms),
    authors: entry.authorKeys,
    hasTopics: entry.hasTopics,
    source: entry.source,
    key: entry.key,
    stamp: entry.stamp,
    translationKey: entry.translationKey,
    address: entry.url,
    modified: entry.sourceModified,
    published: entry.sourcePublished,
    lang: entry.sourceLang,
    isHashed: entry.isHashed,
  }));
  return {
    entries,
    terms: terms.all(
      found.map((entry) => entry.terms),
      () => '',
    ),
    authors: [...authors],
    media,
    patterns: [...patterns],
    sites,
    hidden,
    hiddenEntries: [...hiddenEntries].sort(([a], [b]) => a - b),
    nextDue,
    types: [...types].sort(),
    reports,
    warnings: warnings.list(),
  };
}

async function scan({ cwd, open, gate, timeZone, readsBodies }: Build, ignore: boolean) {
  const state = join(cwd, '.svc');
  const last = ignore ? LastState.empty() : LastState.read(state);
  const next = new NewState(state, last, ignore);
  const units = { last, next, sureBefore: Date.now() + 1000, manner: '' };
  const warnings = new Warnings();
  const known: number[] = [];
  const sources = (await open()).map((source) => notingKnown(source, known));
  const found = await scanSources(sources, { gate, timeZone, warnings, units, keepsHidden: true });
  const told = toldBy(found, warnings);
  const bodies: RawEntry[] = [];
  const context = { timeZone, warnings: new Warnings() };
  for (const [number, source] of readsBodies ? sources.entries() : []) {
    const keys = told.entries.filter((entry) => entry.source === number).map(({ key }) => key);
    for await (const raw of source.readEntries(new Set(keys), context)) bodies.push(raw);
  }
  next.save();
  return { told, bodies, known };
}

/** The source, which notes the id of each entry that it knows without reading it. */
function notingKnown(source: Source, known: number[]): Source {
  return {
    type: source.type,
    path: source.path,
    async *read(context) {
      for await (const item of source.read(context)) {
        if (item.kind === 'known' && item.unit.entry !== undefined) known.push(Number(item.unit.entry.key));
        yield item;
      }
    },
    readEntries: (wanted, context) => source.readEntries(wanted, context),
  };
}

/** Scans twice, with what the last scan left and without it: both must say the same. */
async function agree(build: Build) {
  const quick = await scan(build, false);
  const full = await scan(build, true);
  expect(quick.told).toEqual(full.told);
  expect(quick.bodies).toEqual(full.bodies);
  expect(full.known).toEqual([]);
  return quick;
}

const gateAt = (now: number, types: readonly string[] = ['post', 'page']): GateContext => ({
  now,
  visibleTypes: new Set(types),
});

function exports(cwd: string, names: readonly string[], windowBytes: number) {
  return () =>
    Promise.all(
      names.map((name) => wxrSource.open({ path: join(cwd, name), options: { windowBytes } } as OpenOptions)),
    );
}

const anyItem: fc.Arbitrary<Item> = fc.record(
  {
    id: fc.integer({ min: 1, max: 24 }),
    title: fc.constantFrom('Knots', 'R & B', 'Grün', '', 'Tides'),
    body: fc.constantFrom('<p>One.</p>', '<p>Two\nlines.</p>', 'bell \u0007', '<p>[broken', 'x'.repeat(900)),
    status: fc.constantFrom('publish', 'publish', 'publish', 'draft', 'private'),
    type: fc.constantFrom('post', 'post', 'page', 'wp_block', 'attachment', 'nav_menu_item', 'recipe'),
    date: fc.constantFrom('2026-01-15 10:00:00', '2026-07-02 20:00:00', '2026-07-03 20:00:00', null),
    password: fc.constantFrom('', '', '', 'secret'),
    terms: fc.subarray([
      { taxonomy: 'category', slug: 'ropes', name: 'Ropes' },
      { taxonomy: 'category', slug: 'ropes', name: 'Lines' },
      { taxonomy: 'post_tag', slug: 'tar', name: 'Tar' },
      { taxonomy: 'language', slug: 'de', name: 'Deutsch' },
      { taxonomy: 'post_translations', slug: 'pair-1', name: 'pair-1' },
    ]),
    meta: fc.constantFrom({}, { _svc_llms: '0' }, { _svc_topics: 'salt' }, { _elementor_data: '[{}]' }),
    creator: fc.constantFrom('mara', 'jon'),
    more: fc.constantFrom(
      '',
      '<description>salt & tar</description>',
      '<wp:menu_order>4</wp:menu_order>',
      '<wp:attachment_url>https://old.example/a.jpg</wp:attachment_url>',
    ),
  },
  { requiredKeys: ['id'] },
);

type Edit = readonly [kind: number, at: number, item: Item];

/** One change after the other: items come, go, move, are written anew or stand twice. */
function edited(items: readonly Item[], edits: readonly Edit[]): readonly Item[] {
  return edits.reduce<readonly Item[]>((list, [kind, place, item]) => {
    const at = list.length === 0 ? 0 : place % list.length;
    const old = list[at] ?? item;
    if (kind === 0) return list.toSpliced(at, 0, item);
    if (kind === 1) return list.toSpliced(at, 1);
    if (kind === 2) return list.toSpliced(at, 1, { ...old, ...item, id: old.id });
    if (kind === 3) return [...list.toSpliced(at, 1), old];
    if (kind === 4)
      return list.toSpliced(at, 1, { ...old, status: old.status === 'draft' ? 'publish' : 'draft' });
    return list.concat(old);
  }, items);
}

const anyEdit = fc.tuple(fc.nat(5), fc.nat(40), anyItem);
const anyStep = fc.record({
  edits: fc.array(anyEdit, { maxLength: 3 }),
  other: fc.array(anyEdit, { maxLength: 1 }),
  passed: fc.constantFrom(0, 60, DAY, -DAY),
  types: fc.constantFrom(['post', 'page'], ['post', 'page'], ['post'], ['post', 'page', 'recipe']),
  timeZone: fc.constantFrom('UTC', 'UTC', 'UTC', 'Europe/Berlin'),
  between: fc.constantFrom(
    '',
    '',
    '',
    '<!-- <item> -->',
    '\u0001',
    '<wp:author><wp:author_login>jon</wp:author_login><wp:author_display_name>Jon</wp:author_display_name></wp:author>',
  ),
  names: fc.constantFrom(['a.xml', 'b.xml'], ['a.xml', 'b.xml'], ['b.xml', 'a.xml'], ['a.xml']),
});

/** An export in which something stands between its items. */
function exportWith(items: readonly Item[], between: string): string {
  return wxr(items, { authors: [{ login: 'mara', email: 'm@example.com', name: 'Mara' }] }).replaceAll(
    '</item>\n<item>',
    (gap, at: number) => (at % 3 === 0 ? `</item>\n${between}\n<item>` : gap),
  );
}

describe('of exports', () => {
  it('that change in any way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyItem, { minLength: 4, maxLength: 24 }),
        fc.array(anyItem, { maxLength: 4 }),
        fc.array(anyStep, { minLength: 2, maxLength: 5 }),
        fc.constantFrom(64, 700, 1 << 16),
        async (first, second, steps, windowBytes) => {
          const cwd = workspace();
          let [a, b, now] = [first, second, NOW] as [readonly Item[], readonly Item[], number];
          for (const step of [undefined, ...steps]) {
            a = edited(a, step?.edits ?? []);
            b = edited(b, step?.other ?? []);
            now += step?.passed ?? 0;
            const between = step?.between ?? '';
            writeFiles(cwd, { 'a.xml': exportWith(a, between), 'b.xml': exportWith(b, '') });
            const { timeZone = 'UTC', names = ['a.xml'] } = step ?? {};
            await agree({
              cwd,
              open: exports(cwd, names, windowBytes),
              gate: gateAt(now, step?.types),
              timeZone,
              readsBodies: true,
            });
          }
          rmSync(cwd, { recursive: true, force: true });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('of an export', () => {
  const build = (cwd: string): Build => ({
    cwd,
    open: exports(cwd, ['a.xml'], 1 << 16),
    gate: gateAt(NOW),
    timeZone: 'UTC',
    readsBodies: true,
  });
  const items: readonly Item[] = Array.from({ length: 9 }, (_, at) => ({ id: at + 1, title: `Title ${at}` }));

  it('knows every entry that nobody touched, and no other', async () => {
    const cwd = workspace({ 'a.xml': wxr(items) });
    expect((await agree(build(cwd))).known).toEqual([]);
    writeFiles(cwd, { 'a.xml': wxr(items.with(3, { id: 4, title: 'Another' })) });
    const second = await agree(build(cwd));
    expect(second.known).toEqual([1, 2, 3, 5, 6, 7, 8, 9]);
  });

  it('knows its entries where the address of the site is another', async () => {
    const linked = items.map((item) => ({ ...item, link: `https://old.example/blog/title-${item.id}/` }));
    const cwd = workspace();
    for (const base of ['https://old.example', 'https://old.example/blog', 'https://new.example']) {
      writeFiles(cwd, { 'a.xml': wxr(linked, { base }) });
      const { told } = await agree(build(cwd));
      expect(told.entries[0]?.address).toBe('https://old.example/blog/title-1/');
    }
    expect((await agree(build(cwd))).known).toHaveLength(items.length);
  });

  it('reads an item again that was warned of, as one with an id that came before', async () => {
    const twice = [...items, { id: 4, title: 'Twice' }];
    const cwd = workspace({ 'a.xml': wxr(twice) });
    await agree(build(cwd));
    expect((await agree(build(cwd))).known).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    writeFiles(cwd, { 'a.xml': wxr(items) });
    expect((await agree(build(cwd))).known).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('records what has become public, and reads again what is not public any more', async () => {
    const later = items.with(3, { id: 4, title: 'Later', date: '2026-07-02 20:00:00' });
    const cwd = workspace({ 'a.xml': wxr(later) });
    const at = (days: number): Build => ({ ...build(cwd), gate: gateAt(NOW + days * DAY) });
    await agree(at(0));
    expect((await agree(at(1))).known).toEqual([1, 2, 3, 5, 6, 7, 8, 9]);
    expect((await agree(at(1))).known).toHaveLength(9);
    expect((await agree(at(-300))).known).toEqual([]);
  });

  it.each([0, 40, 400, -40, -10])(
    'reads everything again where the state file is damaged at %i',
    async (place) => {
      const cwd = workspace({ 'a.xml': wxr(items) });
      await agree(build(cwd));
      const path = join(cwd, '.svc/cache/state.jsonl');
      const bytes = readFileSync(path);
      const at = place < 0 ? bytes.length + place : place;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, bytes);
      expect((await agree(build(cwd))).known).toEqual([]);
    },
  );
});

describe('of folders', () => {
  interface Page {
    readonly name: string;
    readonly matter: string;
    readonly body: string;
  }
  const anyPage: fc.Arbitrary<Page> = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'posts/f', 'posts/g', 'h/index', 'i', 'j'),
    matter: fc
      .subarray([
        'author: Mara',
        'author: {name: Mara, url: "https://mara.example"}',
        'authors: [Jon, Mara]',
        'draft: true',
        'date: 2026-07-02T20:00:00Z',
        'date: never',
        'expiryDate: 2026-07-03',
        'tags: [hemp, "hemp & tar"]',
        'permalink: /moved/',
        'id: 7',
        'lang: de',
        'translationKey: pair',
        'noindex: true',
      ])
      .map((lines) => lines.filter((line, at) => !line.startsWith('author: ') || at === 0).join('\n')),
    body: fc.constantFrom(
      'Text.',
      'See [a](a.md) and [h](h/index.md).',
      '![map](map.png)',
      '[f](posts/f.md)',
    ),
  });
  const anyChange = fc.record({
    written: fc.array(anyPage, { maxLength: 3 }),
    gone: fc.array(anyPage, { maxLength: 1 }),
    hasMap: fc.boolean(),
    passed: fc.constantFrom(0, 60, DAY, -DAY),
  });
  const fileOf = ({ name }: Page) => `site/${name}.md`;
  const textOf = ({ name, matter, body }: Page) => `---\ntitle: ${name}\n${matter}\n---\n\n${body}\n`;

  it('that change in any way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPage, { minLength: 3, maxLength: 12 }),
        fc.array(anyChange, { minLength: 2, maxLength: 5 }),
        async (pages, changes) => {
          const cwd = workspace({ 'site/x.md': 'Last.' });
          let now = NOW;
          const first = { written: pages, gone: [], hasMap: false, passed: 0 };
          for (const { written, gone, hasMap, passed } of [first, ...changes]) {
            now += passed;
            writeFiles(cwd, Object.fromEntries(written.map((page) => [fileOf(page), textOf(page)])));
            for (const page of gone) rmSync(join(cwd, fileOf(page)), { force: true });
            if (hasMap) writeFiles(cwd, { 'site/map.png': '' });
            else rmSync(join(cwd, 'site/map.png'), { force: true });
            const open = async () => [await filesSource.open({ path: join(cwd, 'site'), now })];
            const build = { cwd, open, gate: gateAt(now), timeZone: 'UTC', readsBodies: true };
            const [quick, full] = [
              await scan(build, false).catch(String),
              await scan(build, true).catch(String),
            ];
            // Two files may have one id, which is an error of the whole run.
            if (typeof quick === 'string' || typeof full === 'string') {
              expect(quick).toBe(full);
              continue;
            }
            expect(quick.told).toEqual(full.told);
            expect(quick.bodies).toEqual(full.bodies);
          }
          rmSync(cwd, { recursive: true, force: true });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('read a page with links again where somebody tells it anything else, and only there', async () => {
    const page = (matter: string, body: string) => `---\n${matter}\n---\n\n${body}\n`;
    const cwd = workspace({
      'site/knots.md': page('title: Knots', 'Bowline.'),
      'site/tides.md': page('title: Tides', 'See [knots](knots.md).'),
      'site/wind.md': page('title: Wind', 'No links.'),
    });
    let read: string[] = [];
    const open = async () => [
      notingReads(await filesSource.open({ path: join(cwd, 'site'), now: NOW }), read),
    ];
    const build = { cwd, open, gate: gateAt(NOW), timeZone: 'UTC', readsBodies: false };
    const readBy = async (): Promise<readonly string[]> => {
      read = [];
      await scan(build, false);
      return read;
    };
    expect(await readBy()).toEqual(['knots.md', 'tides.md', 'wind.md']);
    writeFiles(cwd, { 'site/knots.md': page('title: Better knots', 'Bowline.') });
    expect(await readBy()).toEqual(['knots.md']);
    writeFiles(cwd, { 'site/knots.md': page('title: Better knots\npermalink: /k/', 'Bowline.') });
    expect(await readBy()).toEqual(['knots.md', 'tides.md']);
    expect(await readBy()).toEqual([]);
  });
});

/** The source, which notes the key of each entry that it has read. */
function notingReads(source: Source, read: string[]): Source {
  return {
    type: source.type,
    path: source.path,
    async *read(context) {
      for await (const item of source.read(context)) {
        if (item.kind === 'entry') read.push(item.entry.key);
        yield item;
      }
    },
    readEntries: (wanted, context) => source.readEntries(wanted, context),
  };
}
