import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

describe('an image that is loaded late', () => {
  it.each([
    ['srcset="/s.jpg 300w, /l.jpg 1200w, /m.jpg 600w"', '/l.jpg'],
    ['srcset="/a.jpg 600w, /b.jpg 600w"', '/a.jpg'],
    ['srcset="/a.jpg, /b.jpg"', '/a.jpg'],
    ['srcset="/a.jpg, /b.jpg 2x, /c.jpg 2x"', '/b.jpg'],
    ['srcset="/a.jpg 1.5x,/b.jpg 1.25x"', '/a.jpg'],
    ['srcset="data:image/gif;base64,AA 2x, /a.jpg 1x"', '/a.jpg'],
    ['src="data:image/gif;base64,AA" data-src="/late.jpg" srcset="/a.jpg 2x"', '/late.jpg'],
    ['src="/now.jpg" srcset="/a.jpg 2x"', '/now.jpg'],
    ['src="/small.gif" data-srcset="/s.jpg 300w, /l.jpg 600w"', '/l.jpg'],
  ])('with %s is %s', (attributes, address) => {
    expect(toMarkdown(parseHtml(`<p><img ${attributes} alt="Sail"></p>`))).toBe(`![Sail](${address})\n`);
  });
});

it('a picture that is not closed does not hide the rest of the page', () => {
  const page =
    '<picture src="/a.png" /><h2>Terns</h2><p><img src="/b.png" alt="B"></p><p>Birds of the sea.</p>';
  expect(toMarkdown(parseHtml(page))).toBe('## Terns\n\n![B](/b.png)\n\nBirds of the sea.\n');
  const late = '<picture><source srcset="/c.png"><noscript>Needs scripts</noscript><img alt="C"></picture>';
  expect(toMarkdown(parseHtml(late))).toBe('![C](/c.png)\n');
});

it('the name of a picture without an address stays apart from the words beside it', () => {
  const picture = (alt: string) => `<img src="data:image/gif;base64,AA" alt="${alt}">`;
  const page = `<p>Press${picture('Save')}now, or ${picture('T')}ype.</p>`;
  expect(toMarkdown(parseHtml(page))).toBe('Press Save now, or Type.\n');
});

describe('a value that spans several places of a table', () => {
  const rows = (value: string) =>
    `<tr><th>A</th><th>B</th></tr><tr><td rowspan="2">${value}</td><td>1</td></tr><tr><td>2</td></tr>`;

  it('is repeated', () => {
    expect(toMarkdown(parseHtml(`<table>${rows('both')}</table>`))).toContain('| both | 1 |\n| both | 2 |');
  });

  it('is said once in a table inside of a table, which has no rows of its own', () => {
    const inner = `<table>${rows('both')}</table>`;
    const outer = `<table><tr><th>C</th><th>D</th></tr><tr><td>x</td><td>${inner}</td></tr></table>`;
    expect(toMarkdown(parseHtml(outer))).toContain('| x | A, B; both, 1; 2 |');
  });

  it('is said once when it is long', () => {
    const [short, long] = ['r'.repeat(200), 'r'.repeat(201)];
    expect(toMarkdown(parseHtml(`<table>${rows(short)}</table>`))).toContain(`| ${short} | 2 |`);
    expect(toMarkdown(parseHtml(`<table>${rows(long)}</table>`))).toContain('| | 2 |');
  });
});
