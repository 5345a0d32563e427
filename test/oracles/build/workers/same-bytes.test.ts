import { cpSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../../src/build/report.js';
import { type Item, wxr } from '../../../support/build/export.js';
import { type Files, treeOf, workspace } from '../../../support/build/workspace.js';
import { spawnSvc } from '../../../support/cli/run-svc.js';

interface Built {
  readonly tree: Readonly<Record<string, string>>;
  readonly report: Omit<BuildReport, 'timings' | 'out'>;
}

/** Builds some sources in a folder of their own, as a process of its own. */
async function build(paths: readonly string[], files: Files, workers: number): Promise<Built> {
  const cwd = workspace(files);
  for (const path of paths) cpSync(resolve(path), join(cwd, basename(path)), { recursive: true });
  const made = new Set(Object.keys(files).map((file) => file.split('/', 1)[0] ?? ''));
  made.delete('svc.config.json');
  return buildIn(cwd, [...paths.map((path) => basename(path)), ...made], workers);
}

async function buildIn(cwd: string, sources: readonly string[], workers: number): Promise<Built> {
  const args = sources.flatMap((source) => ['--source', source]);
  const { code, stdout, stderr } = await spawnSvc(
    ['build', ...args, '--base-url', 'https://harbour.example', '--workers', String(workers), '--json'],
    { cwd },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { timings: _, out: __, ...report } = JSON.parse(stdout.replaceAll(cwd, '.')) as BuildReport;
  return { tree: treeOf(join(cwd, 'out')), report };
}

/** Bodies that show whether the order is kept, and what is done at the limits. */
function oddExport(): string {
  const items = Array.from({ length: 60 }, (_, index) => ({
    id: 9_000 + ((index * 37) % 60),
    slug: `knot-${index}`,
    title: `Knot ${index} – für Ærø & 結び目`,
    // Some take much longer than others; the block is nowhere to be found.
    body: `<!-- wp:block {"ref":${index}} /-->${'<p>Over, under, <b>through</b>.</p>'.repeat((index * 53) % 200)}`,
  }));
  const nested = { id: 9_900, slug: 'nest', body: `${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}` };
  const long = { id: 9_901, slug: 'long', body: `<p>${'A line of rope, spliced. '.repeat(45_000)}</p>` };
  return wxr([...items, nested, long]);
}

/**
 * Entries that look otherwise once the whole export is known: until then there is so much to read that threads have
 * started and converted them. The first one only makes them hear of the site.
 */
function surprisingExport(creator = 'mara'): string {
  const post = (id: number, more: Partial<Item> = {}): Item => ({ id, slug: `knot-${id}`, creator, ...more });
  const file = (id: number, parent: number): Item => ({
    id,
    parent,
    type: 'attachment',
    status: 'inherit',
    more: `<wp:attachment_url>https://old.example/files/${id}.jpg</wp:attachment_url>`,
    meta: { _wp_attachment_image_alt: `Picture ${id}` },
  });
  const filler = '<p>Nobody sees this.</p>'.repeat(60);
  const block = (id: number): Item => ({
    id,
    type: 'wp_block',
    slug: `block-${id}`,
    body: `<p>Block ${id}</p>`,
  });
  return wxr([
    post(1),
    post(2, { meta: { _thumbnail_id: '52' } }),
    post(3, { body: '[gallery]' }),
    post(4, { body: '[gallery ids="52,50"]' }),
    post(5, { body: '<!-- wp:block {"ref":60} /-->' }),
    post(6, { body: '<p>First</p>' }),
    post(7, { body: '<p>Withdrawn secret</p>' }),
    post(8, { slug: 'same' }),
    post(9, { slug: 'de/hafen' }),
    ...Array.from({ length: 4_000 }, (_, number) => post(100 + number, { status: 'draft', body: filler })),
    file(50, 3),
    block(60),
    post(10, { slug: 'same' }),
    // Too long for a thread.
    post(6, { body: `<p>Last</p>${filler.repeat(800)}` }),
    post(7, { status: 'draft', body: '<p>Withdrawn secret</p>' }),
    file(51, 3),
    file(52, 0),
    post(11, { meta: { _thumbnail_id: '50' } }),
  ]);
}

/** More pages than go to a thread together; of some the file is all that is to be told of. */
function oddSite(): Files {
  const page = (number: number) => {
    const title = number === 41 ? 'A \ufffd knot' : `Knot ${number}`;
    const head = `<title>${title} | Harbour</title><meta property="og:site_name" content="Harbour">`;
    const text = `<p>Over, under, <b>through</b>, as the ${number}th of them goes. </p>`.repeat(
      3 + (number % 7),
    );
    return number % 50 === 13
      ? `<p>A piece, ${number}</p>`
      : `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>Knot ${number}</h1>${text}</main></body></html>`;
  };
  const names = Array.from({ length: 300 }, (_, number) => `site/knots/k${number}/index.html`);
  const pages = Object.fromEntries(names.map((name, number) => [name, page(number)]));
  return {
    ...pages,
    'site/index.html': page(-1),
    'site/huge.html': page(-2) + ' '.repeat(17_000_000),
    'site/moved.html': '<!doctype html><meta http-equiv="refresh" content="0; url=/knots/k1/">',
  };
}

describe('worker threads', { timeout: 120_000 }, () => {
  it.each([
    ['two parts of an export', ['fixtures/wxr/workshop-part-1.xml', 'fixtures/wxr/workshop-part-2.xml']],
    ['an awkward export', ['fixtures/wxr/awkward.xml']],
    ['an export with the fields of extensions', ['fixtures/wxr/extensions.xml']],
    ['a content folder', ['fixtures/files/hugo']],
    ['a Ghost export', ['fixtures/ghost/tideline.json']],
    ['built pages of a blog', ['fixtures/html/blog']],
    ['built pages of documentation', ['fixtures/html/docs']],
  ])('make the same files and the same report of %s', async (_, paths) => {
    const none = await build(paths, {}, 0);
    expect(none.report.converted).toBeGreaterThan(2);
    expect(await build(paths, {}, 2)).toEqual(none);
  });

  it.each([
    ['rendered pages of a content folder', 'fixtures/files/hugo', 'render'],
    ['rendered pages of an export', 'fixtures/wxr/extensions.xml', 'render'],
    ['augmented pages of a blog', 'fixtures/html/blog', 'augment'],
  ])('make the same %s', async (_, path, html) => {
    const config = { html, ...(html === 'augment' && { siteDir: basename(path) }) };
    const files = { 'svc.config.json': JSON.stringify(config) };
    const none = await build([path], files, 0);
    expect(Object.keys(none.tree).filter((file) => file.endsWith('.html')).length).toBeGreaterThan(2);
    expect(await build([path], files, 2)).toEqual(none);
  });

  it('make the same of built pages, and say the same of those that are left out', async () => {
    const files = oddSite();
    const none = await build([], files, 0);
    expect(none.report.converted).toBe(295);
    expect(none.report.warnings.map(({ code }) => code)).toContain('file-too-large');
    expect(await build([], files, 2)).toEqual(none);
  });

  it('make the same of bodies of all sizes, however many there are', async () => {
    const files = { 'odd.xml': oddExport() };
    const none = await build([], files, 0);
    expect(none.report.converted).toBe(62);
    for (const workers of [1, 3]) expect(await build([], files, workers)).toEqual(none);
  });

  it('make the same of entries that look otherwise once all have been read', async () => {
    const config = JSON.stringify({ languages: ['de'] });
    const files = { 'export.xml': surprisingExport(), 'svc.config.json': config };
    const cwd = workspace(files);
    const none = await buildIn(cwd, ['export.xml'], 0);
    for (const workers of [1, 2]) expect(await build([], files, workers)).toEqual(none);
    const textOf = (file: string) => readFileSync(join(cwd, 'out', file), 'utf8');
    expect(textOf('api/content/v1/posts/2.json')).toContain('52.jpg');
    expect(textOf('knot-3.md')).toMatch(/50\.jpg[\s\S]*51\.jpg/);
    expect(textOf('knot-5.md')).toContain('Block 60');
    expect(textOf('knot-6.md')).toContain('Last');
    expect(textOf('api/content/v1/posts/9.json')).toContain('"lang":"de"');
    expect(textOf('llms-full.txt')).not.toContain('Withdrawn');
    expect(Object.keys(none.tree)).not.toContain('knot-7.md');
    expect(none.report.skipped).toBe(1);
  });

  it('make the same of entries whose author is named last', async () => {
    const late =
      '<wp:author><wp:author_login>jon</wp:author_login><wp:author_display_name>Jon Late</wp:author_display_name></wp:author>';
    const files = { 'export.xml': surprisingExport('jon').replace('</channel>', `${late}</channel>`) };
    const cwd = workspace(files);
    const none = await buildIn(cwd, ['export.xml'], 0);
    for (const workers of [1, 2]) expect(await build([], files, workers)).toEqual(none);
    expect(readFileSync(join(cwd, 'out/knot-2.md'), 'utf8')).toContain('by Jon Late');
  });
});
