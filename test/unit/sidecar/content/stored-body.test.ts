import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStoredBody, readStoredFile } from '../../../../src/sidecar/content/stored-body.js';
import { bodyStart } from '../../../../src/sources/files/exact-body.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { embedFootnotes } from '../../../../src/sources/wxr/footnotes.js';
import { workspace } from '../../../support/build/workspace.js';

const raw = (entry: Partial<RawEntry>) =>
  ({ ref: 'tide.md', format: 'markdown', body: '', ...entry }) as RawEntry;

function store(folder: string, key: string, isWritable = true) {
  return {
    find: () => ({ key }) as never,
    sourceOf: () => folder,
    isWritable: () => isWritable,
  };
}

describe('bodyStart', () => {
  it.each([
    ['---\ntitle: Tide\n---\n\n# Tide\n', '\n# Tide\n'],
    ['---\r\ntitle: Tide\r\n---\r\nLow.\r\nHigh.\r\n', 'Low.\r\nHigh.\r\n'],
    ['---\rtitle: Tide\r---\rLow.\r', 'Low.\r'],
    ['+++\ntitle = "Tide"\n+++\nLow.', 'Low.'],
    ['{\n"title": "Tide"\n}\nLow.', 'Low.'],
    ['# Tide\n\nLow.\n', '# Tide\n\nLow.\n'],
    ['---\ntitle: T\u0000ide\n---\nLow\u0000 water.\n', 'Low\u0000 water.\n'],
    ['---\ntitle: Tide\n---', ''],
  ])('finds the body of %j', (text, body) => {
    expect(text.slice(bodyStart(text))).toBe(body);
  });
});

describe('bodyStart of any file', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\r\n', '-', '#', 'ü', '🛟', '\u0000'),
    maxLength: 40,
  });
  const head = fc.constantFrom(
    '---\ntitle: Tide\n---',
    '+++\ntitle = "Tide"\n+++',
    ';;;\n{"title": "Tide"}\n;;;',
  );

  it('leaves the body as it is, and nothing of the front matter', () => {
    fc.assert(
      fc.property(head, fc.constantFrom('\n', '\r\n'), text, (front, eol, body) => {
        const file = front.replaceAll('\n', eol) + eol + body;
        expect(file.slice(bodyStart(file))).toBe(body);
      }),
    );
  });
});

describe('readStoredBody', () => {
  const text = '\uFEFF---\r\ntitle: Tide\r\n---\r\n# Tide\r\n\r\nLow [[water]].  \r\n\r\n';

  it('reads the body of a file as its bytes have it', async () => {
    const folder = workspace({ 'tide.md': text });
    const body = await readStoredBody(store(folder, 'tide.md'), 1, raw({ body: 'Low water.' }));
    expect(body).toEqual({ text: '# Tide\r\n\r\nLow [[water]].  \r\n\r\n', form: 'markdown' });
  });

  it("takes what the source says where the file isn't UTF-8", async () => {
    const folder = workspace({});
    writeFileSync(join(folder, 'tide.md'), Buffer.from('Ebbe und Fl\xfcte\n', 'latin1'));
    const body = await readStoredBody(store(folder, 'tide.md'), 1, raw({ body: 'Ebbe und Flüte\n' }));
    expect(body.text).toBe('Ebbe und Flüte\n');
    expect(await readStoredFile(store(folder, 'tide.md'), 1)).toMatchObject({ text: undefined });
  });

  it('takes the body of an export as the export has it', async () => {
    const body = '<!-- wp:paragraph --><p>Low</p><!-- /wp:paragraph --><!-- wp:footnotes /-->';
    const notes = JSON.stringify([{ id: 'a', content: 'At <b>noon</b> -->' }]);
    const read = raw({ ref: 'export.xml:12', format: 'wordpress', body: embedFootnotes(body, notes) });
    expect(read.body).not.toBe(body);
    expect(await readStoredBody(store('export.xml', '12', false), 12, read)).toEqual({
      text: body,
      form: 'html',
    });
  });

  it.each([
    ['a.md', 'markdown', 'markdown'],
    ['a.mdx', 'markdown', 'mdx'],
    ['a.html', 'markdown', 'html'],
    ['a.html', 'html', 'html'],
    ['a.md:7', 'markdown', 'markdown'],
    ['a.mdx:7', 'markdown', 'mdx'],
    ['a.HTM:7', 'markdown', 'html'],
  ] as const)('knows how %s in %s is written', async (ref, format, form) => {
    const body = await readStoredBody(store('x', ref, false), 1, raw({ ref, format }));
    expect(body.form).toBe(form);
  });
});
