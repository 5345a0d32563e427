import { describe, it } from 'vitest';
import { seenOf } from '../../../../src/content/fidelity/source-text.js';
import { HOSTILE_MARKDOWN } from '../../../support/content/body/markdown/hostile.js';
import { expectLinear } from '../../../support/growth.js';

describe.each(['page.md', 'page.mdx'])('what the meter reads of a hostile %s', (ref) => {
  it.each(Object.entries(HOSTILE_MARKDOWN))('takes time in proportion to its size: %s', (_, make) => {
    expectLinear(4000, (size) => {
      const entry = { title: '', body: make(size), format: 'markdown', ref } as const;
      return () => seenOf(entry as never, {} as never, []);
    });
  });
});
