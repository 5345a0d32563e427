import { describe, expect, it } from 'vitest';
import { isDescribed, isFileNameAlt } from '../../../../src/content/images/described.js';

describe('isDescribed', () => {
  it.each([
    ['', '/up/low-tide.jpg', false],
    ['   ', '/up/low-tide.jpg', false],
    ['low-tide', '/up/low-tide.jpg', false],
    ['Low_Tide', '/up/low-tide-300x200.jpg?v=2', false],
    ['low-tide', '/up/low-tide-e1700000000-300x200.jpg', false],
    // One word may be the right one.
    ['tide', '/up/tide.jpg', true],
    // White space: somebody has written it.
    ['low tide', '/up/low-tide.jpg', true],
    ['low-tide', 'data:image/png;base64,AA==', true],
    ['low-tide', '/up/high-tide.jpg', true],
  ])('%j at %s: %s', (alt, src, described) => {
    expect(isDescribed(alt, src)).toBe(described);
  });

  it('takes only descriptions for names of files', () => {
    expect(isFileNameAlt('', '/up/low-tide.jpg')).toBe(false);
  });
});
