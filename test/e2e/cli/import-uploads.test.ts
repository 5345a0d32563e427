import { symlinkSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '../../../src/build/import/report.js';
import { type Item, wxr } from '../../support/build/export.js';
import { filesIn, text, workspace, writeFiles } from '../../support/build/workspace.js';
import { docExample } from '../../support/cli/doc-example.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

const OLD = 'https://old.example/wp-content/uploads';
const attachment = (id: number, file: string): Item => ({
  id,
  type: 'attachment',
  status: 'inherit',
  more: `<wp:attachment_url>${OLD}/${file}</wp:attachment_url>`,
});
const BOAT = [
  `<p><a href="${OLD}/2024/05/boat.jpg"><img src="${OLD}/2024/05/boat-300x200.jpg"`,
  `srcset="http://www.old.example/wp-content/uploads/2024/05/boat-300x200.jpg 300w, ${OLD}/2024/05/boat-1024x683.jpg 1024w"`,
  `alt="A boat > the quay"></a></p>`,
].join(' ');
const PAGES: readonly Item[] = [
  { id: 1, slug: 'boat', body: BOAT, meta: { _thumbnail_id: '20' } },
  {
    id: 2,
    slug: 'tides',
    body: `<p>See <a href="/wp-content/uploads/2024/05/tides.pdf#page=2">${OLD}/2024/05/tides.pdf</a>.</p>
<p><img src="https://i0.wp.com/old.example/wp-content/uploads/2024/05/buoy.png?w=300&amp;ssl=1" alt="A buoy"></p>
<p><img src="https://other.example/logo.png" alt="Elsewhere"> <img src="${OLD}/2024/05/gone.gif" alt="Gone"></p>
<!-- <img src="${OLD}/hidden.png"> --><p><img src="/wp-content/uploads/%2e%2e/secret.png" alt="Out"></p>
<p><a href="${OLD}/woocommerce_uploads/book.zip">The book</a></p>[members]<img src="${OLD}/members.png">[/members]`,
  },
  { id: 3, slug: 'draft', status: 'draft', body: `<img src="${OLD}/draft.png">` },
  { id: 4, slug: 'later', date: '2031-01-01 00:00:00', body: `<img src="${OLD}/later.png">` },
  { id: 5, slug: 'safe', password: 'tide', body: `<img src="${OLD}/safe.png">` },
  attachment(20, '2024/06/front.webp'),
  attachment(21, '2024/06/unused.jpg'),
];
const SECRETS = ['hidden', 'secret', 'members', 'draft', 'later', 'safe'].map((name) => `${name}.png`);
const UPLOADS = Object.fromEntries(
  [
    ...['boat.jpg', 'boat-300x200.jpg', 'boat-1024x683.jpg', 'boat-150x150.jpg', 'tides.pdf', 'buoy.png'].map(
      (name) => `2024/05/${name}`,
    ),
    ...['2024/06/front.webp', '2024/06/unused.jpg', 'woocommerce_uploads/book.zip', ...SECRETS],
  ].map((file) => [file, `bytes of ${file}`]),
);
const COPIES = [
  ...['05/boat-1024x683.jpg', '05/boat-300x200.jpg', '05/boat.jpg', '05/buoy.png', '05/tides.pdf'],
  '06/front.webp',
].map((file) => `public/wp-content/uploads/2024/${file}`);

const copiesIn = (content: string) => filesIn(content).filter((file) => file.startsWith('public/'));

async function importUploads(
  files: Readonly<Record<string, string>>,
  flags: readonly string[],
  cwd?: string,
) {
  const folder = cwd ?? workspace({ 'export.xml': wxr(PAGES), ...files });
  const run = await runSvc(['import', 'export.xml', '--to', 'content', ...flags, '--json'], { cwd: folder });
  const report = (run.stdout === '' ? undefined : JSON.parse(run.stdout)) as ImportReport;
  return { ...run, cwd: folder, content: join(folder, 'content'), report };
}

const below = (folder: string) =>
  Object.fromEntries(Object.entries(UPLOADS).map(([file, content]) => [`${folder}/${file}`, content]));

describe('svc import --uploads with a folder', () => {
  it.each([
    ['the uploads', 'uploads', 'uploads'],
    ['wp-content', 'backup/uploads', 'backup'],
    ['the site', 'www/wp-content/uploads', 'www'],
  ])('copies what public pages refer to, and nothing else: %s', async (_, place, flag) => {
    const { content, report } = await importUploads(below(place), ['--uploads', flag]);
    expect(copiesIn(content)).toEqual(COPIES);
    expect(text(content, COPIES[0] ?? '')).toBe('bytes of 2024/05/boat-1024x683.jpg');
    expect(report.uploads).toEqual({
      from: flag,
      copied: 6,
      bytes: COPIES.reduce((sum, file) => sum + text(content, file).length, 0),
      kept: 0,
      missing: [
        {
          path: '/wp-content/uploads/2024/05/gone.gif',
          reason: 'missing',
          file: 'posts/2026-01-15-tides.html',
        },
      ],
    });
  });

  it('makes links lead to the copies', async () => {
    const { content } = await importUploads(below('uploads'), ['--uploads', 'uploads']);
    const boat = text(content, 'posts/2026-01-15-boat.html');
    expect(boat).toContain('href="/wp-content/uploads/2024/05/boat.jpg"');
    expect(boat).toContain(
      'srcset="/wp-content/uploads/2024/05/boat-300x200.jpg 300w, /wp-content/uploads/2024/05/boat-1024x683.jpg 1024w"',
    );
    const tides = text(content, 'posts/2026-01-15-tides.html');
    expect(tides).toContain(
      `<a href="/wp-content/uploads/2024/05/tides.pdf#page=2">${OLD}/2024/05/tides.pdf</a>`,
    );
    expect(tides).toContain('src="/wp-content/uploads/2024/05/buoy.png"');
    expect(tides).toContain(`src="${OLD}/2024/05/gone.gif"`);
    expect(text(content, 'posts/2026-01-15-draft.html')).toContain(`src="${OLD}/draft.png"`);
  });

  it('publishes them with the site', async () => {
    const { cwd } = await importUploads(below('uploads'), ['--uploads', 'uploads']);
    writeFiles(cwd, { 'svc.config.json': JSON.stringify({ publicDir: 'content/public', html: 'render' }) });
    await build(['--source', 'content', '--base-url', 'https://new.example'], { cwd });
    expect(text(cwd, 'out/boat.md')).toContain(
      'https://new.example/wp-content/uploads/2024/05/boat-300x200.jpg',
    );
    expect(filesIn(join(cwd, 'out'))).toContain('wp-content/uploads/2024/05/boat-300x200.jpg');
  });

  it('writes an address that ends no attribute', async () => {
    const body = `<p><img src='${OLD}/mara%27s&amp;boat.png' alt='x'></p>`;
    const cwd = workspace({
      'export.xml': wxr([{ id: 1, slug: 'boat', body }]),
      "uploads/mara's&boat.png": 'x',
    });
    const { content } = await importUploads({}, ['--uploads', 'uploads'], cwd);
    expect(text(content, 'posts/2026-01-15-boat.html')).toContain('/wp-content/uploads/mara%27s%26boat.png');
  });

  it('keeps the blocks of the export with --format source', async () => {
    const body = `<!-- wp:image {"id":20,"url":"${OLD}/2024/06/front.webp"} -->\n<figure><img src="${OLD}/2024/06/front.webp"/></figure>\n<!-- /wp:image -->\n[members]<img src="${OLD}/members.png">[/members]`;
    const cwd = workspace({ 'export.xml': wxr([{ id: 1, slug: 'boat', body }]), ...below('uploads') });
    const { content } = await importUploads({}, ['--uploads', 'uploads', '--format', 'source'], cwd);
    expect(copiesIn(content)).toEqual(['public/wp-content/uploads/2024/06/front.webp']);
    const page = text(content, 'posts/2026-01-15-boat.html');
    expect(page).toContain('"url":"/wp-content/uploads/2024/06/front.webp"');
    expect(page).toContain(`[members]<img src="${OLD}/members.png">`);
  });

  it('never follows a link out of the folder, and copies no huge file', async () => {
    const cwd = workspace({
      'export.xml': wxr(PAGES),
      'uploads/2024/05/tides.pdf': '',
      'secret/boat.jpg': 'x',
    });
    truncateSync(join(cwd, 'uploads/2024/05/tides.pdf'), 100_000_001);
    symlinkSync(join(cwd, 'secret/boat.jpg'), join(cwd, 'uploads/2024/05/boat.jpg'));
    symlinkSync(join(cwd, 'secret'), join(cwd, 'uploads/2024/06'));
    const { report, content } = await importUploads({}, ['--uploads', 'uploads'], cwd);
    expect(copiesIn(content)).toEqual([]);
    const reasons = Object.fromEntries(
      report.uploads?.missing.map(({ path, reason }) => [path, reason]) ?? [],
    );
    expect(reasons).toMatchObject({
      '/wp-content/uploads/2024/05/boat.jpg': 'refused',
      '/wp-content/uploads/2024/05/tides.pdf': 'too-big',
    });
  });

  it('writes nothing in a dry run, and adds what is missing with --force', async () => {
    const dry = await importUploads(below('uploads'), ['--uploads', 'uploads', '--dry-run']);
    expect(dry.report.uploads?.copied).toBe(6);
    expect(filesIn(dry.cwd).filter((file) => file.startsWith('content/'))).toEqual([]);
    await importUploads({}, [], dry.cwd);
    writeFiles(dry.content, { 'public/wp-content/uploads/2024/05/buoy.png': 'mine' });
    const again = await importUploads({}, ['--uploads', 'uploads', '--force'], dry.cwd);
    expect(again.report.uploads).toMatchObject({ copied: 5, kept: 1 });
    expect(text(again.content, 'public/wp-content/uploads/2024/05/buoy.png')).toBe('mine');
  });

  it('names the flag for what is no folder', async () => {
    const { code, stderr, stdout, content } = await importUploads({}, ['--uploads', 'nowhere']);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain('--uploads');
    expect(() => filesIn(content)).toThrow();
  });

  it('copies images of Ghost with their sizes, without those of parts for members', async () => {
    const post = {
      ...{ id: 'aa11', title: 'Boat', slug: 'boat', status: 'published', visibility: 'public', type: 'post' },
      published_at: '2024-05-01T10:00:00.000Z',
      feature_image: '__GHOST_URL__/content/images/2024/05/front.jpg',
      html: '<p><img src="__GHOST_URL__/content/images/2024/05/boat.jpg" srcset="__GHOST_URL__/content/images/size/w600/2024/05/boat.jpg 600w"></p><!--members-only--><p><img src="__GHOST_URL__/content/images/2024/05/secret.jpg"></p>',
    };
    const cwd = workspace({
      'export.xml': JSON.stringify({ db: [{ meta: { version: '5.0' }, data: { posts: [post] } }] }),
    });
    for (const file of [
      '2024/05/front.jpg',
      '2024/05/boat.jpg',
      '2024/05/secret.jpg',
      'size/w600/2024/05/boat.jpg',
    ])
      writeFiles(cwd, { [`content-images/${file}`]: 'x' });
    const flags = ['--base-url', 'https://old.example', '--uploads', 'content-images'];
    const { content } = await importUploads({}, flags, cwd);
    expect(copiesIn(content)).toEqual(
      ['2024/05/boat.jpg', '2024/05/front.jpg', 'size/w600/2024/05/boat.jpg'].map(
        (file) => `public/content/images/${file}`,
      ),
    );
  });
});

describe('docs/import.md', () => {
  it('shows what an import with uploads prints', async () => {
    const cwd = workspace({ 'export.xml': wxr(PAGES), ...below('uploads') });
    const { stderr } = await runSvc(['import', 'export.xml', '--to', 'content', '--uploads', 'uploads'], {
      cwd,
    });
    const shown = `$ svc import export.xml --to content --uploads uploads\n${stderr}`;
    expect(docExample('docs/import.md', 'uploads', shown)).toBe(shown);
  });
});

describe('svc import --uploads with an address', () => {
  const requests: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    requests.push(url);
    const content = UPLOADS[url.replace('/wp-content/uploads/', '')];
    const isPage = url.endsWith('gone.gif');
    answer.writeHead(content === undefined && !isPage ? 404 : 200, {
      'Content-Type': isPage ? 'text/html' : 'image/png',
    });
    answer.end(isPage ? '<!doctype html><p>Not found</p>' : content);
  });
  let site = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each(['', '/wp-content/uploads/'])('copies the same files from %s below the site', async (path) => {
    requests.length = 0;
    const flags = ['--uploads', `${site}${path}`, '--allow-network', '127.0.0.1'];
    const { content, report } = await importUploads({}, flags);
    expect(copiesIn(content)).toEqual(COPIES);
    expect(report.uploads?.missing).toMatchObject([{ reason: 'missing' }]);
    expect(requests).toHaveLength(7);
  });

  it('sends nothing to an internal network that isn’t allowed, nor in a dry run', async () => {
    requests.length = 0;
    const { content, report } = await importUploads({}, ['--uploads', site]);
    expect(new Set(report.uploads?.missing.map(({ reason }) => reason))).toEqual(new Set(['refused']));
    expect(copiesIn(content)).toEqual([]);
    await importUploads({}, ['--uploads', site, '--allow-network', '127.0.0.1', '--dry-run']);
    expect(requests).toEqual([]);
  });

  it('stops where the site doesn’t answer, and imports the pages', async () => {
    const flags = ['--uploads', 'http://127.0.0.1:1', '--allow-network', '127.0.0.1'];
    const { code, content, report } = await importUploads({}, flags);
    expect(code).toBe(0);
    expect(report.uploads?.missing).toHaveLength(7);
    expect(report.uploads?.missing[0]?.reason).toBe('unreachable');
    expect(filesIn(content)).toContain('posts/2026-01-15-boat.html');
  });

  it.each(['ftp://old.example', 'https://user:pass@old.example', 'https://old.example/?a=b'])(
    'refuses %s',
    async (address) => {
      expect((await importUploads({}, ['--uploads', address])).code).toBe(2);
    },
  );

  it('refuses what is no network', async () => {
    const { code } = await importUploads({}, ['--uploads', site, '--allow-network', 'localhost']);
    expect(code).toBe(2);
  });
});
