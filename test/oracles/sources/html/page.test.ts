import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlSource } from '../../../../src/sources/html/row.js';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const WORDS =
  'The kettle sings before the water boils and nobody in the house can say why it does so every time.';
const main = (inner: string) => `<main>${inner}</main>`;

describe('the title', () => {
  it.each([
    ['<meta property="og:title" content="Tea | Cups"><title>x</title>', '<h1>Tea</h1>', 'Tea'],
    ['<meta property="og:site_name" content="Cups"><title>Tea - Cups</title>', '', 'Tea'],
    ['<meta property="og:title" content="Tea at home">', '<h1>Kitchen</h1>', 'Tea at home'],
    ['<title>Odd &amp; &lt;b&gt;</title>', '', 'Odd &amp; &lt;b&gt;'],
    ['', '<h1>Tea<a class="headerlink" href="#tea">¶</a></h1>', 'Tea'],
    ['', '', 'Green tea'],
  ])('%s with %s is %s', async (head, heading, title) => {
    const entry = await readOne(page(main(`${heading}<p>${WORDS}</p>`), head), 'green-tea.html');
    expect(entry.title).toBe(title);
  });

  it('loses what all titles share', async () => {
    const { entries } = await readSite(
      siteWith({
        'a.html': page(main('a'), '<title>Alder: bark – Trees of the north</title>'),
        'b.html': page(main('b'), '<title>Birch – Trees of the north</title>'),
        'c.html': page(main('c'), '<title>Trees of the north</title>'),
      }),
    );
    expect(entries.map(({ title }) => title)).toEqual(['Alder: bark', 'Birch', 'Trees of the north']);
  });

  it('leaves the body where it is repeated, and stays where it is not', async () => {
    expect((await readOne(page(main('<h1>Tea!</h1><p>Hot</p>'), '<title>Tea</title>'))).body).not.toContain(
      'h1',
    );
    const other = await readOne(
      page(main('<h1>Kettles</h1><p>Hot</p>'), '<meta property="og:title" content="Tea">'),
    );
    // Below the title of the twin.
    expect(other.body).toContain('<h2>Kettles</h2>');
  });
});

describe('dates', () => {
  const day = (text: string) => Date.parse(text) / 1000;

  it.each([
    [
      '<meta property="article:published_time" content="2024-03-05T10:00:00+02:00">',
      '',
      '2024-03-05T08:00:00Z',
    ],
    [
      '<script type="application/ld+json">{"@type":"Article","datePublished":"2024-03-05"}</script>',
      '',
      '2024-03-05',
    ],
    [
      '<script type="application/ld+json">[{"@graph":[{"@type":["WebPage"],"datePublished":"2024-03-05"}]}]</script>',
      '',
      '2024-03-05',
    ],
    ['', '<header><h1>T</h1><time datetime="2024-03-05">5 March</time></header>', '2024-03-05'],
    ['', '<meta itemprop="datePublished" content="2024-03-05">', '2024-03-05'],
    [
      '',
      `<p>${WORDS} ${WORDS} ${WORDS}</p><p>On <time datetime="1999-01-01">New Year</time> we sail again.</p>`,
      undefined,
    ],
    ['<meta name="date" content="soon">', '', undefined],
  ])('%s %s', async (head, body, expected) => {
    const { published } = await readOne(page(main(`${body}<p>${WORDS}</p>`), head));
    expect(published).toBe(expected === undefined ? undefined : day(expected));
  });

  it.each([
    ['<meta property="article:modified_time" content="2024-03-06">', ''],
    ['', '<p class="last-updated">Changed <time datetime="2024-03-06">x</time></p>'],
    ['', '<div class="VPLastUpdated"><time datetime="2024-03-06T00:00:00.000Z">x</time></div>'],
  ])('changed: %s %s', async (head, body) => {
    const entry = await readOne(page(`${main(`<p>${WORDS}</p>`)}${body}`, head));
    expect([entry.published, entry.modified]).toEqual([undefined, day('2024-03-06')]);
  });

  it.each([
    '<p class="last-updated">Changed <time datetime="2024-03-06">x</time></p>',
    '<time itemprop="dateModified" datetime="2024-03-06">x</time>',
  ])('changed, in front of the text: %s', async (line) => {
    const alone = await readOne(page(main(`${line}<p>${WORDS}</p>`)));
    expect([alone.published, alone.modified]).toEqual([undefined, day('2024-03-06')]);
    const both = `${line}<time datetime="2024-03-05">5 March</time>`;
    const entry = await readOne(page(main(`${both}<p>${WORDS}</p>`)));
    expect([entry.published, entry.modified]).toEqual([day('2024-03-05'), day('2024-03-06')]);
  });
});

describe('the type', () => {
  const ld = (type: string) =>
    `<script type="application/ld+json">{"@type":"${type}","headline":"x"}</script>`;
  const time = '<time datetime="2024-03-05">x</time>';

  it.each([
    ['tea.html', ld('BlogPosting'), '', 'post'],
    ['tea.html', ld('Article'), '', 'page'],
    ['blog/tea/index.html', ld('Article'), '', 'post'],
    ['en/posts/tea.html', '', time, 'post'],
    ['blog/tea.html', '', '', 'page'],
    ['2024/05/06/tea.html', '', time, 'post'],
    ['docs/tea.html', '', time, 'page'],
  ])('of %s with %s %s is %s', async (path, head, body, type) => {
    expect((await readOne(page(main(`${body}<p>${WORDS}</p>`), head), path)).type).toBe(type);
  });
});

describe('addresses', () => {
  const canonical = (url: string) => `<link rel="canonical" href="${url}">`;
  const text = main(`<p>${WORDS}</p>`);

  it.each([
    ['a/index.html', '/a/'],
    ['a.html', '/a.html'],
    ['index.html', '/'],
    ['Über uns/Größe.html', '/%C3%9Cber%20uns/Gr%C3%B6%C3%9Fe.html'],
  ])('%s is at %s', async (path, url) => {
    expect((await readOne(page(text), path)).url).toBe(url);
  });

  it('are clean when asked for, and as the others show', async () => {
    expect((await readOne(page(text), 'a.html', { cleanUrls: true })).url).toBe('/a');
    const { entries } = await readSite(
      siteWith({
        'a.html': page(text, canonical('https://x.example/sub/a')),
        'b.html': page(text),
        'c/index.html': page(text, canonical('https://x.example/sub/c')),
        'd/index.html': page(text),
      }),
    );
    expect(entries.map(({ url }) => url)).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => `https://x.example/sub/${name}`),
    );
  });

  it('are what the pages say, also where the files lie elsewhere', async () => {
    const { entries } = await readSite(
      siteWith({
        'a/index.html': page(text, canonical('https://x.example/a/')),
        'files/7.html': page(text, canonical('https://x.example/tea/')),
        'files/8.html': page(text, canonical('https://x.example/tea/')),
      }),
    );
    expect(entries.map(({ key, url }) => `${key} ${url}`)).toEqual([
      'a/index.html https://x.example/a/',
      'files/7.html https://x.example/tea/',
    ]);
  });

  it('are not all the same by a mistake of the template', async () => {
    const same = page(text, canonical('https://x.example/'));
    const { entries, warnings } = await readSite(
      siteWith({ 'index.html': same, 'a.html': same, 'b/index.html': same }),
    );
    expect(entries).toHaveLength(3);
    expect(warnings.map(({ code }) => code)).toEqual(['html-canonical-same']);
  });

  it('of links hold anywhere', async () => {
    const links =
      '<a href="../b.html?x=1#y">b</a> <a href="/b">b</a> <a href="https://www.x.example/b/">b</a> <a href="c">c</a> ' +
      '<a href="#z">z</a> <a href="mailto:a@b.example">m</a> <a href="//cdn.example/x">x</a> <a href="http://[">?</a> ' +
      '<img src="p.png" srcset="p.png 1x, /q.png 2x">';
    const { byFile } = await readSite(
      siteWith({
        'a/index.html': page(main(`<p>${WORDS}</p><p>${links}</p>`), canonical('https://x.example/a/')),
        'b.html': page(text, canonical('https://x.example/b')),
      }),
    );
    expect(byFile.get('a/index.html')?.body).toContain(
      '<a href="https://x.example/b?x=1#y">b</a> <a href="https://x.example/b">b</a> <a href="https://x.example/b">b</a> ' +
        '<a href="https://x.example/a/c">c</a> <a href="#z">z</a> <a href="mailto:a@b.example">m</a> ' +
        '<a href="https://cdn.example/x">x</a> <a href="http://[">?</a> ' +
        '<img src="https://x.example/a/p.png" srcset="https://x.example/a/p.png 1x, https://x.example/q.png 2x">',
    );
  });

  it('of links stay relative to the site when nobody knows its base', async () => {
    const html = page(`<base href="/deep/">${main(`<p>${WORDS} <a href="b.html">b</a></p>`)}`);
    expect((await readOne(html, 'a.html')).body).toContain('href="/deep/b.html"');
  });
});

describe('the content', () => {
  it.each([
    ['main', `<header>NAV</header><main><p>${WORDS}</p></main><footer>NAV</footer>`],
    ['role=main', `<div>NAV</div><div role="main"><p>${WORDS}</p></div>`],
    ['an article', `<nav>NAV</nav><article><p>${WORDS}</p></article><footer>NAV</footer>`],
    ['a body', `<div role="banner">NAV</div><div><p>${WORDS}</p></div><div role="contentinfo">NAV</div>`],
    ['a box of a page', `<div><header>NAV</header><div><p>${WORDS}</p></div><footer>NAV</footer></div>`],
  ])('is found in %s', async (_, body) => {
    expect(markdownOf(await readOne(page(body)))).toBe(WORDS);
  });

  it.each([
    '<nav>NAV</nav>',
    '<ol aria-label="Breadcrumb"><li>NAV</li></ol>',
    '<form><p>NAV</p></form>',
    '<div role="dialog">NAV</div>',
    '<script>NAV</script><style>NAV</style><template><p>NAV</p></template>',
    '<noscript>Please enable JavaScript for NAV</noscript>',
    '<ul><li><a href="#a">NAV</a></li><li><a href="#b">NAV</a></li></ul>',
    '<div><a rel="prev" href="/a">NAV</a> <a rel="next" href="/b">NAV</a></div>',
    '<p><a href="#top">NAV</a></p>',
    '<button>NAV</button>',
  ])('has no %s', async (noise) => {
    const markdown = markdownOf(await readOne(page(main(`<p>${WORDS}</p>${noise}<p>${WORDS}</p>`))));
    expect(markdown).toBe(`${WORDS}\n\n${WORDS}`);
  });

  it.each(['<div><a href="/x">← NAV</a></div>', '<ul><li>Next: <a href="/x">NAV</a></li></ul>'])(
    'does not end with %s',
    async (noise) => {
      expect(markdownOf(await readOne(page(main(`<p>${WORDS}</p>${noise}`))))).toBe(WORDS);
    },
  );

  it.each([
    '<pre><code><span class="comment"># keep</span></code></pre>',
    '<div class="info"><p>keep</p></div>',
    '<aside class="note"><p>keep</p></aside>',
    '<div class="chocolate-cookies"><p>keep</p></div>',
    '<header><p>keep</p></header>',
    '<footer><p>We keep thanking the people who lent us the boat and the rope.</p></footer>',
    '<ul class="tagged-unions"><li>keep</li></ul>',
    '<table class="menu-card"><tr><td>keep</td></tr></table>',
    '<details><summary>keep</summary><p>keep</p></details>',
    '<ul><li><a href="/a">keep</a> <time datetime="2024-01-01">x</time></li><li><a href="/b">keep</a></li></ul>',
  ])('keeps %s', async (content) => {
    expect(markdownOf(await readOne(page(main(`<h1>T</h1>${content}<p>${WORDS}</p>`))))).toContain('keep');
  });

  it('is where the configuration says, without what it says', async () => {
    const body = `<main><p>NAV</p></main><div class="text own"><p>${WORDS}</p><p class="x">NAV</p></div>`;
    const markdown = markdownOf(await readOne(page(body), 'a.html', { content: 'div.own', remove: ['.x'] }));
    expect(markdown).toBe(WORDS);
  });

  it('never goes because of its own name', async () => {
    expect(markdownOf(await readOne(page(main(`<div class="comments"><p>${WORDS}</p></div>`))))).toBe(WORDS);
  });
});

describe('what is no page', () => {
  const text = main(`<p>CANARY ${WORDS}</p>`);

  it.each([
    ['robots', '<meta name="robots" content="noindex">'],
    ['robots none', '<meta name="Robots" content="NONE">'],
    ['googlebot', '<meta name="googlebot" content="max-snippet:0, noindex">'],
  ])('%s is noindex', async (_, head) => {
    expect((await readOne(page(text, head))).noindex).toBe(true);
  });

  it.each([
    [
      'paid',
      '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>',
    ],
    ['encrypted', '<script>staticrypt.init()</script>'],
  ])('%s is protected', async (_, head) => {
    expect((await readOne(page(text, head))).protected).toBe(true);
  });

  const paywalled = (parts: string) =>
    `<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false,"hasPart":${parts}}</script>`;
  const part = (selector: string) => `{"isAccessibleForFree":"False","cssSelector":"${selector}"}`;
  const withPaid = `<main><h1>Tea</h1><p>${WORDS}</p><div id="rest" class="rest"><p>CANARY</p></div></main>`;

  it.each([part('.rest'), part('#rest'), part('#rest, .rest'), `[${part('.rest')},${part('#rest')}]`])(
    'the part that needs payment is removed: %s',
    async (parts) => {
      const entry = await readOne(page(withPaid, paywalled(parts)));
      expect(entry.protected).toBe(false);
      expect(entry.body).toContain('kettle');
      expect(JSON.stringify(entry)).not.toContain('CANARY');
    },
  );

  it.each([
    part('.gone'),
    part('.rest, .gone'),
    part('div.rest'),
    part('.rest p'),
    '{"isAccessibleForFree":false}',
    '{"isAccessibleForFree":true,"cssSelector":".rest"}',
    `[${part('.rest')},{"isAccessibleForFree":false}]`,
  ])('a page whose part isn’t clear is protected: %s', async (parts) => {
    expect((await readOne(page(withPaid, paywalled(parts)))).protected).toBe(true);
  });

  it('a page whose part is the page is protected', async () => {
    const whole = `<div class="rest">${withPaid}</div>`;
    expect((await readOne(page(whole, paywalled(part('.rest'))))).protected).toBe(true);
  });

  it.each([
    ['en/404/index.html', ''],
    ['offline.html', ''],
    ['search.html', ''],
    ['genindex.html', ''],
    ['print.html', ''],
    ['blog/page/3/index.html', ''],
    ['page2/index.html', ''],
    ['tags/tea/index.html', ''],
    ['blog/categories/index.html', ''],
    ['author/mia.html', ''],
    ['2024/05/index.html', ''],
    ['a.html', '<meta http-equiv=Refresh content="5;URL=/b">'],
    ['a.html', '<script type="application/ld+json">{"@type":"CollectionPage"}</script>'],
  ])('%s %s is left out', async (path, head) => {
    const { entries, warnings } = await readSite(
      siteWith({ [path]: page(text, head), 'index.html': page(text) }),
    );
    expect(entries.map(({ key }) => key)).toEqual(['index.html']);
    expect(warnings.map(({ code }) => code)).toEqual([expect.stringMatching(/^html-left-out-/)]);
  });

  it('404.html is left out without a word, since every generator writes it', async () => {
    const { entries, warnings } = await readSite(
      siteWith({ '404.html': page(text), 'index.html': page(text) }),
    );
    expect(entries.map(({ key }) => key)).toEqual(['index.html']);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['noindexing.html', '<meta name="robots" content="index, follow">'],
    ['docs/error.html', ''],
    ['2025/03/p5/index.html', ''],
    ['docs/page-2.html', ''],
    ['docs/tags.html', ''],
    ['search-engines.html', ''],
    ['a.html', '<noscript><meta http-equiv="refresh" content="0;url=/nojs"></noscript>'],
    ['a.html', '<script type="application/ld+json">{"broken</script>'],
  ])('%s %s is a page', async (path, head) => {
    const entry = await readOne(page(text, head), path);
    expect([entry.noindex, entry.protected]).toEqual([false, false]);
  });
});

describe('people', () => {
  it.each([
    ['<meta name="author" content="Mia Roe &lt;mia@a.example&gt;">', ['Mia Roe']],
    ['<meta name="author" content="mia@a.example">', []],
    [
      '<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"#m"}},{"@type":"Person","@id":"#m","name":"Mia"}]}</script>',
      ['Mia'],
    ],
    [
      '<script type="application/ld+json">{"@type":"Article","author":["Mia",{"name":"Bo"}]}</script>',
      ['Mia', 'Bo'],
    ],
    ['<meta name="twitter:creator" content="@mia">', []],
  ])('%s', async (head, names) => {
    const { authors } = await readSite(siteWith({ 'a.html': page(main(WORDS), head) }));
    expect(authors.map(({ name }) => name)).toEqual(names);
  });
});

describe('options', () => {
  it.each([
    [{ include: 7 }, 'source.include'],
    [{ types: { 'No Type': ['a'] } }, 'source.types'],
    [{ types: { post: 7 } }, 'source.types.post'],
    [{ types: [] }, 'source.types'],
    [{ cleanUrls: 'yes' }, 'source.cleanUrls'],
    [{ content: 'main > p' }, 'source.content'],
    [{ maxBytes: 0 }, 'source.maxBytes'],
    [{ includes: [] }, 'source.includes'],
  ])('%j are refused', async (options, field) => {
    const opening = htmlSource.open({ path: '.', options });
    await expect(opening).rejects.toMatchObject({ code: 'SVC_CONFIG_INVALID', location: { field } });
  });

  it('leave out files that are too large', async () => {
    const { entries, warnings } = await readSite(siteWith({ 'a.html': page(main(WORDS)) }), { maxBytes: 50 });
    expect(entries).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'file-too-large', skipped: true }]);
  });
});

describe('hostile pages', () => {
  const word = fc.constantFrom('tea', 'pot', ' ', 'ü', '<', '&amp;', '字');
  const name = fc.constantFrom(
    'main',
    'article',
    'div',
    'p',
    'nav',
    'h1',
    'pre',
    'table',
    'tr',
    'td',
    'ul',
    'li',
    'a',
    'time',
    'header',
    'footer',
    'form',
    'template',
    'noscript',
    'svg',
  );
  const classes = fc.constantFrom(
    '',
    'toc',
    'post-meta',
    'comments',
    'post-body',
    'vp-doc',
    'language-js',
    'lang',
  );
  const tree = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      word,
      fc
        .tuple(name, classes, fc.array(tie('node'), { maxLength: 4 }))
        .map(
          ([tag, names, inside]) =>
            `<${tag} class="${names}" href="${names}" datetime="2024-01-01">${inside.join('')}</${tag}>`,
        ),
    ),
  })).node;

  it('become an entry or are left out, the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { maxLength: 5 }), fc.string(), async (parts, head) => {
        const root = siteWith({ 'a.html': page(parts.join(''), `<title>${head}</title>`) });
        const [first, second] = [await readSite(root), await readSite(root)];
        expect(first.entries.length + first.warnings.length).toBeGreaterThan(0);
        expect(second.entries).toEqual(first.entries);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['deep', '<div>'.repeat(20_000) + WORDS],
    ['wide', `<p><time datetime="x">${WORDS}</time></p>`.repeat(5_000)],
    ['wider than a call has arguments', `<p>${'<b>a</b> '.repeat(130_000)}</p>`],
    ['wide in a list of parts', `<ul>${'<li><h3>a</h3>b</li>'.repeat(65_000)}</ul>`],
    [
      'full of menus around their title',
      `<header>${'<div><nav><a href="/">x</a></nav>'.repeat(40)}<h1>Tea</h1><p>${WORDS}</p>${'</div>'.repeat(40)}</header>`,
    ],
    ['full of links', '<li><a href="/x">x</a></li>'.repeat(20_000)],
    ['full of boxes with names', '<div class="post-meta"><p>x</p></div>'.repeat(10_000)],
    [
      'full of boxes with names of menus',
      `<p>${WORDS}</p>${`<div class="menu">${'<a href="/x">y</a>'.repeat(5)}</div>`.repeat(10_000)}`,
    ],
    ['full of nested lines about dates', '<div class="meta"><b></b>'.repeat(30_000)],
    ['full of items without links in a menu', `<nav><ul>${'<li>x</li>'.repeat(40_000)}</ul></nav>`],
    [
      'full of links to its own places',
      `<p>${Array.from({ length: 25_000 }, (_, at) => `<a href="#p${at}">a</a> `).join('')}</p>`,
    ],
    ['full of spaces', `<title>${' | '.repeat(20_000)}</title>`],
  ])(
    'that are %s stay cheap',
    async (_, body) => {
      expect(
        (await readSite(siteWith({ 'a.html': page(body), 'b.html': page(body) }))).entries.length,
      ).toBeLessThan(3);
    },
    20_000,
  );
});
