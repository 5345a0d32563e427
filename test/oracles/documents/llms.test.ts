import fc from 'fast-check';
import type { Link, Root } from 'mdast';
import { describe, expect, it } from 'vitest';
import { clip, linkTarget, tidyLine } from '../../../src/documents/escape.js';
import { LLMS_LIMIT } from '../../../src/documents/llms.js';
import { documentTable } from '../../../src/documents/table.js';
import {
  at,
  type ContextOptions,
  documentRow,
  type EntryLine,
  filesOf,
  PAGE,
  POST,
  testContext,
  textOf,
} from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';
import { hostilePath, hostileText } from '../../support/documents/hostile.js';
import { headings, nodeTypes, parseMarkdown, sections, walk } from '../../support/documents/mdast.js';

const RECIPE = { slug: 'recipe', label: 'Recipe', plural: 'Recipes', collection: 'recipe' };

const TEA: ContextOptions = {
  types: [POST, PAGE, RECIPE],
  settings: {
    identity: {
      name: 'Mia Teal',
      about: 'A tasting diary.\nSince 2019.',
      not_description: 'A shop',
      audience: 'Home brewers',
      expertise: ['Oolong', '- Water'],
    },
  },
  entries: [
    { id: 1, title: 'Oolong [draft] (v2)', slug: 'oolong', excerpt: 'Half-oxidised leaves from Fujian' },
    { id: 2, title: 'Pu-erh', slug: 'pu-erh', published: '2026-06-20' },
    { id: 3, type: 'page', title: 'Contact', slug: 'contact', menuOrder: 2 },
    { id: 4, type: 'page', title: 'About', slug: 'about', menuOrder: 1 },
    { id: 5, type: 'recipe', title: 'Iced sencha', slug: 'iced-sencha', twin: false },
    { id: 6, title: 'Kept out', slug: 'kept-out', llms: false },
  ],
  terms: [
    { name: 'Green', count: 4, description: 'Unoxidised leaves' },
    { name: 'Taiwan', count: 9 },
    { name: 'Uncategorized', slug: 'uncategorized', count: 20 },
    { name: '2024', count: 3 },
    { name: 'No archive', count: 30, url: '' },
    { name: 'A tag', taxonomy: 'tag', count: 50 },
    { name: 'White', count: 1 },
  ],
};

describe('/llms.txt', () => {
  it('has the layout of the reference', () => {
    expectGolden('llms.txt', textOf('llms', testContext(TEA)));
  });

  it('of an empty site is a title, a summary and what is served', () => {
    const ctx = testContext({ site: { name: '', description: '' } });
    expectGolden('llms-empty.txt', textOf('llms', ctx));
  });

  it('names nothing that is not served', () => {
    const bare = testContext({
      ...TEA,
      settings: { enable_markdown: false, enable_llms_full: false, enable_sitemap: false },
      otherFeed: 'https://feeds.example/tea',
    });
    const text = textOf('llms', bare);
    expect(text).not.toMatch(/Markdown|\.md|llms-full|svc-sitemap|feed\.xml/);
    expect([...(sections(parseMarkdown(text)).get('Optional') ?? [])].map((link) => link.url)).toEqual([
      'https://feeds.example/tea',
    ]);
  });

  it('mentions the manifest once it is served', () => {
    const discovery = {
      id: 'discovery',
      path: '/.well-known/discovery.json',
      contentType: 'application/json',
      headers: 'wellKnown' as const,
      summary: '',
      condition: '',
      when: () => true,
      render: () => '{}',
    };
    const text = textOf('llms', testContext({ table: [discovery] }));
    expect(text).toContain('[/.well-known/discovery.json](https://tea.example/.well-known/discovery.json).');
  });

  it('mentions negotiation only where a sidecar negotiates', () => {
    expect(textOf('llms', testContext(TEA))).not.toContain('Accept');
    expect(textOf('llms', testContext({ ...TEA, sidecar: true }))).toContain('`Accept` header.');
  });

  it('leads to pages instead of twins when the settings say so', () => {
    const text = textOf('llms', testContext({ ...TEA, settings: { llms_link_markdown: false } }));
    expect(text).toContain('(https://tea.example/oolong/)');
    expect(text).not.toContain('oolong.md');
  });

  it('[4.2-llms] is plain text while `enable_llms_txt` is on', () => {
    expect(Object.keys(filesOf('llms', testContext()))).toEqual(['llms.txt']);
    expect(documentRow('llms').contentType).toBe('text/plain');
  });

  it('takes the 30 categories with the most entries, then drops placeholders', () => {
    const terms = Array.from({ length: 32 }, (_, index) => ({
      name: `Tea ${'x'.repeat(index)}`,
      count: 100 - index,
    }));
    const topics = (extra: ContextOptions['terms'] = []) =>
      sections(parseMarkdown(textOf('llms', testContext({ terms: [...terms, ...extra] })))).get('Topics') ??
      [];
    expect(topics().map((link) => link.note)).toEqual(
      terms.slice(0, 30).map((term) => `: ${term.count} articles`),
    );
    expect(topics([{ name: '1, 2-3', slug: 'numbers', count: 200 }])).toHaveLength(29);
  });

  it('leaves out the topics that the site excludes', () => {
    const options = { terms: [{ name: 'Green' }, { name: 'Uncategorized' }] };
    const names = (topicExclude?: string[]) =>
      sections(
        parseMarkdown(textOf('llms', testContext({ ...options, ...(topicExclude && { topicExclude }) }))),
      )
        .get('Topics')
        ?.map((link) => link.text);
    expect(names()).toEqual(['Green']);
    expect(names(['green'])).toEqual(['Uncategorized']);
  });

  it('gives way when it is switched off or another producer took it', () => {
    const off = testContext({ ...TEA, settings: { enable_llms_txt: false } });
    const ceded = testContext({ ...TEA, cede: ['llms_txt'] });
    for (const ctx of [off, ceded]) {
      expect(filesOf('llms', ctx)).toEqual({});
      expect(Object.values(filesOf('llms-full', ctx)).join('')).not.toContain('/llms.txt');
      expect(Object.values(filesOf('markdown', ctx)).join('')).not.toContain('/llms.txt');
    }
  });

  it('parses back to exactly what went in, whatever the texts are', () => {
    fc.assert(
      fc.property(hostileSite, fc.boolean(), (options, gfm) => {
        const text = textOf('llms', testContext({ ...options, table: WITHOUT_MANIFEST }));
        const tree = parseMarkdown(text, gfm);
        expect(headings(tree)).toEqual(expectedHeadings(options));
        for (const [heading, expected] of expectedSections(options)) {
          expect(sections(tree).get(heading), heading).toEqual(expected);
        }
        expect(linksOf(tree, text)).toEqual(listedUrls(tree));
        expect(nodeTypes(tree).filter((type) => !OWN_NODES.includes(type))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

/** The pointer to the manifest has a test of its own. */
const WITHOUT_MANIFEST = documentTable.filter(({ id }) => id !== 'discovery');

const hostileSite: fc.Arbitrary<HostileSite> = fc.record({
  site: fc.record({ name: hostileText, description: hostileText }),
  settings: fc.record({
    identity: fc.record({
      name: hostileText,
      about: hostileText,
      not_description: hostileText,
      audience: hostileText,
      expertise: fc.array(hostileText, { maxLength: 3 }),
    }),
  }),
  entries: fc
    .array(fc.record({ title: hostileText, excerpt: hostileText, path: hostilePath }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((lines) =>
      lines.map((line, index) => ({ ...line, id: index + 1, published: `2026-06-${20 - index}` })),
    ),
  terms: fc
    .record({ name: hostileText.filter((name) => tidyLine(name) !== ''), description: hostileText })
    .map((term) => [{ ...term, slug: 'topic' }]),
});

interface HostileSite {
  readonly site: { readonly name: string; readonly description: string };
  readonly settings: {
    readonly identity: {
      readonly name: string;
      readonly about: string;
      readonly not_description: string;
      readonly audience: string;
      readonly expertise: string[];
    };
  };
  readonly entries: (EntryLine & {
    readonly title: string;
    readonly excerpt: string;
    readonly path: string;
  })[];
  readonly terms: { readonly name: string; readonly description: string }[];
}

function expectedHeadings({ site, settings, terms }: HostileSite): string[] {
  const { name, ...about } = settings.identity;
  const title = tidyLine(name) || tidyLine(site.name) || 'https://tea.example/';
  const hasAbout = Object.values(about)
    .flat()
    .some((text) => tidyLine(text) !== '');
  const hasTopics = terms.some((term) => !/^[\d\s.,/-]+$/.test(term.name));
  return [
    `# ${title}`,
    ...(hasAbout ? ['## About'] : []),
    '## Posts',
    ...(hasTopics ? ['## Topics'] : []),
    '## Optional',
  ];
}

function expectedSections({ entries, settings }: HostileSite) {
  const topics = settings.identity.expertise.map(tidyLine).filter((topic) => topic !== '');
  const about = topics.map((note) => ({ text: '', url: '', note }));
  const posts = entries.map(({ title, excerpt, path }) => {
    const note = clip(tidyLine(excerpt), 160);
    return {
      text: clip(tidyLine(title), 200) || '(untitled)',
      url: linkTarget(`https://tea.example${path.slice(0, -1)}.md`),
      note: note === '' ? '' : `: ${note}`,
    };
  });
  return [...(about.length > 0 ? [['About', about] as const] : []), ['Posts', posts] as const];
}

const OWN_NODES = [
  'blockquote',
  'heading',
  'inlineCode',
  'link',
  'list',
  'listItem',
  'paragraph',
  'root',
  'text',
];

// GFM also makes links of bare addresses in prose; those that are written as links begin with a bracket.
function linksOf(tree: Root, text: string): readonly string[] {
  const links = [...walk(tree)].filter((node): node is Link => node.type === 'link');
  return links.filter((link) => text[link.position?.start.offset ?? 0] === '[').map((link) => link.url);
}

function listedUrls(tree: Root): readonly string[] {
  const lists = [...sections(tree).values()].flat();
  return lists.map((link) => link.url).filter((url) => url !== '');
}

describe('a site that is too large for one file', () => {
  const many = (count: number, patch: Partial<EntryLine> = {}, from = 1): EntryLine[] =>
    Array.from({ length: count }, (_, index) => ({
      id: from + index,
      title: `Cup number ${from + index}`,
      excerpt: 'Notes on the colour, the smell and the taste of one more cup of tea. '.repeat(2),
      published: new Date((at('2020-01-01') + index * 86_400) * 1000).toISOString(),
      ...patch,
    }));

  it('uses the room for the newest posts and links the whole list', () => {
    const ctx = testContext({ entries: [...many(400), ...many(10, { type: 'page' }, 1000)] });
    const text = textOf('llms', ctx);
    const found = sections(parseMarkdown(text));
    expect(text.length).toBeLessThanOrEqual(LLMS_LIMIT);
    expect(found.get('Pages')).toHaveLength(10);
    expect(text.length).toBeGreaterThan(LLMS_LIMIT * 0.9);
    expect(found.get('Posts')?.length).toBeGreaterThan(200);
    expect(found.get('Posts')?.[0]?.text).toBe('Cup number 400');
    expect(found.get('Posts')?.at(-1)).toEqual({
      text: 'All of Posts',
      url: 'https://tea.example/posts/llms.txt',
      note: ': 400 entries',
    });
    expect(Object.keys(filesOf('llms-collection', ctx))).toEqual(['posts/llms.txt']);
  });

  it('has a file per collection that lists every entry', () => {
    const ctx = testContext({ entries: many(400) });
    const text = filesOf('llms-collection', ctx)['posts/llms.txt'] ?? '';
    expect(sections(parseMarkdown(text)).get('Posts')).toHaveLength(400);
    expect(headings(parseMarkdown(text))).toEqual(['# Tea Notes: Posts', '## Posts']);
    expectGolden('llms-collection.txt', `${text.split('\n').slice(0, 12).join('\n')}\n`);
  });

  it('has an index per language too, and each entry in exactly one file', () => {
    const entries = [...many(300), ...many(200, { lang: 'de' }, 1000), ...many(1, { lang: 'fr' }, 2000)];
    const ctx = testContext({ languages: ['de'], entries });
    const files = filesOf('llms-collection', ctx);
    expect(Object.keys(files)).toEqual(['posts/llms.txt', 'de/llms.txt']);
    const listed = Object.values(files).flatMap((text) => [...sections(parseMarkdown(text)).values()].flat());
    expect(new Set(listed.map((link) => link.url)).size).toBe(501);
    expect(listed).toHaveLength(501);
    expect(textOf('llms', ctx)).toContain('- [Deutsch (de)](https://tea.example/de/llms.txt): 200 entries');
  });

  it('divides the room among the types', () => {
    const types = Array.from({ length: 8 }, (_, i) => ({
      ...RECIPE,
      slug: `t${i}`,
      plural: `T${i}`,
      collection: `t${i}`,
    }));
    const entries = types.flatMap((type, i) => many(60, { type: type.slug }, 1000 * i + 1));
    const ctx = testContext({ types, entries });
    const text = textOf('llms', ctx);
    expect(text.length).toBeLessThanOrEqual(LLMS_LIMIT);
    expect(text.length).toBeGreaterThan(LLMS_LIMIT * 0.9);
    const counts = types.map(({ plural }) => sections(parseMarkdown(text)).get(plural)?.length ?? 0);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(Object.keys(filesOf('llms-collection', ctx))).toHaveLength(8);
  });

  it('drops the owner’s words before the links to the collections', () => {
    const ctx = testContext({
      settings: {
        identity: { expertise: Array.from({ length: 200 }, (_, i) => `${i} ${'leaf '.repeat(60)}`) },
      },
      entries: many(10),
    });
    const text = textOf('llms', ctx);
    expect(text.length).toBeLessThanOrEqual(LLMS_LIMIT);
    expect(headings(parseMarkdown(text))).toEqual(['# Tea Notes', '## Posts', '## Optional']);
  });

  it('has no collection files while everything fits, nor while llms.txt is off', () => {
    expect(filesOf('llms-collection', testContext(TEA))).toEqual({});
    const off = testContext({ settings: { enable_llms_txt: false }, entries: many(400) });
    expect(filesOf('llms-collection', off)).toEqual({});
    expect(textOf('index-markdown', off)).not.toContain('/posts/llms.txt');
  });
});

describe('/index.md and /.md', () => {
  it('[4.2.3-index-md] are the bytes of /llms.txt, also while that is off', () => {
    const text = textOf('llms', testContext(TEA));
    expect(filesOf('index-markdown', testContext(TEA))).toEqual({ 'index.md': text, '.md': text });
    const off = testContext({ ...TEA, settings: { ...TEA.settings, enable_llms_txt: false } });
    expect(filesOf('index-markdown', off)).toEqual({ 'index.md': text, '.md': text });
  });

  it('go with the Markdown twins', () => {
    expect(filesOf('index-markdown', testContext({ settings: { enable_markdown: false } }))).toEqual({});
    expect(filesOf('index-markdown', testContext({ cede: ['markdown'] }))).toEqual({});
  });
});
