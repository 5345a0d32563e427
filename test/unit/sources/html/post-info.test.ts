import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const TEXT = '<p>Short note: the net broke.</p>';
const TAG = '<a href="/tag/nets.html">nets</a>';
const CATEGORY = '<a href="/category/craft.html">Craft</a>';
const AUTHOR = '<a href="/author/lena-park.html">Lena Park</a>';

/** A post with these parts around its text, as the themes of Pelican write it: without `main` and `article`. */
const postWith = (above: string, below = ''): string =>
  page(
    `<div class="post"><h2><a href="page.html">A net</a></h2>${above}<div>${TEXT}</div>${below}</div>`,
    '<title>A net</title>',
  );

describe('lines about a post are facts, not text', () => {
  it.each([
    [
      'a footer with boxes',
      `<footer><abbr class="published" title="2024-03-04T09:00:00Z">Mon 04 March 2024</abbr><address>By ${AUTHOR}</address><div>Category: ${CATEGORY}</div><div>Tags: ${TAG}</div></footer>`,
      '',
    ],
    [
      'lists, where the date has the word of an author before it',
      `<div><ul><li>by&nbsp;${AUTHOR}</li><li>on&nbsp;Mon 04 March 2024</li></ul><p>Category: ${CATEGORY} ${TAG}</p></div>`,
      '',
    ],
    ['a line without words', `<p><small>${AUTHOR} - Mon 04 March 2024 - ${CATEGORY}, ${TAG}</small></p>`, ''],
    [
      'a link with the time',
      `<p>Permalink: <a href="page.html">2024-03-04 09:00:00+00:00</a><br>by ${AUTHOR}<br>in ${CATEGORY}<br>tags: ${TAG}</p>`,
      '',
    ],
    [
      'French headings, one with the date alone',
      '<h3>Le Mon 04 March 2024</h3>',
      `<h3>Par <a href="#">Lena Park</a>, Catégorie : ${CATEGORY}</h3><h3>Tags : ${TAG} /</h3>`,
    ],
    [
      'a box with the reading time',
      `<div><div>2024-03-04</div><div>1 min read</div><div>By ${AUTHOR}</div><div>${CATEGORY} ${TAG}</div></div>`,
      '',
    ],
    [
      'links to places on the page of all tags',
      `<p>by ${AUTHOR} on 4 March 2024 <a href="/tags.html#nets">nets</a> <a href="/category#craft">Craft</a></p>`,
      '',
    ],
    [
      'a heading below the text',
      '',
      `<hr><h6>Written by ${AUTHOR} in ${CATEGORY} on Mon 04 March 2024. Tags: ${TAG}, </h6>`,
    ],
  ])('%s', async (_, above, below) => {
    const { entries, authors } = await readSite(siteWith({ 'page.html': postWith(above, below) }));
    const [entry] = entries;
    expect(markdownOf(entry).replace(/\n*---$/, '')).toBe('Short note: the net broke.');
    expect(authors.map(({ name }) => name)).toEqual(['Lena Park']);
    expect(new Date((entry?.published ?? 0) * 1000).toISOString()).toMatch(/^2024-03-04/);
    expect(entry?.terms?.map(({ name }) => name).sort()).toEqual(['Craft', 'nets']);
  });

  it.each([
    ['with other words', `<p>More about ${TAG}, by ${AUTHOR} on 4 March 2024, is below.</p>`],
    ['without a date anywhere', `<p>By ${AUTHOR} in ${CATEGORY}</p>`],
    ['with the date of an event to come', `<p>4 March 2099 in ${CATEGORY}</p>`],
    ['with topics and no word', `<ul><li>${TAG}</li><li>${CATEGORY}</li></ul>`],
    ['with a table', `<div>4 March 2024 ${TAG}<table><tr><td>hemp</td></tr></table></div>`],
  ])('a line %s stays', async (_, line) => {
    const text = markdownOf(await readOne(postWith(line)));
    expect(text).toMatch(/nets|Craft/);
  });

  it('a line that contradicts the head of the page stays', async () => {
    const line = `<p>By ${AUTHOR} on 4 March 2024 in ${CATEGORY}</p>`;
    const text = async (head: string): Promise<string> =>
      markdownOf(await readOne(postWith(line).replace('<title>', `${head}<title>`)));
    expect(await text('<meta name="author" content="Ida Moe">')).toContain('Lena Park');
    expect(await text('<meta name="date" content="2020-01-01">')).toContain('4 March 2024');
    expect(
      await text('<meta name="author" content="Lena Park"><meta name="date" content="2024-03-04">'),
    ).toBe('Short note: the net broke.');
  });

  it('a list of posts keeps the line of each', async () => {
    const post = (name: string, date: string) =>
      `<div><h2><a href="/${name}.html">${name}</a></h2><p>By ${AUTHOR} on ${date} in ${CATEGORY}</p>${TEXT}<h3>Details</h3><p>Tags: ${TAG}</p></div>`;
    const list = page(`${post('Tide', '4 March 2024')}${post('Reef', '5 March 2024')}`, '<title>All</title>');
    const files = {
      'list.html': list,
      'Tide.html': page('<h1>Tide</h1>'),
      'Reef.html': page('<h1>Reef</h1>'),
    };
    const { byFile } = await readSite(siteWith(files), { include: ['list.html'] });
    const entry = byFile.get('list.html');
    expect(markdownOf(entry)).toContain('5 March 2024');
    expect(markdownOf(entry)).toContain('4 March 2024');
    expect(entry?.published).toBeUndefined();
  });
});

const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gorse', 'Hazel', 'Ivy'];

/** The twin of the first of some pages with this frame. */
async function framed(frame: (text: string) => string): Promise<string> {
  const files = NAMES.map((name) => [
    `${name}.html`,
    page(
      frame(`<h2><a href="${name}.html">${name}</a></h2><p>${name} grows here.</p>`),
      `<title>${name}</title>`,
    ),
  ]);
  const { byFile } = await readSite(siteWith(Object.fromEntries(files)));
  return markdownOf(byFile.get('Alder.html'));
}

describe('what the pages of a site share', () => {
  const links = ['Links', 'Notes', 'Words'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('');

  it('is frame in a list whose parts have headings', async () => {
    const side = `<div id="side"><ul><li><h2>Categories</h2><ul>${links}</ul></li><li><h2>Blogroll</h2><ul><li><a href="https://p.example/">Pelican</a></li></ul></li></ul></div>`;
    expect(await framed((text) => `<div>${text}</div>${side}`)).toBe('Alder grows here.');
    expect(await framed((text) => `${side}<div>${text}</div>`)).toBe('Alder grows here.');
  });

  it('is frame where a line stands twice in it', async () => {
    const box = (list: string) => `<div class="well"><ul>${list}</ul></div>`;
    const side =
      box(`<li>Categories</li>${links}`) + box('<li>Links</li><li><a href="https://p.example/">P</a></li>');
    expect(await framed((text) => `<div>${text}</div>${side}`)).toBe('Alder grows here.');
  });
});

it('the list of all tags of a site names no tags of a post', async () => {
  const all = NAMES.map((name) => `<li><a href="/category/${name}.html">${name}</a></li>`).join('');
  const files = NAMES.map((name) => [
    `${name}.html`,
    page(
      `<section><header><h2>${name}</h2></header><footer><time datetime="2024-03-04">4 March 2024</time> in <a href="/category/${name}.html">${name}</a></footer><p>${name} grows here and there in the north.</p></section><div><h4>Categories</h4><ul class="blank">${all}</ul></div>`,
      `<title>${name}</title>`,
    ),
  ]);
  const { byFile } = await readSite(siteWith(Object.fromEntries(files)));
  expect(byFile.get('Alder.html')?.terms?.map(({ name }) => name)).toEqual(['Alder']);
});

it('the name of the site in the first heading is no part of the title', async () => {
  const entry = await readOne(
    page(
      `<header><h1><a href="https://lena.example">Lena's Log <b>on nets</b></a> : <a href="/page.html">A net</a></h1></header><article>${TEXT}</article>`,
      '<title>A net</title>',
    ),
  );
  expect(entry.title).toBe('A net');
});
