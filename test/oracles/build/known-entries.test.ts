/** A build does not read again what the last one knows: what it writes is what a build that reads all would. */
import { cpSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Item, wxr } from '../../support/build/export.js';
import { filesIn, text, treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW } from '../../support/cli/run-svc.js';

const BASE = ['--base-url', 'https://harbour.example'];
const DAY = 86_400;

/** Builds in a folder, and once more from the same state with everything read anew; both must agree. */
async function agree(cwd: string, args: readonly string[], now: number): Promise<string> {
  const fresh = join(workspace(), 'fresh');
  cpSync(cwd, fresh, { recursive: true, preserveTimestamps: true });
  const told = await build([...args, ...BASE], { cwd, now });
  const full = await build([...args, ...BASE, '--full'], { cwd: fresh, now });
  expect(treeOf(join(cwd, 'out'))).toEqual(treeOf(join(fresh, 'out')));
  expect(JSON.stringify(told.warnings).replaceAll(cwd, fresh)).toBe(JSON.stringify(full.warnings));
  expect(told.hidden).toEqual(full.hidden);
  expect(told.sources.map(({ entries }) => entries)).toEqual(full.sources.map(({ entries }) => entries));
  expect(told.entries).toEqual(full.entries);
  rmSync(fresh, { recursive: true });
  return text(cwd, 'out/llms.txt');
}

describe('of an export', () => {
  const items: readonly Item[] = [
    { id: 1, title: 'Knots', terms: [{ taxonomy: 'category', slug: 'ropes', name: 'Ropes' }] },
    { id: 2, title: 'Tides', excerpt: 'When the water comes', modified: '2026-01-16 10:00:00' },
    { id: 3, title: 'A plan', status: 'draft' },
    { id: 4, title: 'Later', date: '2026-12-01 00:00:00' },
    { id: 5, title: 'Undated', date: null },
    { id: 6, title: 'R & B', more: '<description>salt & tar</description>', body: '<p>[broken' },
    { id: 7, title: 'Twice', terms: [{ taxonomy: 'category', slug: 'ropes', name: 'Lines' }] },
    { id: 8, title: 'Same', slug: 'entry-7' },
  ];
  const step = (list: readonly Item[], head = '') => ({ 'export.xml': wxr(list, { head }) });
  const changed = (id: number, more: Partial<Item>) =>
    items.map((item) => (item.id === id ? { ...item, ...more } : item));

  it.each<[string, readonly Item[], string?]>([
    ['nothing changed but the head', items, '<generator>another</generator>'],
    ['a body', changed(2, { body: '<p>Spring and neap.</p>' })],
    ['a title', changed(1, { title: 'Better knots' })],
    ['an address that another wanted too', changed(7, { slug: 'elsewhere' })],
    ['a draft is published', changed(3, { status: 'publish' })],
    ['a page is withdrawn', changed(1, { status: 'draft' })],
    ['an entry went', items.slice(1)],
    ['an entry came first', [{ id: 30, title: 'New' }, ...items]],
    ['the order', [...items].reverse()],
    ['an id that comes twice', [...items, { id: 1, title: 'Knots again' }]],
    [
      'an entry has another term',
      changed(1, { terms: [{ taxonomy: 'category', slug: 'nets', name: 'Nets' }] }),
    ],
    [
      'a term has another name',
      changed(1, { terms: [{ taxonomy: 'category', slug: 'ropes', name: 'Cord' }] }),
    ],
  ])('%s', async (_, after, head) => {
    const cwd = workspace(step(items));
    const args = ['--source', 'export.xml'];
    await agree(cwd, args, NOW);
    writeFiles(cwd, step(after, head));
    await agree(cwd, args, NOW + DAY);
    writeFiles(cwd, step(items));
    await agree(cwd, args, NOW + 2 * DAY);
  });

  it('an entry whose time comes, or goes', async () => {
    const expires = { meta: { _expiration: '1' } };
    const cwd = workspace(
      step([...items, { id: 40, title: 'Soon', date: '2027-01-01 00:00:00', ...expires }]),
    );
    const args = ['--source', 'export.xml'];
    expect(await agree(cwd, args, NOW)).not.toContain('Soon');
    writeFiles(cwd, { 'other.txt': '' });
    expect(await agree(cwd, args, NOW + 400 * DAY)).toContain('Soon');
  });

  it('other words for the same in another encoding or with other prefixes', async () => {
    const cwd = workspace(step([{ id: 1, title: 'Grün' }]));
    const args = ['--source', 'export.xml'];
    await agree(cwd, args, NOW);
    const latin = wxr([{ id: 1, title: 'Grün' }]).replace('UTF-8', 'ISO-8859-1');
    writeFiles(cwd, { 'export.xml': latin });
    expect(await agree(cwd, args, NOW)).toContain('GrÃ¼n');
    const renamed = wxr([{ id: 1, title: 'Grün' }]).replace('xmlns:content=', 'xmlns:body=');
    writeFiles(cwd, { 'export.xml': renamed });
    await agree(cwd, args, NOW);
  });

  it('keeps nothing of hidden entries', async () => {
    const cwd = workspace(step([...items, { id: 50, title: 'CANARY', slug: 'canary', status: 'private' }]));
    await build(['--source', 'export.xml', ...BASE], { cwd, now: NOW });
    const known = readFileSync(join(cwd, '.svc/cache/state.jsonl'), 'utf8');
    expect(known).toContain('Knots');
    expect(known.toLowerCase()).not.toContain('canary');
    expect(known).not.toContain('A plan');
  });
});

describe('of a folder', () => {
  const page = (title: string, more = '', body = `About ${title}.`) =>
    `---\ntitle: ${title}\n${more}---\n\n${body}\n`;
  const files: Readonly<Record<string, string>> = {
    'content/knots.md': page('Knots', 'author: Mara\ndate: 2026-01-02\n'),
    'content/tides.md': page(
      'Tides',
      'author: Jon\n',
      'See [knots](knots.md), [buoys](buoys.md), [a map](map.png).',
    ),
    'content/plan.md': page('Plan', 'draft: true\n', 'See [tides](tides.md).'),
    'content/posts/rope.md': page('Rope', 'tags: [hemp, "hemp & tar"]\ndate: 2026-01-05\n'),
    'content/posts/bad.md': page('Bad', 'date: never\n'),
  };

  /** Long ago, so that a file counts as settled; a file that is written again gets a later time. */
  function settle(cwd: string, written: Readonly<Record<string, string>>, second: number): void {
    writeFiles(cwd, written);
    for (const file of Object.keys(written)) utimesSync(join(cwd, file), second, second);
  }

  it.each<[string, Readonly<Record<string, string>>, (readonly string[])?]>([
    ['nothing', {}],
    ['a body', { 'content/knots.md': page('Knots', 'author: Mara\ndate: 2026-01-02\n', 'Bowline.') }],
    ['an address that others link to', { 'content/knots.md': page('Knots', 'permalink: /k/\n') }],
    ['a page that others link to is hidden', { 'content/knots.md': page('Knots', 'draft: true\n') }],
    ['a page that others link to goes', {}, ['content/knots.md']],
    ['a page that others link to comes', { 'content/buoys.md': page('Buoys') }],
    ['a file that others name comes', { 'content/map.png': 'no image' }],
    ['an author', { 'content/tides.md': page('Tides', 'author: Mara\n') }],
    ['a title', { 'content/knots.md': page('Better knots', 'author: Mara\ndate: 2026-01-02\n') }],
    ['a term', { 'content/posts/rope.md': page('Rope', 'tags: [flax]\ndate: 2026-01-05\n') }],
    ['a new page', { 'content/new.md': page('New') }],
    ['the configuration of a generator', { 'content/_config.yml': 'title: Quay\npermalink: /:title/\n' }],
  ])('%s', async (_, after, gone = []) => {
    const cwd = workspace();
    const args = ['--source', 'content'];
    settle(cwd, files, 1_700_000_000);
    // A state change lies in the past only where the system's clock says so.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await agree(cwd, args, NOW);
    expect(filesIn(cwd)).toContain('out/knots.md');
    settle(cwd, after, 1_700_000_100);
    for (const file of gone) rmSync(join(cwd, file));
    await agree(cwd, args, NOW + DAY);
    settle(cwd, files, 1_700_000_200);
    await agree(cwd, args, NOW + 2 * DAY);
  });

  it('a page is held back without another size or time of writing', async () => {
    const cwd = workspace();
    const args = ['--source', 'content'];
    settle(cwd, files, 1_700_000_000);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await agree(cwd, args, NOW)).toContain('Knots');
    const held = files['content/knots.md']?.replace('2026', '2036') ?? '';
    settle(cwd, { 'content/knots.md': held }, 1_700_000_000);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await agree(cwd, args, NOW)).not.toContain('Knots');
  });
});
