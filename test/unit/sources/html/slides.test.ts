import { expect, it } from 'vitest';
import { markdownOf, page, readOne } from '../../../support/sources/html/read-site.js';

const twinOf = async (html: string) => markdownOf(await readOne(page(html)));

it.each([
  ['textarea', '<textarea data-template>', '</textarea>'],
  ['script', '<script type="text/template">', '</script>'],
  ['text', '', ''],
])('slides of reveal.js that are Markdown in a %s are read without notes', async (_, open, close) => {
  const text = '\n    ## Tea\n    - Pot\n    ---\n    Hot.\n\n    Note: Say hello.\n';
  const slides = `<section data-markdown>${open}${text}${close}</section><section><p>End.</p></section>`;
  expect(await twinOf(slides)).toBe('## Tea\n\n- Pot\n\nHot.\n\nEnd.');
});

it('notes begin with the sign that a slide names', async () => {
  const slide =
    '<section data-markdown data-separator-notes="^Speaker:">Hot.\n\nSpeaker: Say hello.</section>';
  expect(await twinOf(slide)).toBe('Hot.');
});

it('a deck of xaringan is read without properties, classes, notes and excluded slides', async () => {
  const deck =
    'class: center, middle\n\n# Tea\n---\nname: a\n## Pot\n.left[.big[\nHot, [really](/r).\n]]\n\n- x[1]\n--\n\nMore.\n???\nSay hello.\n---\nexclude: true\nGone.\n';
  expect(await twinOf(`<textarea id="source">${deck}</textarea><script>remark.create();</script>`)).toBe(
    '## Pot\n\nHot, [really](/r).\n\n- x[1]\n\nMore.',
  );
});
