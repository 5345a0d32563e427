import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the program begins in a syntax that Node.js 12 can parse, so that it can say which version it needs', () => {
  const text = readFileSync(new URL('../../../bin/svc.js', import.meta.url), 'utf8');
  expect(text).not.toMatch(/^\S.*\bawait\b|^await\b/m);
  expect(text).not.toMatch(/\?\.|\?\?|\bimport .* from\b/);
});
