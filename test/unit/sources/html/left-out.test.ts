import { describe, expect, it } from 'vitest';
import { builtTwin } from '../../../support/content/markdown/twins.js';
import { markdownOf, page, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const CANONICAL = (path: string) => `<link rel="canonical" href="https://tern.example/${path}">`;
const HOME = page('<main><p>Terns of the harbour.</p></main>', CANONICAL(''));

const PROSE =
  '<h1>Search API</h1><p>Before the lookup the query string is folded to lower case and split at spaces; empty ' +
  'words go.</p><p>The answer has a list of hits, each with a score between nought and one, and a cursor.</p>';

/** Files of the pages that are read, and the codes of what is said. */
async function readPages(files: Readonly<Record<string, string>>) {
  const { entries, warnings } = await readSite(siteWith({ 'index.html': HOME, ...files }));
  const told = warnings.filter(({ code }) => code !== 'html-no-canonical');
  return { files: entries.map(({ key }) => key).filter((key) => key !== 'index.html'), warnings: told };
}

describe('a page with a text of its own is read, wherever it lies', () => {
  it.each([
    'search/index.html',
    'search.html',
    'de/search/index.html',
    'search-results/index.html',
    'print/index.html',
    'toc.html',
    'tags/img/index.html',
    'tags.html',
    'tag/index.html',
    'categories/birds/index.html',
    'author/index.html',
    'archive/index.html',
    'archives/2024/index.html',
    'blog/archive/index.html',
    '2024/index.html',
    '2024/05/index.html',
    'page/2/index.html',
    'pages/3/index.html',
    'security/index.html',
    'support/index.html',
    'changelog/index.html',
    'agents/index.html',
    'history/index.html',
    'README.html',
    'drafts/index.html',
    'private/index.html',
    'members/a.html',
    'internal/a.html',
  ])('%s', async (path) => {
    const { files, warnings } = await readPages({ [path]: page(`<main>${PROSE}</main>`) });
    expect([files, warnings]).toEqual([[path], []]);
  });

  it('2018/index.html with several titles', async () => {
    const { files } = await readPages({ '2018/index.html': page(`<main>${PROSE}${PROSE}${PROSE}</main>`) });
    expect(files).toEqual(['2018/index.html']);
  });

  it.each([
    'error/index.html',
    'offline.html',
    'offline-plugin-app-shell-fallback/index.html',
    'not-found/index.html',
    'not_found.html',
    '404/index.html',
    'errors/404.html',
  ])('%s, about errors', async (path) => {
    const more =
      '<p>A client that gets this status waits for some seconds and asks again, but no more than thrice.</p>';
    const { files } = await readPages({ [path]: page(`<main>${PROSE}${more}</main>`) });
    expect(files).toEqual([path]);
  });

  it.each([
    [
      'links at its end',
      `${PROSE}<ul><li><a href="/">Home</a></li><li><a href="/search/">Search</a></li></ul>`,
    ],
    ['a body class of archives', PROSE],
    ['code', `${PROSE}<pre><code>GET /search?q=tern</code></pre>`],
  ])('with %s', async (_, content) => {
    const html = page(`<main>${content}</main>`).replace('<body>', '<body class="archive">');
    expect((await readPages({ 'tags/img/index.html': html })).files).toEqual(['tags/img/index.html']);
  });
});

it('an archive that shows whole posts with their headings is left out, and a text with its own headings is not', async () => {
  const parts = `<h2>Scores</h2>${PROSE.replace(/<h1>.*<\/h1>/, '')}`;
  const post = `<article><header><h2><a href="/terns/">Terns</a></h2></header>${parts}</article>`;
  const archive = (content: string) =>
    page(`<main><h1>July 2021</h1>${content}</main>`).replace('<body>', '<body class="archive date">');
  const posts = { 'terns/index.html': page(`<main><h1>Terns</h1>${parts}</main>`) };
  const filesWith = async (content: string) =>
    (await readPages({ ...posts, '2021/07/index.html': archive(content) })).files;
  expect(await filesWith(post)).toEqual(['terns/index.html']);
  expect(await filesWith(`${post}${parts}${parts}`)).toContain('2021/07/index.html');
});

it('a page of MediaWiki that nobody has written is left out', async () => {
  const none =
    '<div class="noarticletext"><p>There is currently no text in this page. You can search for its title.</p></div>';
  const wiki = (text: string) =>
    page(`<div id="content"><h1>Terns</h1>${text}</div>`).replace('<body>', '<body class="mediawiki ns-0">');
  const { files } = await readPages({
    'wiki/Terns.html': wiki(none),
    'wiki/Gulls.html': wiki('<p>Gulls call.</p>'),
  });
  expect(files).toEqual(['wiki/Gulls.html']);
});

it('templates of plugins and themes in a copy of WordPress are no pages', async () => {
  const template = {
    'wp-content/plugins/forms/row.html': page(PROSE),
    'wp-content/themes/a/b/c.html': page(PROSE),
  };
  const { files } = await readPages({ ...template, 'wp-content/uploads/talk.html': page(PROSE) });
  expect(files).toEqual(['wp-content/uploads/talk.html']);
});

it.each([
  ...['404 Not Found', '403 Forbidden', '502 Bad Gateway', '301 Moved Permanently', '406 Not Acceptable'],
  ...['Access denied | Tern Harbour', 'Zugriff verweigert'],
])('what a server wrote for a status is left out under any name: %s', async (title) => {
  const body = '<h1>Sorry</h1><p>The requested URL was not handled on this server.</p>';
  const { warnings } = await readPages({ 'gulls.html': page(body, `<title>${title}</title>`) });
  expect(warnings).toMatchObject([{ code: 'html-left-out-error-page', file: 'gulls.html' }]);
  const { files } = await readPages({ 'codes.html': page(PROSE + PROSE, `<title>${title}</title>`) });
  expect(files).toEqual(['codes.html']);
});

describe('an error page that a crawler saved at a missing address', () => {
  const news = '<p>The harbour has news about boats and birds every day of the week.</p>'.repeat(8);

  it.each([
    'Ошибка 404 – указанная страница не найдена',
    'Page not found - Tern Harbour',
    'Oops! That page can’t be found.',
    '404: This page could not be found.',
    'Seite nicht gefunden | Hafen',
    'Erreur 404',
    'Página no encontrada',
    '404',
  ])('is left out, whatever stands around it: %s', async (title) => {
    const body = `<h1>${title}</h1><p>Check the address.</p>${news}`;
    const { warnings } = await readPages({ 'gulls.html': page(body, '<title></title>') });
    expect(warnings).toMatchObject([{ code: 'html-left-out-error-page', file: 'gulls.html' }]);
  });

  it.each([
    'How to mend error 404',
    'Gulls not found in winter: why?',
    'Peugeot 404',
    'Error handling',
    'The lost and found',
    'Keys not found',
  ])('and no page about something else: %s', async (title) => {
    const { files } = await readPages({ 'gulls.html': page(`<h1>${title}</h1>${news}`) });
    expect(files).toEqual(['gulls.html']);
  });
});

it('a page that only shows other pages in frames is left out as such', async () => {
  const frames =
    '<html><head><title>T</title></head><frameset cols="20%,*"><frame src="a.html"></frameset></html>';
  const { files, warnings } = await readPages({
    'start.html': frames,
    'a.html': page(`<main>${PROSE}</main>`),
  });
  expect(files).toEqual(['a.html']);
  expect(warnings.map(({ message }) => message).join()).toContain('only show other pages in frames');
});

it('the list of a folder that a server made is left out', async () => {
  const list =
    '<h1>Index of /feed</h1><table><tr><th>Name</th></tr><tr><td><a href="/">Parent</a></td></tr></table>';
  const { warnings } = await readPages({ 'feed.html': page(list, '<title>Index of /feed</title>') });
  expect(warnings).toMatchObject([{ code: 'html-left-out-list-of-links', file: 'feed.html' }]);
});

describe('a page that only leads to others is left out and told of', () => {
  const post = (number: number) => `<a href="/post-${number}/">Post number ${number} of the birds</a>`;
  const posts = Object.fromEntries(
    [1, 2, 3].map((number) => [`post-${number}/index.html`, page(`<main>${PROSE}</main>`)]),
  );
  const excerpt = '<p>Before the lookup the query string is folded to lower case and split at spaces.</p>';

  it.each([
    ['links', `<h1>Tag: birds</h1><ul><li>${post(1)}</li><li>${post(2)}</li></ul>`],
    ['links behind dates', `<h1>Tag: birds</h1><ul><li>May 5, 2024: ${post(1)}</li></ul>`],
    [
      'one post with its beginning',
      `<h1>Tag: birds</h1><article><h2>${post(1)}</h2>${excerpt}${excerpt}</article>`,
    ],
    ['beginnings in boxes', `<h1>Birds</h1><div><h2>${post(1)}</h2>${excerpt}${excerpt}</div>`],
    ['beginnings without boxes', `<h1>Birds</h1><h2>${post(1)}</h2>${excerpt}<h2>${post(2)}</h2>${excerpt}`],
    ['terms', `<h1>Birds</h1><dl><dt>${post(1)}</dt><dd>${excerpt}${excerpt}</dd></dl>`],
    ['a table', `<h1>Birds</h1><table><tr><td>${post(1)}</td><td>${excerpt}${excerpt}</td></tr></table>`],
    [
      'a short word before',
      `<h1>Birds</h1><p>All that we know of the birds.</p><ul><li>${post(1)}</li></ul>`,
    ],
    ['nothing', '<h1>Birds</h1>'],
  ])('%s', async (_, content) => {
    const path = 'tags/birds/index.html';
    const { files, warnings } = await readPages({ ...posts, [path]: page(`<main>${content}</main>`) });
    expect(files).toEqual(Object.keys(posts));
    expect(warnings).toMatchObject([{ code: 'html-left-out-archive', file: path }]);
  });

  it.each([
    'mini_Birds-Terns.html',
    'allclasses-frame.html',
    'birds/namespace-frame.html',
    'class_list.html',
  ])('%s, a list for a frame', async (path) => {
    const list = page(`<main><p>Birds</p><p>${post(1)}</p></main>`);
    expect((await readPages({ ...posts, [path]: list })).files).toEqual(Object.keys(posts));
  });

  it('the posts with a label of Blogger', async () => {
    const list = page(`<main><h1>Terns</h1><h3>${post(1)}</h3>${excerpt}</main>`);
    const { files } = await readPages({ ...posts, 'search/label/Terns.html': list });
    expect(files).toEqual(Object.keys(posts));
  });

  it('a list whose canonical address is broken', async () => {
    const broken = '<link rel="canonical" href="https://tern.exampletags/birds/">';
    const list = page(`<main><h1>Birds</h1><ul><li>${post(1)}</li></ul></main>`, broken);
    expect((await readPages({ ...posts, 'tags/birds/index.html': list })).files).toEqual(Object.keys(posts));
  });

  it('but not a page with a long number, as Tilda names all', async () => {
    const contact = page('<main><h1>Contact</h1><p>Quay 4, Hove.</p></main>');
    expect((await readPages({ 'page57882423.html': contact })).files).toEqual(['page57882423.html']);
  });

  it('the first page of a list that has further pages, but not that of a language', async () => {
    const list = page(`<main><h1>Notes</h1><div><h2>${post(1)}</h2>${excerpt}${excerpt}</div></main>`);
    const { files } = await readPages({
      ...posts,
      'notes/index.html': list,
      'notes/page/2/index.html': list,
      'de/index.html': list,
      'de/page/2/index.html': list,
    });
    expect(files).toEqual(['de/index.html', ...Object.keys(posts)]);
  });

  it('but not a post in several articles with places to link to', async () => {
    const part = (name: string) =>
      `<article><a name="${name}"></a><h2>On ${name}</h2>${excerpt}${excerpt}</article>`;
    const content = `<h1>Owls</h1>${part('food')}${part('nests')}${part('eggs')}`;
    const { files } = await readPages({ 'owls.html': page(`<main>${content}</main>`) });
    expect(files).toEqual(['owls.html']);
  });

  it.each([
    ['a post', '', ''],
    ['a post whose text is an article', '<article>', '</article>'],
  ])('but not %s with related posts below it', async (_, open, close) => {
    const related = [1, 2, 3].map((number) => `<div>${post(number).repeat(6)}</div>`).join('');
    const path = 'own/index.html';
    const content = `<main><h1>Owls</h1>${open}${excerpt}${excerpt}${close}<div>${related}</div></main>`;
    const { files } = await readPages({ ...posts, [path]: page(content) });
    expect(files).toContain(path);
  });

  it.each([
    [
      'search/index.html',
      '<h1>Search</h1><form><input type="search" name="q"></form><p>Words of more than one part are looked for as a whole; put a minus before a word that must not occur, and stars for letters that you do not know.</p>',
    ],
    [
      'search.html',
      '<h1>Search</h1><div id="search-results"></div><p>Searching for several words shows pages that hold all of them.</p>',
    ],
    ['print.html', `${PROSE}${PROSE}${PROSE}`],
    ['v1.2.3/search/index.html', '<h1>Search</h1><p>Loading search...</p>'],
    ['en/latest/search.html', '<h1>Search</h1><p>Loading search...</p>'],
  ])('%s', async (path, content) => {
    const { files, warnings } = await readPages({ [path]: page(`<main>${content}</main>`) });
    expect(files).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'html-left-out-search-page', file: path }]);
  });

  it.each([
    ['404.html', PROSE + PROSE.replace('h1', 'h2'), false],
    ['en/404.html', PROSE, false],
    ['200.html', '', false],
    ['_not-found.html', '<h1>404</h1><h2>This page could not be found.</h2>', false],
    ['_not-found/index.html', '<h1>404</h1><h2>This page could not be found.</h2>', false],
    ['404/index.html', '<h1>Page not found</h1><p>There is nothing here. Go <a href="/">home</a>.</p>', true],
    [
      'error.html',
      '<h1>Sorry</h1><p>Something went wrong on our side, and we have been told of it already.</p>',
      true,
    ],
  ])('%s', async (path, content, isTold) => {
    const { files, warnings } = await readPages({ [path]: page(`<main>${content}</main>`) });
    expect(files).toEqual([]);
    // Every site has an error page: a warning would be noise.
    expect(warnings).toMatchObject(isTold ? [{ code: 'html-left-out-error-page', file: path }] : []);
  });
});

describe('a table of contents with text of its own is read', () => {
  const INTRODUCTION =
    '<p>This chapter tells how terns find the harbour again in spring, and which of its walls they take for a cliff, ' +
    'since later chapters build on it.</p>';
  const long = (number: number) =>
    `<a href="/post-${number}/">${number}. ${'How terns of the harbour wall raise their young. '.repeat(4)}</a>`;
  const numbers = [1, 2, 3, 4];
  const posts = Object.fromEntries(
    numbers.map((number) => [`post-${number}/index.html`, page(`<main>${PROSE}</main>`)]),
  );
  const items = (tag: string) => numbers.map((one) => `<${tag}>${long(one)}</${tag}>`).join('');
  const short = numbers.map((one) => `<a href="/post-${one}/">${one}</a>`).join(' ');

  it.each([
    ['after the links', `<dl>${items('dt')}</dl>${INTRODUCTION}`, true],
    ['before the links', `${INTRODUCTION}<ul>${items('li')}</ul>`, true],
    ['in a box of its own', `<ul>${items('li')}</ul><div><div>${INTRODUCTION}</div></div>`, true],
    ['none', `<p>All chapters.</p><ul>${items('li')}</ul>`, false],
    ['only as links', `<ul>${items('li')}</ul><p>${long(1)} ${long(2)}</p>`, false],
    ['only in an entry', `<ul>${items('li')}<li>${long(1)}${INTRODUCTION}</li></ul>`, false],
    ['in links that call a script', `<ul>${items('li').replaceAll(/\/post-\d\//g, '#')}</ul>${short}`, true],
  ])('%s', async (_, content, isRead) => {
    const path = 'guide/index.html';
    const html = page(`<main><h1>Terns</h1>${content}</main>`);
    const { files } = await readPages({ ...posts, [path]: html });
    expect(files.includes(path)).toBe(isRead);
  });
});

describe('a page that reloads itself is no forward', () => {
  it.each([
    ['30; url=https://tern.example/live/', 'live/index.html'],
    ['30; url=/live/', 'live/index.html'],
    ['30; url=/live', 'live/index.html'],
    ['30; url=./', 'live/index.html'],
    ['30; url=index.html', 'live/index.html'],
    ['30; url=?again=1', 'live/index.html'],
    ['30; url=live.html#now', 'live.html'],
    ['30', 'live/index.html'],
    ['300; url=/next/', 'live/index.html'],
  ])('%j in %s', async (content, path) => {
    const head = `<meta http-equiv="refresh" content="${content}">`;
    const { files, warnings } = await readPages({ [path]: page(`<main>${PROSE}</main>`, head) });
    expect([files, warnings]).toEqual([[path], []]);
  });

  it.each([
    ['0; url=/there/', ''],
    ['5; url=../there/', ''],
    ['0; url=https://other.example/live/', ''],
    ['0; url=https://tern.example/new/live/', CANONICAL('new/live/')],
    ['0; url=/there/', CANONICAL('there/')],
  ])('%j is one', async (content, canonical) => {
    const head = `${canonical}<meta http-equiv="refresh" content="${content}">`;
    const { files, warnings } = await readPages({ 'live/index.html': page(`<main>${PROSE}</main>`, head) });
    expect(files).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'html-left-out-redirect', file: 'live/index.html' }]);
  });
});

it('a folder that forwards to the page of its own name is left out', async () => {
  const { files } = await readPages({
    'tea/index.html': page('', '<meta http-equiv="refresh" content="0; URL=/tea.html">'),
    'tea.html': page(`<main>${PROSE}</main>`),
  });
  expect(files).toEqual(['tea.html']);
});

it('pages that Quarto writes for aliases are left out', async () => {
  const script = `<script type="text/javascript">
    var redirects = {"":"../tea.html","old":"../cup.html"};
    var redirect = redirects[window.location.hash.slice(1)] || redirects[""] || "/";
    window.location.replace(redirect);
  </script>`;
  const { files, warnings } = await readPages({
    'old/tea.html': page('', `<title>Redirect</title>${script}`),
    'tea.html': page(`<main>${PROSE}</main>`),
  });
  expect(files).toEqual(['tea.html']);
  expect(warnings).toMatchObject([{ code: 'html-left-out-redirect', file: 'old/tea.html' }]);
});

it('redirects to another site are left out where they are most pages', async () => {
  const redirect = (name: string): string => {
    const to = `https://code.example/tern/${name}`;
    return `<meta http-equiv="refresh" content="0; url=${to}"><link rel="canonical" href="${to}"><a href="${to}">Here</a>`;
  };
  const names = ['array', 'brush', 'chord'];
  const { entries } = await readSite(
    siteWith({
      'index.html': page('<main><p>Terns of the harbour.</p></main>'),
      ...Object.fromEntries(names.map((name) => [`${name}/index.html`, page('', redirect(name))])),
    }),
  );
  expect(entries.map(({ key }) => key)).toEqual(['index.html']);
});

it('the results of a search of Doxygen are left out', async () => {
  const results = page('<p>Loading...</p>').replace('<body', '<body class="SRPage"');
  expect((await readPages({ 'search/all_0.html': results })).files).toEqual([]);
});

describe('a refresh for readers without scripts', () => {
  const head = '<noscript><meta http-equiv="refresh" content="0; url=../there.html"></noscript>';
  const read = async (script: string) =>
    (
      await readPages({
        'here/a.html': page(`<script>${script}</script><p>You should have been redirected.</p>`, head),
      })
    ).files;

  it('is a forward where a script sends all others to the same place', async () => {
    expect(await read("window.location.href = '../there.html' + location.hash")).toEqual([]);
  });

  it.each(["window.location.href = '/elsewhere.html'", 'start()'])('is none with %s', async (script) => {
    expect(await read(script)).toEqual(['here/a.html']);
  });
});

it('an archive is known by its links where the configured address is that of an example', async () => {
  const teaser = (name: string) =>
    `<h2><a href="/${name}/">About ${name}</a></h2><div>${'Terns dive for small fish near the coast. '.repeat(4)}</div>`;
  const { entries } = await readSite(
    siteWith({
      'sitemap.xml': ['', 'ice/', 'fog/', 'tags/sea/']
        .map((path) => `<url><loc>https://example.org/${path}</loc></url>`)
        .join(''),
      'index.html': page('<main><h1>Terns</h1><p>Terns of the harbour.</p></main>'),
      'ice/index.html': page('<main><h1>About ice</h1><p>Ice drifts past the harbour in spring.</p></main>'),
      'fog/index.html': page('<main><h1>About fog</h1><p>Fog hides the harbour in autumn.</p></main>'),
      'tags/sea/index.html': page(`<main><h1>sea</h1>${teaser('ice')}${teaser('fog')}</main>`),
    }),
  );
  expect(entries.map(({ key }) => key)).toEqual(['fog/index.html', 'ice/index.html', 'index.html']);
});

describe('a page with the beginnings of three others', () => {
  const teasers = (text: string): string =>
    ['ice', 'fog', 'foam']
      .map((name) => `<article><h2><a href="/${name}.html">About ${name}</a></h2>${text}</article>`)
      .join('');
  const others = Object.fromEntries(['ice', 'fog', 'foam'].map((name) => [`${name}.html`, page(PROSE)]));
  const isRead = async (body: string): Promise<boolean> =>
    (await readPages({ ...others, 'terns.html': page(body) })).files.includes('terns.html');

  it('is read where it has a text of its own above them', async () => {
    expect(await isRead(`<article>${PROSE}</article>${teasers('')}`)).toBe(true);
    expect(await isRead(`${PROSE.repeat(2)}<ul>${teasers('')}</ul>`)).toBe(true);
  });

  it.each([
    ['around headings', (name: string) => `<a href="/${name}.html"><h2>About ${name}</h2></a><p>Read.</p>`],
    ['over the box', (name: string) => `<h2>About ${name}</h2><p>Read.</p><a href="/${name}.html"></a>`],
    [
      'around headers',
      (name: string) => `<a href="/${name}.html"><header>About ${name}</header></a><p>Read.</p>`,
    ],
  ])('is a list of them with links %s', async (_, teaser) => {
    const list = ['ice', 'fog', 'foam'].map((name) => `<article>${teaser(name)}</article>`).join('');
    expect(await isRead(`<h1>All posts</h1>${list}`)).toBe(false);
  });

  it('is read where the links are those of its headings to themselves', async () => {
    const parts = ['ice', 'fog', 'foam'].map(
      (name) => `<article><h2>${name}<a href="#${name}"></a></h2><p>Read.</p></article>`,
    );
    expect(await isRead(`<h1>Terns</h1>${parts.join('')}`)).toBe(true);
  });

  it('is a list of them where it has little besides', async () => {
    const excerpt = '<p>Terns dive for small fish near the coast.</p>';
    expect(await isRead(`<article><h1>All posts</h1>${teasers(excerpt)}</article>`)).toBe(false);
    expect(await isRead(`<h1>All posts</h1>${teasers(excerpt)}<p>${'Some words. '.repeat(9)}</p>`)).toBe(
      false,
    );
  });
});

describe('signs without letters at the end of a page', () => {
  it.each([
    ['a full stop behind a picture', '<p>See <img src="/a.png" alt="A">.</p>', 'See ![A](/a.png).'],
    [
      'a sign in the last cell',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>one</td><td>+</td></tr></table>',
      '| A | B |\n| --- | --- |\n| one | + |',
    ],
  ])('stay: %s', async (_, html, markdown) => {
    expect(await builtTwin(html)).toBe(markdown);
  });
});

it('the second page of a blog of Pelican is left out, also with whole posts', async () => {
  const post = (name: string) =>
    `<article><h2><a href="${name}.html">${name}</a></h2>${PROSE.replace(/h1/g, 'h3')}</article>`;
  const { files } = await readPages({
    'index2.html': page(`<main><h1>Blog</h1>${post('a')}${post('b')}</main>`),
    'index3.html': page(`<main>${PROSE}</main>`),
    'a.html': page(`<main>${PROSE}a</main>`),
    'b.html': page(`<main>${PROSE}b</main>`),
  });
  expect(files).toEqual(['a.html', 'b.html', 'index3.html']);
});

describe('a copy of the site in one of its folders', () => {
  const pages = (folder: string, names: readonly string[], head = '') =>
    Object.fromEntries(
      names.map((name) => [`${folder}${name}.html`, page(`<main>${PROSE}${name}</main>`, head)]),
    );

  it('is left out', async () => {
    const { files, warnings } = await readPages({
      ...pages('', ['a', 'b', 'c']),
      ...pages('docsets/Tern.docset/', ['a', 'b', 'c', 'd']),
    });
    expect(files).toEqual(['a.html', 'b.html', 'c.html', 'docsets/Tern.docset/d.html']);
    expect(warnings.map(({ code }) => code)).toEqual(['html-left-out-duplicate']);
  });

  it('is no pair of pages that happen to be equal', async () => {
    const { files } = await readPages({ ...pages('', ['a', 'b']), ...pages('old/', ['a', 'b']) });
    expect(files).toEqual(['a.html', 'b.html', 'old/a.html', 'old/b.html']);
  });
});

it('the page of HTTrack that lists its copies is left out and names no site', async () => {
  const index =
    '<h1>Index of locally available sites:</h1><a href="tern.example/index.html">tern.example</a>';
  const source = siteWith({
    'index.html': page(index, '<title>Local index - HTTrack Website Copier</title>'),
    'tern.example/index.html': page(`<main>${PROSE}</main>`, '<title>Tern</title>'),
  });
  const { entries, site } = await readSite(source);
  expect(entries.map(({ key }) => key)).toEqual(['tern.example/index.html']);
  expect(JSON.stringify(site)).not.toContain('HTTrack');
});

describe('folders that editors keep for themselves', () => {
  it.each(
    '_vti_cnf tea/_VTI_PVT docs/_static _private _borders _notes hts-cache wp-admin bower_components'.split(
      ' ',
    ),
  )('%s is not read', async (folder) => {
    const { files } = await readPages({ [`${folder}/a.htm`]: page(PROSE), 'private.html': page(PROSE) });
    expect(files).toEqual(['private.html']);
  });
});

describe('templates of a generator are left out', () => {
  it.each([
    ['_layouts/a.html', '<!doctype html><title>{{ page.title }}</title><body>{{ content }}</body>'],
    ['_includes/a.html', `<!doctype html><title>A</title><body><p>${PROSE}</p></body>`],
    ['layouts/a.html', '<!doctype html><html><head>{{ partial "head.html" . }}</head><body></body></html>'],
    ['a.html', '---\ntitle: A\n---\n<p>Text</p>'],
    ['base.html', '<html><head><link href="{% static "a.css" %}"></head><body></body></html>'],
  ])('%s', async (path, text) => {
    const { files, warnings } = await readPages({ [path]: text });
    expect(files).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'html-left-out-template', file: path }]);
  });

  it.each([
    [
      'about templates',
      `<title>What {{ page.title }} does</title><meta name="description" content="{% if %}">`,
    ],
    ['with text for a script', '<title>{{title}}</title><script>const a = "{{ site.b }}";</script>'],
    ['with a long script', `<title>Tea</title><script>const a = "{{amount}}";${' '.repeat(10_000)}</script>`],
  ])('but not pages %s', async (_what, head) => {
    const text = `<!doctype html><head>${head}</head><body><main>${PROSE}</main></body>`;
    expect((await readPages({ 'a.html': text })).files).toEqual(['a.html']);
  });
});

describe('the template of a collection in an export of Webflow', () => {
  const text = (marks: string) =>
    page(`<main>${PROSE}</main>`).replace('<html', `<html data-wf-site="5f" ${marks}`);

  it('is left out', async () => {
    const { files, warnings } = await readPages({ 'detail_blog.html': text('data-wf-page="5e"') });
    expect(files).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'html-left-out-unfilled', file: 'detail_blog.html' }]);
  });

  it('is known by its name and its mark', async () => {
    const { files } = await readPages({
      'blog.html': text('data-wf-page="5e"'),
      'detail_blog.html': text(''),
    });
    expect(files).toEqual(['blog.html', 'detail_blog.html']);
  });
});

it('a form of phpBB is left out', async () => {
  const form = page('<h2>Log in</h2><form action="ucp.php"><label>Name</label><input></form>').replace(
    '<body',
    '<body id="phpbb" class="section-posting ltr"',
  );
  const { warnings } = await readPages({ 'posting.php-mode=reply.html': form });
  expect(warnings).toMatchObject([{ code: 'html-left-out-search-page' }]);
});

it('the page of a picture is left out unless it has a text', async () => {
  const picture = (text: string) =>
    page(`<h1>dscf0042</h1><p><img src="/dscf0042.jpg" alt=""></p>${text}`).replace(
      '<body',
      '<body class="attachment single-attachment attachmentid-42"',
    );
  const { files, warnings } = await readPages({
    'dscf0042/index.html': picture(''),
    'dscf0043/index.html': picture(PROSE),
  });
  expect(files).toEqual(['dscf0043/index.html']);
  expect(warnings).toMatchObject([{ code: 'html-left-out-attachment', file: 'dscf0042/index.html' }]);
});

it('a short post beside a list of others is a page where it says that it is a post', async () => {
  const others = ['b', 'c', 'd', 'e'].map(
    (name) => `<li><a href="/${name}.html">The post called ${name}</a></li>`,
  );
  const body = `<main><h1>Nets</h1><p>The net broke.</p><div>Related</div><ul>${others.join('')}</ul></main>`;
  const files = ['b', 'c', 'd', 'e'].map((name) => [
    `${name}.html`,
    page(`<h1>${name}</h1><p>Text of ${name}.</p>`),
  ]);
  const read = async (head: string) => {
    const folder = siteWith({
      ...Object.fromEntries(files),
      'a.html': page(body, `<title>Nets</title>${head}`),
    });
    return (await readSite(folder)).byFile.get('a.html');
  };
  const post = { '@context': 'https://schema.org', '@type': 'BlogPosting', headline: 'Nets' };
  const data = `<script type="application/ld+json">${JSON.stringify(post)}</script>`;
  expect(markdownOf(await read(data))).toContain('The net broke.');
  expect(await read('')).toBeUndefined();
});
