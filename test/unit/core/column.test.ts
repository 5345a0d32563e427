import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Column } from '../../../src/core/column.js';

describe('Column', () => {
  it('keeps what was set last in each slot, and 0 elsewhere', () => {
    const steps = fc.array(fc.tuple(fc.nat(5000), fc.integer({ min: -(2 ** 40), max: 2 ** 40 })), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(steps, fc.nat(20_000), (set, other) => {
        const column = new Column(Float64Array);
        const map = new Map(set);
        for (const [slot, value] of set) column.set(slot, value);
        for (const [slot, value] of map) expect(column.get(slot)).toBe(value);
        expect(column.get(other)).toBe(map.get(other) ?? 0);
      }),
    );
  });
});
