import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CharacterRange, rangesIn, rangesOf } from '../support/character-classes.js';
import { sourceFiles } from '../support/imports.js';

const KINDS = [/^\d$/, /^[a-z]$/, /^[A-Z]$/, /^\\(?:0|[xu].+)$/];

/** Runs of ASCII that are meant: its punctuation, its printable characters without `%`, and control characters. */
const MEANT = ['!-/', ':-@', '[-`', '{-~', ' -$', '&-~', '\\0- '];

/** True for a range between two letters, digits or numbered characters. */
function isPlain({ from, to }: CharacterRange): boolean {
  return KINDS.some((kind) => kind.test(from) && kind.test(to)) || MEANT.includes(`${from}-${to}`);
}

describe('the scan for ranges', () => {
  it.each([
    ['/[+-−]/', ['+-−']],
    ['/[A-z_.-]/', ['A-z']],
    ['/[^.-_]x[\\w-]/', ['.-_']],
    ['/\\[a-z]/', []],
    ['/[\\]+-~]/', ['+-~']],
    ["new RegExp('[,-;]')", [',-;']],
    ['const part = `[${digit}-9]`; new RegExp(part)', ['\\w-9']],
    ["['a-b']; /x/", []],
  ])('sees in %s %j', (code, ranges) => {
    expect(rangesOf(code).map(({ from, to }) => `${from}-${to}`)).toEqual(ranges);
  });

  it('takes escapes as one character, and what is not closed as text', () => {
    expect(rangesIn('[\\u{1f600}-\\u{1f64f}\\x00-\\x1f]')).toHaveLength(2);
    expect(rangesIn('[a-z')).toEqual([]);
  });
});

describe('regular expressions', () => {
  const files = sourceFiles(fileURLToPath(new URL('../../src', import.meta.url)));

  it('have no range by accident: a hyphen between two other characters stands at the end', () => {
    const all = files.flatMap(({ file, text }) => rangesOf(text).map((range) => ({ file, ...range })));
    expect(all.length).toBeGreaterThan(300);
    const accidental = all.filter((range) => !isPlain(range));
    expect(accidental.map(({ file, from, to, within }) => `${file}: ${from}-${to} in ${within}`)).toEqual([]);
  });
});
