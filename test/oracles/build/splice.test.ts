import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Item, wxr } from '../../support/build/export.js';
import { text, treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW } from '../../support/cli/run-svc.js';

const ARGS = ['--source', 'export.xml', '--base-url', 'https://harbour.example'];

function site(count: number, change: Partial<Item> & { readonly id: number } = { id: 0 }): string {
  const items = Array.from({ length: count }, (_, index): Item => {
    const id = index + 1;
    const minute = String(index % 60).padStart(2, '0');
    const date = `2026-01-${10 + Math.floor(index / 60)} 10:${minute}:00`;
    return { id, date, body: `<p>Rope number ${id} is coiled.</p>`, ...(id === change.id ? change : {}) };
  });
  return wxr(items);
}

/** Changes a text behind the back of the next build: size and time of the file stay as they were. */
function forge(path: string, from: string, to: string): void {
  cpSync(path, `${path}.before`, { preserveTimestamps: true });
  execFileSync('touch', ['-r', path, `${path}.before`]);
  const forged = readFileSync(path, 'utf8').replaceAll(from, to);
  expect(forged).toContain(to);
  writeFileSync(path, forged);
  execFileSync('touch', ['-r', `${path}.before`, path]);
  execFileSync('rm', [`${path}.before`]);
}

/** What a build without any history writes. */
async function fromScratch(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = workspace(files);
  await build(ARGS, { cwd });
  return join(cwd, 'out');
}

const CHANGED = { id: 4, body: '<p>Rope number 4 has gone overboard.</p>' };

describe('one changed entry', () => {
  it('is converted alone', async () => {
    const cwd = workspace({ 'export.xml': site(12) });
    await build(ARGS, { cwd });
    forge(join(cwd, 'out/entry-7.md'), 'coiled', 'FORGED');
    writeFiles(cwd, { 'export.xml': site(12, CHANGED) });
    const report = await build(ARGS, { cwd });
    expect(report).toMatchObject({ converted: 1, added: [], removed: [] });
    expect(report.changed).toContain('llms-full.txt');
    expect(text(cwd, 'out/entry-7.md')).toContain('FORGED');
  });

  it('is converted alone where it is the first of an author, or an author gets another name', async () => {
    const siteOf = (creator: string, name: string) => {
      const items = [
        { id: 1, creator: 'mara' },
        { id: 2, creator: 'mara' },
        { id: 3, creator },
      ];
      const authors = [
        { login: 'mara', email: 'm@example.com', name: 'Mara' },
        ...(creator === 'jon' ? [{ login: 'jon', email: 'j@example.com', name }] : []),
      ];
      return { 'export.xml': wxr(items, { authors }) };
    };
    const cwd = workspace(siteOf('mara', ''));
    await build(ARGS, { cwd });
    for (const name of ['Jon', 'Jon Late']) {
      const files = siteOf('jon', name);
      writeFiles(cwd, files);
      expect(await build(ARGS, { cwd })).toMatchObject({ converted: 1 });
      expect(text(cwd, 'out/entry-3.md')).toContain(`by ${name} `);
      const scratch = await fromScratch(files);
      for (const file of [
        'entry-1.md',
        'entry-3.md',
        'llms-full.txt',
        'feed.xml',
        'api/content/v1/posts.json',
      ]) {
        expect(text(cwd, `out/${file}`)).toBe(text(scratch, file));
      }
    }
  });

  it('leaves the lists of the read API that it is not in', async () => {
    const cwd = workspace({ 'export.xml': site(230) });
    await build(ARGS, { cwd });
    // The newest comes first: 230 to 131, 130 to 31, 30 to 1.
    forge(join(cwd, 'out/api/content/v1/posts/77.json'), 'coiled', 'FORGED');
    forge(join(cwd, 'out/api/content/v1/posts/7.json'), 'coiled', 'FORGED');
    writeFiles(cwd, { 'export.xml': site(230, CHANGED) });
    const { converted, changed } = await build(ARGS, { cwd });
    expect(converted).toBe(1);
    expect(changed.filter((file) => file.includes('/posts/page-'))).toEqual([
      'api/content/v1/posts/page-3.json',
    ]);
    expect(text(cwd, 'out/api/content/v1/posts/page-2.json')).not.toContain('FORGED');
    // The forgery shows where the list had to be joined again.
    expect(text(cwd, 'out/api/content/v1/posts/page-3.json')).toContain('FORGED');
  });
});

/** Documents that have a line for each entry, and enough of them for several blocks. */
const LINES = ['sitemap.md', 'svc-sitemap-post-1.xml', 'posts/llms.txt'];
const MANY = 700;

describe('a document with a line for each entry', () => {
  const changes: readonly (readonly [string, string])[] = [
    ['says something else', site(MANY, { id: 400, body: '<p>Rope number 400 has gone overboard.</p>' })],
    ['was renamed', site(MANY, { id: 400, title: 'Rope overboard' })],
    ['is newer', site(MANY, { id: 400, date: '2026-03-01 10:00:00' })],
    ['has gone', site(MANY, { id: 400, status: 'draft' })],
    ['has come', site(MANY + 1)],
  ];

  it.each(changes)('is the same as in a build without any history when one of them %s', async (_, after) => {
    const cwd = workspace({ 'export.xml': site(MANY) });
    await build(ARGS, { cwd });
    writeFiles(cwd, { 'export.xml': after });
    await build(ARGS, { cwd });
    const scratch = await fromScratch({ 'export.xml': after });
    for (const file of LINES) expect(text(cwd, 'out', file), file).toBe(text(scratch, file));
  });

  it('is made anew with other settings', async () => {
    const files = { 'export.xml': site(MANY) };
    const settings = { 'svc.settings.json': JSON.stringify({ llms_link_markdown: false }) };
    const cwd = workspace(files);
    await build(ARGS, { cwd });
    writeFiles(cwd, settings);
    await build(ARGS, { cwd });
    const scratch = await fromScratch({ ...files, ...settings });
    for (const file of LINES) expect(text(cwd, 'out', file), file).toBe(text(scratch, file));
  });
});

const JOINED = ['llms-full.txt', 'api/content/v1/posts.json', 'sitemap.md', 'svc-sitemap-post-1.xml'];

describe('what was joined', () => {
  const spoils: readonly [string, string][] = [
    ['out/llms-full.txt', 'spoiled'],
    ['out/sitemap.md', 'spoiled'],
    ['out/svc-sitemap-post-1.xml', 'spoiled'],
    ['out/api/content/v1/posts.json', '[]'],
    ['.svc/cache/state.jsonl', 'spoiled'],
  ];

  it.each(spoils)('is mended after somebody else has changed %s', async (file, content) => {
    const cwd = workspace({ 'export.xml': site(12) });
    await build(ARGS, { cwd });
    writeFiles(cwd, { [file]: content, 'export.xml': site(12, CHANGED) });
    await build(ARGS, { cwd });
    const scratch = await fromScratch({ 'export.xml': site(12, CHANGED) });
    for (const path of JOINED) {
      expect(text(cwd, 'out', path)).toBe(text(scratch, path));
    }
  });

  const page = fc.record({
    isHere: fc.integer({ min: 0, max: 5 }).map((number) => number > 0),
    order: fc.integer({ min: 1, max: 4 }),
    // From nothing to more than one item may have.
    size: fc.constantFrom(0, 1, 3000, 12_000, 40_000),
    word: fc.constantFrom('rope', 'tøy', '綱'),
  });

  it('has the same bytes after any history', async () => {
    const states = fc.array(fc.array(page, { minLength: 8, maxLength: 8 }), { minLength: 3, maxLength: 4 });
    const settings = JSON.stringify({ llms_full_max_kb: 64 });
    await fc.assert(
      fc.asyncProperty(states, async (history) => {
        const cwd = workspace({ 'svc.settings.json': settings });
        for (const pages of history) {
          const items = pages.flatMap(({ isHere, order, size, word }, index): Item[] => {
            const body = size === 0 ? '' : `<p>${word.repeat(size)}</p>`;
            return isHere ? [{ id: index + 1, date: `2026-01-0${order} 10:00:00`, body }] : [];
          });
          const files = { 'export.xml': wxr(items), 'svc.settings.json': settings };
          writeFiles(cwd, files);
          await build(ARGS, { cwd, now: NOW });
          const scratch = treeOf(await fromScratch(files));
          const { 'svc-manifest.json.gz': _, ...tree } = treeOf(join(cwd, 'out'));
          for (const file of JOINED) {
            expect(tree[file], file).toBe(scratch[file]);
          }
        }
      }),
      { numRuns: 12 },
    );
  }, 180_000);
});
