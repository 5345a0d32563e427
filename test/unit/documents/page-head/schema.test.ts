import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../../src/config/settings.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { readSchemaBody } from '../../../../src/documents/schema-org/body.js';
import type { SchemaContext, SchemaSubject } from '../../../../src/documents/schema-org/context.js';
import { buildGraph, serialiseGraph } from '../../../../src/documents/schema-org/graph.js';
import { mediaKey } from '../../../../src/documents/schema-org/media-key.js';
import { type EntryLine, testContext, toPage } from '../../../support/documents/context.js';

function context(
  identity: Partial<Settings['identity']> = {},
  more: Partial<SchemaContext> = {},
): SchemaContext {
  const { site, settings } = testContext({ settings: { identity } });
  return { site, identity: settings.identity, entityImage: '', speakable: ['h1'], ...more };
}

function subject(line: Partial<EntryLine> = {}, html = '', more: Partial<SchemaSubject> = {}): SchemaSubject {
  const { entry } = toPage({ id: 7, title: 'Oolong', path: '/oolong/', ...line });
  return { isFront: false, entry, body: readSchemaBody(parseHtml(html), html.length), ...more };
}

/** Nodes of one type. */
function nodes(
  ctx: SchemaContext,
  page: SchemaSubject,
  type: string,
): readonly Readonly<Record<string, unknown>>[] {
  return buildGraph(ctx, page)['@graph'].filter((node) => node['@type'] === type);
}

describe('the graph', () => {
  it('is that of the reference for a plain post', () => {
    const ctx = context({ name: 'Mia Roe' }, { speakable: [] });
    const page = subject({
      published: '2026-06-01T09:00:00Z',
      modified: '2026-07-01T09:00:00Z',
      utcOffset: 3600,
      topics: ['oolong'],
    });
    expect(buildGraph(ctx, page)).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'WebSite',
          '@id': 'https://tea.example/#website',
          url: 'https://tea.example/',
          name: 'Tea Notes',
          description: 'Leaves and water',
          inLanguage: 'en',
        },
        {
          '@type': 'Person',
          '@id': 'https://tea.example/#identity',
          name: 'Mia Roe',
          url: 'https://tea.example/',
        },
        {
          '@type': 'BlogPosting',
          '@id': 'https://tea.example/oolong/#blogposting',
          url: 'https://tea.example/oolong/',
          headline: 'Oolong',
          datePublished: '2026-06-01T10:00:00+01:00',
          dateModified: '2026-07-01T10:00:00+01:00',
          author: { '@id': 'https://tea.example/#identity' },
          publisher: { '@id': 'https://tea.example/#identity' },
          mainEntityOfPage: 'https://tea.example/oolong/',
          keywords: ['oolong'],
          about: [{ '@type': 'DefinedTerm', name: 'oolong' }],
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://tea.example/' },
            { '@type': 'ListItem', position: 2, name: 'Oolong', item: 'https://tea.example/oolong/' },
          ],
        },
      ],
    });
  });

  it('has the byline as its authors, and the identity only where nobody is named', () => {
    const ctx = context({ name: 'Mia Roe' });
    const author = (authors: readonly string[], ctx_ = ctx, organisations: readonly string[] = []) => {
      const page = subject({});
      const entry = { ...(page.entry as NonNullable<SchemaSubject['entry']>), authors, organisations };
      return nodes(ctx_, { ...page, entry }, 'BlogPosting')[0]?.['author'];
    };
    const owner = { '@id': 'https://tea.example/#identity' };
    expect(author([])).toEqual(owner);
    expect(author(['Jon Vale'])).toEqual({ '@type': 'Person', name: 'Jon Vale' });
    expect(author(['Jon Vale', 'mia  roe', 'jon vale'])).toEqual([
      { '@type': 'Person', name: 'jon vale' },
      owner,
    ]);
    expect(author(['Leaf Board'], ctx, ['Leaf Board'])).toEqual({
      '@type': 'Organization',
      name: 'Leaf Board',
    });
    // The name of the site is that of no person.
    expect(author(['Tea Notes'])).toEqual({ '@type': 'Organization', name: 'Tea Notes' });
    expect(author(['Tea Notes'], context())).toEqual({ '@type': 'Organization', name: 'Tea Notes' });
    expect(author(['Tea Notes'], context({ entity_type: 'Store' }))).toEqual(owner);
    expect(author([], context())).toBeUndefined();
  });

  it('names nobody behind the site while its owner has not', () => {
    const graph = buildGraph(context(), subject({}, '', { isFront: true }));
    expect(JSON.stringify(graph)).not.toMatch(/Person|#identity|"author"|"publisher"/);
    const services = [{ name: 'Tasting', description: '', url: '' }];
    const front = subject({}, '', { isFront: true });
    expect(nodes(context({ services }), front, 'Service')).toEqual([{ '@type': 'Service', name: 'Tasting' }]);
  });

  it('names types, dates and what an article is about as far as they are known', () => {
    const undated = buildGraph(
      context({ name: 'Mia Roe' }),
      subject({ type: 'page', published: null, modified: null }),
    )['@graph'][2];
    expect(undated).toMatchObject({ '@type': 'WebPage', '@id': 'https://tea.example/oolong/#webpage' });
    expect(Object.keys(undated ?? {})).not.toContain('datePublished');
    expect(Object.keys(undated ?? {})).not.toContain('speakable');
    const topicUrls = {
      green: ['https://w.example/1'],
      black: ['https://w.example/2', 'https://w.example/3'],
    };
    const page = subject({ type: 'recipe', topics: ['Green', 'black', 'white'] });
    const [recipe] = nodes(context({}, { topicUrls }), page, 'Article');
    expect(recipe?.['about']).toEqual([
      { '@type': 'DefinedTerm', name: 'Green', sameAs: 'https://w.example/1' },
      { '@type': 'DefinedTerm', name: 'black', sameAs: ['https://w.example/2', 'https://w.example/3'] },
      { '@type': 'DefinedTerm', name: 'white' },
    ]);
    expect(recipe?.['speakable']).toEqual({ '@type': 'SpeakableSpecification', cssSelector: ['h1'] });
  });

  it('has services on the front page only, and no breadcrumb there', () => {
    const services = [{ name: 'Tasting', description: '', url: '/tasting/' }];
    const ctx = context(
      { entity_type: 'Store', role: 'Host', services },
      { entityImage: 'https://tea.example/i.png' },
    );
    expect(nodes(ctx, subject(), 'Service')).toEqual([]);
    const front = subject({}, '', { isFront: true });
    expect(nodes(ctx, front, 'Service')).toEqual([
      {
        '@type': 'Service',
        name: 'Tasting',
        provider: { '@id': 'https://tea.example/#identity' },
        url: 'https://tea.example/tasting/',
      },
    ]);
    expect(nodes(ctx, front, 'BreadcrumbList')).toEqual([]);
    const [store] = nodes(ctx, front, 'Store');
    expect(store).toMatchObject({ logo: 'https://tea.example/i.png' });
    expect(Object.keys(store ?? {})).not.toContain('jobTitle');
  });

  it('leads over the first category that has an archive', () => {
    const category = { name: 'Green', url: 'https://tea.example/category/green/' };
    const [crumbs] = nodes(context(), subject({}, '', { category }), 'BreadcrumbList');
    expect(crumbs?.['itemListElement']).toHaveLength(3);
    expect(crumbs).toMatchObject({ itemListElement: [{}, { name: 'Green', item: category.url }, {}] });
  });

  it('claims a search only where there is one', () => {
    const searchUrl = 'https://tea.example/find?q={search_term_string}';
    const [site] = nodes(context({}, { searchUrl }), subject(), 'WebSite');
    expect(site).toMatchObject({ potentialAction: { target: { urlTemplate: searchUrl } } });
  });

  it('cannot end the script that it stands in', () => {
    const text = serialiseGraph(buildGraph(context({ name: '</script><b>' }), subject()));
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toMatchObject({ '@graph': [{}, { name: '</script><b>' }, {}, {}] });
  });
});

describe('questions', () => {
  const faq = (html: string) => nodes(context(), subject({}, html), 'FAQPage')[0];

  it('are read from disclosure elements first, then from headings', () => {
    const node =
      faq(`<h2>How hot?</h2><p>80 degrees.</p><details><summary>Milk?</summary>No.</details><p>Or 85.</p>
<h3>Statement</h3><p>x</p><details><summary> milk? </summary>Still no.</details>`);
    expect(node).toMatchObject({
      '@id': 'https://tea.example/oolong/#faq',
      mainEntity: [
        { name: 'Milk?', acceptedAnswer: { '@type': 'Answer', text: 'No.' } },
        { name: 'How hot?', acceptedAnswer: { text: '80 degrees. Or 85.' } },
      ],
    });
    expect(node?.['mainEntity']).toHaveLength(2);
  });

  it.each([
    ['one alone', '<h2>How?</h2><p>So.</p>'],
    ['without answers', '<h2>How?</h2><h2>When?</h2>'],
    ['in a heading inside of something', '<div><h2>How?</h2><p>So.</p><h2>Why?</h2><p>So.</p></div>'],
  ])('are no list when they are %s', (_, html) => {
    expect(faq(html)).toBeUndefined();
  });

  it('have answers of at most 1,200 characters, and are not looked for in huge bodies', () => {
    const html = `<h2>How?</h2><p>${'word '.repeat(400)}</p><h2>Why?</h2><p>So.</p>`;
    const [pair] = (faq(html)?.['mainEntity'] ?? []) as readonly { acceptedAnswer: { text: string } }[];
    expect(pair?.acceptedAnswer.text).toMatch(/…$/);
    expect(pair?.acceptedAnswer.text.length).toBeLessThanOrEqual(1201);
    const body = readSchemaBody(parseHtml(html), 256 * 1024 + 1);
    expect(nodes(context(), subject({}, html, { body }), 'FAQPage')).toEqual([]);
  });
});

describe('media', () => {
  const media = (html: string, type = 'VideoObject') => nodes(context(), subject({}, html), type);
  const embed = (url: string, caption: string) =>
    `<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">${url}</div><figcaption>${caption}</figcaption></figure>`;

  it('are players and files that the page says something about', () => {
    const html = `${embed('https://youtu.be/abcdefgh', 'How the pot is warmed. Slowly.')}
<figure><video src="https://tea.example/pour.mp4" poster="https://tea.example/pour.jpg"></video><figcaption>Pouring</figcaption></figure>
<video src="https://tea.example/silent.mp4"></video><iframe src="https://player.example/1234567"></iframe>`;
    expect(media(html)).toEqual([
      {
        '@type': 'VideoObject',
        '@id': 'https://tea.example/oolong/#video',
        name: 'How the pot is warmed.',
        uploadDate: '2026-06-01T00:00:00+00:00',
        embedUrl: 'https://www.youtube.com/embed/abcdefgh',
        description: 'How the pot is warmed. Slowly.',
      },
      {
        '@type': 'VideoObject',
        '@id': 'https://tea.example/oolong/#video-2',
        name: 'Pouring',
        uploadDate: '2026-06-01T00:00:00+00:00',
        contentUrl: 'https://tea.example/pour.mp4',
        description: 'Pouring',
        thumbnailUrl: 'https://tea.example/pour.jpg',
      },
    ]);
  });

  it('get a transcript when they are alone', () => {
    const html = `<figure><audio><source src="https://tea.example/a.mp3"></audio><figcaption>A kettle</figcaption></figure>
<h2>Transcript</h2><p>Whistle.</p><h2>More</h2><p>x</p>`;
    expect(media(html, 'AudioObject')).toMatchObject([{ transcript: 'Whistle.', name: 'A kettle' }]);
  });

  it('are each named once, whatever the player', () => {
    const twice =
      embed('https://youtu.be/abcdefgh', 'One') + embed('https://www.youtube.com/watch?v=abcdefgh', 'Two');
    expect(media(twice)).toHaveLength(1);
    expect(mediaKey('https://player.vimeo.com/video/1234567')).toBe(mediaKey('https://vimeo.com/1234567'));
    expect(mediaKey('https://a.example/watch')).not.toBe(mediaKey('https://a.example/video'));
  });

  it('are left to the body that describes them itself', () => {
    const own = '<script type="application/ld+json">{"@type":"VideoObject"}</script>';
    expect(media(own + embed('https://youtu.be/abcdefgh', 'One'))).toEqual([]);
  });
});
