import { describe, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';
import { HOSTILE_HTML } from '../../../support/content/markdown/hostile-html.js';
import { expectLinear } from '../../../support/growth.js';

describe('hostile HTML', () => {
  it.each(Object.entries(HOSTILE_HTML))('is converted in proportion to its size: %s', (_, make) => {
    expectLinear(2000, (size) => {
      const html = make(size);
      return () => toMarkdown(parseHtml(html));
    });
  });
});
