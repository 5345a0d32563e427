import { closeSync, openSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWindow } from '../../../../src/sources/export-file.js';
import { JsonScanner } from '../../../../src/sources/ghost/json-scanner.js';
import { dump, fileWith, post, readExport } from '../../../support/sources/ghost/read-export.js';

function withScanner<T>(content: string | Uint8Array, capacity: number, use: (scanner: JsonScanner) => T): T {
  const file = openSync(fileWith(content), 'r');
  try {
    return use(new JsonScanner(new ByteWindow(file, capacity)));
  } finally {
    closeSync(file);
  }
}

describe('the scanner', () => {
  it('reads any JSON as JSON.parse does, with any window', () => {
    const capacity = fc.integer({ min: 16, max: 80 });
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 5 }),
        capacity,
        fc.constantFrom('', ' ', '\n\t'),
        (text, size, space) => {
          const value = withScanner(space + text + space, size, (scanner) => {
            scanner.begin();
            const piece = scanner.read();
            scanner.finish();
            expect(piece.offset).toBe(Buffer.byteLength(space));
            expect(piece.end).toBe(Buffer.byteLength(space + text));
            return piece.value;
          });
          expect(value).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('enters and passes as it reads', () => {
    const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 5,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), fc.integer({ min: 16, max: 80 }), (rows, size) => {
        const bytes = Buffer.from(JSON.stringify(rows));
        const found = withScanner(bytes, size, (scanner) => {
          const pieces: [string, unknown][][] = [];
          for (const _ of scanner.items()) {
            const pairs: [string, unknown][] = [];
            for (const key of scanner.keys()) {
              const { offset, end } = scanner.skip();
              pairs.push([key, JSON.parse(bytes.toString('utf8', offset, end))]);
            }
            pieces.push(pairs);
          }
          scanner.finish();
          return pieces;
        });
        expect(found).toEqual(rows.map((one) => Object.entries(JSON.parse(JSON.stringify(one)))));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a file that cannot be read', () => {
  const good = dump({ posts: [post()] });

  it.each([
    ['is cut off', good.slice(0, -4), 1, good.length - 3, /the file ends/],
    [
      'is cut off in a text',
      good.slice(0, good.indexOf('Text')),
      1,
      good.indexOf('Text') + 1,
      /quote that ends/,
    ],
    ['is empty', '', 1, 1, /the file ends/],
    ['is a list', '[1]', 1, 1, /expected “\{”/],
    ['has a bad key', '{\n  "db": [{ data: {} }]\n}', 2, 12, /found “d”, expected a key/],
    ['has a comma too many', '{"data": {"posts": [],}}', 1, 23, /expected a key/],
    ['has the wrong bracket', '{"data": {"x": [}}}', 1, 17, /bracket that fits/],
    ['has a bad post', '{"data": {"posts": [\n{"id": tru}]}}', 2, 8, /found “t”/],
    ['has a bad letter', '{"data": {"ä": 1, "posts": [\n{"ü": "\\q"}]}}', 2, 7, /isn't valid JSON here/],
    ['goes on behind its end', '{"data": {"posts": []}} {', 1, 25, /end of the file/],
    ['is no export', '{"name": "x", "data": {}}', 1, 1, /isn't an export/],
    ['is UTF-16', Buffer.from('\uFEFF{"db": []}', 'utf16le'), 1, 1, /isn't UTF-8/],
  ])('%s: says where', async (_, content, line, column, message) => {
    const reading = readExport(fileWith(content));
    await expect(reading).rejects.toMatchObject({
      code: 'SVC_SOURCE_MALFORMED',
      message: expect.stringMatching(message),
      location: { line, column },
      fix: expect.any(String),
    });
  });

  it('never gives anything but a fault with a place, whatever is broken', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.constantFrom('', '"', '}', '{', ']', ',', 'x', '\\'),
        async (at, sign) => {
          const broken = good.slice(0, at) + sign + good.slice(at + 1);
          try {
            await readExport(fileWith(broken), { windowBytes: 32 });
          } catch (error) {
            expect(error).toMatchObject({ code: 'SVC_SOURCE_MALFORMED', location: { line: 1 } });
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('hostile content', () => {
  it('has no post that survives without its slug, and none that crashes', async () => {
    const field = fc.oneof(fc.json(), fc.string(), fc.integer(), fc.constant(null), fc.jsonValue());
    const row = fc.dictionary(
      fc.constantFrom(
        'id',
        'slug',
        'title',
        'html',
        'lexical',
        'mobiledoc',
        'status',
        'visibility',
        'published_at',
        'type',
      ),
      field,
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 4 }), field, async (posts, tags) => {
        const { entries } = await readExport(
          fileWith(dump({ posts, tags: [tags], users: [tags], settings: [tags] })),
        );
        for (const entry of entries) {
          expect(entry.slug).not.toBe('');
          expect(URL.canParse(entry.url ?? '', 'https://a.example')).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});
