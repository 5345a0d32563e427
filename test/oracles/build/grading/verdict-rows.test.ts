/** Rows come back as they were, whatever was in their place, and most of them are not packed again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LastRows, RowWriter } from '../../../../src/build/grading/verdict-rows.js';
import { filesIn, workspace } from '../../../support/build/workspace.js';

interface TestRow {
  readonly id: number;
  readonly text: string;
  readonly time: number;
}

const keyOf = ({ id }: TestRow) => (id % 2 === 0 ? undefined : { high: id, low: 0xffffffff });

/** Writes rows, those that the last file holds already without their texts. */
function write(path: string, rows: readonly TestRow[], last?: LastRows): LastRows {
  const writer = new RowWriter(path, last);
  for (const row of rows) {
    const number = last?.find(row.id) ?? -1;
    if (last !== undefined && number !== -1 && last.textOf(number) === row.text) writer.keep(number);
    else writer.add(row.text, { id: row.id, key: keyOf(row), time: row.time });
  }
  writer.save({ count: rows.length });
  return new LastRows(path);
}

function allOf(rows: LastRows): readonly TestRow[] {
  return Array.from({ length: rows.size }, (_, number) => {
    return { id: rows.idOf(number), text: rows.textOf(number), time: rows.timeOf(number) };
  });
}

const many = (count: number): TestRow[] =>
  Array.from({ length: count }, (_, id) => ({ id, text: `["Page ${id}"]`, time: 1000 }));

describe('rows of verdicts', () => {
  it('come back as they were, also over others', () => {
    const path = join(workspace(), 'rows.bin');
    const text = fc.string({ unit: 'grapheme' }).map((value) => JSON.stringify(value));
    const row = fc.record({ id: fc.nat(600), text, time: fc.constant(7) });
    const rows = fc
      .uniqueArray(row, { selector: ({ id }) => id })
      .map((list) => [...list].sort((a, b) => a.id - b.id));
    fc.assert(
      fc.property(rows, rows, (one, other) => {
        const before = write(path, one);
        expect(allOf(before)).toEqual(one);
        const after = write(path, other, before);
        expect(after.head).toEqual({ count: other.length });
        expect(allOf(after)).toEqual(other);
        for (const [number, each] of other.entries()) {
          expect(after.find(each.id)).toBe(number);
          expect(after.hasKey(number, keyOf(each))).toBe(true);
          expect(after.hasKey(number, { high: 1, low: 2 })).toBe(false);
        }
        expect(after.find(601)).toBe(-1);
      }),
    );
  });

  it('are not packed again where they stay, whether others come, change or go', () => {
    const path = join(workspace(), 'rows.bin');
    const rows = many(5000);
    const before = write(path, rows);
    const changed = { id: 2000, text: '["Another title"]', time: 2000 };
    const others = [...rows.slice(0, 2000), changed, ...rows.slice(2002), { ...changed, id: 6000 }];
    const after = write(path, others, before);
    expect(allOf(after)).toEqual(others);
    const blocks = (all: LastRows) =>
      Array.from({ length: all.size }, (_, first) =>
        Array.from({ length: 2048 }, (_, count) => all.blockOf(first, count + 1))
          .find(Boolean)
          ?.toString('latin1'),
      ).filter((block) => block !== undefined);
    const [old, now] = [blocks(before), blocks(after)];
    expect(old.length).toBeGreaterThan(8);
    expect(now.filter((block) => old.includes(block)).length).toBeGreaterThan(old.length - 4);
  });

  it('are refused when the file is damaged', () => {
    const path = join(workspace(), 'rows.bin');
    write(path, many(1000));
    const whole = readFileSync(path);
    for (const size of [0, 1, 15, 400, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, size));
      expect(() => new LastRows(path), String(size)).toThrow();
    }
  });

  it('leave nothing behind when they are given up', () => {
    const folder = workspace();
    const writer = new RowWriter(join(folder, 'cache', 'rows.bin'), undefined);
    for (const { id, text, time } of many(60_000)) writer.add(text, { id, key: undefined, time });
    writer.discard();
    expect(filesIn(folder)).toEqual([]);
  });
});
