import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { render } from '../../../../support/content/body/wordpress/helpers.js';
import { needs, sharedData } from '../../../../support/needs.js';
import { readFile } from '../../../../support/sources/wxr/helpers.js';

const REAL = '../shared/data/themeunittestdata.wordpress.xml';

const piece = fc.constantFrom(
  'word',
  ' ',
  '\n',
  '\n\n',
  '<p>',
  '</p>',
  '<div>',
  '</div>',
  '<b',
  '>',
  '"',
  "'",
  '=',
  '[',
  ']',
  '[[',
  ']]',
  '/',
  '[gallery]',
  '[caption a="b"]',
  '[/caption]',
  '<img src="i" class="wp-image-1">',
  '[code]',
  '[/code]',
  '<pre>',
  '</pre>',
  '<!--',
  '-->',
  '<!-- wp:paragraph -->',
  '<!-- /wp:paragraph -->',
  '<!-- wp:group {"a":1} -->',
  '<!-- /wp:group -->',
  '<!-- wp:block {"ref":1} /-->',
  '<!-- wp:image {"id":1} -->',
  '<!-- /wp:image -->',
  '<!-- wp:broken {',
  '[vc_row x="1"]',
  '[/vc_row]',
  'https://youtu.be/a',
  '<script>',
  '</script>',
  '[et_pb_text title="<"]',
  '[/et_pb_text]',
  '<!--more-->',
  '[youtube x]',
  '[a',
  '[/a]',
  '日本',
  '🚲',
  '\u0000',
  '&',
  '<',
);
const body = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));

describe('any body', () => {
  it('is rendered without a failure, and no block comment is left', () => {
    fc.assert(
      fc.property(body, (text) => {
        const html = render(text, { 1: `<p>x</p>${text}` });
        expect(html).not.toMatch(/<!--\s*\/?wp:/);
        expect(html).not.toContain('-->\n<!--');
      }),
      { numRuns: 3000 },
    );
  });

  it('never shows what a members-only shortcode encloses', () => {
    fc.assert(
      fc.property(
        body,
        body,
        body,
        body,
        fc.constantFrom('members', 's2If', 'rcp_only', 'private'),
        (a, b, c, d, name) => {
          // An escaped shortcode is a literal; brackets right around the tags would make it one.
          const html = render(`${a}.[${name} x="1"]${b}CANARY${c}[/${name}].${d}`);
          expect(html).not.toContain('CANARY');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('keeps plain prose whole', () => {
    const word = fc.stringMatching(/^[a-zA-ZäöüÄÖÜ0-9,.;:!?'()-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
        const html = render(words.join(' '));
        expect(html).toBe(`<p>${words.join(' ')}</p>`);
      }),
    );
  });
});

/** Inputs on which a careless scan takes time with the square of their length: this test would never end. */
describe('hostile input', () => {
  const N = 60_000;
  it.each([
    ['open brackets', '['.repeat(N)],
    ['open shortcodes', '[a b="'.repeat(N)],
    ['open shortcodes with both quotes', `[a b='[a b="`.repeat(N)],
    ['nested shortcodes', '[x_y]'.repeat(N)],
    ['closing shortcodes', `${'[x_y]'.repeat(N)}${'[/z_z]'.repeat(N)}`],
    ['nested captions', `${'[caption a="b"]<img src="x">'.repeat(N / 10)}${'[/caption]'.repeat(N / 10)}`],
    ['open code', '[code]'.repeat(N)],
    ['open members', '[members]'.repeat(N)],
    ['escaped shortcodes', '[[a]'.repeat(N)],
    ['open tags', '<a '.repeat(N)],
    ['open quotes in tags', '<a b="'.repeat(N)],
    ['open pre', '<pre>'.repeat(N)],
    ['open code elements', '<code><pre><svg>'.repeat(N)],
    ['open comments', '<!--'.repeat(N)],
    ['open block comments', '<!-- wp:a\n'.repeat(N)],
    ['open blocks', '<!-- wp:group -->'.repeat(N)],
    ['closing blocks', `${'<!-- wp:group -->'.repeat(N)}${'<!-- /wp:quote -->'.repeat(N)}`],
    [
      'nested images',
      `${'<!-- wp:image {"id":1} --><img src="x">'.repeat(N / 10)}${'<!-- /wp:image -->'.repeat(N / 10)}`,
    ],
    ['nested divs', `${'<div>'.repeat(N)}${'</div>'.repeat(N)}`],
    ['closing tags', `${'<div>'.repeat(N)}${'</section>'.repeat(N)}`],
    ['line breaks', '\n'.repeat(N)],
    ['spaces', ' '.repeat(N)],
    ['spaces between line breaks', '\n          '.repeat(N)],
    ['spaces at a line end', `a${' '.repeat(N)}b`],
    ['open paragraphs with spaces', `<p>${' '.repeat(N)}`.repeat(3)],
    ['addresses', 'https://old.example/\n'.repeat(N)],
    ['equals signs', `[a ${'= '.repeat(N)}]`],
    ['quotes in attributes', `[a ${'"'.repeat(N)}]`],
    ['words in attributes', `[a ${'b '.repeat(N)}]`],
    ['dashes in attributes', `[a_b ${'-'.repeat(N)}]`],
    ['images', '<img '.repeat(N)],
    ['spaces in an image', `<img${' '.repeat(N)}>`],
    ['empty attributes of an image', `<img ${'alt= '.repeat(N)}>`],
    ['carriage returns', '\r'.repeat(N)],
    ['template tags in a file block', `<!-- wp:file --><a ${'<a '.repeat(N)}<!-- /wp:file -->`],
    ['objects in a file block', `<!-- wp:file -->x${'<object><a>'.repeat(N)}<!-- /wp:file -->`],
    ['raw html of a builder', `[vc_raw_html]${'QUJD'.repeat(N)}[/vc_raw_html]`],
  ])('%s', (_, text) => {
    expect(typeof render(text)).toBe('string');
  });
});

describe('the public theme test export', needs(sharedData(REAL)), () => {
  it('leaves no shortcode, comment or empty paragraph of ours in any body', async () => {
    const { entries } = await readFile(REAL);
    for (const entry of entries) {
      const html = render(entry.body);
      expect(html, entry.ref).not.toMatch(/<!--|\[\/?(?:gallery|caption|audio|video)\b/);
      if (!entry.body.includes('<!-- wp:')) expect(html, entry.ref).not.toMatch(/<p>\s*<\/p>/);
    }
  });
});
