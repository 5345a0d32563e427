import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { expectFile } from './golden.js';

/**
 * Compares the fenced block behind `<!-- example: name -->` of a page of the docs with a text; with `UPDATE=1`
 * rewrites it.
 * @param page for example `docs/documents/mcp.md`
 */
export function expectExample(page: string, name: string, text: string): void {
  const file = fileURLToPath(new URL(`../../${page}`, import.meta.url));
  const old = readFileSync(file, 'utf8');
  const pattern = new RegExp(`(<!-- example: ${name} -->\\n(\`{3,})\\w*\\n)[^]*?(\\n\\2\\n)`);
  expect(pattern.test(old) || `${page} has no example "${name}"`).toBe(true);
  const fresh = old.replace(
    pattern,
    (_all, head: string, _fence, end: string) => head + text.trimEnd() + end,
  );
  expectFile(page, fresh);
}
