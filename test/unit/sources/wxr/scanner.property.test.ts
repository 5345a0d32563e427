import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needs, sharedData } from '../../../support/needs.js';
import { exportOf, FIXTURES, itemOf, readFile, readText } from '../../../support/sources/wxr/helpers.js';
import { readWithSaxes } from '../../../support/sources/wxr/oracle.js';

const REAL = '../shared/data/themeunittestdata.wordpress.xml';
const FILES = ['workshop-part-1.xml', 'workshop-part-2.xml', 'extensions.xml'].map(
  (file) => `${FIXTURES}/${file}`,
);

/** Any text that XML can carry, with the characters that markup is made of more often than by chance. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '&',
        ']]>',
        ']',
        '[',
        '"',
        "'",
        '<!--',
        '-->',
        '<![CDATA[',
        '<item>',
        '</item>',
        '\n',
        ' ',
        '%',
        '&amp;',
        '日',
        '🚲',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, ''));

const cdata = (value: string) => `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
const numeric = (value: string) => [...value].map((char) => `&#${char.codePointAt(0)};`).join('');

describe('scanner', () => {
  it('reads back any text, however it was written', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(cdata, escaped),
        fc.integer({ min: 16, max: 300 }),
        async (value, write, window) => {
          const { entries } = await readText(
            exportOf(itemOf(`<content:encoded>${write(value)}</content:encoded>`)),
            window,
          );
          expect(entries[0]?.body).toBe(value);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('decodes character references', async () => {
    const value = 'é日🚲<&>"';
    const { entries } = await readText(
      exportOf(itemOf(`<content:encoded>${numeric(value)}</content:encoded>`)),
    );
    expect(entries[0]?.body).toBe(value);
  });

  it('gives the same items whatever the size of the window', async () => {
    for (const file of FILES) {
      const whole = await readFile(file);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 16, max: 5000 }), async (window) => {
          const { items, warnings } = await readFile(file, window);
          expect(items).toEqual(whole.items);
          expect(warnings.list()).toEqual(whole.warnings.list());
        }),
        { numRuns: 12 },
      );
    }
  });

  it('sees the fields that an XML parser sees', async () => {
    for (const file of [...FILES, ...(existsSync(REAL) ? [REAL] : [])]) {
      const seen = new Map(
        readWithSaxes(readFileSync(file, 'utf8')).map((fields) => [fields.get('wp:post_id'), fields]),
      );
      const { entries } = await readFile(file);
      expect(entries.length).toBeGreaterThan(5);
      for (const entry of entries) {
        const fields = seen.get(String(entry.id));
        expect(entry.title).toBe(fields?.get('title'));
        expect(entry.excerpt).toBe(fields?.get('excerpt:encoded'));
        if (!entry.body.includes('wp:footnotes {'))
          expect(entry.body.trim()).toBe(fields?.get('content:encoded'));
        expect(entry.url ?? '').toBe(fields?.get('link'));
      }
    }
  });

  it('sees what an XML parser sees in random documents', async () => {
    const field = fc.tuple(text, fc.constantFrom(cdata, escaped)).map(([value, write]) => write(value));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 16, max: 200 }),
        async (rows, window) => {
          const items = rows.map(([slug, body], i) =>
            itemOf(
              `<!-- c --><excerpt:encoded>${slug}</excerpt:encoded><content:encoded>${body}</content:encoded>`,
              i + 1,
            ),
          );
          const xml = exportOf(items.join('\n'));
          const { entries } = await readText(xml, window);
          const oracle = readWithSaxes(xml);
          expect(entries.map(({ excerpt, body }) => [excerpt, body.trim()])).toEqual(
            oracle.map((fields) => [fields.get('excerpt:encoded'), fields.get('content:encoded')]),
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  it('cuts off at any byte into an error and never into a wrong entry', async () => {
    const { readFileSync } = await import('node:fs');
    const bytes = readFileSync(`${FIXTURES}/old-1.0.xml`);
    const whole = await readFile(`${FIXTURES}/old-1.0.xml`);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 8 }), async (length) => {
        await expect(readText(bytes.subarray(0, length))).rejects.toMatchObject({
          code: 'SVC_SOURCE_MALFORMED',
        });
      }),
      { numRuns: 60 },
    );
    expect(whole.entries).toHaveLength(1);
  });
});

describe('the public theme test export', needs(sharedData(REAL)), () => {
  it('holds the known number of things', async () => {
    const { items, entries, warnings } = await readFile(REAL);
    const count = (status: string, type: string) =>
      entries.filter((entry) => entry.status === status && entry.type === type && !entry.protected).length;
    expect([count('publish', 'post'), count('publish', 'page')]).toEqual([55, 21]);
    expect(entries.filter((entry) => entry.protected)).toHaveLength(1);
    expect(entries.filter(({ status }) => status === 'future' || status === 'draft')).toHaveLength(2);
    expect(items.filter(({ kind }) => kind === 'media')).toHaveLength(37);
    expect(warnings.list().length).toBe(0);
  });
});
