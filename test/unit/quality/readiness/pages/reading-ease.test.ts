import { describe, expect, it } from 'vitest';
import { countSyllables, readingEase } from '../../../../../src/quality/readiness/pages/measure/prose.js';
import { checkupOf, row, status } from '../../../../support/quality/readiness/pages/page.js';

describe('syllables', () => {
  it.each([
    ['cat', 1],
    ['make', 1],
    ['table', 2],
    ['excellent', 3],
    ['2024', 0],
    ['мельница', 0],
    ['the', 1],
    ['tree', 1],
    ['create', 1],
    ['day-light', 2],
    ['don’t', 1],
    ['rhythm', 1],
    ['EXCELLENT', 3],
    ['beautiful', 4],
    ['', 0],
  ])('%s: %i', (word, count) => {
    expect(countSyllables(word)).toBe(count);
  });
});

/** Sentences of ten plain words of one syllable. */
const plain = (sentences: number) =>
  Array.from({ length: sentences }, () => 'The mill by the brook still turns in the wind.').join(' ');
const hard = (word: string, times: number) => `${word} `.repeat(times);

describe('prose', () => {
  it('counts words, sentences and syllables', () => {
    const { prose } = checkupOf('<p>The cat sat. It purrs!</p><p>No full stop</p>').measures;
    expect(prose).toMatchObject({ words: 8, sentences: 3, syllables: 8 });
    expect(prose && readingEase(prose)).toBeCloseTo(206.835 - 1.015 * (8 / 3) - 84.6, 6);
  });

  it.each([
    ['an ending in a quotation', '<p>“It turns.” So it does.</p>', 1],
    ['an ellipsis', '<p>It turns... slowly.</p>', 2],
    ['a version', '<p>Mill 2.5 turns</p>', 1],
    ['list items', '<ul><li>one</li><li>two</li></ul>', 2],
    ['cells', '<table><tr><th>a</th><td>b</td></tr></table>', 2],
    ['nothing but signs', '<p>—</p><p>***</p>', 0],
    ['code is no prose', '<p>Run it.</p><pre>a. b. c.</pre><p>Stop <code>x. y.</code> now.</p>', 2],
  ])('sentences of %s: %#', (_, html, sentences) => {
    expect(checkupOf(html).measures.prose?.sentences).toBe(sentences);
  });
});

describe('reading_ease', () => {
  it('is measured in English alone', () => {
    const mixed = `<p>${Array.from({ length: 120 }, (_, index) => `antidisestablishment${'abcdefghijklmnopqrst'[index % 20]}a${'aeiou'[index % 5]}l${index}`).join(' ')}</p>`;
    expect(status('reading_ease', mixed, { lang: 'en' })).toBe('warn');
    expect(status('reading_ease', mixed, { lang: 'en-GB' })).toBe('warn');
    expect(status('reading_ease', mixed, { lang: 'de' })).toBe('pass');
    expect(status('reading_ease', mixed, { lang: 'enm' })).toBe('pass');
  });

  it.each([
    [99, 'pass'],
    [100, 'warn'],
  ] as const)('is asked of prose from 100 words: %i', (count, expected) => {
    const words = Array.from(
      { length: count },
      (_, index) =>
        `${'unreasonable'.slice(0, 11)}${'bcdfghjklm'[index % 10]}${'npqrstvwxz'[Math.floor(index / 10) % 10]}ation`,
    );
    expect(status('reading_ease', `<p>${words.join(' ')}</p>`)).toBe(expected);
  });

  it('a plain text passes with its score', () => {
    expect(row('reading_ease', `<p>${plain(12)}</p>`)).toMatchObject({
      status: 'pass',
      detail: expect.stringMatching(/Reading ease \d+\./),
    });
  });

  it('words that a page uses all the time do not make it hard', () => {
    const html = `<p>${plain(10)} ${Array.from({ length: 25 }, () => 'Refrigeration administers electricity.').join(' ')}</p>`;
    expect(row('reading_ease', html)).toMatchObject({
      status: 'pass',
      detail: expect.stringContaining('refrigeration, administers, electricity'),
    });
  });

  it('two uses are not enough, three are', () => {
    const { prose: twice } = checkupOf(`<p>${hard('electricity', 2)}</p>`).measures;
    const { prose: thrice } = checkupOf(`<p>${hard('electricity', 3)}</p>`).measures;
    expect(twice?.familiarSyllables).toBe(twice?.syllables);
    expect(thrice?.familiarSyllables).toBe(6);
  });

  it('a word is known in any case, and with what stands around it', () => {
    const { prose } = checkupOf('<p>Electricity, “electricity” and -electricity-.</p>').measures;
    expect(prose?.familiarSyllables).toBe(3 * 2 + 1);
  });

  it('names the level, the length of sentences and what to do', () => {
    const long = `<p>${Array.from({ length: 40 }, (_, index) => `an${'bcdfghjklm'[index % 10]}${'npq'[index % 3]}overestimationally hard mill`).join(' ')}.</p>`;
    const detail = row('reading_ease', long)?.detail ?? '';
    expect(detail).toMatch(
      /university level\), 120 words per sentence\. Use shorter sentences and plainer words/,
    );
    const short = long.replaceAll(' hard mill', ' hard mill.');
    expect(row('reading_ease', short)?.detail).toMatch(
      /3 words per sentence\. Use plainer words, for example/,
    );
  });
});
