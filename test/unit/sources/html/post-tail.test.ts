import { describe, expect, it } from 'vitest';
import { markdownOf, page, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const TAG = '<a rel="tag" href="/tag/nets.html">nets</a>';
const AUTHOR = '<a rel="author" href="/author/lena-park.html">Lena Park</a>';
const TIME = '<time datetime="2024-03-04T09:00:00Z">March 4, 2024</time>';
const BIO = '<p>Lena ties nets in a small harbour, and writes about it here.</p>';

/** A post as themes of WordPress write it. */
const postWith = (behind: string, text = '<p>Short note: the net broke.</p>'): string =>
  page(
    `<main><article class="post hentry"><h1>A net</h1><p class="entry-meta">${TIME} by ${AUTHOR}</p>` +
      `<div class="entry-content">${text}</div>${behind}</article></main>`,
    '<title>A net</title>',
  ).replace('<body>', '<body class="single single-post">');

async function readPost(post: string) {
  const other = page('<main><h1>A knot</h1><p>Use the sheet bend for ropes of two sizes.</p></main>');
  const { entries, authors } = await readSite(siteWith({ 'page.html': post, 'knot.html': other }));
  const entry = entries.find(({ key }) => key === 'page.html');
  return { entry, authors, text: markdownOf(entry).replace(/\n*---$/, '') };
}

describe('what themes put behind the text of a post is no part of it', () => {
  it.each([
    ['the author', `<div class="author-bio"><h2>By Lena Park</h2>${BIO}${AUTHOR}</div>`],
    [
      'other posts, with their label and the beginnings of their texts',
      '<h3>You may also like</h3><ul><li><a href="knot.html">A knot</a><p>Use the sheet bend …</p></li></ul>',
    ],
    ['neighbours in a list', '<div><p>Next article</p><h5><a href="knot.html">A knot</a></h5></div>'],
    [
      'comments',
      '<div id="comments" class="post-comments"><h4>2 Responses</h4><article><p>Nice knot.</p></article></div>',
    ],
    [
      'the author below the footer with the tags, in one box',
      `<footer>Posted in ${TAG}.<div class="author-info"><h2>About Lena Park</h2>${BIO}${AUTHOR}</div></footer>`,
    ],
  ])('%s', async (_, behind) => {
    const { text, entry, authors } = await readPost(postWith(behind));
    expect(text).toBe('Short note: the net broke.');
    expect(entry?.published).toBe(Date.parse('2024-03-04T09:00:00Z') / 1000);
    expect(authors.map(({ name }) => name)).toEqual(['Lena Park']);
  });

  it.each([
    ['a row of tags without a label', `<div>${TAG}</div>`],
    ['tags with a label in any language', `<footer><p>Mots choisis : ${TAG}</p></footer>`],
    [
      'tags behind the box of the author',
      `<div class="author-info">${BIO}${AUTHOR}</div><p>Tags: ${TAG}</p>`,
    ],
    ['the date of a change', `<footer>Tags: ${TAG} Last updated on May 6, 2024</footer>`],
  ])('%s are facts', async (_, behind) => {
    const { text, entry } = await readPost(postWith(behind));
    expect(text).toBe('Short note: the net broke.');
    expect(entry?.terms?.map(({ name }) => name)).toEqual(['nets']);
  });

  it.each([
    ['without a link', '<section><h2>Materials</h2><p>12 m of hemp</p></section>'],
    [
      'in one box with the comments',
      '<div><section><p>12 m of hemp</p></section><div id="comments"><p>Nice <a href="knot.html">knot</a></p></div></div>',
    ],
    ['in a second box for texts', '<div class="entry-content"><p>The <a href="knot.html">plan</a></p></div>'],
    ['with a link to a file', '<p><a href="/plan.pdf">The plan of the net</a></p>'],
    [
      'as long as a part of the post',
      `<section>${`<p>${'Hemp holds better than cotton does. '.repeat(10)}</p>`.repeat(8)}<a href="knot.html">A knot</a></section>`,
    ],
  ])('text %s stays', async (_, behind) => {
    const { text } = await readPost(postWith(behind));
    expect(text).toMatch(/hemp|plan|Hemp/);
  });

  it('text of the post is no label of its tags', async () => {
    const { text } = await readPost(postWith(`<p>Tags: ${TAG}</p>`, '<p>Hemp holds</p>'));
    expect(text).toBe('Hemp holds');
  });

  it('a page that is no post keeps what is behind its text', async () => {
    const behind = '<section><h2>Also</h2><p>See <a href="knot.html">A knot</a>.</p></section>';
    const { text } = await readPost(postWith(behind).replace('single single-post', 'page'));
    expect(text).toContain('See [A knot]');
  });
});

it('the date of a change alone is no date of publication', async () => {
  const { entry } = await readPost(
    postWith(`<p>Tags: ${TAG}, last updated on May 6, 2024</p>`).replace(TIME, ''),
  );
  expect([entry?.published, entry?.modified]).toEqual([undefined, Date.parse('2024-05-06') / 1000]);
});

it('the zero time of Hugo is no date', async () => {
  const zero = '<time datetime="0001-01-01T00:00:00Z">January 1, 0001</time>';
  const { entry } = await readPost(postWith(`<footer>${zero} ${TAG}</footer>`).replace(TIME, ''));
  expect([entry?.published, entry?.modified]).toEqual([undefined, undefined]);
});

describe('lines that some posts of a small blog share', () => {
  it('stay in the texts of posts', async () => {
    const post = (name: string) =>
      postWith('', `<p>This is about ${name}, and nothing else.</p><p>Thanks for reading!</p>`);
    const names = ['nets', 'ropes', 'knots', 'piers', 'tides', 'boats'];
    const pages = names.map((name, at) => [
      `${name}.html`,
      at < 3 ? post(name) : post(name).replace('<p>Thanks for reading!</p>', ''),
    ]);
    const { entries } = await readSite(siteWith(Object.fromEntries(pages)));
    expect(entries.filter((entry) => markdownOf(entry).includes('Thanks for reading!'))).toHaveLength(3);
  });
});
