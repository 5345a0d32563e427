import { describe, expect, it } from 'vitest';
import { prefersMarkdown } from '../../../../../src/sidecar/server/public/variant.js';

describe('Accept', () => {
  it.each([
    ['text/markdown', true],
    ['application/xhtml+xml, text/markdown;q=0.9', false],
    ['application/xhtml+xml;q=0.5, text/markdown;q=0.7', true],
    ['text/html;q=0.1, application/xhtml+xml;q=0.8, text/markdown;q=0.7', false],
    ['text/markdown;q=0.2, text/html;q=0.5, text/markdown;q=0.9', true],
    ['text/markdown;charset=utf-8;q=0.9, text/html;q=0.5', true],
    ['text/markdown;q=2, text/html;q=0.5', false],
    ['text/markdown;q=0', false],
    ['text/markdown;profile="a,b";q=0', false],
    ['text/html;x="text/markdown,text/markdown"', false],
    ['*/*', false],
  ])('%s wants Markdown: %s', (accept, wanted) => {
    expect(prefersMarkdown(accept)).toBe(wanted);
  });
});
