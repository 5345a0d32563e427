import { describe, expect, it } from 'vitest';
import { withJson } from '../../../../src/build/content/previews.js';
import type { Settings } from '../../../../src/config/settings.js';
import { liveRun } from '../../../support/build/content/live-run.js';
import { type Item, wxr } from '../../../support/build/export.js';
import { text, workspace } from '../../../support/build/workspace.js';
import { NOW } from '../../../support/cli/run-svc.js';

const ITEMS: readonly Item[] = [
  {
    id: 1,
    title: 'Knots',
    slug: 'knots',
    body: '<p>A reef knot holds two ropes of one thickness.</p>',
    terms: [{ taxonomy: 'category', slug: 'ropes', name: 'Ropes' }],
  },
  { id: 2, title: 'Splices', slug: 'splices', status: 'draft', body: '<p>CANARY splice</p>' },
  { id: 3, title: 'Chart room', slug: 'chart-room', password: 'x', body: '<p>CANARY chart</p>' },
  { id: 4, title: 'Signals', slug: 'signals', date: '2099-01-01 00:00:00' },
  { id: 5, title: 'Log', slug: 'log', status: 'private' },
  { id: 6, title: 'Watch', slug: 'watch', status: 'pending' },
  { id: 7, title: 'Keel', slug: 'keel', meta: { '_yoast_wpseo_meta-robots-noindex': '1' } },
  { id: 8, title: 'Regatta', slug: 'regatta', type: 'event' },
  { id: 9, title: 'Old rope', slug: 'old-rope', link: 'https://old.example/?p=9' },
  { id: 10, title: 'Locked draft', slug: 'locked-draft', status: 'draft', password: 'x', body: 'CANARY' },
  { id: 11, title: '', slug: 'nameless', status: 'draft' },
  { id: 12, title: 'Front', type: 'page', link: 'https://old.example/' },
];

const CONFIG = { site: { url: 'https://harbour.example' }, source: 'export.xml', html: 'render' };

type Site = Awaited<ReturnType<typeof makeSite>>;
const sites = new Map<object, Promise<Site>>();

/** Nothing changes the site: the tests share it. */
function site(config: Readonly<Record<string, unknown>> = CONFIG): Promise<Site> {
  const made = sites.get(config) ?? makeSite(config);
  sites.set(config, made);
  return made;
}

async function makeSite(config: Readonly<Record<string, unknown>>) {
  const cwd = workspace({ 'export.xml': wxr(ITEMS), 'svc.config.json': JSON.stringify(config) });
  const run = await liveRun(cwd);
  const under = (change: Partial<Settings>) => run.live.under({ ...run.live.settings, ...change }, NOW);
  return { cwd, ...run, under, previews: run.content.previews };
}

function typesOf(graph: { readonly '@graph': readonly { readonly '@type': string }[] } | null | undefined) {
  return graph?.['@graph'].map((node) => node['@type']);
}

// The settings name no owner, so no person is claimed.
const SITE_NODES = ['WebSite'];

describe('[2.2-preview-target] the schema preview', () => {
  it('[4.1.1-active] [4.1.1-json] of a published page is what its page carries', async () => {
    const { cwd, previews, documents } = await site();
    const found = await previews.schema(1, documents);
    const page = text(cwd, 'out/knots/index.html');
    const carried = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    expect(found?.graph).toEqual(JSON.parse(carried));
    expect(found).toMatchObject({
      active: true,
      reason: 'ok',
      seoPlugin: false,
      target: { type: 'post', id: 1, label: 'Knots', url: 'https://harbour.example/knots/' },
      postIncluded: true,
      postNote: '',
      livePublic: true,
    });
    expect(found?.json).toBe(JSON.stringify(found?.graph, null, 4));
    expect(found?.json).toContain('https://harbour.example/knots/');
  });

  it.each([
    [2, /draft/],
    [4, /scheduled/],
    [5, /private/],
    [6, /review/],
  ] as const)(
    '[4.1.1-note] [4.1.1-draft-node] of entry %i, not live yet, is what it would be',
    async (id, note) => {
      const { previews, documents } = await site();
      const found = await previews.schema(id, documents);
      expect(found).toMatchObject({ postIncluded: true, livePublic: false });
      expect(found?.postNote).toMatch(note);
      expect(typesOf(found?.graph)).toEqual(expect.arrayContaining([...SITE_NODES, 'BlogPosting']));
    },
  );

  it.each([3, 10])(
    '[4.1.1-protected] [4.1.1-live-public] of entry %i, behind a password, is the site alone',
    async (id) => {
      const { previews, documents } = await site();
      const found = await previews.schema(id, documents);
      expect(found).toMatchObject({ postIncluded: false, livePublic: false });
      expect(found?.postNote).toMatch(/password/);
      expect(typesOf(found?.graph)).toEqual(SITE_NODES);
      expect(JSON.stringify(found)).not.toMatch(/canary/i);
    },
  );

  it('of a page that asks not to be indexed says so', async () => {
    const { previews, documents } = await site();
    expect((await previews.schema(7, documents))?.postNote).toMatch(/leave it out/);
  });

  it('[4.1.1-site-graph] of the site is its identity', async () => {
    const { previews, documents } = await site();
    const found = await previews.schema(0, documents);
    expect(found).toMatchObject({
      target: { type: 'site', id: 0, label: 'Harbour Notes', url: 'https://harbour.example/' },
      livePublic: true,
      postNote: '',
    });
    expect(typesOf(found?.graph)).toEqual(SITE_NODES);
  });

  it.each([8, 99, -1])('of entry %i, unknown or of another type, is none', async (id) => {
    const { previews, documents } = await site();
    expect(await previews.schema(id, documents)).toBeUndefined();
    expect(await previews.markdown(id, documents)).toBeUndefined();
  });

  it('[4.1.1-reason] [4.1.1-inactive-graph] is there while structured data is off', async () => {
    const { previews, under } = await site();
    const found = await previews.schema(1, await under({ enable_schema: false }));
    expect(found).toMatchObject({ active: false, reason: 'disabled', seoPlugin: false });
    expect(typesOf(found?.graph)).toContain('BlogPosting');
  });

  it('[3-preview-reason] [4.1.1-seo-plugin] says whose it is', async () => {
    const { previews, documents } = await site({ ...CONFIG, seo: { owner: true } });
    expect(await previews.schema(1, documents)).toMatchObject({
      active: false,
      reason: 'seo_plugin',
      seoPlugin: true,
    });
  });

  it('names an entry without a title', async () => {
    const { previews, documents } = await site();
    expect((await previews.schema(11, documents))?.target.label).toBe('(untitled #11)');
  });
});

describe('the Markdown preview', () => {
  it('[4.1.2-fields] [4.1.2-md-url] of a published page is its twin, byte for byte', async () => {
    const { cwd, previews, documents } = await site();
    expect(await previews.markdown(1, documents)).toEqual({
      active: true,
      reason: 'ok',
      target: { type: 'post', id: 1, label: 'Knots', url: 'https://harbour.example/knots/' },
      postIncluded: true,
      postNote: '',
      livePublic: true,
      markdown: text(cwd, 'out/knots.md'),
      mdUrl: 'https://harbour.example/knots.md',
    });
  });

  it('[4.1.2-reason] is made while twins are off', async () => {
    const { previews, under } = await site();
    const found = await previews.markdown(1, await under({ enable_markdown: false }));
    expect(found).toMatchObject({ active: false, reason: 'disabled', postIncluded: true });
    expect(found?.markdown).toContain('A reef knot holds');
  });

  it.each([
    [2, /draft.*served yet/],
    [4, /scheduled.*served yet/],
    [5, /private.*served yet/],
    [10, /draft.*served yet/],
    [3, /never served/],
    [7, /isn't served/],
    [9, /query/],
  ] as const)('[4.1.2-draft] [4.1.2-protected] of entry %i is empty and says why', async (id, note) => {
    const { previews, documents } = await site();
    const found = await previews.markdown(id, documents);
    expect(found).toMatchObject({ postIncluded: false, markdown: '', mdUrl: '' });
    expect(found?.postNote).toMatch(note);
  });

  it('[4.1.2-site] of the site, and of its front page, is the index', async () => {
    const { cwd, previews, documents } = await site();
    const index = {
      postIncluded: true,
      markdown: text(cwd, 'out/index.md'),
      mdUrl: 'https://harbour.example/index.md',
    };
    expect(await previews.markdown(0, documents)).toMatchObject({ ...index, livePublic: true });
    expect(await previews.markdown(12, documents)).toMatchObject({ ...index, postNote: '' });
  });
});

describe('an entry of any status', () => {
  it('is rendered on demand', async () => {
    const { previews, documents } = await site();
    const found = await previews.render(2, documents);
    expect(found?.twin).toContain('CANARY splice');
    expect(found?.entry).toMatchObject({ id: 2, title: 'Splices' });
    const ids: number[] = [];
    for await (const { entry } of previews.renderMany([1, 2, 3], documents)) ids.push(entry.id);
    expect(ids).toEqual([1, 2, 3]);
  });
});

describe('a graph', () => {
  it('[4.1.1-null-graph] without nodes is none', () => {
    expect(withJson({ '@context': 'https://schema.org', '@graph': [] })).toEqual({ graph: null, json: '' });
    const graph = { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebSite' }] } as const;
    expect(withJson(graph).json).toContain('\n    "@graph": [');
  });
});
