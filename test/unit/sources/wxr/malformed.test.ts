import { describe, expect, it } from 'vitest';
import { SvcError } from '../../../../src/core/errors.js';
import { wxrSource } from '../../../../src/sources/wxr/row.js';
import { exportOf, FIXTURES, itemOf, readFile, readText } from '../../../support/sources/wxr/helpers.js';

async function failure(reading: Promise<unknown>): Promise<SvcError> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SvcError)) throw new Error(`expected an SvcError, got ${String(error)}`);
  return error;
}

describe('files that are refused', () => {
  it.each([
    ['truncated.xml', 246, 44, 'ends too early; expected </content:encoded>'],
    ['no-end.xml', 42, 1, 'ends too early; expected </channel>'],
    ['wrong-nesting.xml', 22, 30, 'found </wp:postmeta>, expected </wp:meta_key>'],
    ['stray-tag.xml', 21, 12, 'expected “&lt;”'],
    ['not-xml.xml', 1, 1, 'expected “<?xml”'],
    ['error-page.xml', 1, 1, 'this is an HTML page'],
    ['empty.xml', 1, 1, 'the file is empty'],
    ['feed.xml', 6, 2, 'RSS feed without the fields of an export'],
    ['notice-first.xml', 1, 1, 'there is text before the XML'],
    ['utf-16.xml', 1, 1, 'UTF-16; expected UTF-8'],
  ])('%s, with line %i, column %i', async (file, line, column, message) => {
    for (const window of [undefined, 32]) {
      const error = await failure(readFile(`${FIXTURES}/malformed/${file}`, window));
      expect(error.code).toBe('SVC_SOURCE_MALFORMED');
      expect(error.message).toContain(message);
      expect(error.location).toEqual({ file: `${FIXTURES}/malformed/${file}`, line, column });
      expect(error.fix).toBeTruthy();
    }
  });

  it('says how many bytes of a notice stand before the export', async () => {
    const notice = '<div id="notice"><p>Please configure me.</p></div>';
    const error = await failure(readText(notice + exportOf(itemOf(''))));
    expect(error.message).toContain('there is text before the XML');
    expect(error.fix).toContain(`Delete the ${notice.length} bytes before “<?xml”`);
  });

  it('gives the items before the fault first', async () => {
    const source = await wxrSource.open({ path: `${FIXTURES}/malformed/no-end.xml` });
    const { Warnings } = await import('../../../../src/core/warnings.js');
    const kinds: string[] = [];
    const reading = (async () => {
      for await (const item of source.read({ warnings: new Warnings(), timeZone: 'UTC' }))
        kinds.push(item.kind);
    })();
    await failure(reading);
    expect(kinds).toEqual(['site', 'entry']);
  });

  it('refuses two exports that were joined into one file', async () => {
    const [first, second] = [exportOf(itemOf('', 1)), exportOf(itemOf('', 2))];
    for (const between of ['', '\n', '\n<!-- generated in 0.4 s -->\n', '\ufeff']) {
      const error = await failure(readText(first + between + second));
      expect(error.message).toContain('a second document begins here');
      expect(error.fix).toContain('--source part-1.xml --source part-2.xml');
      expect(error.location.line).toBe((first + between).split('\n').length);
    }
    expect((await readText(`${first}\n<!-- generated in 0.4 s -->\n`)).entries).toHaveLength(1);
  });

  it('counts columns in characters', async () => {
    const error = await failure(readText(exportOf('<item><title>日本 < </title></item>')));
    expect(error.location.column).toBe('<item><title>日本 '.length + 1);
  });

  it('refuses an encoding it cannot read', async () => {
    const error = await failure(readText(exportOf(itemOf('')).replace('UTF-8', 'Shift_JIS')));
    expect(error.message).toContain('Shift_JIS');
  });

  it('says which root element it found', async () => {
    const error = await failure(readText('<?xml version="1.0"?><feed></feed>     '));
    expect(error.message).toContain('<feed>');
    expect(error.fix).toContain('Blogger');
    expect((await failure(readText('<html><body>Gateway timeout</body></html>'))).message).toContain(
      'HTML page',
    );
  });

  it('is an error of its own when the file is absent', async () => {
    expect((await failure(wxrSource.open({ path: `${FIXTURES}/absent.xml` }))).code).toBe(
      'SVC_SOURCE_MISSING',
    );
  });
});

describe('entities of a DOCTYPE', () => {
  it('are neither expanded nor read from elsewhere', async () => {
    const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    );
    const doctype = `<!DOCTYPE rss [<!ENTITY l0 "lol">${levels}<!ENTITY out SYSTEM "file:///etc/hostname">]>`;
    const text = exportOf(itemOf('<content:encoded>&l9; &out;</content:encoded>')).replace(
      '<rss',
      `${doctype}<rss`,
    );
    const { entries } = await readText(text);
    expect(entries[0]?.body).toBe('&l9; &out;');
  });
});

describe('a second body in an item', () => {
  it('is named, since only the first is read', async () => {
    const body = (text: string) => `<content:encoded>${text}</content:encoded>`;
    const { entries, warnings } = await readText(
      exportOf(itemOf(body('A') + body('B')) + itemOf(body('A') + body(''), 2)),
    );
    expect(entries.map((entry) => entry.body)).toEqual(['A', 'A']);
    expect(warnings.list().map(({ code }) => code)).toEqual(['wxr-second-body']);
  });
});
