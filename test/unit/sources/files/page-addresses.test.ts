import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../../src/core/compare.js';
import { UNRESOLVED } from '../../../../src/core/unresolved.js';
import { type Layout, withinBase } from '../../../../src/sources/files/layout.js';
import { PageAddresses } from '../../../../src/sources/files/page-addresses.js';
import type { RawEntry } from '../../../../src/sources/port.js';

type Kind = 'page' | 'draft' | 'none';

const LAYOUTS: readonly (readonly string[])[] = [[''], ['content'], ['a', 'content'], ['a', '']];
const name = fc
  .array(fc.constantFrom('a', 'b', 'content'), { minLength: 1, maxLength: 3 })
  .map((parts) => `${parts.join('/')}.md`);

function urlOf(path: string, kind: Kind): string | undefined {
  if (kind === 'none') return undefined;
  return kind === 'page' ? `/${path}/` : UNRESOLVED;
}

/** All addresses at once: whole paths first, then the first page of a path below a base. */
function allAddresses(kinds: ReadonlyMap<string, Kind>, layout: Layout): ReadonlyMap<string, string> {
  const pages = [...kinds].flatMap(([path, kind]) => {
    const url = urlOf(path, kind);
    return url === undefined ? [] : [[path, url] as const];
  });
  const inner = pages.map(([path, url]) => [withinBase(path, layout) ?? path, url] as const);
  return new Map([...inner.reverse(), ...pages]);
}

describe('addresses of pages by their paths', () => {
  it('are those of all pages, whatever is asked and whichever files are known', () => {
    const kind = fc.constantFrom<Kind>('page', 'draft', 'none');
    const made = fc.record({
      files: fc.uniqueArray(fc.tuple(name, kind), { selector: ([path]) => path, maxLength: 12 }),
      bases: fc.constantFrom(...LAYOUTS),
      known: fc.uniqueArray(name, { maxLength: 8 }),
      asked: fc.array(name, { maxLength: 8 }),
    });
    fc.assert(
      fc.property(made, ({ files, bases, known, asked }) => {
        const kinds = new Map(files.sort(([a], [b]) => compareText(a, b)));
        const paths = [...kinds.keys()];
        const layout = { bases: bases.map((folder) => ({ folder })) } as unknown as Layout;
        const read: string[] = [];
        const addresses = new PageAddresses({
          files: paths,
          layout,
          now: 0,
          knownUrl(path) {
            const found = kinds.get(path) ?? 'none';
            if (!known.includes(path) || found === 'draft') return undefined;
            return found === 'none' ? null : `/${path}/`;
          },
          read(path) {
            read.push(path);
            const found = kinds.get(path) ?? 'none';
            const status = found === 'page' ? 'publish' : 'draft';
            return found === 'none' ? undefined : ({ status, url: `/${path}/` } as RawEntry);
          },
        });
        const all = allAddresses(kinds, layout);
        for (const path of [...asked, ...asked]) expect(addresses.byPath(path)).toBe(all.get(path));
        const pages = paths.flatMap((path) => urlOf(path, kinds.get(path) ?? 'none') ?? []);
        expect(Array.from(addresses.pages(), ([, url]) => url)).toEqual(pages);
        expect(new Set(read).size).toBe(read.length);
        expect(read.filter((path) => known.includes(path) && kinds.get(path) !== 'draft')).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('take no more reading than the files that are asked for', () => {
    const paths = ['content/a.md', 'content/b.md', 'content/c.md'];
    const read: string[] = [];
    const addresses = new PageAddresses({
      files: paths,
      layout: { bases: [{ folder: 'content' }], onlyBases: true } as unknown as Layout,
      now: 0,
      knownUrl: () => undefined,
      read(path) {
        read.push(path);
        return { status: 'publish', url: `/${path}/` } as RawEntry;
      },
    });
    expect(addresses.byPath('b.md')).toBe('/content/b.md/');
    expect(addresses.byPath('nowhere.md')).toBeUndefined();
    expect(read).toEqual(['content/b.md']);
  });

  it.each([
    ['without dates', {}, true],
    ['published in this second', { published: 100 }, true],
    ['published in a second', { published: 101 }, false],
    ['that expires in this second', { expires: 100 }, false],
    ['that expires in a second', { expires: 101 }, true],
    ['with a password', { protected: true }, false],
    ['for no index', { noindex: true }, false],
    ['that is a draft', { status: 'draft' }, false],
  ] as const)('are given away as the gate would: a page %s', (_, fields, isOpen) => {
    const addresses = new PageAddresses({
      files: ['a.md'],
      layout: { bases: [{ folder: '' }], onlyBases: true } as unknown as Layout,
      now: 100,
      knownUrl: () => undefined,
      read: () => ({ status: 'publish', url: '/a/', ...fields }) as RawEntry,
    });
    expect(addresses.byPath('a.md')).toBe(isOpen ? '/a/' : UNRESOLVED);
  });
});
