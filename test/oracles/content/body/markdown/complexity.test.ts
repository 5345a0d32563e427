import { describe, it } from 'vitest';
import { HOSTILE_MARKDOWN } from '../../../../support/content/body/markdown/hostile.js';
import { render } from '../../../../support/content/body/markdown/render.js';
import { expectLinear } from '../../../../support/growth.js';

describe.each(['page.md', 'page.mdx'])('a hostile %s', (ref) => {
  it.each(Object.entries(HOSTILE_MARKDOWN))('takes time in proportion to its size: %s', (_, make) => {
    expectLinear(2000, (size) => {
      const text = make(size);
      return () => render(text, ref);
    });
  });
});
