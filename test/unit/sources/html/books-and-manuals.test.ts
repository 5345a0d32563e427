/** Pages of books, manuals and reports, whose generators write more around the text than most. */
import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const words = 'Terns fly from one end of the earth to the other every year. '.repeat(3).trim();

describe('titles with a number', () => {
  it('PreTeXt: the heading has the label and the number of its part', async () => {
    const heading =
      '<h2><span class="type">Section</span> <span class="codenumber">1.1</span> <span class="title">Wings</span></h2>';
    const entry = await readOne(page(`<main>${heading}<p>${words}</p></main>`, '<title>Wings</title>'));
    expect(entry?.title).toBe('Section 1.1 Wings');
    expect(markdownOf(entry)).toBe(words);
  });

  it('a title that is only the number of a heading', async () => {
    const entry = await readOne(page(`<h3>1.1 Wings</h3><p>${words}</p>`, '<title>1.1</title>'));
    expect(entry?.title).toBe('1.1 Wings');
    expect(markdownOf(entry)).toBe(words);
  });

  it('GAPDoc: the heading with a number that the title has too is no text', async () => {
    const chapter = (name: string) =>
      page(`<h3>${name}</h3><p>${words}</p>`, `<title>Sea - Chapter ${name.replace(' ', ': ')}</title>`);
    const { byFile } = await readSite(
      siteWith({ 'a.html': chapter('1 Terns'), 'b.html': chapter('2 Gulls'), 'c.html': chapter('3 Auks') }),
    );
    expect(byFile.get('b.html')?.title).toBe('Chapter 2: Gulls');
    expect(markdownOf(byFile.get('b.html'))).toBe(words);
  });

  it('Maven: a title is the heading where the name of the project stands before it', async () => {
    const report = (name: string) =>
      page(
        `<header><div id="banner"><div id="bannerLeft"><h2>Tern Library</h2></div></div></header>` +
          `<main><h2>${name}</h2><p>${words}</p><h2>More</h2><p>${words}</p></main>`,
        `<title>tern-lib – ${name}</title>`,
      );
    const other = (name: string) => page(`<main><h1>${name}</h1><p>${words}</p></main>`);
    const { byFile } = await readSite(
      siteWith({
        ...Object.fromEntries(['Team', 'Plugins', 'Usage'].map((name) => [`${name}.html`, report(name)])),
        ...Object.fromEntries(
          ['Wing', 'Beak', 'Feet', 'Tail'].map((name) => [`api/${name}.html`, other(name)]),
        ),
      }),
    );
    expect(byFile.get('Usage.html')?.title).toBe('Usage');
    expect(markdownOf(byFile.get('Usage.html'))).not.toContain('Tern Library');
  });
});

describe('what generators write around the text', () => {
  it.each([
    ['workflowr', '<div id="workflowr-report"><p><strong>Checks:</strong> 7 0</p></div>'],
    ['xml2rfc', '<table class="ears"><tr><td>Terns</td><td>July 2026</td><td>[Page]</td></tr></table>'],
    ['Sandcastle', '<table class="TitleTable"><tr><td>Tern Class</td><td>A Class Library</td></tr></table>'],
    ['a script that loads the text', '<p>Loading home content…</p>'],
    ['Javadoc', '<p class="legalCopy"><small>Copyright 2020</small></p>'],
    ['Sandcastle, below each list', '<a href="#mainBody">Back to Top</a><div id="mainBody"></div>'],
    ['MadCap Flare', '<img src="open.gif" alt="Closed" class="MCTogglerIcon">'],
  ])('%s', async (_, part) => {
    const entry = await readOne(page(`<h1>Terns</h1>${part}<p>${words}</p>`));
    expect(markdownOf(entry)).toBe(words);
  });

  it('Oxygen WebHelp writes a link to its editor into the title', async () => {
    const title =
      '<h1 class="title"><div>Terns</div><span class="edit-link"><a href="https://e.example/">Edit online</a></span></h1>';
    expect((await readOne(page(`<main>${title}<p>${words}</p></main>`)))?.title).toBe('Terns');
  });

  it('MadCap Flare puts what a term means into its link', async () => {
    const link =
      '<a href="javascript:void(0);" class="MCTextPopup">arm<span class="MCTextPopupBody">A wing.</span></a>';
    const entry = await readOne(page(`<main><h1>Terns</h1><p>One ${link} of a tern. ${words}</p></main>`));
    expect(markdownOf(entry)).toContain('One arm (A wing.) of a tern.');
  });
});

describe('versions of one document', () => {
  const parts = Array.from({ length: 40 }, (_, at) => `<h2>Part ${at}</h2><p>${at}. ${words} ${words}</p>`);
  const list =
    '<div><ul><li>The wings of terns</li><li>The beaks of terns</li><li>The feet of terns</li></ul></div>';
  const version = (year: number) =>
    page(
      `<h1>Terns in General</h1><h2>About this document</h2><p>Version of the year ${year}.</p>${list}${parts.slice(0, 30 + year).join('')}`,
      '<title>Terns in General</title>',
    );
  const years = [1, 2, 3, 4, 5, 6, 7, 8, 9];

  it('keep the text and the title that they have in common', async () => {
    const { byFile } = await readSite(
      siteWith(Object.fromEntries(years.map((year) => [`v${year}/terns.html`, version(year)]))),
    );
    const entry = byFile.get('v4/terns.html');
    expect(entry?.title).toBe('Terns in General');
    for (const text of ['The beaks of terns', 'About this document', '## Part 3'])
      expect(markdownOf(entry)).toContain(text);
  });
});
