import { describe, expect, it } from 'vitest';
import { type Param, readParams } from '../../../../../src/sidecar/server/admin/read-request.js';

function read(param: Partial<Param> & Pick<Param, 'type'>, value: unknown): unknown {
  try {
    return readParams({ x: { text: '', ...param } }, { x: value })['x'];
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
}

describe('a parameter of the admin API', () => {
  it.each<[Param, unknown, string]>([
    [{ text: '', type: 'integer', min: 1 }, 0, '`x` must be at least 1.'],
    [{ text: '', type: 'integer', max: 9 }, 10, '`x` must be at most 9.'],
    [{ text: '', type: 'integer', min: 1, max: 9 }, 10, '`x` must be between 1 and 9.'],
    [{ text: '', type: 'integer' }, 7.5, '`x` must be a whole number.'],
    [{ text: '', type: 'string', values: ['a', 'b'] }, 'c', '`x` must be one of a, b.'],
    [{ text: '', type: 'string', maxLength: 3 }, 'long', '`x` can have at most 3 characters.'],
    [{ text: '', type: 'boolean' }, [], '`x` must be true or false.'],
  ])('that is invalid gets a sentence with its name and what is expected: %j', (param, given, sentence) => {
    expect(() => readParams({ x: param }, { x: given })).toThrow(sentence);
  });

  it.each([
    ['a list', ['a', 'b'], ['a', 'b']],
    ['a text with commas', 'a,b', ['a', 'b']],
    ['a text with lines', 'a\nb', ['a', 'b']],
    ['both', 'a,b\nc', ['a', 'b', 'c']],
    ['numbers', [1, 'b'], ['1', 'b']],
    ['as many texts as may be', Array(200).fill('a'), Array(200).fill('a')],
  ])('of several texts takes %s', (_, given, texts) => {
    expect(read({ type: 'strings' }, given)).toEqual(texts);
  });

  it.each([[Array(201).fill('a')], [[['a']]], [[null]], [{ a: 1 }], [true]])(
    'of several texts refuses %j',
    (given) => {
      expect(read({ type: 'strings' }, given)).toBe('rest_invalid_param');
    },
  );

  it.each([
    [7, 7],
    ['7', 7],
    [' +7 ', 7],
    [1, 1],
    [9, 9],
    [0, 'rest_invalid_param'],
    [10, 'rest_invalid_param'],
    [7.5, 'rest_invalid_param'],
    ['7a', 'rest_invalid_param'],
    ['', 'rest_invalid_param'],
    [true, 'rest_invalid_param'],
  ])('that is a number from 1 to 9: %j', (given, expected) => {
    expect(read({ type: 'integer', min: 1, max: 9 }, given)).toBe(expected);
  });

  it.each([
    [-5, 1],
    ['1000', 9],
    [2 ** 60, 9],
    [4, 4],
  ])('that is brought into its limits: %j', (given, expected) => {
    expect(read({ type: 'integer', min: 1, max: 9, clamp: true }, given)).toBe(expected);
  });

  it.each([
    ['', false],
    [' No ', false],
    ['OFF', false],
    ['0', false],
    [0, false],
    ['false', false],
    ['yes', true],
    ['2', true],
    [1, true],
    [[], 'rest_invalid_param'],
  ])('that is true or false: %j', (given, expected) => {
    expect(read({ type: 'boolean' }, given)).toBe(expected);
  });

  it.each([
    ['string', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['string', 'x'.repeat(10_001), 'rest_invalid_param'],
    ['string', 5, '5'],
    ['string', false, 'rest_invalid_param'],
  ] as const)('of the type %s: %j', (type, given, expected) => {
    expect(read({ type }, given)).toBe(expected);
  });

  it('that is missing has its default, or is told of before any that is wrong', () => {
    expect(read({ type: 'integer', default: 5 }, null)).toBe(5);
    expect(read({ type: 'integer' }, undefined)).toBeUndefined();
    const declared = {
      a: { type: 'integer', text: '' },
      b: { type: 'string', text: '', required: true },
    } as const;
    expect(() => readParams(declared, { a: 'x' })).toThrow(
      expect.objectContaining({ code: 'rest_missing_callback_param' }),
    );
  });
});
