import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const HEAD =
  '<meta name="author" content="Ida Moe"><meta property="article:tag" content="Ice,Fog"><meta property="article:tag" content="Washington, D.C.">';
const TEXT = '<p>Terns fly from one end of the earth to the other every year.</p>';

/** The twin of a post with these parts around its text. */
async function twinOf(header: string, footer = ''): Promise<string> {
  const post = `<article><header><h1>Terns</h1>${header}</header>${TEXT}<footer>${footer}</footer></article>`;
  return markdownOf(await readOne(page(`<main>${post}</main>`, HEAD))).replace(/\n+/g, '\n');
}

const PLAIN = 'Terns fly from one end of the earth to the other every year.';

describe('what the head of a twin has is not repeated in its text', () => {
  it.each([
    [
      'a date with the time that reading takes',
      '<div><time datetime="2026-01-02">2 January</time> · One min read</div>',
      PLAIN,
    ],
    [
      'a date with the class of a time, the time that reading takes, and links to tags, as Zola themes write them',
      '<div class="post__meta"><span class="post__time">Jan 2, 2026</span><span> • 13 minute read </span> • <span><a href="/categories/ice/">Ice</a></span> • <span><a href="/categories/fog/">Fog</a></span></div>',
      PLAIN,
    ],
    [
      'a date with its author behind it, also where the order of day and month is unknown',
      '<div>Posted 2 January 2026 by Ida Moe</div><div>Geplaatst 02-01-2026 door Ida Moe</div>',
      PLAIN,
    ],
    ['a date that only its class marks', '<div><span class="post_date">2 January 2026</span></div>', PLAIN],
    [
      'a date with numbers of words and minutes',
      '<div><time datetime="2026-01-02">2 January</time><span>·</span><span>1,511 words</span><span>·</span><span>3 mins</span></div>',
      PLAIN,
    ],
    [
      'a date with numbers of minutes and words',
      '<div><time datetime="2026-01-02">2 January</time> <span>3 min read</span> <span>511 words</span></div>',
      PLAIN,
    ],
    [
      'a date with minutes in German',
      '<div><time datetime="2026-01-02">2. Januar</time> – 3 Min. Lesezeit</div>',
      PLAIN,
    ],
    [
      'a date with other words',
      '<div><time datetime="2026-01-02">2 January</time> in Oslo</div>',
      `2 January in Oslo\n${PLAIN}`,
    ],
    [
      'an author with a picture and accounts',
      '<div><a href="/ida"><img src="/ida.png" alt="Ida Moe"></a><a href="/ida">Ida Moe</a><a href="https://x.example/ida" title="X"><svg></svg></a></div>',
      PLAIN,
    ],
    [
      'a line with the date and the author',
      '<p><time datetime="2026-01-02">2 January</time> • <span itemprop="author"><span>Ida Moe</span></span></p>',
      PLAIN,
    ],
    [
      'an author with a role, which stays',
      '<div><a href="/ida"><img src="/ida.png" alt=""></a><div><a href="/ida">Ida Moe</a></div><small>Keeper of birds</small></div>',
      `[Ida Moe](/ida)\nKeeper of birds\n${PLAIN}`,
    ],
  ])('%s', async (_, header, expected) => {
    expect(await twinOf(header)).toBe(expected);
  });

  it.each([
    [
      'a list of its tags',
      '<b>Tags:</b><ul><li><a href="/tags/ice">Ice</a></li><li><a href="/tags/fog">Fog</a></li></ul>',
      PLAIN,
    ],
    ['boxes of its tags', '<span class="tag">Ice</span> <span class="tag">Fog</span>', PLAIN],
    [
      'links to other places',
      '<ul><li><a href="/tags/ice">Ice</a></li><li><a href="/sea">Sea</a></li></ul>',
      `${PLAIN}\n- [Ice](/tags/ice)\n- [Sea](/sea)`,
    ],
    ['a link to a page that a tag is named after', '<p><a href="/ice">Ice</a></p>', `${PLAIN}\n[Ice](/ice)`],
  ])('%s', async (_, footer, expected) => {
    expect(await twinOf('', `<div>${footer}</div>`)).toBe(expected);
  });

  it.each([
    [
      'of a dated post',
      '<h1>Terns</h1><ul><li><time>May 2024</time></li><li><a href="/tags/sea/">sea</a>, </li><li><a href="../tags/ice-age/">ice age</a></li></ul>',
      'div',
    ],
    [
      'of an article',
      '<hgroup><h1>Terns</h1></hgroup><div><a href="/tags/sea/">#sea</a><a href="/tags/ice-age/">#ice age</a></div>',
      'article',
    ],
  ])('reads the links to tags next to the title %s', async (_, title, tag) => {
    const entry = await readOne(page(`<main><${tag}>${title}${TEXT}</${tag}></main>`));
    expect(entry.terms.map(({ name }) => name)).toEqual(['sea', 'ice age']);
    expect(markdownOf(entry)).toBe(PLAIN);
  });

  const [SEA, ICE] = ['<a href="/tags/sea">sea</a>', '<a href="/tags/ice-age/">ice age</a>'];

  it.each([
    `<ul><li>${SEA}</li><li>${ICE}</li></ul>`,
    `<footer>${SEA}${ICE}</footer>`,
    `<div><span>${SEA}</span> <span>${ICE}</span></div>`,
    `<p>${SEA} ${ICE}</p>`,
  ])('reads a row of links to tags right after the text of a post: %s', async (tags) => {
    const entry = await readOne(
      page(`<main><article><h1>Terns</h1><div>${TEXT}${tags}</div></article></main>`),
    );
    expect(entry.terms.map(({ name }) => name)).toEqual(['sea', 'ice age']);
    expect(markdownOf(entry)).toBe(PLAIN);
  });

  it('keeps a paragraph that leads to a topic', async () => {
    const also = '<p>See also <a href="/topics/ice/">Ice</a>.</p>';
    const entry = await readOne(
      page(`<main><article><h1>Terns</h1><div>${TEXT}${also}</div></article></main>`),
    );
    expect([entry.terms, markdownOf(entry)]).toEqual([[], `${PLAIN}\n\nSee also [Ice](/topics/ice/).`]);
  });

  it('reads tags beside the only article of a page', async () => {
    const info = `<div class="post-info"><p>${SEA} ${ICE}</p><p>113 Words</p><p>2024-02-11 10:00</p></div>`;
    const entry = await readOne(page(`<main><article><h1>Terns</h1>${TEXT}</article><hr>${info}</main>`));
    expect(entry.terms.map(({ name }) => name)).toEqual(['sea', 'ice age']);
    expect(markdownOf(entry)).toMatch(/every year\.\s*(?:-+|\*+)?$/);
  });

  it('reads a date without a label where the time that reading takes stands behind it', async () => {
    const read = (line: string) =>
      readOne(page(`<main><h1>Terns</h1><div class="sub">${line}</div>${TEXT}</main>`));
    expect((await read('February 11, 2024 · One minute read')).published).toBe(1707609600);
    expect((await read('February 11, 2024')).published).toBeUndefined();
  });

  it('reads no tag from the section of a post that is the folder of all posts', async () => {
    const section = (name: string) => `<meta property="article:section" content="${name}">`;
    const read = (name: string) => readOne(page(`<main><h1>Terns</h1>${TEXT}</main>`, section(name)));
    expect((await read('posts')).terms).toEqual([]);
    expect((await read('Birds')).terms).toMatchObject([{ name: 'Birds' }]);
  });

  it('reads the only labelled list of links to tags, wherever it is', async () => {
    const tags = '<ul><li><b>Tagged in:</b></li><li><a href="/tags/sea/">sea</a></li></ul>';
    const about = '<p>Ida Moe has counted terns for twenty years.</p>';
    const entry = await readOne(page(`<main><article><h1>Terns</h1>${TEXT}${tags}${about}</article></main>`));
    expect(entry.terms.map(({ name }) => name)).toEqual(['sea']);
    expect(markdownOf(entry)).not.toContain('Tagged');
  });

  it('leaves the line with the date of the last change out, but not those of a history', async () => {
    const change = (day: number) =>
      `<p>Last updated: <time datetime="2026-01-0${day}">${day} January</time></p>`;
    const twin = async (rest: string) =>
      markdownOf(await readOne(page(`<main><h1>Terns</h1>${TEXT}${rest}</main>`)));
    expect(await twin(`<div>${change(2)}</div>`)).toBe(PLAIN);
    expect(await twin(`<h2>History</h2>${change(2)}<p>Ice.</p>${change(3)}<p>Fog.</p>`)).toContain(
      'updated: 2 January',
    );
  });

  it('keeps links to tags where nothing else shows a post', async () => {
    const entry = await readOne(page(`<main><h1>Tags</h1><p><a href="/tags/sea/">sea</a></p>${TEXT}</main>`));
    expect(entry.terms).toEqual([]);
    expect(markdownOf(entry)).toContain('[sea](/tags/sea/)');
  });

  it('are not all tags of the site, with the numbers of their posts', async () => {
    const all = '<h2>Tags</h2><a href="/t/sea" rel="tag">sea (6)</a> <a href="/t/ice" rel="tag">ice (2) </a>';
    const { terms } = await readOne(
      page(`<main><h1>Terns</h1><a href="/t/sea" rel="tag">sea</a>${TEXT}${all}</main>`),
    );
    expect(terms.map(({ name }) => name)).toEqual(['sea']);
  });

  it('reads several tags in a single element', async () => {
    const { terms } = await readOne(page(`<main><h1>Terns</h1>${TEXT}</main>`, HEAD));
    expect(terms.map(({ name }) => name)).toEqual(['Ice', 'Fog', 'Washington, D.C.']);
  });
});

it('a line of the frame above the title is found in boxes that have names of their pages', async () => {
  const files = Array.from({ length: 9 }, (_, at) => {
    const bar = `<div class="page-${'abcdefghi'[at]}"><p><b>Handbook of terns</b></p>`;
    return [`${at}.html`, page(`<main>${bar}<h1>Tern ${at}</h1><p>Number ${at} flies far.</p></div></main>`)];
  });
  const { entries } = await readSite(siteWith(Object.fromEntries(files) as Record<string, string>));
  expect(entries.map(markdownOf)).toEqual(Array.from({ length: 9 }, (_, at) => `Number ${at} flies far.`));
});

it('a site whose pages are all marked as noindex is reported', async () => {
  const files = (head: string) => ({
    'index.html': page(`<main><h1>Birds</h1>${TEXT}</main>`, '<meta name="robots" content="noindex">'),
    'terns.html': page(`<main><h1>Terns</h1>${TEXT}</main>`, head),
  });
  const codesOf = async (head: string) => {
    const { warnings } = await readSite(siteWith(files(head)));
    return warnings.map(({ code }) => code).filter((code) => code === 'html-all-noindex');
  };
  expect(await codesOf('<meta name="robots" content="noindex, nofollow">')).toEqual(['html-all-noindex']);
  expect(await codesOf('')).toEqual([]);
});

describe('the date of a page', () => {
  const of = async (header: string, head = ''): Promise<string | undefined> => {
    const { published } = await readOne(page(`<main><h1>Terns</h1>${header}${TEXT}</main>`, head));
    return published === undefined ? undefined : new Date(published * 1000).toISOString().slice(0, 10);
  };

  it.each([
    ['a time for readers only', '<time class="post-date">Jan 12, 2024</time>', '2024-01-12'],
    ['a time in another order', '<time>12 January 2024</time>', '2024-01-12'],
    ['the time that reading takes', '<time>6 minute read</time>', undefined],
    ['a line with names', '<p>By Ida Moe in Sea Birds <time>2024-01-12</time></p>', '2024-01-12'],
    ['an item of its own', '<ul><li>Posted on <time>2024-01-12</time></li></ul>', '2024-01-12'],
    ['a sentence about it', '<p>This post was published on <time>2024-01-12</time>.</p>', '2024-01-12'],
    ['no sentence', '<p>On <time>2031-01-12</time> we all count terns.</p>', undefined],
    ['no list of events', '<ul><li><time>2031-01-12</time> Annual count</li></ul>', undefined],
    ['no time of an event', '<div><time>2031-01-12</time> – <time>2031-01-13</time></div>', undefined],
  ])('is read from %s', async (_, header, date) => {
    expect(await of(header)).toBe(date);
  });

  it('is read from a meta element as Go prints it', async () => {
    const meta = '<meta property="article:published_time" content="2024-01-12 10:00:00 +0000 UTC">';
    expect(await of('', meta)).toBe('2024-01-12');
  });
});

it('tags are those of the post, not the categories in a sidebar or a link to read more', async () => {
  const aside = '<aside><h3>Categories</h3><ul><li><a href="/category/fog/">Fog</a></li></ul></aside>';
  const tags = '<footer><div><a rel="tag" href="/tag/ice/">Ice</a></div></footer>';
  const more = '<li><a rel="tag" href="/terns">Read more about Terns</a></li>';
  const entry = await readOne(
    page(`<main><article><h1>Terns</h1>${TEXT}${tags}</article><ul>${more}</ul>${aside}</main>`),
  );
  expect(entry.terms.map(({ name }) => name)).toEqual(['Ice']);
});

it('categories of MediaWiki are tags, below the text or in a row', async () => {
  const links = (names: readonly string[]) =>
    names.map((name) => `<a href="/wiki/Category:${name}">${name}</a>`);
  const box = (list: string) =>
    `<div id="catlinks" class="catlinks"><div id="mw-normal-catlinks"><a href="/wiki/Special:Categories">Categories</a>: ${list}</div><div id="mw-hidden-catlinks">Hidden: <ul><li>${links(['Stubs']).join('')}</li></ul></div></div>`;
  const rows = [
    `<ul><li>${links(['Ice', 'Fog']).join('</li><li>')}</li></ul>`,
    `<span>${links(['Ice', 'Fog']).join('</span> | <span>')}</span>`,
  ];
  for (const row of rows) {
    const entry = await readOne(
      page(
        `<div id="content"><h1>Terns</h1>${TEXT}${box(row)}</div><div id="mw-panel"><h5>Tools</h5><a href="/a">What links here</a></div>`,
      ),
    );
    expect([entry.terms.map(({ name }) => name), markdownOf(entry)]).toEqual([['Ice', 'Fog'], PLAIN]);
  }
});

it.each([
  ['Submitted by <a href="/users/ida">Ida Moe</a> on Wed, 01/11/2012 - 14:58', 1, 11],
  ['Published by Ida Moe on Wed, 01/02/2012 - 14:58', 2, 1],
  ['Submitted by Ida Moe on Wednesday, January 11, 2012 - 14:58', 1, 11],
  ['Submitted by Ida Moe on Fri, 01/11/2012 - 14:58', undefined, undefined],
])('dates as Drupal writes them, whose order the day of the week shows: %s', async (line, month, day) => {
  const entry = await readOne(page(`<main><h1>Terns</h1><p>${line}</p>${TEXT}</main>`));
  expect(entry.published).toBe(month && Date.UTC(2012, month - 1, day, 14, 58) / 1000);
  expect(markdownOf(entry)).toBe(
    month ? PLAIN : `Submitted by Ida Moe on Fri, 01/11/2012 - 14:58\n\n${PLAIN}`,
  );
});

describe('a date that only its class marks', () => {
  it.each([
    ['Jan 2, 2026', '2026-01-02'],
    ['Jan 1, 0001', undefined],
    ['Written in Oslo', undefined],
  ])('is that of the page if it is one: %s', async (text, day) => {
    const entry = await readOne(
      page(`<main><h1>Terns</h1><div><span class="post_date">${text}</span></div>${TEXT}</main>`),
    );
    const { published } = entry;
    expect(published && new Date(published * 1000).toISOString().slice(0, 10)).toBe(day);
    expect(markdownOf(entry).includes(text)).toBe(text === 'Written in Oslo');
  });
});

it('authors and dates within the title are no part of it', async () => {
  const facts = '<span class="sub header"><span class="left">@ Ida Moe | 1 minute read</span></span>';
  expect((await readOne(page(`<main><h1>Terns${facts}</h1>${TEXT}</main>`))).title).toBe('Terns');
});
