import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../src/core/compare.js';
import { fileFacts } from '../../../src/deploy/file-facts.js';
import { CHANGED, FileStates, KEPT, PREVIOUS } from '../../../src/deploy/file-states.js';
import { LastFiles } from '../../../src/deploy/last-files.js';
import { workspace, writeFiles } from '../../support/build/workspace.js';

function lastFiles(out: string, files: readonly string[]): LastFiles {
  const paths = files.map((file) => Buffer.from(file));
  const ends = paths.map((_, place) => Buffer.concat(paths.slice(0, place + 1)).length);
  const facts = files.flatMap((file) => fileFacts(join(out, file)) ?? [0, 0]);
  return new LastFiles({
    paths: Buffer.concat(paths),
    ends: Buffer.from(Uint32Array.from(ends).buffer),
    facts: Buffer.from(Float64Array.from(facts).buffer),
  });
}

describe('the files of the last build', () => {
  it('are told from those that were touched or are gone', () => {
    const names = ['a.md', 'gone.md', 'größe/ü.md', 'touched.md'];
    const out = workspace(Object.fromEntries(names.map((name) => [name, name])));
    const files = lastFiles(out, [...names.slice(0, 1), 'gone.md', ...names.slice(2)]);
    expect([...files]).toEqual(names);
    writeFiles(out, { 'touched.md': 'longer than it was' });
    rmSync(join(out, 'gone.md'));
    expect(names.map((_, number) => files.isUntouched(number, out))).toEqual([true, false, true, false]);
  });

  it('are found by their paths, whatever characters these have', () => {
    // Characters beyond U+FFFF come before others in UTF-16, and behind them in UTF-8.
    const character = fc.constantFrom('a', 'b', '/', 'é', '\u{ffee}', '\u{1f600}');
    const name = fc.array(character, { minLength: 1, maxLength: 4 }).map((characters) => characters.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.uniqueArray(name), (known, others) => {
        const names = [...known].sort(compareText);
        const files = lastFiles('/nowhere', names);
        for (const [number, file] of names.entries()) expect(files.find(file)).toBe(number);
        const states = new FileStates(files, PREVIOUS);
        for (const file of others) {
          expect(files.find(file)).toBe(names.indexOf(file));
          states.note(file, CHANGED);
        }
        expect([...states.list(PREVIOUS)]).toEqual(names);
        expect([...states.list(CHANGED)]).toEqual([...others].sort(compareText));
        expect(states.find('new')).toBe(-1);
        states.note('new', KEPT);
        expect(states.at(states.find('new'))).toBe('new');
        const all = [...new Set([...names, ...others, 'new'])].sort(compareText);
        expect([...states.list(PREVIOUS | CHANGED | KEPT)]).toEqual(all);
      }),
    );
  });
});
