import { describe, expect, it } from 'vitest';
import { seen } from '../../../support/content/html/seen.js';

describe('a raised number without a link leads to its note', () => {
  it.each([
    ['that begins with the same number', '<p>Basic terns<sup>1</sup>.</p><p><sup>1</sup>Note.</p>'],
    ['that begins with a bold number', '<p>Basic terns<sup>1</sup>.</p><p><strong>1</strong> Note.</p>'],
    [
      'in a list below its heading',
      '<p>Basic terns<sup>1</sup>.</p><h4>Footnotes</h4><ol><li id="n">Note.</li></ol>',
    ],
    [
      'in an aside of its own',
      '<p>Basic terns<sup>1</sup>.</p><aside><ol start="1"><li>Note.</li></ol></aside>',
    ],
    [
      'that is hidden until a click on the mark',
      '<p>Basic terns<span data-definition="d"><a href="#">1</a></span>.</p><aside id="d" style="display:none">Note.</aside>',
    ],
  ])('%s', (_, html) => {
    expect(seen(html)).toEqual(['Basic terns[^1].', '[^1]: Note.']);
  });

  it.each([
    ['exponents', '<p>Some m<sup>2</sup> and 10<sup>2</sup></p><h4>Notes</h4><ol><li>A</li><li>B</li></ol>'],
    ['numbers of several notes', '<p>Terns<sup>1</sup></p><p><sup>1</sup> A</p><p><sup>1</sup> B</p>'],
  ])('unlike %s', (_, html) => {
    expect(seen(html).join()).not.toContain('[^');
  });

  it('a hidden note in its sentence stands in parentheses', () => {
    const html =
      '<p>Terns.<span class="inline-footnote">1<span class="footnoteContent" style="display:none">Note.</span></span></p>';
    expect(seen(html)).toEqual(['Terns. (Note.)']);
  });
});

it('a folded callout shows its text', () => {
  const html =
    '<div class="callout is-collapsed"><div class="callout-title"><div>More?</div></div><div class="callout-content" style="display:none"><p>Yes.</p></div></div>';
  expect(seen(html).join()).toContain('Yes.');
});
