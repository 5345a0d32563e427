import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageText, sentencesOf } from '../../../../src/quality/verify/shown-text.js';

const page = (body: string) => new PageText(`<!doctype html><title>Ropes</title><body>${body}</body>`);

describe('a page shows', () => {
  it.each([
    [
      'text over several elements',
      '<p>A rope <b>rem</b>embers every <a href="/k">knot</a>.</p>',
      'A rope remembers every [knot](/k).',
    ],
    [
      'highlighted code',
      '<pre><span>const</span> <span>rope</span> = <span>tie</span>();</pre>',
      'const rope = tie();',
    ],
    [
      'what a click opens',
      '<div hidden>The answer is behind a click.</div>',
      'The answer is behind a click.',
    ],
    ['alternative texts', '<img alt="A red boat at the pier">', '![A red boat at the pier](/b.jpg)'],
    [
      'a description in the head',
      '<meta name="description" content="Ropes and their knots in pictures">',
      '> Ropes and their knots in pictures',
    ],
    [
      'text with the mark of a note',
      '<p>The sea is late today<sup>1</sup>, and nobody at the pier knows why.</p>',
      'The sea is late today[^1], and nobody at the pier knows why.',
    ],
    ['other quotes and dashes', '<p>“Late” – said the pilot.</p>', '"Late" - said the pilot.'],
    ['entities', '<p>Ropes &amp; knots are sold here</p>', 'Ropes \\& knots are sold here'],
    ['short labels, which are not compared', '<p>x</p>', 'Members only'],
  ])('%s', (_, html, line) => {
    for (const sentence of sentencesOf(line)) expect(page(html).shows(sentence), sentence).toBe(true);
  });

  it.each([
    ['a sentence that it lacks', '<p>The sea is late today.</p>', 'The tide table is for members alone.'],
    [
      'a sentence of words that it has elsewhere',
      '<p>The sea is late. Members read the table today.</p>',
      'Members read that the sea has a table.',
    ],
    [
      'text in scripts',
      '<script>var x = "The tide table is for members alone"</script>',
      'The tide table is for members alone.',
    ],
  ])('not %s', (_, html, line) => {
    expect(sentencesOf(line).every((sentence) => page(html).shows(sentence))).toBe(false);
  });

  it('never what it has not, in a text of any words', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 8, maxLength: 40 }), (words) => {
        const text = page(`<p>${words.join(' ')}</p>`);
        expect(text.shows(words.join(' '))).toBe(true);
        expect(text.shows(words.map((word) => `q${word}`).join(' '))).toBe(false);
      }),
    );
  });
});

it('sentences of a twin are those of its text', () => {
  const twin = [
    '---',
    'title: "Ropes"',
    '---',
    '',
    'Index of this site: <https://harbour.example/llms.txt>',
    '',
    '# Ropes',
    '',
    '*2026-03-01 · by Ada · <https://harbour.example/ropes/>*',
    '',
    '> [!NOTE]',
    '> Keep dry. Keep [away](https://x.example/a_(b) "T") from fire.',
    '',
    '1. One `rope`',
    '',
    '```sh',
    'tie knot',
    '```',
  ].join('\n');
  expect(sentencesOf(twin).filter((line) => line !== '')).toEqual([
    '# Ropes',
    'Keep dry.',
    'Keep [away]  from fire.',
    'One `rope`',
    'tie knot',
  ]);
});
