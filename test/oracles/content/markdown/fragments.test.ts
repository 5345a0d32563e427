import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';
import { readFragments, writeFragments } from '../../../support/content/markdown/fragments.js';
import { type Facts, htmlFacts, markdownFacts } from '../../../support/content/markdown/judge.js';
import { unifiedMarkdown } from '../../../support/content/markdown/unified.js';

if (process.env['UPDATE'] === '1') {
  writeFragments(
    readFragments().map((fragment) => ({ ...fragment, markdown: toMarkdown(parseHtml(fragment.html)) })),
  );
}

const fragments = readFragments();
const CHECKS: (keyof Facts)[] = ['text', 'headings', 'links', 'images', 'lists', 'tables', 'code', 'quotes'];

describe('fragments of HTML', () => {
  it('are at least 200, each with its own name', () => {
    expect(fragments.length).toBeGreaterThanOrEqual(200);
    expect(new Set(fragments.map(({ file, name }) => `${file} ${name}`)).size).toBe(fragments.length);
  });

  describe.each(fragments.map((fragment) => [`${fragment.file}: ${fragment.name}`, fragment] as const))(
    '%s',
    (_, fragment) => {
      it('becomes the Markdown beside it', () => {
        expect(toMarkdown(parseHtml(fragment.html))).toBe(fragment.markdown);
      });

      it('is the same by the unified stack', async () => {
        expect(toMarkdown(parseHtml(fragment.html))).toBe(await unifiedMarkdown(fragment.html));
      });

      it('names no check in vain', () => {
        const [html, markdown] = [htmlFacts(fragment.html), markdownFacts(fragment.markdown)];
        const except = fragment.except as (keyof Facts)[];
        expect(except.filter((check) => isDeepStrictEqual(markdown[check], html[check]))).toEqual([]);
      });

      it('is read back with the text and structure of the HTML', () => {
        const html = htmlFacts(fragment.html);
        const markdown = markdownFacts(fragment.markdown);
        const pick = (facts: Facts): Partial<Facts> =>
          Object.fromEntries(
            CHECKS.filter((check) => !fragment.except.includes(check)).map((check) => [check, facts[check]]),
          );
        expect(pick(markdown)).toEqual(pick(html));
      });
    },
  );
});
