import { describe, expect, it } from 'vitest';
import { partOf } from '../../../../../src/sidecar/abilities/read/check-page.js';

const LONG = Array.from({ length: 4000 }, (_, index) =>
  index % 400 === 0 ? `## Chapter ${index}\n` : `Line ${index} 🛟 of a long page.\n`,
).join('');

const read = (offset = 0, find = '') => partOf(LONG, { offset, find });

describe('a part of a text', () => {
  it('is all of a short one', () => {
    expect(partOf('# Short', { offset: 0, find: '' })).toEqual({
      start: 0,
      end: 7,
      fields: { offset: 0, next: 0, outline: [] },
    });
  });

  it('ends at a line, and the parts together are the text', () => {
    let text = '';
    for (let offset = 0, first = true; first || offset > 0; first = false) {
      const { start, end, fields } = read(offset);
      expect(end - start).toBeLessThanOrEqual(30_000);
      text += LONG.slice(start, end);
      offset = fields.next;
    }
    expect(text).toBe(LONG);
  });

  it('begins at a heading of the outline, or shortly before what is looked for', () => {
    const { outline } = read().fields;
    expect(outline).toHaveLength(10);
    expect(outline[3]?.heading).toBe('Chapter 1200');
    expect(LONG.slice(read(outline[3]?.offset).start)).toMatch(/^## Chapter 1200\n/);
    const { start, end } = read(0, 'Line 3001 ');
    expect(LONG.slice(start, end)).toContain('Line 3001 ');
    expect(start).toBeGreaterThan(0);
    expect(() => read(start + 3000, 'Line 3001 ')).toThrow(/after the offset/);
  });

  it('never splits a character', () => {
    const boat = LONG.indexOf('🛟');
    expect(read(boat + 1).start).toBe(boat);
    const boats = '🛟'.repeat(20_000);
    const { end } = partOf(`a${boats}`, { offset: 0, find: '' });
    expect(`a${boats}`.slice(0, end).isWellFormed()).toBe(true);
    expect(read(9_999_999)).toMatchObject({ start: LONG.length, end: LONG.length });
  });
});
