import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const TEXT = 'Terns fly from one end of the earth to the other every year.';
const DAY = Date.UTC(2026, 0, 2) / 1000;

/** A post with a line below its title. */
function postWith(line: string, head = '') {
  return readOne(page(`<main><h1>Terns</h1>${line}<p>${TEXT}</p></main>`, head));
}

describe('bylines that a page writes as text', () => {
  it.each([
    [
      'a name and a date',
      '<span class="meta">\n  Posted by\n  “Ida Moe”\n  on Friday, January 2, 2026 </span>',
    ],
    ['a date with a label', '<div>Posted on <time>2026-01-02</time></div>'],
    ['a label before a day', '<p>Published 02 January 2026</p>'],
    ['a linked name', '<p>By <a href="https://birds.example/ida">Ida Moe</a> - 02 Jan 2026</p>'],
    ['a date and the time that reading takes', '<div class="post-meta">Jan 2, 2026 · 5 min read</div>'],
    ['a date with a class', '<p class="date">2 January 2026</p>'],
    ['an ordinal number', '<p class="date">Friday, 2nd January 2026</p>'],
    ['a date in the line of a theme', '<p class="single-shell__meta">Fri, Jan 2, 2026</p>'],
    [
      'a linked name with a colon',
      '<span>by: <a href="/authors/ida">Ida Moe</a> on <!-- -->2026-01-02</span>',
    ],
    ['a German date', '<p>Veröffentlicht am Freitag, 2. Januar 2026 von Ida Moe</p>'],
    ['a French date', '<div class="post-meta">Publié le vendredi 2 janvier 2026</div>'],
    ['a Spanish date', '<p class="date">2 de enero de 2026</p>'],
    ['a Japanese date', '<p class="post-byline"><span class="published">2026年1月2日</span></p>'],
    ['a date with the time that reading takes', '<p><time>2026-01-02</time> <span>About 22 mins</span></p>'],
  ])('%s', async (_, line) => {
    const entry = await postWith(line);
    expect(entry.published).toBe(DAY);
    expect(markdownOf(entry).trim()).toBe(TEXT);
  });

  it.each([
    [
      'a link to the comments',
      '<p><time>2026-01-02</time> | <a href="#disqus_thread">3 Comments</a></p>',
      '',
    ],
    [
      'a link to the comments in German',
      '<p><time>2026-01-02</time> | <a href="#respond">Keine Kommentare</a></p>',
      '',
    ],
    [
      'a link to the comments in French',
      '<p><time>2026-01-02</time> | <a href="#comments">3 commentaires</a></p>',
      '',
    ],
    ['a control of the comments', '', '<section><a id="show-disqus">Show Comments</a></section>'],
    ['a footer', '', '<footer><p>Posted by <span>Ida Moe</span> <time>2026-01-02</time></p></footer>'],
  ])('in %s', async (_, header, footer) => {
    const head = '<meta name="author" content="Ida Moe">';
    const post = `<main><article><h1>Terns</h1>${header}<p>${TEXT}</p>${footer}</article></main>`;
    expect(markdownOf(await readOne(page(post, head))).trim()).toBe(TEXT);
  });

  it('reads the author', async () => {
    const { authorKeys } = await postWith('<p>Posted by Ida Moe on 2 January 2026</p>');
    expect(authorKeys).toEqual(['ida-moe']);
  });

  it('reads what is in the header of the page, outside its article', async () => {
    const header = '<header><h1>Terns</h1><p>Posted by Ida Moe on 2 January 2026</p></header>';
    const { published, authorKeys } = await readOne(page(`${header}<article><p>${TEXT}</p></article>`));
    expect([published, authorKeys]).toEqual([DAY, ['ida-moe']]);
  });

  it.each([
    ['a date', 'January 2, 2026 -', []],
    [
      'names on lines of their own',
      'January 2, 2026 -\n\n Ida Moe\n\n Per (Ole) Aas',
      ['ida-moe', 'per-ole-aas'],
    ],
    ['an account', 'January 2, 2026 - Ida Moe <a href="https://x.example/ida">(@ida_m)</a>', ['ida-moe']],
    ['icons', '<i></i><time>2026-01-02</time><br><i></i>\nIda Moe<br><br>', ['ida-moe']],
  ])('reads and removes %s beside the title, without an element around it', async (_, line, authors) => {
    const entry = await postWith(line);
    expect([entry.published, entry.authorKeys]).toEqual([DAY, authors]);
    expect(markdownOf(entry).trim()).toBe(TEXT);
  });

  it('keeps the beginning of a text beside the title', async () => {
    const line = 'January 2, 2026 - A tern came to <b>Oslo</b>.';
    expect(markdownOf(await postWith(line))).toContain('January 2, 2026 - A tern came to **Oslo**.');
  });

  it.each([
    ['above the text', (box: string, text: string) => `<div><footer>${box}</footer>${text}</div>`],
    ['below the text', (box: string, text: string) => `${text}<footer>${box}</footer>`],
  ])('reads and removes the box of Pelican %s', async (_, around) => {
    const box =
      '<abbr class="published" title="2026-01-02T00:00:00Z">Published: Fri 02 January 2026</abbr><p>Last updated: <time datetime="2026-02-03">3 February</time></p><address>By <a href="/author/ida.html">Ida Moe</a></address><p>In <a href="/category/sea.html">sea</a>.</p><p>tags: <a href="/tag/ice.html">ice</a> <a href="/tag/fog.html">fog</a></p>';
    const title = '<header><h1><a href="/terns.html" rel="bookmark">Terns</a></h1></header>';
    const long = `<p>${TEXT.repeat(5)}</p>`;
    const entry = await readOne(page(`<main><article>${title}${around(box, long)}</article></main>`));
    expect(entry).toMatchObject({ published: DAY, authorKeys: ['ida-moe'], type: 'post' });
    expect(entry.modified).toBe(Date.UTC(2026, 1, 3) / 1000);
    expect(entry.terms.map(({ name }) => name)).toEqual(['sea', 'ice', 'fog']);
    expect(markdownOf(entry).trim()).toBe(TEXT.repeat(5));
  });

  it('reads author and last change from the line of Confluence, and leaves the name of the space out of titles', async () => {
    const line =
      '<div class="page-metadata">Created by <span class="author"> Ida Moe</span>, last modified by <span class="editor"> Per Aas</span> on Jan 02, 2026</div>';
    const pageOf = (name: string) => {
      const title = `Bird Handbook : ${name}`;
      const header = `<div id="main-header"><h1 id="title-heading"><span id="title-text"> ${title} </span></h1></div>`;
      return page(
        `${header}<div id="content">${line}<div><p>${name}. ${TEXT}</p></div></div>`,
        `<title>${title}</title>`,
      );
    };
    const names = ['Terns', 'Gulls', 'Auks'];
    const { entries } = await readSite(
      siteWith(Object.fromEntries(names.map((name) => [`${name}.html`, pageOf(name)]))),
    );
    expect(entries.map(({ title }) => title).sort()).toEqual([...names].sort());
    for (const entry of entries) {
      expect(entry).toMatchObject({ authorKeys: ['ida-moe'], modified: DAY });
      expect(entry.published).toBeUndefined();
      expect(markdownOf(entry)).toBe(`${entry.title}. ${TEXT}`);
    }
  });

  it('reads and removes the line below a title in a box of its own', async () => {
    const line =
      '<div><time datetime="2026-01-02">Jan 2</time><span class="blog-author-name">Written By <a href="/?author=1">Ida Moe</a></span></div>';
    const entry = await readOne(
      page(`<main><article><div><div><h1>Terns</h1></div>${line}</div><p>${TEXT}</p></article></main>`),
    );
    expect(entry).toMatchObject({ published: DAY, authorKeys: ['ida-moe'] });
    expect(markdownOf(entry)).toBe(TEXT);
  });

  it('reads and removes what WordPress writes below a post', async () => {
    const footer =
      '<footer><div><span>Published <time class="entry-date published updated" datetime="2026-01-02">January 2, 2026</time></span><span class="byline">By <a href="/author/ida/" rel="author">Ida Moe</a></span></div></footer>';
    const comments =
      '<div id="comments" class="comments-area"><h2>1 comment</h2><ol class="comment-list"><li><article><footer><b>Reader</b> says:</footer><p>Nice!</p></article></li></ol></div>';
    const entry = await readOne(
      page(
        `<main><article><h1>Terns</h1><p>${TEXT.repeat(5)}</p>${footer}</article>${comments}</main>`,
      ).replace('<body', '<body class="single single-post"'),
    );
    expect(entry).toMatchObject({ published: DAY, authorKeys: ['ida-moe'], type: 'post' });
    expect(markdownOf(entry)).toBe(TEXT.repeat(5));
  });

  it('reads and removes what Blogger writes around a post', async () => {
    const footer =
      '<div class="post-footer"><span class="post-author">Posted by <a href="/profile/1" rel="author"><span>Ida Moe</span></a></span> at <a href="/terns.html" rel="bookmark"><abbr class="published" title="2026-01-02T00:00:00Z">12:00 AM</abbr></a> <a href="/post-edit" title="Edit Post"><img src="edit.gif" alt=""></a></div>';
    const comments = '<div class="comments" id="comments"><h4>1 comment:</h4><p>Nice!</p></div>';
    const post = `<div class="post hentry"><h3 class="post-title entry-title">Terns</h3><div class="post-body">${TEXT.repeat(5)}</div>${footer}</div>`;
    const entry = await readOne(
      page(
        `<h2 class="date-header"><span>Friday, January 2, 2026</span></h2><div class="post-outer">${post}${comments}</div><div class="blog-pager"><a href="/a">Older Post</a></div><div class="widget BlogArchive"><h2>Archive</h2><ul><li><a href="/2025/">2025</a> (5)</li></ul></div>`,
        '<title>Terns</title>',
      ).replace('<body', '<body class="item-view"'),
    );
    expect(entry).toMatchObject({ published: DAY, authorKeys: ['ida-moe'], type: 'post', title: 'Terns' });
    expect(markdownOf(entry)).toBe(TEXT.repeat(5));
  });

  it('reads the date below a text that Org mode writes, and makes a line of the subtitle', async () => {
    const entry = await readOne(
      page(
        `<div id="content"><h1 class="title">Terns<br><span class="subtitle">Of the north</span></h1><p>${TEXT.repeat(5)}</p></div><div id="postamble"><p class="date">Date: 2026-01-02</p><p class="author">Author: Ida Moe</p><p class="date">Created: 2026-02-03 Tue 10:20</p></div>`,
      ),
    );
    expect([entry.title, entry.published]).toEqual(['Terns', DAY]);
    expect(markdownOf(entry)).toBe(`Of the north\n\n${TEXT.repeat(5)}`);
  });

  it('leaves dates in sentences', async () => {
    const entry = await postWith('<p class="meta">The colony was founded on 2 January 2026</p>');
    expect(entry.published).toBeUndefined();
    expect(markdownOf(entry)).toContain('2 January 2026');
  });

  it('reads the author next to the title, before the owner of the site in the head of all pages', async () => {
    const owner = '<meta name="author" content="tern-times">';
    const post = (name: string, line: string) =>
      page(`<main><h1>${name}</h1>${line}<p>${TEXT}</p></main>`, `<title>${name}</title>${owner}`);
    const { byFile } = await readSite(
      siteWith({
        'index.html': post('Birds', ''),
        'terns.html': post('Terns', '<div><span class="post-author-name">Ida Moe</span></div>'),
        'gulls.html': post('Gulls', '<div>by: <a href="/authors/per">Per</a></div>'),
        'auks.html': post('Auks', '<div class="author">Written for 3 readers</div>'),
      }),
    );
    expect(['index', 'terns', 'gulls', 'auks'].map((name) => byFile.get(`${name}.html`)?.authorKeys)).toEqual(
      [['tern-times'], ['ida-moe'], ['per'], ['tern-times']],
    );
  });

  it('reads author, date and tags of the theme Reco for VuePress', async () => {
    const info =
      '<div><i class="iconfont reco-account"><span>Ida Moe</span></i> <i class="iconfont reco-date"><span>1/2/2026</span></i> <i class="tags iconfont reco-tag"><span class="tag-item">Ice</span><span class="tag-item">Fog</span></i></div>';
    const post = (lang: string) =>
      readOne(
        page(`<main><div class="page-title"><h1>Terns</h1>${info}</div><p>${TEXT}</p></main>`, '', lang),
        'blogs/2026/terns.html',
      );
    const entry = await post('en-US');
    expect(entry).toMatchObject({ published: DAY, authorKeys: ['ida-moe'], type: 'post' });
    expect(entry.terms.map(({ name }) => name)).toEqual(['Ice', 'Fog']);
    expect(markdownOf(entry)).toBe(TEXT);
    expect((await post('fr')).published).toBeUndefined();
  });

  it('reads the metadata of articles in journals', async () => {
    const head =
      '<meta name="citation_publication_date" content="2026/01/02"><meta name="citation_author" content="Ida Moe">';
    const { published, authorKeys } = await postWith('', head);
    expect([published, authorKeys]).toEqual([DAY, ['ida-moe']]);
  });

  it('reads an author that microdata marks', async () => {
    const { authorKeys } = await postWith(
      '<div itemprop="author"><a href="/ida"><span itemprop="name">Ida Moe</span></a><small>Keeper</small></div>',
    );
    expect(authorKeys).toEqual(['ida-moe']);
  });

  it('reads the author of JSON-LD, and not the title that a theme writes there', async () => {
    const data = (name: string) =>
      `<script type="application/ld+json">{"@type":"BlogPosting","headline":"Terns","author":{"name":"${name}"}}</script>`;
    const authors = async (name: string) =>
      (await postWith('', `<meta name="author" content="Ida Moe">${data(name)}`)).authorKeys;
    expect(await authors('Ole Ness')).toEqual(['ole-ness']);
    expect(await authors('Terns')).toEqual(['ida-moe']);
  });

  it('is of a post in the folder that a theme of Hugo has for them', async () => {
    const html = page('<main><h1>Terns</h1><p><time>2026-01-02</time></p><p>They fly.</p></main>');
    expect((await readOne(html, 'p/terns/index.html')).type).toBe('post');
  });

  it('takes the date of a post from its file name', async () => {
    const { entries } = await readSite(
      siteWith({ 'news/2026-01-02-terns.html': page(`<main><h1>Terns</h1><p>${TEXT}</p></main>`) }),
    );
    expect(entries[0]?.published).toBe(DAY);
  });
});
