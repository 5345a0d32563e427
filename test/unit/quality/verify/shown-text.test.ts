import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageText, sentencesOf } from '../../../../src/quality/verify/checks/shown.js';

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
    [
      'text around a title',
      '<p>The note <abbr title="Seriously">srsly</abbr> stands for that.</p>',
      'The note srsly stands for that.',
    ],
    [
      'text around a link with a title',
      '<p>See some <a href="/c" title="Image settings">caption</a> love.</p>',
      'See some [caption](/c "Image settings") love.',
    ],
    [
      'terms, wherever they are',
      '<p><a href="/k">Knots</a></p><p>Text.</p><ul><li>ropes</li><li>all the old ships</li></ul>',
      'Topics: Knots, ropes, all the old ships',
    ],
    [
      'a player, by its address',
      '<audio src="https://a.example/sea/long-and-late.ogg"></audio>',
      'Audio: [https://a.example/sea/long-and-late.ogg](https://a.example/sea/long-and-late.ogg)',
    ],
    ['code with tags', '<p>Put <code>&lt;main&gt;</code> into the page.</p>', 'Put `<main>` into the page.'],
    ['an escaped tag', '<p>The &lt;oar&gt; and the heart</p>', 'The \\<oar\\> and the heart'],
    [
      'an address in the text',
      '<p>Log in at <a href="https://a.example/in">https://a.example/in</a> first.</p>',
      'Log in at <https://a.example/in> first.',
    ],
    [
      'tags in fenced code',
      '<pre><code>type Reducer = Map&lt;S, A&gt;</code></pre>',
      '```ts\ntype Reducer = Map<S, A>\n```',
    ],
    ['a task', '<li><input type="checkbox"> Tie the knots</li>', '- [x] Tie the knots'],
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
      'code between tags that it lacks',
      '<pre><code>type Reducer</code></pre>',
      '```ts\ntype Secret<S> = Map<S, Members>\n```',
    ],
    ['a term of several words that it lacks', '<p>Knots</p>', 'Topics: Knots, only for crew'],
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
