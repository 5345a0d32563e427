import { describe, expect, it } from 'vitest';
import { newBody, unsafeMarkup } from '../../../../../src/sidecar/content/write/body-text.js';

const LF = { body: '\n\nOld.\n', eol: '\n' } as const;

describe('a new body', () => {
  it.each([
    ['Markdown', 'Low *water*.\n\n- one\n', 'Low *water*.\n\n- one'],
    ['an autolink at its start', '<https://tide.example> is it.', '<https://tide.example> is it.'],
    ['plain HTML', '<h2>Tea</h2><p>Hot &amp; <strong>strong</strong>.</p>', '## Tea\n\nHot & **strong**.'],
    ['blocks', '<!-- wp:heading --><h2 class="wp-block-heading">Tea</h2><!-- /wp:heading -->', '## Tea'],
    ['HTML that Markdown cannot say', '<p style="color:red">Tea</p>', '<p style="color:red">Tea</p>'],
    [
      'an image of the library',
      '<p><img class="wp-image-7" src="a.png"></p>',
      '<p><img class="wp-image-7" src="a.png"></p>',
    ],
    [
      'an embedded film',
      '<iframe src="https://film.example"></iframe>',
      '<iframe src="https://film.example"></iframe>',
    ],
  ])('in a Markdown file: %s', (_, given, written) => {
    expect(newBody('posts/tea.md', given, LF)).toBe(`\n\n${written}\n`);
  });

  it.each([
    ['HTML', '<p>Low <em>water</em>.</p>\n', '<p>Low <em>water</em>.</p>'],
    ['blocks', '<!-- wp:list --><ul></ul><!-- /wp:list -->', '<!-- wp:list --><ul></ul><!-- /wp:list -->'],
    ['Markdown', 'Low *water*.\n\nHigh.', '<p>Low <em>water</em>.</p>\n<p>High.</p>'],
  ])('in an HTML file: %s', (_, given, written) => {
    expect(newBody('posts/tea.html', given, LF)).toBe(`\n\n${written}\n`);
  });

  it('keeps line ends, and an end without one', () => {
    expect(newBody('tea.md', 'One.\nTwo.', { body: '\r\nOld.', eol: '\r\n' })).toBe('\r\nOne.\r\nTwo.');
    expect(newBody('tea.md', ' \n', LF)).toBe('');
  });
});

describe('markup that runs', () => {
  it.each([
    ['tea.md', '<script>x()</script>'],
    ['tea.md', 'See [this](javascript:x()) or ![](vbscript:x).'],
    ['tea.md', '<a href="java\tscript:x()">y</a>'],
    ['tea.md', '<img src=x onerror=x()>'],
    ['tea.html', '<svg onload="x()"></svg>'],
    ['tea.html', '<iframe src="https://film.example"></iframe>'],
    ['tea.html', '<form action="/x"><input></form>'],
    ['tea.html', '<a href="data:text/html,x">y</a>'],
    ['tea.mdx', 'Two {process.exit(1)} cups.'],
    ['tea.mdx', 'import x from "./x.js"\n\nOld.'],
    ['tea.mdx', 'export const x = 1\n\nOld.'],
    ['tea.mdx', '<div style={{ width: 1 }}>Old.</div>'],
  ])('is refused: %s %s', (key, text) => {
    expect(unsafeMarkup(key, 'Old.', text)).toMatch(/./);
  });

  it.each([
    ['tea.md', 'In code: `<script>`.\n\n```html\n<script>x()</script>\n```\n'],
    ['tea.md', '- [x] done\n- [ ] to do\n\n<details><summary>More</summary>Less.</details>'],
    ['tea.md', '[Mail](mailto:a@b.example), [here](#x), ![](data:image/png;base64,AAAA)'],
    ['tea.html', '<p class="x" style="color:red"><em>Tea</em></p>'],
  ])('is nothing else: %s %s', (key, text) => {
    expect(unsafeMarkup(key, 'Old.', text)).toBeUndefined();
  });

  it('may stay where an editor has put it, but not be added to', () => {
    const film = '<iframe src="https://film.example"></iframe>';
    expect(unsafeMarkup('tea.md', `A\n\n${film}`, `B\n\n${film}`)).toBeUndefined();
    expect(unsafeMarkup('tea.md', film, `${film}\n\n${film}`)).toMatch(/iframe/);
    const program = 'import { a } from "a"\n\n{a({ b: 1 }) + 2}';
    expect(unsafeMarkup('tea.mdx', `${program} A`, `${program} B and more`)).toBeUndefined();
    expect(unsafeMarkup('tea.mdx', program, program.replace('2', 'c()'))).toMatch(/program/);
    expect(unsafeMarkup('tea.mdx', program, program.replace('"a"', '"c"'))).toMatch(/program/);
    const two = 'export const a =\n  1\n\nText.';
    expect(unsafeMarkup('tea.mdx', two, two.replace('1', 'f()'))).toMatch(/program/);
    expect(unsafeMarkup('tea.mdx', two, two.replace('Text', 'Words'))).toBeUndefined();
  });
});
