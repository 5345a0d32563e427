import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { AbilityError } from '../../../../../src/sidecar/abilities/ability.js';
import {
  describeMedia,
  type PlannedMedia,
  withMedia,
} from '../../../../../src/sidecar/content/media/library.js';
import { editJson, itemRanges } from '../../../../../src/sidecar/content/write/json-edit.js';
import { ContentWriter } from '../../../../../src/sidecar/content/write/writer.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { workspace } from '../../../../support/build/workspace.js';
import { writerConfig } from '../../../../support/sidecar/content/write/writer-config.js';

const storages: Storage[] = [];
afterAll(async () => {
  await Promise.all(storages.map((storage) => storage.close()));
});

async function library(text: string | undefined) {
  const folder = workspace(
    text === undefined ? { 'content/tea.md': 'Tea' } : { 'content/_media.json': text },
  );
  const storage = await openStorage(join(folder, 'svc.db'));
  storages.push(storage);
  const writer = new ContentWriter({
    config: writerConfig(folder),
    folder,
    storage,
    now: () => 1000,
    logError: () => undefined,
  });
  const note = { userId: 1, subject: 'x' };
  return {
    describe: (id: number, alt: string) =>
      describeMedia(writer, writer.folderOf(0), { id, url: `/${id}.png`, alt }, note),
    /** Stores an image; `write` is what follows it. */
    store(write: () => Promise<number>) {
      const bytes = Buffer.from('PNG');
      const item = { id: 7, url: '/up/tea.png', title: 'tea', mime: 'image/png' };
      const media: PlannedMedia = { item, root: join(folder, 'public'), key: 'up/tea.png', bytes };
      return withMedia(writer, writer.folderOf(0), media, note, write);
    },
    hasImage: () => existsSync(join(folder, 'public/up/tea.png')),
    hasLibrary: () => existsSync(join(folder, 'content/_media.json')),
    text: () => readFileSync(join(folder, 'content/_media.json'), 'utf8'),
  };
}

describe('an image of a page', () => {
  const refusal = (code: string) => Promise.reject(new AbilityError(409, code, 'No.'));
  const OTHER = '{"id":1,"url":"/1.png"}';

  it('stays where the page is written', async () => {
    const { store, text, hasImage } = await library(`[\n${OTHER}\n]\n`);
    expect(await store(() => Promise.resolve(3))).toBe(3);
    expect(hasImage()).toBe(true);
    expect(JSON.parse(text())).toMatchObject([{ id: 1 }, { id: 7, url: '/up/tea.png' }]);
  });

  it.each(['[]\n', `[\n${OTHER}\n]\n`, `[\r\n  ${OTHER}\r\n]\r\n`, `[${OTHER}]`])(
    'goes again where it is not, and leaves the library as it was: %j',
    async (before) => {
      const { store, text, hasImage } = await library(before);
      const during = () => {
        expect([hasImage(), text().includes('/up/tea.png')]).toEqual([true, true]);
        return refusal('svc_write_conflict');
      };
      await expect(store(during)).rejects.toMatchObject({ code: 'svc_write_conflict' });
      expect(hasImage()).toBe(false);
      expect(text()).toBe(before);
    },
  );

  it('takes the library with it that was made for it, and not what others have added to it', async () => {
    const { store, hasLibrary, hasImage, describe: write, text } = await library(undefined);
    await expect(store(() => refusal('svc_write_conflict'))).rejects.toThrow('No.');
    expect([hasLibrary(), hasImage()]).toEqual([false, false]);
    const others = async () => {
      await write(2, 'Two');
      return refusal('svc_write_conflict');
    };
    await expect(store(others)).rejects.toThrow('No.');
    expect(JSON.parse(text())).toEqual([{ id: 2, url: '/2.png', alt: 'Two' }]);
    expect(hasImage()).toBe(false);
  });

  it('is not stored beside a library that cannot be changed', async () => {
    const { store, text, hasImage } = await library('{}');
    await expect(store(() => Promise.resolve(1))).rejects.toMatchObject({ code: 'svc_front_matter' });
    expect([hasImage(), text()]).toEqual([false, '{}']);
  });

  it('stays with a page that was stored otherwise than it was meant', async () => {
    const { store, hasImage } = await library('[]\n');
    await expect(store(() => refusal('svc_edit_filtered'))).rejects.toThrow('No.');
    expect(hasImage()).toBe(true);
  });
});

describe('a media library', () => {
  it('keeps its form, whoever wrote it', async () => {
    const text =
      '[\r\n  { "id": 1, "url": "/1.png",\r\n    "alt" : "Old [1], {2}" },\r\n  {"url": "/2.png", "id": 2, "sizes": [{"w": 1}]}\r\n]\r\n';
    const { describe: write, text: now } = await library(text);
    await write(1, 'New "words"');
    expect(now()).toBe(text.replace('"Old [1], {2}"', '"New \\"words\\""'));
    await write(2, 'Two');
    expect(now()).toBe(
      text.replace('"Old [1], {2}"', '"New \\"words\\""').replace('[{"w": 1}]}', '[{"w": 1}], "alt": "Two"}'),
    );
  });

  it('takes new images, a line each', async () => {
    const { describe: write, text } = await library('[]\n');
    await write(1, 'One');
    await write(2, 'Two');
    expect(text()).toBe('[\n{"id":1,"url":"/1.png","alt":"One"},\n{"id":2,"url":"/2.png","alt":"Two"}\n]\n');
  });

  it('loses nothing when several write at once', async () => {
    const { describe: write, text } = await library('[]\n');
    await Promise.all([1, 2, 3, 4].map((id) => write(id, `Image ${id}`)));
    const items = JSON.parse(text()) as { id: number; alt: string }[];
    expect(items.map(({ id, alt }) => `${id} ${alt}`).sort()).toEqual([
      '1 Image 1',
      '2 Image 2',
      '3 Image 3',
      '4 Image 4',
    ]);
  });

  it.each(['{"id": 1}', '[{"id": 1}', 'nothing', '[1, 2'])(
    'that is none is left alone: %s',
    async (broken) => {
      const { describe: write, text } = await library(broken);
      await expect(write(1, 'One')).rejects.toMatchObject({ status: 409, code: 'svc_front_matter' });
      expect(text()).toBe(broken);
    },
  );

  it('is found item by item, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.constantFrom(0, 1, '\t'),
        (items, indent) => {
          const text = JSON.stringify(items, null, indent);
          const found = itemRanges(text).items.map(
            ([start, end]) => JSON.parse(text.slice(start, end)) as unknown,
          );
          expect(JSON.stringify(found)).toBe(JSON.stringify(items));
        },
      ),
    );
  });

  it('members are set and removed, whatever else there is', () => {
    const keys = fc.constantFrom('alt', 'id', 'a"b', '');
    fc.assert(
      fc.property(
        fc.dictionary(keys, fc.jsonValue()),
        keys,
        fc.option(fc.string()),
        fc.constantFrom(0, 2),
        (item, key, value, indent) => {
          const text = JSON.stringify(item, null, indent);
          const expected = { ...item };
          if (value === null) delete expected[key];
          else expected[key] = value;
          const after = JSON.parse(editJson(text, key, value ?? undefined, '\n')) as unknown;
          expect(after).toEqual(JSON.parse(JSON.stringify(expected)));
        },
      ),
    );
  });
});
