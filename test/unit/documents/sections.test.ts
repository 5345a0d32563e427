import { describe, expect, it } from 'vitest';
import { buildLlms } from '../../../src/documents/llms.js';
import { sectionsOf } from '../../../src/documents/sections.js';
import { type EntryLine, filesOf, testContext } from '../../support/documents/context.js';

let id = 0;
const page = (path: string, title: string, more: Partial<EntryLine> = {}): EntryLine => ({
  id: ++id,
  type: 'page',
  path,
  title,
  section: '',
  ...more,
});

function listed(entries: readonly EntryLine[], languages: readonly string[] = []) {
  const sections = sectionsOf(testContext({ entries, languages }));
  return sections.map(({ title, folder, entries: own }) => [title, folder, own.map((entry) => entry.title)]);
}

describe('the order of entries', () => {
  it('is that of the navigation, then of the menu, then by links, depth and title', () => {
    const entries = [
      page('/a/', 'A'),
      page('/b/', 'B'),
      page('/deep/er/c/', 'C'),
      page('/linked/', 'Linked', { inbound: 3 }),
      page('/menu/', 'Menu', { menuOrder: -1 }),
      page('/second/', 'Second', { navOrder: 2 }),
      page('/first/', 'First', { navOrder: 1, menuOrder: 9 }),
    ];
    const titles = ['First', 'Second', 'Menu', 'Linked', 'A', 'B', 'C'];
    expect(listed(entries)).toEqual([['Pages', 'pages', titles]]);
  });

  it('counts the numbers in titles', () => {
    const titles = ['Appendix', 'Chapter 2', 'Chapter 2: Two', 'Chapter 010', 'Chapter 10', 'Chapter x'];
    const entries = titles.toReversed().map((title) => page(`/${title}/`, title));
    expect(listed(entries)).toEqual([['Pages', 'pages', titles]]);
  });

  it('follows the numbers that authors gave to the pages of a folder', () => {
    const entries = ['10-pour', '02-boil', 'tips', '1-leaves', '3-0-released', '2-0-released'].map(
      (name, at) => page(`/steps/${name}/`, name, { inbound: 9 - at }),
    );
    const titles = ['1-leaves', '02-boil', 'tips', '10-pour', '3-0-released', '2-0-released'];
    expect(listed(entries)).toEqual([['Steps', 'steps', titles]]);
    const inMenu = entries.map((line, at) => ({ ...line, menuOrder: at }));
    expect(listed(inMenu)[0]?.[2]).toEqual(entries.map(({ title }) => title));
  });

  it('follows the numbers of sections in titles, where they are those of a document', () => {
    const pages = (titles: readonly string[]) =>
      listed(titles.map((title, at) => page(`/${at}x.html`, title, { inbound: 9 - at })))[0]?.[2];
    const titles = ['2 Water', '10 Cups', '1.2 Oolong', '1 Leaves', 'Index', '1.1 Green', '2.1 Heat'];
    const ordered = ['1 Leaves', '1.1 Green', '1.2 Oolong', '2 Water', 'Index', '2.1 Heat', '10 Cups'];
    expect(pages(titles)).toEqual(ordered);
    for (const own of [
      ['7 kinds of tea', '3 kinds of cups', 'Pots'],
      ['2.1 is here', '2.0 is here', '1.0 is here'],
      ['9 pots', '7 cups', '5 spoons'],
    ])
      expect(pages(own)).toEqual(own);
  });

  it('has the page of a folder before its other pages, unless the navigation has its place', () => {
    const entries = ['/tea/', '/cups/'].flatMap((folder) => [
      page(folder, `All of ${folder}`, folder === '/cups/' ? { navOrder: 9 } : {}),
      ...['one', 'two', 'three'].map((name, at) =>
        page(`${folder}${name}/`, name, folder === '/cups/' ? { navOrder: at } : { inbound: 5 - at }),
      ),
    ]);
    expect(listed(entries)).toEqual([
      ['All of /cups/', 'cups', ['one', 'two', 'three', 'All of /cups/']],
      ['All of /tea/', 'tea', ['All of /tea/', 'one', 'two', 'three']],
    ]);
  });

  it('goes by the names of folders whose pages have one title', () => {
    const entries = ['2024', '2026'].flatMap((year) => [
      page(`/${year}/`, 'Ferries'),
      ...['a', 'b', 'c'].map((name) => page(`/${year}/${name}/`, name)),
    ]);
    expect(listed(entries).map(([title]) => title)).toEqual(['2024', '2026']);
  });

  it('is by date for posts alone', () => {
    const post = (title: string, published: string, more = {}): EntryLine =>
      page(`/${title}/`, title, { type: 'post', published, ...more });
    const entries = [post('old', '2026-01-01', { navOrder: 1, inbound: 9 }), post('new', '2026-02-01')];
    expect(listed(entries)).toEqual([['Posts', 'posts', ['new', 'old']]]);
  });
});

describe('sections', () => {
  const guide = ['install', 'run', 'stop'].map((name, at) =>
    page(`/guide/${name}/`, name, { navOrder: at + 1 }),
  );

  it('are folders with the title of their page, and small folders stay with the pages', () => {
    const entries = [
      page('/', 'Home'),
      page('/guide/', 'How to', { navOrder: 0 }),
      ...guide,
      ...['x', 'y', 'z'].map((name) => page(`/02-api_reference/${name}.html`, name, { navOrder: 9 })),
      page('/misc/a/', 'Stray'),
    ];
    expect(listed(entries)).toEqual([
      ['Pages', 'pages', ['Home', 'Stray']],
      ['How to', 'guide', ['How to', 'install', 'run', 'stop']],
      ['Api reference', '02-api_reference', ['x', 'y', 'z']],
    ]);
  });

  it('have the name of their folder if its page is called like the first page of any book', () => {
    const entries = [page('/', 'Tea'), page('/green-tea/', 'Foreword')];
    for (const name of ['a', 'b']) entries.push(page(`/green-tea/${name}/`, name));
    expect(listed(entries).map(([title]) => title)).toEqual(['Pages', 'Green tea']);
  });

  it('divide what all pages share one folder', () => {
    const entries = ['a', 'b'].flatMap((folder) =>
      ['1', '2', '3'].map((name) => page(`/docs/${folder}/${name}`, `${folder}${name}`)),
    );
    expect(listed(entries).map(([title, folder]) => [title, folder])).toEqual([
      ['A', 'docs/a'],
      ['B', 'docs/b'],
    ]);
  });

  it('are in the order of the numbers of the folders’ own pages, unless the navigation names their pages', () => {
    const folder = (name: string, menuOrder: number) => [
      page(`/${name}/`, name.toUpperCase(), { menuOrder, hasProse: false }),
      ...['1', '2', '3'].map((last, at) => page(`/${name}/${last}/`, name + last, { menuOrder: at })),
    ];
    const entries = [...folder('a', 30), ...folder('b', 20), ...folder('c', 10)];
    expect(listed(entries).map(([title]) => title)).toEqual(['C', 'B', 'A']);
    const named = entries.map((line, at) => ({ ...line, navOrder: at }));
    expect(listed(named).map(([title]) => title)).toEqual(['A', 'B', 'C']);
  });

  it('of earlier versions come last, with their numbers', () => {
    const pages = (folder: string) =>
      ['1', '2', '3'].map((name, at) => page(`/docs/${folder}/${name}/`, folder + name, { navOrder: at }));
    expect(listed([...pages('4.x'), ...pages('guide')]).map(([title]) => title)).toEqual(['Guide', '4.x']);
  });

  it('of earlier versions are apart where the navigation of each has the same groups', () => {
    const pages = (folder: string, start: number) =>
      ['1', '2'].map((name, at) =>
        page(`/docs/${folder}${name}/`, folder + name, { navOrder: start + at, section: 'Guides' }),
      );
    expect(listed([...pages('4.1/', 0), ...pages('', 2)])).toEqual([
      ['Guides', 'guides', ['1', '2']],
      ['Guides (4.1)', '4.1/guides', ['4.1/1', '4.1/2']],
    ]);
    expect(listed(pages('4.1/', 0)).map(([title]) => title)).toEqual(['Guides']);
  });

  it('are groups of the navigation where it has some', () => {
    const entries = guide.map((line) => ({ ...line, section: 'Getting started' }));
    expect(listed(entries)).toEqual([['Getting started', 'getting-started', ['install', 'run', 'stop']]]);
  });

  it('are groups of two pages, or of one between others, where the navigation has them', () => {
    const groups = ['Start', 'Start', 'Run'];
    const entries = guide.map((line, at) => ({ ...line, section: groups[at] ?? '' }));
    expect(listed(entries)).toEqual([
      ['Start', 'start', ['install', 'run']],
      ['Run', 'run', ['stop']],
    ]);
  });

  it('are in the order of the navigation, with pages outside of groups where it has them', () => {
    const inMenu = (name: string, navOrder: number, section = '') =>
      page(`/${name}.html`, name, { navOrder, section });
    const entries = [
      page('/stray.html', 'stray'),
      page('/', 'front', { navOrder: 99 }),
      ...['preface', 'intro'].map((name, at) => inMenu(name, at)),
      ...['a', 'b'].map((name, at) => inMenu(name, 2 + at, 'Leaves')),
      inMenu('game', 4),
      ...['c', 'd'].map((name, at) => inMenu(name, 5 + at, 'Water')),
      ...['v', 'w', 'x', 'y', 'z'].map((name, at) => inMenu(name, 7 + at)),
    ];
    expect(listed(entries)).toEqual([
      ['Pages', 'pages', ['front', 'preface', 'intro', 'stray']],
      ['Leaves', 'leaves', ['a', 'b']],
      ['game', 'game', ['game']],
      ['Water', 'water', ['c', 'd']],
      ['v, w, x and 2 more', 'v', ['v', 'w', 'x', 'y', 'z']],
    ]);
  });

  it('keep that order where pages of one folder are between groups; other pages join their folder or come last', () => {
    const inFolder = (name: string, navOrder?: number, section = '') =>
      page(`/docs/${name}/`, name, { section, ...(navOrder === undefined ? {} : { navOrder }) });
    const entries = [
      page('/', 'Home'),
      inFolder('config', 1),
      ...['a', 'b'].map((name, at) => inFolder(`parts/${name}`, 2 + at, 'Parts')),
      ...['search', 'print', 'test'].map((name, at) => inFolder(name, 4 + at)),
      ...['c', 'd'].map((name, at) => inFolder(`more/${name}`, 7 + at, 'Parts')),
      inFolder('stray'),
      ...['x', 'y', 'z'].map((name) => page(`/old/${name}/`, name)),
    ];
    expect(listed(entries).map(([title, , titles]) => [title, titles])).toEqual([
      ['Pages', ['Home', 'config']],
      ['Parts', ['parts/a', 'parts/b', 'more/c', 'more/d']],
      ['Docs', ['search', 'print', 'test', 'stray']],
      ['Old', ['x', 'y', 'z']],
    ]);
  });

  it('name pages with the same title once', () => {
    const entries = [
      page('/', 'Home'),
      ...['a', 'b'].map((name, at) => page(`/${name}/`, name, { section: 'Leaves', navOrder: at })),
      ...['x', 'y'].map((name, at) => page(`/${name}/`, 'All', { navOrder: 2 + at })),
    ];
    expect(listed(entries).map(([title]) => title)).toEqual(['Pages', 'Leaves', 'All']);
  });

  it('have headings of their own', () => {
    const entries = ['API', ' API'].flatMap((section, group) =>
      ['1', '2'].map((name, at) => page(`/${group}/${name}/`, name, { section, navOrder: group * 2 + at })),
    );
    expect(listed(entries).map(([title]) => title)).toEqual(['API', 'API 2']);
  });

  it('leave out the error page, pages without text, and those that opted out', () => {
    const entries = [
      page('/404.html', 'Lost'),
      page('/de/404/', 'Weg'),
      page('/shop/', 'Shop', { hasProse: false }),
      page('/no/', 'No', { llms: false }),
      page('/room-404/', 'Room 404'),
    ];
    expect(listed(entries)).toEqual([['Pages', 'pages', ['Room 404']]]);
  });

  it('of other languages have an index of their own, in the folder of the language', () => {
    const german = ['a', 'b', 'c'].map((name) => page(`/de/hilfe/${name}/`, name, { lang: 'de-DE' }));
    const entries = [...guide, page('/about/', 'About', { lang: 'en-GB' }), ...german];
    expect(listed(entries, ['de-DE', 'en-GB']).map(([title, folder]) => [title, folder])).toEqual([
      ['Pages', 'pages'],
      ['Guide', 'guide'],
      ['Hilfe', 'de/hilfe'],
    ]);
    const text = buildLlms(testContext({ entries, languages: ['de-DE', 'en-GB'] }));
    expect(text).toContain(
      '## Languages\n\n- [Deutsch (de-DE)](https://tea.example/de/llms.txt): 3 entries\n',
    );
    expect(text).not.toContain('/de/hilfe/a');
  });

  it('have the most frequent language as the main one, if no entry is in that of the site', () => {
    const entries = guide.map((line) => ({ ...line, lang: 'fr' }));
    expect(listed(entries, ['fr'])).toEqual([['Guide', 'guide', ['install', 'run', 'stop']]]);
  });

  it('have no title of a page next to their folder', () => {
    const moved = page('/guide.html', 'The guide has moved', { navOrder: 0 });
    expect(listed([moved, page('/guide/', 'Introduction'), ...guide]).map(([title]) => title)).toEqual([
      'Pages',
      'Guide',
    ]);
  });

  it('have placeholders last: five or more pages with the same text', () => {
    const excerpt = 'This page has moved.';
    const old = [1, 2, 3, 4, 5].map((at) => page(`/old/${at}/`, `Old ${at}`, { navOrder: 0, excerpt }));
    const stray = page('/guide/moved/', 'Moved', { navOrder: 0, excerpt });
    const sections = listed([...old, stray, ...guide]);
    expect(sections.map(([title]) => title)).toEqual(['Guide', 'Old']);
    expect(sections[0]?.[2]).toEqual(['install', 'run', 'stop', 'Moved']);
    expect(listed([...old.slice(2), ...guide])[0]?.[0]).toBe('Old');
  });

  it('never share a file', () => {
    const entries = ['pages', 'de'].flatMap((folder) =>
      ['1', '2', '3'].map((name) => page(`/${folder}/${name}/`, name)),
    );
    const german = page('/x/', 'X', { lang: 'de' });
    const folders = listed([...entries, page('/y/', 'Y'), german], ['de']).map(([, folder]) => folder);
    expect(new Set(folders).size).toBe(folders.length);
    expect(folders).not.toContain('de');
  });
});

describe('the summary below the title', () => {
  const front = page('/', 'Home', {
    excerpt: 'We sell tea in Galway, and our cups are from Kerry. Our shop is open from ten to six. The…',
  });
  const german = page('/de/', 'Start', { lang: 'de', excerpt: 'Tee aus Galway.' });
  const other = page('/tea/', 'Tea', { excerpt: 'Twelve kinds of tea.' });
  const summary = (entries: readonly EntryLine[], description = '') =>
    /^> (.*)$/m.exec(buildLlms(testContext({ entries, site: { description } })))?.[1];

  it('is the description of the site, else the whole sentences of its front page', () => {
    expect(summary([front, other], 'Leaves and water')).toBe('Leaves and water');
    expect(summary([front, other])).toBe(
      'We sell tea in Galway, and our cups are from Kerry. Our shop is open from ten to six.',
    );
    expect(summary([page('/en/', 'Home', { excerpt: 'Tea' }), other])).toBe('Tea');
    expect(summary([other])).toBeUndefined();
    expect(summary([{ ...front, llms: false }, other])).toBeUndefined();
  });

  it('is not the teaser of another page, as on the front page of a blog', () => {
    const teaser = page('/', 'Blog', { excerpt: 'Twelve kinds of tea. Eleven…' });
    expect(summary([teaser, other])).toBeUndefined();
    const blog = { ...teaser, excerpt: 'Notes about leaves. Twelve kinds of tea. Eleven…' };
    expect(summary([blog, other])).toBe('Notes about leaves.');
  });

  it('is in the language of the index', () => {
    const ctx = testContext({ entries: [front, other, german], languages: ['de'] });
    expect(buildLlms(ctx)).toContain('\n> Leaves and water\n');
    for (const surface of ['llms-collection', 'llms-full-collection']) {
      const [text] = Object.values(filesOf(surface, ctx));
      expect(text).toContain('# Tea Notes: Deutsch (de)\n\n> Tee aus Galway.\n');
    }
  });
});
