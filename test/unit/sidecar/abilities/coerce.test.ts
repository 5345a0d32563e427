import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abilities } from '../../../../src/sidecar/abilities/table.js';
import { coerceInput, validateInput } from '../../../../src/sidecar/abilities/validate.js';

/** A value as a query writes it: everything is text. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asText(member)]));
  }
  return String(value);
}

describe('input from an address', () => {
  const schema = {
    type: 'object',
    properties: {
      count: { type: 'integer' },
      share: { type: 'number' },
      flag: { type: 'boolean' },
      word: { type: 'string' },
      counts: { type: 'array', items: { type: 'integer' } },
      words: { type: 'array', items: { type: 'string' } },
      inner: { type: 'object', properties: { flag: { type: 'boolean' } } },
    },
  };
  const value = fc.record(
    {
      count: fc.integer(),
      share: fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .filter((number) => !Object.is(number, -0) && /^-?\d+(?:\.\d+)?$/.test(String(number))),
      flag: fc.boolean(),
      word: fc.string(),
      counts: fc.array(fc.integer()),
      words: fc.array(fc.string()),
      inner: fc.record({ flag: fc.boolean() }),
    },
    { requiredKeys: [] },
  );

  it('comes out as it went in', () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(coerceInput(schema, asText(given))).toEqual({ ...given });
      }),
    );
  });

  it.each([
    ['flag', '1', true],
    ['flag', '0', false],
    ['flag', ' true ', true],
    ['flag', 'yes', 'yes'],
    ['flag', '', ''],
    ['count', '+7', 7],
    ['count', ' 7 ', 7],
    ['count', '7e3', '7e3'],
    ['count', '', ''],
    ['share', '.5', '.5'],
    ['counts', '7', [7]],
    ['counts', { 0: '7', 1: '8' }, [7, 8]],
    ['counts', { 1: '8' }, { 1: '8' }],
    ['words', 'a,b', ['a,b']],
    ['words', '', ''],
    ['word', '1', '1'],
    ['inner', { flag: '1' }, { flag: true }],
  ])('may be written otherwise: %s=%j', (name, text, expected) => {
    expect(coerceInput(schema, { [name]: text })).toEqual({ [name]: expected });
  });

  it('is left alone where it has its type already', () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(coerceInput(schema, given)).toEqual({ ...given });
      }),
    );
  });

  it('never makes anything valid that the schema would not take, and never throws', () => {
    const schemas = abilities.map(({ input }) => ({ input }));
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.jsonValue(), (ability, given) => {
        const coerced = coerceInput(ability.input, given);
        const judged = validateInput(ability, coerced);
        if (judged.isValid && coerced !== null) expect(typeof judged.input).toBe('object');
      }),
    );
  });

  it.each([
    ['', { type: 'integer' }, ''],
    ['1e3', { type: 'integer' }, '1e3'],
    ['0x10', { type: 'integer' }, '0x10'],
    ['yes', { type: 'boolean' }, 'yes'],
    ['7', { enum: [7, 8] }, 7],
    ['7', { type: ['integer', 'null'] }, 7],
    ['7', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, '7'],
    [
      { 0: 'a', 2: 'b' },
      { type: 'array', items: { type: 'string' } },
      { 0: 'a', 2: 'b' },
    ],
  ])('%j for %j is %j', (given, one, expected) => {
    expect(coerceInput(one, given)).toEqual(expected);
  });
});

describe('the schemas of every ability', () => {
  it.each(abilities)(
    '$slug: closed, with a default where nothing is required, and nothing undescribed',
    (ability) => {
      const { input, output } = ability;
      const required = (input['required'] ?? []) as readonly string[];
      expect(input).toMatchObject({ type: 'object', additionalProperties: false });
      expect(output).toMatchObject({ type: 'object', additionalProperties: false });
      expect(input['default']).toEqual(required.length === 0 ? {} : undefined);
      expect(validateInput(ability, undefined).isValid).toBe(required.length === 0);
      for (const [name, schema] of Object.entries(input['properties'] as Readonly<Record<string, object>>)) {
        expect([ability.slug, name, 'description' in schema]).toEqual([ability.slug, name, true]);
      }
    },
  );
});

describe('what a model leaves out', () => {
  const input = {
    type: 'object',
    properties: {
      post_id: { type: 'integer', description: 'Id of the page.' },
      filter: { type: 'string', enum: ['open', 'done'] },
      text: { type: 'string' },
    },
    required: ['post_id'],
  };

  it('may be an empty text where one of some words is wanted', () => {
    expect(coerceInput(input, { filter: '', text: '' })).toEqual({ text: '' });
  });

  it.each([undefined, null, {}])('is named with its meaning: %j', (given) => {
    expect(validateInput({ input }, given)).toEqual({
      isValid: false,
      problem: 'input.post_id is missing (Id of the page)',
    });
  });
});
