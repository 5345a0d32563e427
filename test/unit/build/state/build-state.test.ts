import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LastState, NewState } from '../../../../src/build/state/build-state.js';
import { workspace } from '../../../support/build/workspace.js';

type Rows = readonly (readonly [key: string | number, value: unknown])[];

/** Writes a state with some entries. */
function write(folder: string, rows: Rows, last = LastState.empty(), isForgotten = false): void {
  const next = new NewState(folder, last, isForgotten);
  for (const [key, value] of rows) next.add('entry', key, value);
  next.save();
}

const FILE = 'cache/state.jsonl';

describe('the state of a build', () => {
  const key = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer());
  const rows = fc.uniqueArray(fc.tuple(key, fc.jsonValue()), { selector: ([one]) => JSON.stringify(one) });

  it('gives the next build what this one has written', () => {
    const folder = workspace();
    fc.assert(
      fc.property(rows, (written) => {
        // JSON has no -0.
        const expected = JSON.parse(JSON.stringify(written)) as Rows;
        write(folder, written);
        const last = LastState.read(folder);
        expect([...last.rows('entry')]).toEqual(expected);
        for (const [one, value] of expected) expect(last.get('entry', one)).toEqual(value);
        expect(last.get('unit', 'a')).toBeUndefined();
      }),
    );
  });

  it('has room for long rows', () => {
    const folder = workspace();
    const long = 'ü'.repeat(400_000);
    write(folder, [
      [1, 'short'],
      [2, long],
      [3, 'short'],
    ]);
    const last = LastState.read(folder);
    expect(last.get('entry', 2)).toBe(long);
    write(folder, [], last);
    const next = new NewState(folder, last, false);
    for (const id of [1, 2, 4]) next.keep('entry', id);
    next.save();
    const again = LastState.read(folder);
    expect([1, 2, 3, 4].map((id) => again.get('entry', id))).toEqual(['short', long, undefined, undefined]);
  });

  it('is for its owner alone', () => {
    const folder = workspace();
    write(folder, [[1, 'a']]);
    expect(statSync(join(folder, FILE)).mode & 0o777).toBe(0o600);
  });

  it('is empty when the file is missing or damaged anywhere', () => {
    const folder = workspace();
    expect([...LastState.read(folder).rows('entry')]).toEqual([]);
    write(folder, [
      [1, 'one'],
      [2, 'two'],
    ]);
    const bytes = readFileSync(join(folder, FILE));
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(join(folder, FILE), damaged);
      expect([...LastState.read(folder).rows('entry')], `byte ${at}`).toEqual([]);
      writeFileSync(join(folder, FILE), bytes.subarray(0, at));
      expect([...LastState.read(folder).rows('entry')], `cut at ${at}`).toEqual([]);
    }
    writeFileSync(join(folder, FILE), bytes);
    expect([...LastState.read(folder).rows('entry')]).toHaveLength(2);
  });

  it('of a trial, and of a build that failed, leaves no file', () => {
    const folder = workspace();
    write(folder, [[1, 'a']], LastState.empty(), true);
    expect(existsSync(join(folder, FILE))).toBe(false);
    const next = new NewState(folder, LastState.empty(), false);
    next.add('entry', 1, 'x'.repeat(400_000));
    next.discard();
    expect(existsSync(join(folder, 'cache'))).toBe(false);
  });
});
