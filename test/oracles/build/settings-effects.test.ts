import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Item, wxr } from '../../support/build/export.js';
import { filesIn, json, text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW } from '../../support/cli/run-svc.js';

const BASE = 'https://harbour.example';
const ARGS = ['--source', 'export.xml', '--base-url', BASE];

const ITEMS: readonly Item[] = [
  {
    id: 1,
    title: 'Knots',
    slug: 'knots',
    body: '<p>Pass the end twice around the post.</p>',
    terms: [
      { taxonomy: 'category', slug: 'ropes', name: 'Ropes' },
      { taxonomy: 'post_tag', slug: 'deck', name: 'Deck' },
    ],
    meta: { _svc_description: 'How to tie up.', _svc_topics: 'Mooring' },
  },
  { id: 2, title: 'Visit', slug: 'visit', type: 'page', body: '<p>Ring the bell.</p>' },
  { id: 3, title: 'Regatta', slug: 'regatta', type: 'event', body: '<p>At noon.</p>' },
];

const TWINS = ['knots.md', 'visit.md'];
const ITEM_FILES = ['api/content/v1/pages/2.json', 'api/content/v1/posts/1.json'];
const LISTS = ['api/content/v1/pages.json', 'api/content/v1/posts.json'];
const SITEMAPS = ['svc-sitemap-page-1.xml', 'svc-sitemap-post-1.xml', 'svc-sitemap.xml'];
const INDEXES = ['.md', 'index.md', 'llms.txt'];

interface Effect {
  readonly added?: readonly string[];
  readonly changed?: readonly string[];
  readonly removed?: readonly string[];
}

interface Change {
  readonly settings?: unknown;
  readonly config?: unknown;
  readonly files?: Readonly<Record<string, string>>;
}

/** Builds a site, changes something, builds again: what became of the files is the effect of the change. */
async function effectOf({ settings, config, files = {} }: Change): Promise<{ effect: Effect; out: string }> {
  const cwd = workspace({
    'export.xml': wxr(ITEMS),
    'public/.keep': '',
    'svc.config.json': '{"publicDir": "public"}',
  });
  await build(ARGS, { cwd });
  writeFiles(cwd, {
    ...files,
    ...(settings === undefined ? {} : { 'svc.settings.json': JSON.stringify(settings) }),
    'svc.config.json': JSON.stringify({ publicDir: 'public', ...(config as object) }),
  });
  const { added, changed, removed } = await build(ARGS, { cwd, now: NOW + 60 });
  // The documents of the discovery layer list all others; they have a test of their own.
  const own = (list: readonly string[]) =>
    list.filter((file) => !/^(?:svc-manifest\.json\.gz|auth\.md|(?:\.well-known|schemas)\/.*)$/.test(file));
  return {
    effect: { added: own(added), changed: own(changed), removed: own(removed) },
    out: join(cwd, 'out'),
  };
}

function sorted(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.flat().sort();
}

async function expectEffect(
  change: Change,
  { added = [], changed = [], removed = [] }: Effect,
): Promise<string> {
  const { effect, out } = await effectOf(change);
  expect(effect).toEqual({ added: sorted(added), changed: sorted(changed), removed: sorted(removed) });
  return out;
}

describe('a setting changes just the files that it is about', () => {
  it.each<[string, unknown, Effect]>([
    [
      'enable_llms_txt',
      { enable_llms_txt: false },
      { removed: ['llms.txt'], changed: ['llms-full.txt', ...TWINS] },
    ],
    ['enable_llms_full', { enable_llms_full: false }, { removed: ['llms-full.txt'], changed: INDEXES }],
    [
      'enable_markdown',
      { enable_markdown: false },
      {
        removed: ['.md', 'index.md', ...TWINS],
        changed: [...ITEM_FILES, ...LISTS, 'llms.txt', 'svc-changes.json'],
      },
    ],
    ['enable_sitemap', { enable_sitemap: false }, { removed: SITEMAPS, changed: [...INDEXES, 'robots.txt'] }],
    ['enable_changes', { enable_changes: false }, { removed: ['svc-changes.json'] }],
    ['enable_robots', { enable_robots: false }, { changed: ['robots.txt'] }],
    ['enable_sitemap_md', { enable_sitemap_md: false }, { removed: ['sitemap.md'] }],
    ['enable_root_sitemap', { enable_root_sitemap: true }, { added: ['sitemap.xml'] }],
    ['markdown_front_matter', { markdown_front_matter: false }, { changed: TWINS }],
    ['llms_link_markdown', { llms_link_markdown: false }, { changed: INDEXES }],
    ['enable_topics', { enable_topics: false }, { changed: ['knots.md', 'llms-full.txt'] }],
    ['topics_derive_default', { topics_derive_default: false }, { changed: ['knots.md', 'llms-full.txt'] }],
    ['topics_max', { topics_max: 1 }, { changed: ['knots.md', 'llms-full.txt'] }],
    ['content_signal', { content_signal: { ai_train: true } }, { changed: ['robots.txt'] }],
    ['blocked_trainers', { blocked_trainers: [] }, { changed: ['robots.txt'] }],
    ['llms_full_posts', { llms_full_posts: 50 }, {}],
    ['a setting of something else', { block_agents: true, enable_activity: false }, {}],
  ])('%s', async (_, settings, effect) => {
    await expectEffect({ settings }, effect);
  });

  it('enable_ai_description', async () => {
    const { effect, out } = await effectOf({ settings: { enable_ai_description: false } });
    expect(effect).toMatchObject({ added: [], removed: [] });
    expect(effect.changed).toEqual(expect.arrayContaining(['knots.md', 'visit.md', 'llms-full.txt']));
    expect(effect.changed?.filter((file) => /json|xml|robots/.test(file))).toEqual([]);
    expect(text(out, 'knots.md')).not.toContain('How to tie up.');
  });

  it('post_types, with everything of the new type', async () => {
    const out = await expectEffect(
      { settings: { post_types: ['post', 'page', 'event'] }, config: {} },
      {
        added: [
          'regatta.md',
          'api/content/v1/event.json',
          'api/content/v1/event/3.json',
          'svc-sitemap-event-1.xml',
        ],
        changed: [
          ...INDEXES,
          'api/index.json',
          'llms-full.txt',
          'sitemap.md',
          'svc-changes.json',
          'svc-sitemap.xml',
        ],
      },
    );
    expect(text(out, 'llms.txt')).toContain('## Events');
  });

  it('[4.2.3-scope] post_types_vetoed, with everything of the type that goes', async () => {
    const out = await expectEffect(
      { settings: { post_types_vetoed: ['page'] } },
      {
        removed: [
          'visit.md',
          'api/content/v1/pages.json',
          'api/content/v1/pages/2.json',
          'svc-sitemap-page-1.xml',
        ],
        changed: [
          ...INDEXES,
          'api/index.json',
          'llms-full.txt',
          'sitemap.md',
          'svc-changes.json',
          'svc-sitemap.xml',
        ],
      },
    );
    expect(filesIn(out).filter((file) => text(out, file).includes('Ring the bell'))).toEqual([]);
  });
});

describe('a setting of lists alone', () => {
  it('converts nothing again, not even pages without a twin for llms-full.txt', async () => {
    const home: Item = { id: 4, title: 'Harbour', slug: 'home', type: 'page', body: '<p>Come in.</p>' };
    const settings = (enabled: boolean) => ({
      'svc.settings.json': JSON.stringify({ enable_llms_full: enabled }),
    });
    const files = { 'export.xml': wxr([...ITEMS, { ...home, link: `${BASE}/` }]) };
    const cwd = workspace({ ...files, 'svc.config.json': '{}' });
    await build(ARGS, { cwd });
    const before = text(cwd, 'out/llms-full.txt');
    expect(before).toContain('Come in.');
    writeFiles(cwd, settings(false));
    expect(await build(ARGS, { cwd })).toMatchObject({ converted: 0, removed: ['llms-full.txt'] });
    writeFiles(cwd, settings(true));
    expect(await build(ARGS, { cwd })).toMatchObject({ converted: 0, added: ['llms-full.txt'] });
    expect(text(cwd, 'out/llms-full.txt')).toBe(before);
  });
});

describe('what a setting leaves', () => {
  it('is the whole text without twins', async () => {
    const { out } = await effectOf({ settings: { enable_markdown: false } });
    const full = text(out, 'llms-full.txt');
    expect(full).toContain('Pass the end twice around the post.');
    expect(full).toContain('Ring the bell.');
    const everything = filesIn(out)
      .map((file) => text(out, file))
      .join('\n');
    expect(everything).not.toMatch(/harbour\.example\/(?:knots|visit|index)?\.md/);
  });

  it('is the whole text also for pages that have no twin, next to twins of any name', async () => {
    const items: readonly Item[] = [
      { id: 1, title: 'Welcome', type: 'page', link: 'https://old.example/', body: '<p>Welcome aboard.</p>' },
      { id: 2, title: 'Shadow', type: 'page', slug: 'twin-1', body: '<p>The shadow.</p>' },
      { id: 3, title: 'Asked', type: 'page', link: 'https://old.example/?p=3', body: '<p>The question.</p>' },
    ];
    const cwd = workspace({ 'export.xml': wxr(items) });
    for (const more of [[], [], ['--full']]) {
      await build([...ARGS, ...more], { cwd });
      const full = text(cwd, 'out/llms-full.txt');
      for (const words of ['Welcome aboard.', 'The shadow.', 'The question.']) {
        expect(full.split(words), words).toHaveLength(2 + (full.split(`> ${words}`).length - 1));
      }
    }
    expect(text(cwd, 'out/twin-1.md')).toContain('The shadow.');
  });

  it('is a robots.txt that keeps everybody out of a site that is not public', async () => {
    const out = await expectEffect({ config: { site: { public: false } } }, { changed: ['robots.txt'] });
    expect(text(out, 'robots.txt')).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('the configuration', () => {
  it('restApi off takes the read API away, but not its root', async () => {
    const out = await expectEffect(
      { config: { restApi: 'off' } },
      { removed: [...ITEM_FILES, ...LISTS], changed: ['api/index.json', 'feed.xml', 'svc-changes.json'] },
    );
    expect(text(out, 'svc-changes.json')).not.toContain('"rest"');
    expect(json<{ collections: unknown[] }>(out, 'api/index.json').collections).toEqual([]);
  });

  it('restApi external names the other system', async () => {
    const out = await expectEffect(
      { config: { restApi: { external: { base: 'https://cms.example/wp-json/wp/v2' } } } },
      { removed: [...ITEM_FILES, ...LISTS], changed: ['api/index.json', 'feed.xml', 'svc-changes.json'] },
    );
    expect(text(out, 'svc-changes.json')).toContain(
      '"rest":{"href":"https://cms.example/wp-json/wp/v2/posts/1"}',
    );
  });

  it('restPrefix moves the read API', async () => {
    const { effect } = await effectOf({ config: { restPrefix: 'data' } });
    const moved = (file: string) => file.replace(/^api/, 'data');
    const files = [...ITEM_FILES, ...LISTS, 'api/index.json'];
    expect(effect).toEqual({
      added: files.map(moved).sort(),
      changed: ['svc-changes.json'],
      removed: files.sort(),
    });
  });

  it.each([
    ['absolute', 'https://feeds.example/harbour'],
    ['of the site', '/feed/'],
  ])('feed.url, %s, replaces our feed', async (_, url) => {
    const out = await expectEffect(
      { config: { feed: { url } } },
      { removed: ['feed.xml'], changed: INDEXES },
    );
    expect(text(out, 'llms.txt')).toContain(`[Feed](${url.startsWith('/') ? BASE + url : url})`);
  });

  it('[4.2.4-only-alone] sitemap.url replaces our sitemap', async () => {
    const url = 'https://harbour.example/wp-sitemap.xml';
    const out = await expectEffect(
      { config: { sitemap: { url } }, settings: { enable_root_sitemap: true } },
      { removed: SITEMAPS, changed: [...INDEXES, 'robots.txt'] },
    );
    expect(text(out, 'llms.txt')).toContain(`[Sitemap](${url})`);
    expect(text(out, 'robots.txt')).toContain(`Sitemap: ${url}`);
  });

  it('sidecar stores the read API where host rules find it', async () => {
    const { effect, out } = await effectOf({ config: { sidecar: true } });
    expect(effect.added).toEqual(['api/content/v1/pages/index.json', 'api/content/v1/posts/index.json']);
    expect(effect.removed).toEqual(LISTS);
    expect(text(out, 'svc-changes.json')).toContain(
      '"rest":{"href":"https://harbour.example/api/content/v1/posts/1"}',
    );
  });

  it('languages are told by the first part of an address', async () => {
    const excerpt = 'A line about knots and tides. '.repeat(5);
    const items = Array.from({ length: 400 }, (_, index): Item => {
      const slug =
        index % 4 === 0 ? `fr/entree-${index}` : index % 4 === 1 ? `french-${index}` : `entry-${index}`;
      return { id: index + 1, slug, excerpt };
    });
    const cwd = workspace({ 'export.xml': wxr(items), 'svc.config.json': '{"languages": ["fr"]}' });
    await build(ARGS, { cwd });
    expect(text(cwd, 'out/fr/llms.txt').match(/^- \[e/gim)).toHaveLength(100);
    expect(text(cwd, 'out/posts/llms.txt').match(/^- /gm)).toHaveLength(300);
    expect(text(cwd, 'out/llms.txt').length).toBeLessThanOrEqual(50_000);
    expect(text(cwd, 'out/llms.txt')).toContain(`(${BASE}/fr/llms.txt)`);
  });
});

describe("the site's own files in publicDir", () => {
  const own = (file: string, content: string): Change => ({ files: { [`public/${file}`]: content } });

  it('robots.txt is added to', async () => {
    const out = await expectEffect(own('robots.txt', 'User-agent: Crab\nDisallow: /shell/\n'), {
      changed: ['robots.txt'],
    });
    const robots = text(out, 'robots.txt');
    expect(robots).toContain('User-agent: Crab\nDisallow: /shell/\n');
    expect(robots).toContain('Content-Signal:');
    expect(robots).toContain(`Sitemap: ${BASE}/svc-sitemap.xml`);
  });

  it.each(['sitemap.xml', 'sitemap_index.xml'])(
    '[4.2.4-only-alone] %s replaces our sitemap',
    async (file) => {
      const out = await expectEffect(own(file, '<urlset/>'), {
        removed: SITEMAPS,
        changed: [...INDEXES, 'robots.txt'],
      });
      expect(text(out, 'robots.txt')).toContain(`Sitemap: ${BASE}/${file}`);
    },
  );

  it('llms.txt stays the only one', async () => {
    const { effect, out } = await effectOf(own('llms.txt', '# Mine\n'));
    expect(effect).toMatchObject({ added: [], removed: ['llms.txt'] });
    expect(filesIn(out)).not.toContain('llms.txt');
  });

  it.each([
    ['feed.xml', ['feed.xml']],
    ['svc-changes.json', ['svc-changes.json']],
    ['sitemap.md', ['sitemap.md']],
  ])('%s stays the only one', async (file, removed) => {
    const { effect } = await effectOf(own(file, 'mine'));
    expect(effect).toMatchObject({ added: [], removed });
  });
});

describe('[8.3.6-keys] a surface that a plugin cedes is neither served nor advertised', () => {
  const ceded = (key: string): Change => ({
    config: { plugins: ['./plugin.mjs'] },
    files: {
      'plugin.mjs': `export function register(svc) { svc.filter('svc_yield_surface', (value, key) => value || key === '${key}'); }`,
    },
  });

  it.each<[string, Effect]>([
    ['llms_txt', { removed: ['llms.txt'], changed: ['llms-full.txt', ...TWINS] }],
    ['llms_full', { removed: ['llms-full.txt'], changed: INDEXES }],
    [
      'markdown',
      {
        removed: ['.md', 'index.md', ...TWINS],
        changed: [...ITEM_FILES, ...LISTS, 'llms.txt', 'svc-changes.json'],
      },
    ],
    ['robots', { removed: ['robots.txt'] }],
    ['link_headers', {}],
    ['changes', { removed: ['svc-changes.json'] }],
  ])('%s', async (key, effect) => {
    const out = await expectEffect(ceded(key), effect);
    for (const file of effect.removed ?? []) {
      const address = `${BASE}/${file}`;
      expect(
        filesIn(out).filter((other) => text(out, other).includes(`${address}`)),
        file,
      ).toEqual([]);
    }
  });
});
