/** Pages of wikis, which visitors see with links to places, to pages that aren't written, and to their last change. */
import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const words = 'Terns fly from one end of the earth to the other every year. '.repeat(3).trim();

describe('links of wikis', () => {
  it('the notes of a copy whose links have the name of the page', async () => {
    const mark = '<sup><a href="./tern%20one.html#fn__1" id="fnt__1" class="fn_top">1)</a></sup>';
    const note =
      '<div class="footnotes"><div class="fn"><sup><a href="./tern%20one.html#fnt__1" id="fn__1" class="fn_bot">1)' +
      '</a></sup> <div class="content">Counted in 2003.</div></div></div>';
    const text = `<main><h1>Terns</h1><p>${words}${mark}</p><h2 id="wings">Wings</h2><p>Long.</p>${note}</main>`;
    const { byFile } = await readSite(
      siteWith({ 'tern one.html': page(text), 'b.html': page(`<p>${words}</p>`) }),
    );
    const markdown = markdownOf(byFile.get('tern one.html'));
    expect(markdown).toContain('year.[^1]');
    expect(markdown).toContain('[^1]: Counted in 2003.');
  });

  it.each([
    ['MediaWiki', '<a href="/index.php?title=Auk&action=edit&redlink=1" class="new">auks</a>'],
    ['DokuWiki', '<a href="./auk.html" class="wikilink2" rel="nofollow">auks</a>'],
  ])('%s: a link to a page that isn’t written is text', async (_, link) => {
    const entry = await readOne(page(`<main><p>${words} See also ${link}.</p></main>`));
    expect(markdownOf(entry)).toBe(`${words} See also auks.`);
  });

  it('a link with an ordinary address stays one', async () => {
    const link = '<a href="/index.php?title=Auk&redlink=10">auks</a>';
    const entry = await readOne(page(`<main><p>${words} See also ${link}.</p></main>`));
    expect(markdownOf(entry)).toContain('[auks](');
  });
});

describe('parts of wikis', () => {
  it.each([
    [
      'Vector',
      '<a class="mw-jump-link" href="#mw-head">Jump to navigation</a> <a class="mw-jump-link" href="#s">Jump to search</a>',
    ],
    [
      'Vector 2022',
      '<header class="mw-body-header"><label id="vector-toc-collapsed-button" for="vector-toc-collapsed-checkbox" role="button" aria-controls="toc" tabindex="0" title="Contents">Toggle the table of contents</label></header>',
    ],
    ['Minerva', '<a class="minerva-talk-add-button" href="/index.php?section=new">Add topic</a>'],
    [
      'DokuWiki, in a copy',
      '<div id="dw__toc"><h3>Table of Contents</h3><div><ul><li><a href="x.html#a">Wings</a></li><li><a href="x.html#b">Beak</a></li></ul></div></div>',
    ],
    ['the template Bootstrap3 of DokuWiki', '<p><span class="pageId ml-1">soil:tern</span></p>'],
  ])('%s', async (_, part) => {
    const entry = await readOne(page(`<main>${part}<h1>Terns</h1><p>${words}</p></main>`));
    expect(markdownOf(entry)).toBe(words);
  });

  it('DokuWiki: the name of a file stands before its code', async () => {
    const code =
      '<dl class="code"><dt><a href="/_export/code/a?codeblock=0" class="mediafile">ratio.py</a></dt>' +
      '<dd><pre class="code python">x = 1</pre></dd></dl>';
    const entry = await readOne(page(`<main><p>${words}</p>${code}</main>`));
    expect(markdownOf(entry)).toBe(`${words}\n\n*ratio.py*\n\n\`\`\`python\nx = 1\n\`\`\``);
  });

  it('MediaWiki: the caption of a gallery stands before it', async () => {
    const gallery =
      '<ul class="gallery"><li class="gallerycaption">Nests</li><li class="gallerybox"><div><img src="a.png" alt="A nest"></div></li></ul>';
    const entry = await readOne(page(`<main><p>${words}</p>${gallery}</main>`));
    expect(markdownOf(entry)).toMatch(/\n\nNests\n\n- !\[A nest\]/);
  });
});

describe('the date of the last change at the end of a page', () => {
  const dateOf = async (end: string) => {
    const entry = await readOne(page(`<main><h1>Terns</h1><p>${words}</p></main>${end}`));
    return entry?.modified === undefined
      ? undefined
      : new Date(entry.modified * 1000).toISOString().slice(0, 10);
  };

  it.each([
    '<footer><ul><li id="footer-info-lastmod"> This page was last edited on 3 March 2024, at 21:44.</li></ul></footer>',
    '<div class="docInfo">soil/tern.txt · Last modified: 2024/03/03 10:00 by bea</div>',
    '<footer><p>Page last updated <time datetime="2024-03-03T09:00:00Z">in spring</time></p><p>© 2020</p></footer>',
    '<hr>Last update: March 3, 2024<br>Webmaster',
    '<address>Dernière modification le 3.3.2024</address>',
    '<footer><p>Zuletzt aktualisiert am 3. März 2024</p></footer>',
    '<footer><p>Última actualización: 3 de marzo de 2024</p></footer>',
  ])('%s', async (end) => {
    expect(await dateOf(end)).toBe('2024-03-03');
  });

  it.each([
    '<footer><p>Founded on 3 March 2024</p></footer>',
    '<ul><li>Auks · Updated 3 March 2024</li><li>Gulls · Updated 5 May 2024</li></ul>',
    '<footer><p>The rules that were last updated were those of the year, on 3 March 2024</p></footer>',
    `<footer><p>Last updated: 3 March 2024</p>${'<p>Terns</p>'.repeat(50)}</footer>`,
    '<footer><script>"Last updated: 3 March 2024"</script></footer>',
  ])('not %s', async (end) => {
    expect(await dateOf(end)).toBeUndefined();
  });

  it('not the date that all pages share, which is that of the build', async () => {
    const pages = Object.fromEntries(
      [...'abcdefghij'].map((name) => [
        `${name}.html`,
        page(
          `<main><h1>${name} terns</h1><p>${name} ${words}</p></main><footer>Last updated on Mar 03, 2024.</footer>`,
        ),
      ]),
    );
    const { byFile } = await readSite(siteWith(pages));
    expect(byFile.get('c.html')).toBeDefined();
    expect(byFile.get('c.html')?.modified).toBeUndefined();
  });
});
