import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liveRun } from '../../../support/build/content/live-run.js';
import { type Item, wxr } from '../../../support/build/export.js';
import { workspace, writeFiles } from '../../../support/build/workspace.js';
import { NOW } from '../../../support/cli/run-svc.js';

const CONFIG = JSON.stringify({ site: { url: 'https://harbour.example' }, source: 'export.xml' });

async function contentOf(items: readonly Item[], config = CONFIG) {
  const authors = [{ login: 'bosun', email: 'b@harbour.example', name: 'Bo Sunder' }];
  const cwd = workspace({ 'export.xml': wxr(items, { authors }), 'svc.config.json': config });
  return { cwd, ...(await liveRun(cwd)) };
}

describe('the content store', () => {
  it('finds entries of every status with authors, addresses and dates', async () => {
    const { content } = await contentOf([
      { id: 1, title: 'Low &amp; high tide', slug: 'tide', creator: 'bosun' },
      { id: 2, title: 'Draft', slug: 'draft', status: 'draft', link: 'https://old.example/?p=2' },
      { id: 3, title: 'Locked', slug: 'locked', password: 'x' },
      { id: 4, title: 'Later', slug: 'later', date: '2099-01-01 00:00:00' },
      { id: 5, title: 'Own', slug: 'own', status: 'private', creator: 'nobody' },
      { id: 6, title: 'Gone', slug: 'gone', status: 'trash' },
      { id: 7, title: 'Waiting', slug: 'waiting', status: 'pending' },
      { id: 8, title: 'Shy', slug: 'shy', meta: { '_yoast_wpseo_meta-robots-noindex': '1' } },
      { id: 9, title: 'Regatta', slug: 'regatta', type: 'event' },
    ]);
    const { store } = content;
    expect(store.find(1)).toEqual({
      id: 1,
      type: 'post',
      status: 'publish',
      isProtected: false,
      noindex: false,
      isExpired: false,
      isListed: true,
      title: 'Low & high tide',
      authors: [{ key: 'bosun', name: 'Bo Sunder' }],
      url: 'https://harbour.example/tide/',
      lang: 'en-GB',
      published: 1_768_471_200,
      modified: 1_768_471_200,
      source: 0,
      key: store.find(1)?.key,
      stamp: store.find(1)?.stamp,
    });
    const short = [...store.entries()].map(({ id, status, isProtected, noindex, isListed }) => [
      id,
      status,
      isProtected ? 'protected' : noindex ? 'noindex' : isListed ? 'listed' : '',
    ]);
    expect(short).toEqual([
      [1, 'publish', 'listed'],
      [2, 'draft', ''],
      [3, 'publish', 'protected'],
      [4, 'future', ''],
      [5, 'private', ''],
      [6, 'trash', ''],
      [7, 'pending', ''],
      [8, 'publish', 'noindex'],
      [9, 'publish', ''],
    ]);
    expect(store.find(2)?.url).toBe('https://harbour.example/?p=2');
    expect(store.find(5)?.authors).toEqual([{ key: 'nobody', name: '' }]);
    expect(store.find(10)).toBeUndefined();
  });

  it('reads bodies on demand, of drafts too', async () => {
    const { content } = await contentOf([
      { id: 1, body: '<p>Ebb</p>' },
      { id: 2, status: 'draft', body: '<p>Flood</p>' },
    ]);
    expect((await content.store.read(2))?.body).toBe('<p>Flood</p>');
    expect((await content.store.read(1))?.body).toBe('<p>Ebb</p>');
    expect(await content.store.read(3)).toBeUndefined();
    const many: number[] = [];
    for await (const { entry } of content.store.readMany([2, 1, 9])) many.push(entry.id);
    expect(many).toEqual([1, 2]);
  });

  it('says so when the source is another one by now', async () => {
    const { cwd, content } = await contentOf([{ id: 1 }]);
    writeFiles(cwd, { 'export.xml': wxr([{ id: 1 }, { id: 2 }]) });
    await expect(content.store.read(1)).rejects.toMatchObject({ code: 'SVC_SOURCE_MALFORMED' });
  });

  it('knows entries that were left out of the site for their address', async () => {
    const { content, report } = await contentOf([
      { id: 1, link: 'https://old.example/same/' },
      { id: 2, link: 'https://old.example/same/' },
      { id: 3, link: 'https://elsewhere.example/x/' },
    ]);
    expect(report.skipped).toBe(2);
    const { store } = content;
    const rows = [1, 2, 3].map((id) => [store.find(id)?.id, store.find(id)?.isListed, store.find(id)?.url]);
    expect([...store.entries()]).toHaveLength(3);
    expect(rows).toEqual([
      [1, true, 'https://harbour.example/same/'],
      [2, false, 'https://harbour.example/same/'],
      [3, false, ''],
    ]);
  });

  it('has the last word on an entry that comes twice', async () => {
    const { content } = await contentOf([
      { id: 1, status: 'draft', title: 'First' },
      { id: 1, title: 'Second' },
      { id: 2, title: 'Third' },
      { id: 2, status: 'draft', title: 'Fourth' },
    ]);
    expect(content.store.find(1)).toMatchObject({ title: 'Second', isListed: true });
    expect(content.store.find(2)).toMatchObject({ title: 'Fourth', status: 'draft' });
    expect([...content.store.entries()]).toHaveLength(2);
  });

  it('knows hidden entries again in a build that reads nothing anew', async () => {
    const folder = {
      'content/a.md': '---\nid: 1\ntitle: Ebb\ntopics: [tides]\nauthor: Bo Sunder\n---\nOut.',
      'content/b.md': '---\nid: 2\ntitle: Flood\ndraft: true\n---\nIn.',
      'svc.config.json': JSON.stringify({ site: { url: 'https://harbour.example' }, source: 'content' }),
    };
    const cwd = workspace(folder);
    const first = await liveRun(cwd);
    const second = await liveRun(cwd, NOW + 60);
    expect([...second.content.store.entries()]).toEqual([...first.content.store.entries()]);
    expect(second.content.store.find(2)).toMatchObject({ status: 'draft', title: 'Flood' });
    expect(second.content.store.find(1)?.authors[0]?.name).toBe('Bo Sunder');
    expect(second.content.store.withTopics(new Set(['post', 'page']))).toBe(1);
    expect((await second.content.store.read(2))?.body.trim()).toBe('In.');
    expect(second.content.store.isWritable()).toBe(true);
    expect(second.content.store.isWritable(2)).toBe(true);
    expect(second.content.store.isWritable(3)).toBe(false);
    expect(second.content.store.sourceOf(2)).toBe(join(cwd, 'content'));
  });

  it.each([
    ['ghost', 'ghost.json', 'fixtures/ghost/tideline.json'],
    ['html', 'site', undefined],
  ])('reads entries of a source of type %s again and again', async (_, source, fixture) => {
    const page =
      '<html><head><title>Ebb</title></head><body><main><p>The tide goes out.</p></main></body></html>';
    const cwd = workspace({
      'svc.config.json': JSON.stringify({ site: { url: 'https://harbour.example' }, source }),
      ...(fixture === undefined
        ? { 'site/ebb/index.html': page }
        : { [source]: readFileSync(fixture, 'utf8') }),
    });
    const { content } = await liveRun(cwd);
    const [entry] = content.store.entries();
    const first = await content.store.read(entry?.id ?? 0);
    expect(first?.body).toBeTruthy();
    expect(await content.store.read(entry?.id ?? 0)).toEqual(first);
  });

  it('cannot write to an export', async () => {
    const { content } = await contentOf([{ id: 1 }]);
    expect(content.store.isWritable()).toBe(false);
    expect(content.store.isWritable(1)).toBe(false);
  });
});
