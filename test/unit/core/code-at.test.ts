import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeAt } from '../../../src/core/text.js';

/** Halves of rare characters among them. */
const texts = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `${text}\ud83d${text.slice(1)}`);

describe('codeAt', () => {
  it('gives what charCodeAt gives, also outside of the text', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: -2, max: 90 }), (text, at) => {
        expect(codeAt(text, at)).toBe(text.charCodeAt(at));
      }),
    );
  });
});
