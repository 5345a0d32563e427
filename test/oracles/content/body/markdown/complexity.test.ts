import { describe, expect, it } from 'vitest';
import { HOSTILE_MARKDOWN } from '../../../../support/content/body/markdown/hostile.js';
import { render } from '../../../../support/content/body/markdown/render.js';

const SIZE = 2000;
/** Shorter times say nothing, in milliseconds of the processor. */
const FLOOR = 100;
/** Four is linear, sixteen is quadratic; collecting garbage blurs the first. */
const MOST = 8;

function measured(text: string, ref: string): number {
  const before = process.cpuUsage();
  render(text, ref);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The middle one of three. */
function time(text: string, ref: string): number {
  return [0, 1, 2].map(() => measured(text, ref)).sort((a, b) => a - b)[1] as number;
}

describe.each(['page.md', 'page.mdx'])('a hostile %s', (ref) => {
  it.each(Object.entries(HOSTILE_MARKDOWN))('takes time in proportion to its size: %s', (_, make) => {
    const once = time(make(SIZE), ref);
    const fourTimes = time(make(4 * SIZE), ref);
    expect(fourTimes / Math.max(once, FLOOR), `${once} ms, then ${fourTimes} ms`).toBeLessThan(MOST);
  });
});
