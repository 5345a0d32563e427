/** Whatever validates documents trusts the schemas; here they are held to what JSON Schema demands of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../../../../schemas/', import.meta.url);

describe('every schema', () => {
  it.each(readdirSync(FOLDER))('%s is one', (name) => {
    const schema = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as object;
    const ajv = new Ajv2020();
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  });

  it('one that is none is noticed', () => {
    expect(new Ajv2020().validateSchema({ type: 'lettre' })).toBe(false);
  });
});
