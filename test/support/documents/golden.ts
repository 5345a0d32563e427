import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/**
 * Compares a text with a file below the project root; with `UPDATE=1` writes the file instead.
 * @param path for example `test/golden/surfaces/llms.txt`
 */
export function expectFile(path: string, text: string): void {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  if (process.env['UPDATE'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
}

/** Compares a text with a golden file in `test/golden/surfaces/`. */
export function expectGolden(name: string, text: string): void {
  expectFile(`test/golden/surfaces/${name}`, text);
}
