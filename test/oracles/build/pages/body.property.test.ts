import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageBody } from '../../../../src/build/pages/body.js';
import { wordsFor } from '../../../../src/build/pages/words.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { sanitise } from '../../../../src/content/html/sanitise.js';
import { visibleText } from '../../../../src/content/html/text.js';
import { errorsOf } from '../../../support/build/pages/validate.js';

const TAGS =
  'p div span em strong a h1 h2 h3 h5 ul ol li dl dt dd table tr td th caption blockquote figure figcaption details summary pre code section article header main nav img hr br video audio source picture ruby rt sub small button iframe center font'.split(
    ' ',
  );
const ATTRIBUTES = [
  '',
  ' id=a1',
  ' id="main"',
  ' class="wp-block-gallery x x"',
  ' align=center',
  ' width="100%" height=20',
  ' href="https://tea.example/a/"',
  ' src="/pot.jpg"',
  ' alt="A pot"',
  ' title=""',
  ' lang=""',
  ' style="color:red"',
];

const markup = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...TAGS), fc.constantFrom(...ATTRIBUTES))
        .map(([tag, more]) => `<${tag}${more}>`),
      fc.constantFrom(...TAGS).map((tag) => `</${tag}>`),
      fc.constantFrom('word', 'a & b', ' ', '\n', 'https://youtu.be/abcdef'),
    ),
    { maxLength: 16 },
  )
  .map((pieces) => pieces.join(''));

const options = {
  title: 'Oolong',
  words: wordsFor('en'),
  localise: (url: string) => url,
  sizeOf: () => ({ width: 4, height: 3 }),
};

describe('any body', () => {
  it('is valid HTML in its page', async () => {
    await fc.assert(
      fc.asyncProperty(markup, async (html) => {
        const { html: body } = pageBody(sanitise(parseHtml(html)), options);
        const page = `<!doctype html><html lang="en"><head><title>x</title></head><body><main id="main"><h1>Oolong</h1><div>${body}</div></main></body></html>`;
        expect(await errorsOf(page)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('keeps its words', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const clean = sanitise(parseHtml(html));
        const before = letters(visibleText(clean, { alts: false }));
        const { html: body } = pageBody(clean, options);
        expect(isWithin(before, letters(visibleText(parseHtml(body), { alts: false })))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** True when one text is what is left of another after some letters were taken out. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of part) {
    at = whole.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
