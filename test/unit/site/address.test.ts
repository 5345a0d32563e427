import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from '../../../src/core/text.js';
import { type Address, type BadAddress, placeEntry } from '../../../src/site/address.js';
import { resolveClaims } from '../../../src/site/collisions.js';

const BASES = ['https://old.example/blog', 'https://harbour.example'];

function isPlaced(address: Address | BadAddress): address is Address {
  return 'path' in address;
}

const anyUrl = fc.oneof(
  fc.webUrl(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .tuple(
      fc.constantFrom('https://old.example/blog', 'http://www.harbour.example:80', '', '/', '//'),
      fc.string({ unit: 'binary', maxLength: 30 }),
    )
    .map(([start, rest]) => `${start}/${rest}`),
  fc
    .string({
      unit: fc.constantFrom('/', '.', '%', '2', 'e', 'f', '5', 'c', '0', '\\', 'a', '?', '#', '@', ':'),
      maxLength: 30,
    })
    .map((rest) => `https://old.example/blog${rest}`),
);

describe('any address', () => {
  it('is refused, or is a clean path with a name that stays in the folder', () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const address = placeEntry(url, BASES);
        if (!isPlaced(address)) return;
        const { path, twin } = address;
        expect(path).toMatch(/^\/[\x21-\x7e]*$/);
        expect(path).not.toMatch(/["<>\\^`{|}]/);
        expect(() => new URL(`https://harbour.example${path}`)).not.toThrow();
        expect(new URL(`https://harbour.example${path}`).host).toBe('harbour.example');
        if (twin === '') return;
        expect(twin.endsWith('.md')).toBe(true);
        expect(twin).toBe(twin.normalize('NFC'));
        for (const name of twin.split('/')) {
          expect(['', '.', '..']).not.toContain(name);
          expect(name).not.toMatch(/[/\\\u0000-\u001f]/);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        }
        // The address of the twin leads back to its file.
        expect(decodeURIComponent(`${path.replace(/\/+$/, '').slice(1)}.md`)).toBe(twin);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same whether it is plain or has to be looked at closely, as one behind a space has', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', 'B', '7', '-', '_', '~', '.', '%', 'é', '/'),
      maxLength: 9,
    });
    const long = fc.integer({ min: 245, max: 265 }).map((size) => 'n'.repeat(size));
    const start = fc.constantFrom(
      '/',
      'https://old.example/blog/',
      'https://harbour.example/',
      'HTTPS://old.example/blog/',
    );
    const url = fc
      .tuple(start, fc.oneof(part, long), fc.constantFrom('', '/', '/a.b', '?a', '#b'))
      .map((all) => all.join(''));
    const base = fc.constantFrom(...BASES, 'https://old.example/blog/', 'https://old.example', '');
    fc.assert(
      fc.property(url, base, (one, first) => {
        expect(placeEntry(one, [first, ...BASES])).toEqual(placeEntry(` ${one}`, [first, ...BASES]));
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['/a\ud800/', '/?q=\udc00', '/\udc00\ud800'])('with half a character is refused: %j', (url) => {
    expect(placeEntry(url, BASES)).toMatchObject({ problem: 'unsafe' });
  });

  it.each([
    ['?p=12', '/?p=12'],
    ['?q=a b&r=ü', '/?q=a%20b&r=%C3%BC'],
    ['?q=100%&r=%41', '/?q=100%25&r=%41'],
    ['?f[]=1&g=<x>"\\', '/?f[]=1&g=%3Cx%3E%22%5C'],
  ])('keeps its query in a form that may stand in a link: %s', (query, path) => {
    expect(placeEntry(`https://harbour.example/${query}`, BASES)).toEqual({
      path,
      twin: '',
      noTwin: 'query',
    });
  });

  it('is settled once: what comes out goes in again unchanged', () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const address = placeEntry(url, BASES);
        if (isPlaced(address)) expect(placeEntry(address.path, BASES)).toEqual(address);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('names that file systems confuse', () => {
  it.each([
    ['Tea', 'tea'],
    ['ÉTÉ', 'été'],
    ['e\u0301', '\u00e9'],
    ['ſmoke', 'smoke'],
    ['\u212a', 'k'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['ЧАЙ', 'чай'],
  ])('fold alike: %s and %s', (a, b) => expect(foldName(a)).toBe(foldName(b)));

  it.each([
    ['tea', 'teas'],
    ['ß', 'ss'],
    ['é', 'e'],
    ['ı', 'j'],
  ])('fold apart: %s and %s', (a, b) => expect(foldName(a)).not.toBe(foldName(b)));
});

describe('any claims', () => {
  const name = fc.constantFrom('a', 'A', 'b', 'a.md', 'B.MD', 'é', 'E\u0301', 'llms.txt', 'index');
  const path = fc
    .array(name, { minLength: 0, maxLength: 3 })
    .map((names) => `/${names.map(encodeURIComponent).join('/')}`);
  const claims = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 50 }), path }), {
    selector: ({ id }) => id,
    maxLength: 20,
  });

  it('are granted so that all granted files and folders can be made, and the lowest id never yields to a higher', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const claimed = list
          .toSorted((a, b) => a.id - b.id)
          .flatMap(({ id, path: url }) => {
            const address = placeEntry(url, BASES);
            return isPlaced(address) ? [{ id, address }] : [];
          });
        const occupied = { isReserved: (one: string) => one === '/index', files: ['llms.txt'] };
        const refusals = resolveClaims(claimed, occupied);
        const refused = new Set(refusals.map(({ id }) => id));
        const granted = claimed.filter(({ id }) => !refused.has(id));
        const files = [
          ...granted.map(({ address }) => address.twin).filter((twin) => twin !== ''),
          'llms.txt',
        ].map(foldName);
        expect(new Set(files).size).toBe(files.length);
        for (const file of files) expect(files.filter((other) => other.startsWith(`${file}/`))).toEqual([]);
        expect(new Set(granted.map(({ address }) => address.path.replace(/\/$/, ''))).size).toBe(
          granted.length,
        );
        for (const { id, winner } of refusals) if (winner !== undefined) expect(winner).toBeLessThan(id);
      }),
      { numRuns: 500 },
    );
  });
});
