import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentTable } from '../../../../src/documents/table.js';
import { makeValidator } from '../../../../src/quality/validate/ajv.js';

const FOLDER = 'dist/validators';
const require = createRequire(import.meta.url);
const files = readdirSync(FOLDER);

function verdictOf(validate: ValidateFunction, value: unknown) {
  return { isValid: validate(value), errors: validate.errors };
}

/** Names that a schema has for keys, wherever they stand. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === 'properties' ? [...Object.keys(inner), ...keysOf(inner)] : keysOf(inner),
  );
}

/** Objects with those keys, in each other and with anything in them. */
function objectsWith(keys: readonly string[]): fc.Arbitrary<unknown> {
  const text = fc.constantFrom(
    '',
    'a',
    'https://harbour.example/',
    '2026-07-02T10:00:00+00:00',
    'no address',
  );
  return fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.integer({ min: -1, max: 3 }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(fc.constantFrom(...keys, 'other'), tie('value'), { maxKeys: 8 }),
  })).object;
}

describe('compiled validators', () => {
  it('are there for every document with a schema', () => {
    const schemas = documentTable.flatMap(({ schema }) => schema ?? []);
    expect(files.sort()).toEqual([...new Set(schemas)].map((schema) => `${schema}.cjs`).sort());
  });

  it.each(files)('%s says what the schema says', (file) => {
    const name = file.replace(/\.cjs$/, '');
    const compiled = require(resolve(FOLDER, file)) as ValidateFunction;
    const schema: unknown = JSON.parse(readFileSync(`schemas/${name}`, 'utf8'));
    fc.assert(
      fc.property(objectsWith(keysOf(schema)), (value) => {
        expect(verdictOf(compiled, value)).toEqual(verdictOf(makeValidator(name), value));
      }),
    );
  });
});
