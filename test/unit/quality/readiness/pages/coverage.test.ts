import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../src/content/html/parse.js';
import {
  focusPhrases,
  measureCoverage,
  STOPWORDS,
  termsOf,
} from '../../../../../src/quality/readiness/pages/measure/coverage.js';

const stopwords = new Set(STOPWORDS);
const cover = (query: string, html: string, title = '') =>
  measureCoverage(query, { tree: parseHtml(html), title, stopwords: STOPWORDS });

describe('terms', () => {
  it.each([
    ['How to mill Rye', ['mill', 'rye']],
    ['crawler crawlers crawling', ['crawler', 'crawling']],
    ['class classes', ['class']],
    ['llms.txt and json-ld', ['llms.txt', 'json-ld']],
    ['-rye- .oats.', ['rye', 'oats']],
    ['a of 12 123', ['123']],
    ['山茶花', []],
    ['caring cars cares', ['caring', 'cars', 'cares']],
  ])('%s', (text, words) => {
    expect([...termsOf(text, stopwords).values()]).toEqual(words);
  });
});

describe('focus', () => {
  it.each([
    ['rye bread, oat cakes ,rye bread', ['rye bread', 'oat cakes']],
    ['  <b>rye</b>   bread ', ['rye bread']],
    ['', []],
    [' , ', []],
    ['x'.repeat(130), ['x'.repeat(120)]],
  ])('%s', (written, phrases) => {
    expect(focusPhrases(written)).toEqual(phrases);
  });
});

describe('coverage', () => {
  it.each([
    ['one passage holds all', 'mill rye', '<p>We mill it.</p><p>Rye is milled here.</p>', 'answered'],
    ['with the heading above it', 'mill rye', '<h2>Rye</h2><p>The mill turns.</p>', 'answered'],
    ['but not with the one below', 'mill rye', '<p>The mill turns.</p><h2>Rye</h2>', 'scattered'],
    ['each in a passage of its own', 'mill rye', '<p>The mill.</p><li>Rye.</li>', 'scattered'],
    ['some of them', 'mill rye oats', '<p>The mill.</p>', 'barely'],
    ['on the page but in no passage', 'mill', '<div>The mill.</div>', 'scattered'],
    ['none', 'mill', '<p>Brook.</p>', 'missing'],
    ['in a script', 'mill', '<script>mill</script><p>Brook.</p>', 'missing'],
    ['nothing to look for', 'how to', '<p>how to</p>', 'missing'],
  ])('%s: %s', (_, query, html, state) => {
    expect(cover(query, html).state).toBe(state);
  });

  it('words of the title are counted and never answer', () => {
    const found = cover('mill rye', '<p>Brook.</p>', 'Mills of rye');
    expect(found).toMatchObject({
      state: 'missing',
      words: 2,
      in_title: 2,
      on_page: 0,
      in_passage: 0,
      quote: '',
    });
  });

  it('shows where a search is answered', () => {
    const long = `The mill grinds rye ${'and turns '.repeat(30)}`;
    const found = cover('mill rye', `<h2>Work</h2><p>${long}</p>`);
    expect(found.heading).toBe('Work');
    expect(found.quote.length).toBeLessThanOrEqual(161);
    expect(found.quote).toMatch(/^The mill grinds rye .* (?:and|turns)…$/);
    expect(found.terms).toEqual([
      { word: 'mill', on_page: true, in_passage: true },
      { word: 'rye', on_page: true, in_passage: true },
    ]);
  });

  it('looks at four hundred passages', () => {
    const filler = '<p>Brook.</p>'.repeat(399);
    expect(cover('mill', `${filler}<p>Mill.</p>`).state).toBe('answered');
    expect(cover('mill', `${filler}<p>Brook.</p><p>Mill.</p>`).state).toBe('scattered');
  });
});
