import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, json, text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

interface Node {
  readonly '@type': string;
  readonly author?: unknown;
  readonly name?: string;
}

/** The nodes of a page's structured data. */
function graphOf(page: string): readonly Node[] {
  const script =
    /<script type="application\/ld\+json">(\{"@context":"https:\/\/schema\.org","@graph".*?)<\/script>/.exec(
      page,
    );
  return (JSON.parse(script?.[1] ?? '{"@graph":[]}') as { '@graph': readonly Node[] })['@graph'];
}

const authorOf = (page: string) =>
  graphOf(page).find(({ '@type': type }) => /BlogPosting|WebPage|Article/.test(type))?.author;

const person = (name: string) => ({ '@type': 'Person', name });
const page = (title: string, head: string, byline = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${byline}<p>${'It goes when it is full. '.repeat(9)}</p></main></body></html>`;
const jsonLd = (author: unknown) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Article', author })}</script>`;

it('structured data has the search, topics, types and selectors of the configuration', async () => {
  const config = {
    site: { url: 'https://ferry.example/app', name: 'Ferry' },
    identity: { name: 'Anna Roe' },
    html: 'render',
    source: 'content',
    structuredData: {
      searchUrl: '/find?q={search_term_string}',
      topicUrls: { Tides: 'https://www.wikidata.org/wiki/Q23384' },
      types: { page: 'AboutPage' },
      speakable: ['.lead'],
    },
  };
  const cwd = workspace({
    'svc.config.json': JSON.stringify(config),
    'content/a.md': '---\ntitle: A\ntopics: [tides, fog]\n---\nText.\n',
  });
  await build([], { cwd });
  const graph = graphOf(text(cwd, 'out/a/index.html'));
  expect(graph.find((node) => node['@type'] === 'WebSite')).toMatchObject({
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: 'https://ferry.example/app/find?q={search_term_string}' },
    },
  });
  expect(graph.find((node) => node['@type'] === 'AboutPage')).toMatchObject({
    '@id': 'https://ferry.example/app/a/#aboutpage',
    about: [
      { '@type': 'DefinedTerm', name: 'tides', sameAs: 'https://www.wikidata.org/wiki/Q23384' },
      { '@type': 'DefinedTerm', name: 'fog' },
    ],
    speakable: { '@type': 'SpeakableSpecification', cssSelector: ['.lead'] },
  });
});

describe('the author of a page', () => {
  it('is that of its byline in the example', async () => {
    const setup = json<object>('fixtures/example/svc.config.json');
    const cwd = workspace({ 'svc.config.json': JSON.stringify({ ...setup, html: 'render' }) });
    for (const folder of ['content', 'public']) {
      cpSync(join('fixtures/example', folder), join(cwd, folder), { recursive: true });
    }
    await build([], { cwd });
    const posts = filesIn(join(cwd, 'content/posts'));
    const found = posts.flatMap((file) => {
      const name = /^author: (.+)$/m.exec(text(cwd, 'content/posts', file))?.[1];
      const made = join(cwd, 'out/posts', file.replace('.md', ''), 'index.html');
      // One of them is a draft.
      return name === undefined || !existsSync(made) ? [] : [[name, authorOf(text(made))]];
    });
    expect(found.length).toBeGreaterThan(1);
    for (const [name, author] of found) expect(author).toEqual(person(String(name)));
  });

  it.each([
    ['author: Iris Holm', person('Iris Holm')],
    ['authors: [Iris Holm, Tom Eik]', [person('Iris Holm'), person('Tom Eik')]],
    ['authors:\n  - name: Iris Holm\n    url: https://iris.example/', person('Iris Holm')],
    ['x: y', { '@id': 'https://ferry.example/#identity' }],
  ])('of front matter: %s', async (line, author) => {
    const setup = {
      site: { url: 'https://ferry.example', name: 'Ferry' },
      identity: { name: 'Anna Roe' },
      html: 'render',
      source: 'content',
    };
    const cwd = workspace({
      'svc.config.json': JSON.stringify(setup),
      'content/posts/rope.md': `---\ntitle: Rope\ndate: 2026-05-02\npermalink: /rope/\n${line}\n---\n\nIt had knots.\n`,
    });
    await build([], { cwd });
    expect(authorOf(text(cwd, 'out/rope/index.html'))).toEqual(author);
  });

  it('of built pages: meta, JSON-LD and rel=author', async () => {
    const cwd = workspace({
      'site/index.html': page('Ferry', '<meta name="author" content="Ferry">'),
      'site/a/index.html': page('A', '<meta name="author" content="Iris Holm">'),
      'site/b/index.html': page('B', '', '<p>By <a rel="author" href="/iris/">Iris Holm</a></p>'),
      'site/c/index.html': page(
        'C',
        jsonLd([
          { '@type': 'Person', name: 'Iris Holm' },
          { '@type': 'Organization', name: 'Quay Board' },
        ]),
      ),
      'site/d/index.html': page('D', ''),
    });
    // The structured data that pages bring stays the only one about the article: the twin's item tells the rest.
    await build(['--site', 'site', '--base-url', 'https://ferry.example'], { cwd });
    const author = (name: string) => authorOf(text(cwd, `out/${name}/index.html`));
    expect([author('a'), author('b'), author('d')]).toEqual([
      person('Iris Holm'),
      person('Iris Holm'),
      undefined,
    ]);
    const all = filesIn(join(cwd, 'out')).filter((file) => file.endsWith('.html'));
    for (const file of all) {
      for (const node of graphOf(text(cwd, 'out', file)))
        expect([node['@type'], node.name]).not.toEqual(['Person', 'Ferry']);
    }
  });
});

describe('a site whose owner has said nothing', () => {
  const SITE = { 'content/rope.md': '---\ntitle: Rope\npermalink: /rope/\n---\n\nIt had knots.\n' };
  const setup = {
    site: { url: 'https://ferry.example', name: 'My Site' },
    html: 'render',
    source: 'content',
  };

  it('is no person anywhere', async () => {
    const cwd = workspace({ ...SITE, 'svc.config.json': JSON.stringify(setup) });
    await build([], { cwd });
    for (const file of filesIn(join(cwd, 'out')).filter(
      (one) => /\.(?:html|json)$/.test(one) && !one.startsWith('schemas/'),
    )) {
      expect(text(cwd, 'out', file), file).not.toMatch(/"Person"|"person"/);
    }
    const { identity } = json<{ identity: { type: string; name: string } }>(
      cwd,
      'out/.well-known/discovery.json',
    );
    expect(identity).toMatchObject({ type: 'organization', name: 'My Site' });
  });

  it('is the person that the configuration names', async () => {
    const cwd = workspace({
      ...SITE,
      'svc.config.json': JSON.stringify({ ...setup, identity: { name: 'Anna Roe' } }),
    });
    await build([], { cwd });
    expect(graphOf(text(cwd, 'out/rope/index.html'))).toContainEqual(
      expect.objectContaining(person('Anna Roe')),
    );
    const { identity } = json<{ identity: { type: string } }>(cwd, 'out/.well-known/discovery.json');
    expect(identity.type).toBe('person');
  });
});
