import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance } from '../../../src/core/did-you-mean.js';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['tea', 'tea', 0],
    ['tea', 'eta', 1],
    ['nginx', 'ngnix', 1],
    ['kiln', 'kilns', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ])('%j to %j is %i', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected);
  });

  it('is symmetric, and zero only for equal words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe('didYouMean', () => {
  const known = ['siteDir', 'publicDir', 'out', 'restPrefix', 'restApi'];
  it.each([
    ['sitedir', 'siteDir'],
    ['public_dir', 'publicDir'],
    ['restprefx', 'restPrefix'],
    ['otu', 'out'],
    ['colour', undefined],
    ['', undefined],
  ])('%j: %j', (word, expected) => {
    expect(didYouMean(word, known)).toBe(expected);
  });

  it('prefers the word that begins like it to a nearer one', () => {
    expect(didYouMean('enable_mcp', ['enable_webmcp', 'enable_mcp_server'])).toBe('enable_mcp_server');
  });
});
