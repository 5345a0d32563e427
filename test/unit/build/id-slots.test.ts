import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdSlots } from '../../../src/build/id-slots.js';
import { Column } from '../../../src/core/column.js';

function slotsOf(ids: readonly number[]): IdSlots {
  const slots = new IdSlots(new Column(Float64Array));
  for (const id of ids) if (slots.get(id) === undefined) slots.add(id);
  return slots;
}

describe('slots of ids', () => {
  it('are those of a map, whatever the order of the ids', () => {
    const id = fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    );
    const ids = fc.oneof(
      fc.array(id),
      fc.array(id).map((some) => some.sort((a, b) => a - b)),
    );
    fc.assert(
      fc.property(ids, id, (some, other) => {
        const slots = slotsOf(some);
        const known = new Map([...new Set(some)].map((one, slot) => [one, slot]));
        expect(slots.size).toBe(known.size);
        for (const one of [...some, other, other + 1]) expect(slots.get(one)).toBe(known.get(one));
      }),
    );
  });

  it('tell whether the ids ascend', () => {
    expect(slotsOf([]).areAscending).toBe(true);
    expect(slotsOf([0, 3, 3, 4]).areAscending).toBe(true);
    expect(slotsOf([0, 4, 3]).areAscending).toBe(false);
  });
});
