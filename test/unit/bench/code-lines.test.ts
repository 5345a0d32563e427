import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCodeFile } from '../../../bench/metrics/code-lines.js';

function read(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-metrics-')), 'code.ts');
  writeFileSync(file, text);
  return readCodeFile(file);
}

describe('lines of code', () => {
  it.each<[string, string, number]>([
    ['blank lines', 'const a = 1;\n\n  \nconst b = 2;\n', 2],
    ['comments', '// one\n/* two\n three */\n/** four */\nconst a = 1; // five\n', 1],
    ['what looks like a comment in a text', "const a = '// no comment';\nconst b = `\n// text\n`;\n", 4],
    ['a regular expression', 'const a = /\\/\\*/;\nconst b = 1; /* c */\n', 2],
    ['types', 'interface A {\n  /** What it is. */\n  readonly b: string;\n}\n', 3],
  ])('are told from %s', (_, text, count) => {
    expect(read(text).code).toBe(count);
  });

  it('are counted for each function, without comments and blank lines', () => {
    const { functions } = read(
      'export function first(): void {\n  // why\n\n  second();\n}\nclass A {\n  b() {\n    return () => {\n      first();\n    };\n  }\n}\n',
    );
    expect(functions.map(({ name, line, lines }) => [name, line, lines])).toEqual([
      ['first', 1, 3],
      ['b', 7, 5],
      ['arrow function', 8, 3],
    ]);
  });

  it('are not those of a file that cannot be parsed', () => {
    expect(() => read('const = 1;\n')).toThrow(/code\.ts/);
  });
});
