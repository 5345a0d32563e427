import { once } from 'node:events';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Item, wxr } from '../../support/build/export.js';
import { filesIn, json, text, treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, failBuild, NOW } from '../../support/cli/run-svc.js';

const BASE = 'https://harbour.example';
const ARGS = ['--source', 'export.xml', '--base-url', BASE];
const DAY = 86_400;

interface Change {
  readonly id: number;
  readonly type: string;
  readonly url: string;
  readonly action: 'created' | 'updated' | 'deleted';
  readonly modified?: string;
  readonly published?: string;
  readonly deleted?: string;
}

interface Feed {
  readonly generated: string;
  readonly count: number;
  readonly truncated: boolean;
  readonly items: readonly Change[];
}

/** A site whose export changes from build to build. */
class Site {
  readonly cwd: string;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.cwd = workspace(files);
  }

  async build(items: readonly Item[], now = NOW, more: readonly string[] = []): Promise<Feed> {
    writeFiles(this.cwd, { 'export.xml': wxr(items) });
    await build([...ARGS, ...more], { cwd: this.cwd, now });
    return json<Feed>(this.cwd, 'out/svc-changes.json');
  }
}

function time(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`;
}

const REST: Item = { id: 99, slug: 'rest', date: '2020-01-01 00:00:00' };
const TEA: Item = { id: 5, slug: 'tea', title: 'Tea', body: '<p>Steep for three minutes.</p>' };
const TEA_DATE = '2026-01-15T10:00:00+00:00';

function of(id: number, feed: Feed): readonly Change[] {
  return feed.items.filter((item) => item.id === id);
}

describe('[3-tombstone-recorded] [3-change-action] a page that leaves the public site', () => {
  const stone = {
    id: 5,
    type: 'post',
    url: `${BASE}/tea/`,
    action: 'deleted',
    deleted: time(NOW + 60),
    _links: { self: { href: `${BASE}/tea/` } },
  };

  it.each<[string, readonly Item[]]>([
    ['deleted', []],
    ['a draft', [{ ...TEA, status: 'draft' }]],
    ['pending', [{ ...TEA, status: 'pending' }]],
    ['private', [{ ...TEA, status: 'private' }]],
    ['in the trash', [{ ...TEA, status: 'trash', slug: 'tea__trashed' }]],
    ['scheduled again', [{ ...TEA, date: '2099-01-01 00:00:00' }]],
    ['behind a password', [{ ...TEA, password: 'oolong' }]],
    ['for members', [{ ...TEA, meta: { _members_access_role: 'subscriber' } }]],
    ['noindex', [{ ...TEA, meta: { '_yoast_wpseo_meta-robots-noindex': '1' } }]],
    ['of a type that agents do not see', [{ ...TEA, type: 'event' }]],
    ['at an address that cannot be used', [{ ...TEA, link: 'https://old.example/%2e%2e/tea/' }]],
  ])('leaves exactly one tombstone: %s', async (_, after) => {
    const site = new Site();
    await site.build([TEA, REST]);
    const feed = await site.build([...after, REST], NOW + 60);
    expect(of(5, feed)).toEqual([stone]);
    expect(feed.items[0], 'the newest change comes first').toEqual(stone);
    expect(of(99, feed)).toHaveLength(1);
    expect(filesIn(join(site.cwd, 'out'))).not.toContain('tea.md');
  });

  it.each([[[]], [['--full']]])('withdraws its files without a manifest too: %j', async (more) => {
    const site = new Site();
    const oolong: Item = { id: 6, slug: 'oolong', title: 'Oolong', body: '<p>Rolled leaves.</p>' };
    await site.build([TEA, oolong, REST]);
    rmSync(join(site.cwd, 'out/svc-manifest.json.gz'));
    writeFiles(site.cwd, { 'out/oolong.md': 'Changed by hand.', 'out/mine.txt': 'Mine.' });
    await site.build([REST], NOW + 60, more);
    const files = filesIn(join(site.cwd, 'out'));
    expect(files).toEqual(expect.arrayContaining(['oolong.md', 'mine.txt', 'rest.md']));
    expect(files.filter((file) => /tea|\/(?:5|6)\.json/.test(file))).toEqual([]);
  });

  it('leaves one for a type that the owner vetoes in the settings', async () => {
    const site = new Site();
    await site.build([TEA, { ...REST, type: 'page' }]);
    writeFiles(site.cwd, { 'svc.settings.json': '{"post_types_vetoed": ["post"]}' });
    const feed = await site.build([TEA, { ...REST, type: 'page' }], NOW + 60);
    expect(of(5, feed)).toEqual([stone]);
    expect(filesIn(join(site.cwd, 'out')).filter((file) => file.includes('posts'))).toEqual([]);
  });

  it('leaves one at its old address, and is news at the new one', async () => {
    const site = new Site();
    await site.build([TEA, REST]);
    const feed = await site.build([{ ...TEA, slug: 'green-tea' }, REST], NOW + 60);
    expect(of(5, feed)).toMatchObject([
      { url: `${BASE}/green-tea/`, modified: time(NOW + 60), action: 'created' },
      { url: `${BASE}/tea/`, action: 'deleted', deleted: time(NOW + 60) },
    ]);
  });

  it('leaves one where another page with a lower id takes its address', async () => {
    const site = new Site();
    await site.build([TEA, REST]);
    const feed = await site.build([{ ...TEA, id: 3, title: 'Other' }, TEA, REST], NOW + 60);
    // The address answers still: nothing is to be evicted.
    expect(feed.items.map(({ id, action }) => `${id} ${action}`)).toEqual(['3 created', '99 created']);
  });

  it('leaves none where it moved to another type at the same address, but is news', async () => {
    const site = new Site();
    await site.build([TEA, REST]);
    const feed = await site.build([{ ...TEA, type: 'page' }, REST], NOW + 60);
    expect(of(5, feed)).toMatchObject([{ type: 'page', url: `${BASE}/tea/`, modified: time(NOW + 60) }]);
  });

  it('loses it when it comes back, as new', async () => {
    const site = new Site();
    await site.build([TEA, REST]);
    await site.build([REST], NOW + 60);
    const feed = await site.build([TEA, REST], NOW + 120);
    expect(of(5, feed)).toMatchObject([
      { action: 'created', modified: time(NOW + 120), published: TEA_DATE },
    ]);
  });

  it('keeps the time of its first absence', async () => {
    const site = new Site();
    await site.build([TEA, REST]);
    await site.build([REST], NOW + 60);
    expect(of(5, await site.build([REST], NOW + 7200))).toMatchObject([{ deleted: time(NOW + 60) }]);
  });

  it('leaves none while the feed is off', async () => {
    const site = new Site({ 'svc.settings.json': '{"enable_changes": false}' });
    writeFiles(site.cwd, { 'export.xml': wxr([TEA, REST]) });
    await build(ARGS, { cwd: site.cwd });
    writeFiles(site.cwd, { 'export.xml': wxr([REST]) });
    await build(ARGS, { cwd: site.cwd, now: NOW + 60 });
    writeFiles(site.cwd, { 'svc.settings.json': '{}' });
    expect(of(5, await site.build([REST], NOW + 120))).toEqual([]);
  });
});

describe('the action of a page', () => {
  it('follows its dates on the first deployment', async () => {
    const feed = await new Site().build([
      { id: 1, date: '2026-01-01 10:00:00', modified: '2026-01-01 10:00:02' },
      { id: 2, date: '2026-01-01 10:00:00', modified: '2026-01-01 10:00:03' },
    ]);
    expect(feed.items.map(({ id, action }) => [id, action])).toEqual([
      [2, 'updated'],
      [1, 'created'],
    ]);
  });

  it('is created for a new page until its body changes, whatever its dates say', async () => {
    const site = new Site();
    await site.build([REST]);
    const old: Item = { ...TEA, date: '2019-05-05 05:05:05', modified: '2019-06-06 06:06:06' };
    const first = await site.build([old, REST], NOW + 60);
    expect(of(5, first)).toMatchObject([
      { action: 'created', modified: time(NOW + 60), published: '2019-05-05T05:05:05+00:00' },
    ]);
    const touched = await site.build([{ ...old, modified: '2026-07-02 10:01:30' }, REST], NOW + 120);
    expect(of(5, touched)).toMatchObject([{ action: 'created', modified: time(NOW + 120) }]);
    const body = '<p>Steep for four minutes.</p>';
    const edited = await site.build([{ ...old, body, modified: '2026-07-02 10:02:30' }, REST], NOW + 180);
    expect(of(5, edited)).toMatchObject([{ action: 'updated', modified: time(NOW + 180) }]);
    const later = await site.build([{ ...old, body, modified: '2026-07-02 10:02:30' }, REST], NOW + 9000);
    expect(of(5, later)).toEqual(of(5, edited));
  });

  it('is updated for a changed title', async () => {
    const site = new Site();
    await site.build([TEA, REST]);
    const feed = await site.build([{ ...TEA, title: 'Green tea' }, REST], NOW + 60);
    expect(of(5, feed)).toMatchObject([{ action: 'updated', modified: time(NOW + 60) }]);
  });
});

describe('the time of a change', () => {
  it('is that of the build for a change that the source does not announce', async () => {
    const site = new Site();
    await site.build([TEA, REST]);
    const feed = await site.build([{ ...TEA, body: '<p>Other.</p>' }, REST], NOW + 60);
    expect(feed.items[0]).toMatchObject({
      id: 5,
      action: 'updated',
      modified: time(NOW + 60),
      published: TEA_DATE,
    });
    const again = await site.build([{ ...TEA, body: '<p>Another.</p>' }, REST], NOW + 120);
    expect(again.items[0]).toMatchObject({ id: 5, modified: time(NOW + 120) });
  });

  it('never goes back', async () => {
    const site = new Site();
    await site.build([{ ...TEA, modified: '2026-03-03 00:00:00' }, REST]);
    const same = await site.build([{ ...TEA, modified: '2026-02-02 00:00:00' }, REST], NOW + 60);
    expect(of(5, same)).toMatchObject([{ modified: time(NOW + 60) }]);
    const edited = await site.build(
      [{ ...TEA, title: 'x', modified: '2026-02-03 00:00:00' }, REST],
      NOW + 120,
    );
    expect(of(5, edited)).toMatchObject([{ modified: time(NOW + 120) }]);
  });

  it('is for an undated page that of the build that first saw it, until it changes', async () => {
    const site = new Site();
    const undated: Item = { ...TEA, date: null };
    const first = await site.build([undated, REST]);
    expect(of(5, first)).toMatchObject([{ modified: time(NOW), action: 'created' }]);
    expect(of(5, first)[0], 'no document claims a date for it').not.toHaveProperty('published');
    expect(text(site.cwd, 'out/svc-sitemap-post-1.xml')).not.toMatch(/tea\/<\/loc>\s*<lastmod>/);
    expect(of(5, await site.build([undated, REST], NOW + DAY))).toEqual(of(5, first));
    const edited = await site.build([{ ...undated, title: 'Green tea' }, REST], NOW + 2 * DAY);
    expect(of(5, edited)).toMatchObject([{ modified: time(NOW + 2 * DAY), action: 'updated' }]);
    expect(text(site.cwd, 'out/tea.md')).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  });

  it('is that of the build for a page whose scheduled time has come', async () => {
    const site = new Site();
    const scheduled: Item = { ...TEA, date: '2026-07-02 10:00:30' };
    expect(of(5, await site.build([scheduled, REST]))).toEqual([]);
    expect(of(5, await site.build([scheduled, REST], NOW + 60))).toMatchObject([
      { action: 'created', published: time(NOW + 30), modified: time(NOW + 60) },
    ]);
  });
});

describe('the time of the feed', () => {
  it('stays while the feed does', async () => {
    const site = new Site();
    const first = await site.build([TEA, REST]);
    expect(first.generated).toBe(time(NOW));
    const excerpt = await site.build([{ ...TEA, excerpt: 'Steep.' }, REST], NOW + 60);
    expect(excerpt).toEqual(first);
    expect((await site.build([{ ...TEA, title: 'x' }, REST], NOW + 120)).generated).toBe(time(NOW + 120));
  });
});

describe('[4.2.2-window] [8-tombstone-retention] plugins', () => {
  const plugin = (name: string, value: number) => ({
    'svc.config.json': '{"plugins": ["./plugin.mjs"]}',
    'plugin.mjs': `export function register(svc) { svc.filter('${name}', () => ${value}); }`,
  });
  const many = (count: number) => Array.from({ length: count }, (_, index): Item => ({ id: index + 1 }));

  it('may change how many changes the feed holds; it is 200 otherwise', async () => {
    const plain = await new Site().build(many(205));
    expect(plain).toMatchObject({ count: 200, truncated: true });
    const short = await new Site(plugin('svc_changes_max', 3)).build(many(5));
    expect(short).toMatchObject({ count: 3, truncated: true });
    expect(short.items.map(({ id }) => id)).toEqual([5, 4, 3]);
    const all = await new Site(plugin('svc_changes_max', 3)).build(many(3));
    expect(all).toMatchObject({ count: 3, truncated: false });
  });

  it('may change how long tombstones last; it is 90 days otherwise', async () => {
    const lasts = async (days: number, files: Readonly<Record<string, string>> = {}) => {
      const site = new Site(files);
      await site.build([TEA, REST]);
      await site.build([REST], NOW + 60);
      const before = await site.build([REST], NOW + 60 + days * DAY - 1);
      const after = await site.build([REST], NOW + 60 + days * DAY);
      return [of(5, before).length, of(5, after).length];
    };
    expect(await lasts(90)).toEqual([1, 0]);
    expect(await lasts(2, plugin('svc_tombstone_retain_days', 2))).toEqual([1, 0]);
  });
});

/** Answers on a port of its own until the test is over. */
const servers: Server[] = [];
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('a runner without state', () => {
  /** Builds twice with local state, and once more elsewhere with `--previous` after the first. */
  async function compare(previous: (deployed: string) => Promise<string> | string): Promise<void> {
    const local = new Site();
    await local.build([TEA, REST, { id: 7 }]);
    const after: Item[] = [{ ...TEA, title: 'Green tea' }, REST, { id: 8 }];
    const fresh = new Site();
    cpSync(join(local.cwd, 'out'), join(fresh.cwd, 'deployed'), { recursive: true });
    await local.build(after, NOW + 60);
    await fresh.build(after, NOW + 60, ['--previous', await previous(join(fresh.cwd, 'deployed'))]);
    expect(of(7, json<Feed>(fresh.cwd, 'out/svc-changes.json'))).toMatchObject([{ action: 'deleted' }]);
    expect(treeOf(join(fresh.cwd, 'out'))).toEqual(treeOf(join(local.cwd, 'out')));
  }

  it('reads the last deployment from a folder', () => compare((deployed) => deployed));

  it.each([
    ['as it is', {}, (bytes: Buffer) => bytes],
    ['by a server that calls .gz an encoding', { 'content-encoding': 'gzip' }, (bytes: Buffer) => bytes],
    ['compressed once more on the way', { 'content-encoding': 'gzip' }, (bytes: Buffer) => gzipSync(bytes)],
  ])('reads the last deployment from an address, %s', (_, headers, encode) =>
    compare((deployed) =>
      serve((request, response) => {
        const [file] = filesIn(deployed).filter((name) => `/site/${name}` === request.url);
        response.writeHead(file === undefined ? 404 : 200, headers);
        response.end(file === undefined ? '' : encode(Buffer.from(readBytes(deployed, file))));
      }).then((url) => `${url}/site/`),
    ),
  );

  it.each([404, 410])('takes %s for a first deployment and says so', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end());
    const { cwd } = new Site({ 'export.xml': wxr([TEA]) });
    const report = await build([...ARGS, '--previous', url], { cwd });
    expect(report.warnings).toMatchObject([{ code: 'first-deployment', file: url }]);
    expect(json<Feed>(cwd, 'out/svc-changes.json').items).toMatchObject([
      { action: 'created', modified: TEA_DATE },
    ]);
  });

  it('takes a folder without a manifest for a first deployment and says so', async () => {
    const { cwd } = new Site({ 'export.xml': wxr([TEA]), 'deployed/index.html': '' });
    const report = await build([...ARGS, '--previous', 'deployed'], { cwd });
    expect(report.warnings).toMatchObject([{ code: 'first-deployment' }]);
  });

  const answer =
    (status: number, body: string | Buffer = ''): RequestListener =>
    (_, response) =>
      response.writeHead(status).end(body);
  const packed = (value: unknown) => gzipSync(JSON.stringify(value));

  it.each<[string, RequestListener]>([
    ['an error of the server', answer(500)],
    ['a refusal', answer(403)],
    [
      'a redirect to nowhere',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['an HTML page', answer(200, '<!doctype html><title>Welcome</title>')],
    ['nothing', answer(200, '')],
    ['gzip of nothing', answer(200, gzipSync(''))],
    ['half a file', answer(200, packed({ version: 1 }).subarray(0, 20))],
    ['another JSON file', answer(200, packed({ hello: 'world' }))],
    ['a list', answer(200, packed([]))],
    ['null', answer(200, packed(null))],
    ['a later version', answer(200, packed({ version: 99 }))],
    ['a manifest without entries', answer(200, packed({ version: 1 }))],
    ['a manifest without tombstones', answer(200, packed({ version: 1, entries: [], feed: {}, files: [] }))],
    [
      'entries of another kind',
      answer(
        200,
        packed({ version: 1, entries: [7], tombstones: [], feed: { hash: '', generated: 0 }, files: [] }),
      ),
    ],
    ['a connection that breaks off', (request) => request.socket.destroy()],
    [
      'an answer that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half');
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])('fails without writing anything on %s', async (_, listener) => {
    const { cwd } = new Site({ 'export.xml': wxr([TEA]) });
    const before = treeOf(cwd);
    const url = await serve(listener);
    const failure = await failBuild([...ARGS, '--previous', url], { cwd });
    expect(failure).toMatchObject({
      code: 1,
      error: {
        code: 'SVC_PREVIOUS_UNREADABLE',
        file: `${url}/svc-manifest.json.gz`,
        fix: expect.any(String),
      },
    });
    expect(treeOf(cwd)).toEqual(before);
  });

  it('fails on an answer that never comes', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), 50);
      return controller.signal;
    });
    const { cwd } = new Site({ 'export.xml': wxr([TEA]) });
    const url = await serve(() => undefined);
    const failure = await failBuild([...ARGS, '--previous', url], { cwd });
    expect(failure).toMatchObject({ code: 1, error: { code: 'SVC_PREVIOUS_UNREADABLE' } });
    expect(filesIn(cwd)).toEqual(['export.xml']);
  });

  it.each([
    ['nobody answers', 'http://127.0.0.1:1'],
    ['there is no such folder', 'gone'],
    ['it is a file', 'export.xml'],
  ])('fails where %s', async (_, previous) => {
    const { cwd } = new Site({ 'export.xml': wxr([TEA]) });
    const failure = await failBuild([...ARGS, '--previous', previous], { cwd });
    expect(failure).toMatchObject({ code: 1, error: { code: 'SVC_PREVIOUS_UNREADABLE' } });
    expect(filesIn(cwd)).toEqual(['export.xml']);
  });

  it('fails on a broken manifest of its own, and starts afresh without it', async () => {
    const site = new Site();
    await site.build([TEA]);
    writeFiles(site.cwd, { 'out/svc-manifest.json.gz': 'torn' });
    const before = treeOf(site.cwd);
    const failure = await failBuild(ARGS, { cwd: site.cwd });
    expect(failure.error).toMatchObject({
      code: 'SVC_PREVIOUS_UNREADABLE',
      fix: expect.stringContaining('delete it'),
    });
    expect(treeOf(site.cwd)).toEqual(before);
    rmSync(join(site.cwd, 'out/svc-manifest.json.gz'));
    expect((await site.build([TEA])).items).toHaveLength(1);
  });
});

function readBytes(...path: readonly string[]): Uint8Array {
  return readFileSync(join(...path));
}
