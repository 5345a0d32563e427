import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeAside } from '../../../src/deploy/file-writer.js';
import { Output } from '../../../src/deploy/output.js';
import { type Files, filesIn, text, workspace } from '../../support/build/workspace.js';

function outputOf(files: Files = {}, previous: readonly string[] = []): { output: Output; cwd: string } {
  const cwd = workspace(
    Object.fromEntries(Object.entries(files).map(([file, content]) => [`out/${file}`, content])),
  );
  const aside = join(cwd, 'aside');
  return { cwd, output: new Output({ out: join(cwd, 'out'), stage: join(cwd, 'stage'), previous, aside }) };
}

function* pieces(...texts: readonly string[]): Iterable<string> {
  yield* texts;
}

describe('the output', () => {
  it('tells what became of each file', () => {
    const { output, cwd } = outputOf({ same: 'x', changed: 'x', gone: 'x', foreign: 'x' }, [
      'same',
      'changed',
      'gone',
    ]);
    output.put('same', 'x');
    output.put('changed', 'y');
    output.put('new/file', 'z');
    const changes = { added: ['new/file'], changed: ['changed'], removed: ['gone'], unchanged: 1 };
    expect(output.changes()).toEqual(changes);
    expect([...output.files()]).toEqual(['changed', 'new/file', 'same']);
    expect([output.read('same'), output.read('changed')]).toEqual(['x', 'y']);
    expect(text(cwd, 'out/changed')).toBe('x');
    output.commit('new/file');
    expect(filesIn(cwd)).toEqual(['out/changed', 'out/foreign', 'out/new/file', 'out/same']);
  });

  it.each([
    ['the old text', ['y', 'x'], { added: [], changed: [], removed: [], unchanged: 1 }],
    ['a new text', ['x', 'y'], { added: [], changed: ['file'], removed: [], unchanged: 0 }],
  ])('takes the last of several: %s', (_, texts, changes) => {
    for (const wrap of [(one: string) => one, (one: string) => pieces(one)]) {
      const { output, cwd } = outputOf({ file: 'x' }, ['file']);
      for (const one of texts) output.put('file', wrap(one));
      expect(output.changes()).toEqual(changes);
      expect(output.read('file')).toBe(texts[1]);
      output.commit('file');
      expect(text(cwd, 'out/file')).toBe(texts[1]);
      expect(filesIn(cwd)).toEqual(['out/file']);
    }
  });

  it('joins the pieces of a long text', () => {
    const long = Array.from({ length: 3000 }, (_, index) => `${index} ü🚲 `.repeat(20));
    const { output } = outputOf();
    output.put('file', pieces(...long));
    expect(output.read('file')).toBe(long.join(''));
  });

  it.each([
    ['equal', 'x'.repeat(3 << 20), 'x'.repeat(3 << 20), 1],
    ['different at the end', 'x'.repeat(3 << 20), `${'x'.repeat((3 << 20) - 1)}y`, 0],
    ['longer', 'x'.repeat(3 << 20), 'x'.repeat((3 << 20) + 1), 0],
    ['empty', '', '', 1],
  ])('compares long texts: %s', (_, old, fresh, unchanged) => {
    const { output } = outputOf({ file: old }, ['file']);
    output.put('file', pieces(fresh));
    expect(output.changes().unchanged).toBe(unchanged);
  });

  it('writes bytes as they are', () => {
    const { output, cwd } = outputOf();
    output.put('file', Uint8Array.of(0xff, 0, 0x80));
    output.commit('file');
    expect(filesIn(cwd)).toEqual(['out/file']);
  });

  it('leaves no trace when it is thrown away', () => {
    const { output, cwd } = outputOf({ file: 'x' }, ['file']);
    output.put('file', 'y');
    output.discard();
    expect(filesIn(cwd)).toEqual(['out/file']);
    expect(text(cwd, 'out/file')).toBe('x');
  });

  it.each(['../x', 'a/../../x', '/x', 'a//x', '', '.', 'a/..', 'a/\u0000'])(
    'refuses the name "%s"',
    (file) => {
      const { output, cwd } = outputOf();
      expect(() => output.put(file, 'x')).toThrow(expect.objectContaining({ code: 'SVC_ENTRY_INVALID' }));
      expect(filesIn(cwd)).toEqual([]);
    },
  );

  it('keeps a text aside under a name that a file may have too', () => {
    const { output, cwd } = outputOf();
    output.put('twin-1.md', 'a file');
    writeAside(output.places.aside, 'twin-1.md', Buffer.from('a text'));
    output.aside.take('twin-1.md');
    expect([output.read('twin-1.md'), output.aside.read('twin-1.md')]).toEqual(['a file', 'a text']);
    output.commit('twin-1.md');
    expect(text(cwd, 'out/twin-1.md')).toBe('a file');
  });
});
