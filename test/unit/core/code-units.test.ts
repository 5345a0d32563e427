import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeAt } from '../../../src/core/code-at.js';
import { CodeUnits } from '../../../src/core/code-units.js';

const unitsOf = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
/** Halves of rare characters among them. */
const texts = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `${text}\ud83d${text.slice(1)}`);

describe('CodeUnits', () => {
  it('gives the code units of any text, one text after the other', () => {
    const units = new CodeUnits();
    fc.assert(
      fc.property(texts, (text) => {
        expect([...units.read(text).subarray(0, text.length)]).toEqual(unitsOf(text));
      }),
    );
  });

  it('has room for a text of any length', () => {
    const units = new CodeUnits();
    const long = 'żółw '.repeat(20_000);
    expect(units.read(long)[long.length - 2]).toBe('w'.charCodeAt(0));
    expect(units.read('b')[0]).toBe('b'.charCodeAt(0));
  });
});

describe('codeAt', () => {
  it('gives what charCodeAt gives, also outside of the text', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: -2, max: 90 }), (text, at) => {
        expect(codeAt(text, at)).toBe(text.charCodeAt(at));
      }),
    );
  });
});
