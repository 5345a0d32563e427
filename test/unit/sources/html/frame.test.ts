import type { Element } from 'hast';
import { describe, expect, it } from 'vitest';
import { readSeenPage } from '../../../../src/content/fidelity/read-page.js';
import { parseDocument, parseHtml } from '../../../../src/content/html/parse.js';
import {
  blocksOf,
  FrameScan,
  frameOfLanguage,
  frameSample,
  isFrameLine,
  isInSample,
  pagesWithBlock,
} from '../../../../src/sources/html/frame.js';
import { readLines } from '../../../../src/sources/html/page-lines.js';
import { markdownOf, page, readSite, siteWith } from '../../../support/sources/html/read-site.js';

/** The lines that a visitor sees. */
function shownIn(html: string): readonly string[] {
  const { pieces } = readSeenPage(parseDocument(`<body>${html}</body>`));
  return pieces.flatMap(([, text]) => text.split('\n'));
}

/** The tables of a site with these pages, each in a language. */
function frameOfSite(pages: readonly (readonly [lang: string, html: string])[]) {
  const scan = new FrameScan();
  for (const [lang, html] of pages)
    scan.add(lang, blocksOf(readLines(parseHtml(html)), shownIn(html), []), false);
  return scan.result();
}

/** The table of a site in a single language. */
const tableOf = (pages: readonly string[]) => frameOfSite(pages.map((html) => ['en', html])).all;

const pages = (count: number, html: (number: number) => string) =>
  Array.from({ length: count }, (_, at) => html(at));

it('links that only icons show are lines of the frame, and stay where a page has its own', async () => {
  const icon = (href: string) => `<div><a href="https://${href}.example/"><svg></svg></a></div>`;
  const files = Array.from({ length: 9 }, (_, at) => [
    `${at}.html`,
    page(
      `<main><h1>Tern ${at}</h1><p>Number ${at} flies far.</p>${icon('all')}${at === 0 ? icon('own') : ''}</main>`,
    ),
  ]);
  const { entries } = await readSite(siteWith(Object.fromEntries(files) as Record<string, string>));
  const twins = entries.map(markdownOf);
  expect(twins[1]).toBe('Number 1 flies far.');
  expect(twins[0]).toContain('https://own.example/');
});

it('paragraphs that a few posts repeat are text, however few posts a blog has', async () => {
  const filler = '<p>Capitalize on low hanging fruit.</p>';
  const post = (at: number) =>
    page(`<article><h1>Net ${at}</h1><p>Net ${at} is tied.</p>${at < 3 ? filler : ''}</article>`);
  const list = page('<article><p>All nets.</p></article>');
  const files = Array.from({ length: 9 }, (_, at) => [
    [`${at}.html`, post(at)],
    [`tags/${at}.html`, list],
  ]).flat();
  const { entries } = await readSite(siteWith(Object.fromEntries(files) as Record<string, string>));
  expect(
    entries
      .map(markdownOf)
      .join()
      .match(/Capitalize/g),
  ).toHaveLength(3);
});

it('a paragraph at the end of a few posts is text, and at the end of most it is frame', async () => {
  const filler = `<p>${'Capitalize on low hanging fruit to beta test. '.repeat(4)}</p>`;
  const countOn = async (least: number) => {
    const post = (at: number) =>
      page(
        `<article><h1>Net ${at}</h1><p>Net ${at} is tied ${'again and '.repeat(30)}again.</p>${at < least ? filler : ''}</article>`,
      );
    const files = Array.from({ length: 9 }, (_, at) => [`${at}.html`, post(at)] as const);
    const { entries } = await readSite(siteWith(Object.fromEntries(files)));
    return entries.filter((entry) => markdownOf(entry).includes('Capitalize')).length;
  };
  expect([await countOn(4), await countOn(8)]).toEqual([4, 0]);
});

it('lines of all posts are frame though the lists of a blog have none of them', async () => {
  const post = (at: number) => page(`<article><p>Net ${at} is tied.</p><p>Thanks for reading.</p></article>`);
  const list = page('<article><p>All nets.</p></article>');
  const files = [...Array(9).keys()].flatMap((at) => [
    [`${at}.html`, post(at)],
    ...[...Array(4).keys()].map((tag) => [`tags/${at}/${tag}.html`, list]),
  ]);
  const { entries } = await readSite(siteWith(Object.fromEntries(files) as Record<string, string>));
  expect(entries.map(markdownOf).join('\n')).not.toContain('Thanks');
});

it('the beginning of a text is no frame where only lists of posts repeat it', async () => {
  const start = '<p>Today I tied a net of rope.</p>';
  const post = (name: string, text: string) =>
    page(
      `<article><div itemprop="articleBody">${text}<h2>Knots of ${name}</h2><p>${name} has knots.</p></div></article>`,
    );
  const list = page(`<article><div itemprop="articleBody">${start}</div></article>`);
  const lists = ['index', 'tags/rope/index', 'tags/net/index', '2024/index', 'archives/index'];
  const { entries } = await readSite(
    siteWith({
      'first.html': post('First', start),
      'second.html': post('Second', '<p>Another text.</p>'),
      'third.html': post('Third', '<p>A third one.</p>'),
      ...Object.fromEntries(lists.map((name) => [`${name}.html`, list])),
    }),
  );
  expect(entries.map(markdownOf).join('\n')).toMatch(/Today I tied[\s\S]*?First has knots/);
});

it('questions that some pages end with are the text of the page that has nothing else', async () => {
  const questions = ['May I bring a dog?', 'Is there a ferry?', 'Who feeds the terns?']
    .map((question) => `<div><p>${question}</p><p>Ask the keeper of the harbour about it.</p></div>`)
    .join('');
  const text = (at: number) => `<p>Room ${at} looks at the sea, ${'and at the boats '.repeat(9)}all day.</p>`;
  const files = Array.from({ length: 9 }, (_, at) => [
    `${at}.html`,
    page(
      `<main><h1>Room ${at}</h1>${at === 0 ? '' : text(at)}<div class="${at === 0 ? 'all' : 'more'}">${at < 4 ? `<div>${questions}</div>` : ''}</div></main>`,
    ),
  ]);
  const { entries } = await readSite(siteWith(Object.fromEntries(files) as Record<string, string>));
  expect(entries.map((entry) => markdownOf(entry).includes('Is there a ferry?')).slice(0, 2)).toEqual([
    true,
    false,
  ]);
});

it('a price below the title is text though many things cost the same', async () => {
  const shop = (label: string) =>
    Array.from({ length: 9 }, (_, at) => [
      `${at}.html`,
      page(`<main><h1>Net ${at}</h1><ul><li>${label}</li></ul><p>Net ${at} is tied by hand.</p></main>`),
    ]);
  const firstWith = async (label: string) => {
    const { entries } = await readSite(siteWith(Object.fromEntries(shop(label)) as Record<string, string>));
    return markdownOf(entries[0] as (typeof entries)[number]);
  };
  expect(await firstWith('Regular price $29.99 CAD')).toContain('$29.99');
  expect(await firstWith('29,99 €')).toContain('29,99');
  expect(await firstWith('Nets of the harbour')).not.toContain('Nets of');
});

it('an aside with a heading at the end of many pages is frame, whatever is around it', async () => {
  const box = (tag: string) =>
    `<${tag}><h2>Recent posts</h2><ul><li>The harbour wall</li><li>Nests</li></ul></${tag}>`;
  const files = (tag: string) =>
    Array.from({ length: 9 }, (_, at) => [
      `${at}.html`,
      page(
        `<main><article class="tag-${'abcdefghi'[at]}"><h1>Tern ${at}</h1><p>It flies.</p>${box(tag)}</article></main>`,
      ),
    ]);
  const twinsWith = async (tag: string) => {
    const { entries } = await readSite(siteWith(Object.fromEntries(files(tag)) as Record<string, string>));
    return entries.map(markdownOf);
  };
  expect((await twinsWith('aside'))[0]).toBe('It flies.');
  expect((await twinsWith('section'))[0]).toContain('Recent posts');
});

it('a box at the end of many pages is frame, whatever is around it', async () => {
  const box = '<div><p>Write to the harbour master.</p><p>Call now.</p><p>Call now.</p></div>';
  const files = Array.from({ length: 9 }, (_, at) => {
    const [open, close] = ['<div>'.repeat(at % 5), '</div>'.repeat(at % 5)];
    return [
      `${at}.html`,
      page(`<main><h1>Tern ${at}</h1><p>Tern ${at} flies.</p>${open}${box}${close}</main>`),
    ];
  });
  const { entries } = await readSite(siteWith(Object.fromEntries(files) as Record<string, string>));
  expect(entries.map(markdownOf)).toEqual(entries.map((_, at) => `Tern ${at} flies.`));
});

describe('a line of the frame', () => {
  const table = tableOf(
    pages(
      12,
      (at) => `<p>Own ${at}</p><p>All  pages</p>${at < 4 ? '<p>Four</p>' : ''}${at < 3 ? 'Three' : ''}`,
    ),
  );

  it.each([
    ['All pages', true],
    [' all\tPages ', true],
    ['Allpages', true],
    ['Four', true],
    ['Three', false],
    ['Own 3', false],
    ['All', false],
    ['', false],
  ])('%j: %s', (line, expected) => {
    expect(isFrameLine(table, line)).toBe(expected);
  });

  it('is on all pages where they are fewer than eight, and needs four', () => {
    const all = (count: number) => tableOf(pages(count, () => '<p>All pages</p>'));
    expect([8, 7, 4, 3].map((count) => isFrameLine(all(count), 'All pages'))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const most = (count: number) => tableOf(pages(count, (at) => (at === 0 ? '<p>Own</p>' : '<p>Most</p>')));
    expect([8, 7].map((count) => isFrameLine(most(count), 'Most'))).toEqual([true, false]);
  });
});

describe('the frame of a language', () => {
  const site = frameOfSite([
    ...pages(40, (at) => `<p>Own ${at}</p><p>All pages</p>`).map((html) => ['en', html] as const),
    ...pages(8, (at) => `<p>Own ${at}</p><p>Alle Seiten</p>`).map((html) => ['de', html] as const),
    ...pages(7, (at) => `<p>Own ${at}</p><p>Toutes les pages</p>`).map((html) => ['fr', html] as const),
  ]);

  it.each([
    ['de', 'Alle Seiten', true],
    ['DE', 'Alle Seiten', true],
    ['de', 'All pages', false],
    ['en', 'All pages', true],
    // Too few pages: the frame is that of the whole site.
    ['fr', 'Toutes les pages', false],
    ['fr', 'All pages', true],
    ['', 'All pages', true],
  ])('%s: %s', (lang, line, expected) => {
    expect(isFrameLine(frameOfLanguage(site, lang), line)).toBe(expected);
  });
});

describe('a block of the frame', () => {
  it.each([
    ['<div class="a"><p>x</p></div>', 9],
    ['<div class="a2"><p>x</p></div>', 0],
    ['<div class="b"><p>x</p></div>', 0],
    ['<div class="a"><p>y</p></div>', 0],
  ])('%s is on %i pages', (html, expected) => {
    const table = tableOf(pages(9, (at) => `<div class="a"><p>x</p></div><p>${at}</p>`));
    const tree = parseHtml(html);
    expect(pagesWithBlock(table, readLines(tree), tree.children[0] as Element)).toBe(expected);
  });

  it('stands once on a page', () => {
    const box = '<div><p>x</p></div>';
    const tree = parseHtml(box);
    const count = (html: string) =>
      pagesWithBlock(tableOf(pages(9, () => html)), readLines(tree), tree.children[0] as Element);
    expect([count(box), count(box + box)]).toEqual([9, 0]);
  });
});

describe('the pages that are counted', () => {
  const paths = Array.from({ length: 2000 }, (_, at) => `page-${at}.html`);
  const chosen = (all: readonly string[]) => {
    const sample = frameSample(all);
    return all.filter((path) => isInSample(path, sample));
  };

  it('are all of a small site and 128 of a large one', () => {
    expect(chosen(paths.slice(0, 128))).toHaveLength(128);
    expect(chosen(paths)).toHaveLength(128);
  });

  it('are nearly the same when a page is added', () => {
    const [before, after] = [new Set(chosen(paths)), chosen([...paths, 'new.html'])];
    expect(after.filter((path) => !before.has(path)).length).toBeLessThanOrEqual(1);
  });
});
