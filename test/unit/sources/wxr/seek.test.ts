import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SvcError } from '../../../../src/core/errors.js';
import { Warnings } from '../../../../src/core/warnings.js';
import { ItemIndex, planBatches } from '../../../../src/sources/export-file.js';
import type { RawEntry, Source } from '../../../../src/sources/port.js';
import { wxrSource } from '../../../../src/sources/wxr/row.js';
import { exportOf, FIXTURES, itemOf, withFile } from '../../../support/sources/wxr/helpers.js';

const context = () => ({ warnings: new Warnings(), timeZone: 'UTC' });

async function all(source: Source, warnings = new Warnings()): Promise<RawEntry[]> {
  const entries: RawEntry[] = [];
  for await (const item of source.read({ warnings, timeZone: 'UTC' }))
    if (item.kind === 'entry') entries.push(item.entry);
  return entries;
}

async function some(source: Source, keys: readonly string[], warnings = new Warnings()): Promise<RawEntry[]> {
  const entries: RawEntry[] = [];
  for await (const entry of source.readEntries(new Set(keys), { warnings, timeZone: 'UTC' }))
    entries.push(entry);
  return entries;
}

describe('readEntries', () => {
  it.each(['workshop-part-1.xml', 'workshop-part-2.xml', 'awkward.xml', 'old-1.0.xml', 'extensions.xml'])(
    'gives the same entries as read did: %s',
    async (file) => {
      const source = await wxrSource.open({ path: `${FIXTURES}/${file}`, options: { windowBytes: 512 } });
      const entries = await all(source);
      expect(
        await some(
          source,
          entries.map(({ key }) => key),
        ),
      ).toEqual(entries);
      for (const entry of entries) expect(await some(source, [entry.key])).toEqual([entry]);
    },
  );

  it('gives them in the order of the file and passes unknown keys over', async () => {
    const source = await wxrSource.open({ path: `${FIXTURES}/workshop-part-1.xml` });
    await all(source);
    expect((await some(source, ['28', 'nope', '10', '20'])).map(({ key }) => key)).toEqual([
      '10',
      '20',
      '28',
    ]);
    expect(await some(source, [])).toEqual([]);
  });

  it('reads everything when nothing was read before', async () => {
    const source = await wxrSource.open({ path: `${FIXTURES}/workshop-part-1.xml` });
    expect((await some(source, ['20', '12'])).map(({ key }) => key)).toEqual(['12', '20']);
  });

  it('does not repeat warnings', async () => {
    const source = await wxrSource.open({ path: `${FIXTURES}/awkward.xml` });
    const first = new Warnings();
    const entries = await all(source, first);
    const second = new Warnings();
    await some(
      source,
      entries.map(({ key }) => key),
      second,
    );
    expect(first.list().length).toBeGreaterThan(0);
    expect(second.list().length).toBe(0);
  });

  it('gives the later of two entries with one id', async () => {
    const text = exportOf(
      itemOf('<content:encoded>old</content:encoded>') + itemOf('<content:encoded>new</content:encoded>'),
    );
    await withFile(text, async (path) => {
      const source = await wxrSource.open({ path });
      expect(await all(source)).toHaveLength(2);
      expect((await some(source, ['1'])).map(({ body }) => body)).toEqual(['new']);
    });
  });

  it('refuses a file that changed in between', async () => {
    await withFile(exportOf(itemOf('')), async (path) => {
      const source = await wxrSource.open({ path });
      await all(source);
      appendFileSync(path, '\n');
      await expect(some(source, ['1'])).rejects.toBeInstanceOf(SvcError);
    });
  });

  it('reads all again when the first reading was given up', async () => {
    const source = await wxrSource.open({ path: `${FIXTURES}/workshop-part-1.xml` });
    for await (const item of source.read(context())) if (item.kind === 'entry') break;
    expect((await some(source, ['28'])).map(({ key }) => key)).toEqual(['28']);
  });
});

describe('index and batches', () => {
  it('keeps many places', () => {
    const index = new ItemIndex();
    for (let i = 0; i < 5000; i++) index.set(`k${i}`, { offset: i * 10, end: i * 10 + 9, line: i });
    expect([...index.places(new Set(['k4999', 'k7']))]).toEqual([
      { offset: 70, end: 79, line: 7 },
      { offset: 49990, end: 49999, line: 4999 },
    ]);
  });

  it('joins neighbours and splits far or large ones', () => {
    const at = (offset: number, end: number) => ({ offset, end, line: 1 });
    const far = 10_000_000;
    const places = [at(0, 100), at(200, 300), at(far, far + 5), at(far + 5, far + 3_000_000)];
    const batches = [...planBatches(places)];
    expect(batches.map(({ offset, end, places }) => [offset, end, places.length])).toEqual([
      [0, 300, 2],
      [far, far + 5, 1],
      [far + 5, far + 3_000_000, 1],
    ]);
  });

  it('tells the bytes read', async () => {
    const source = await wxrSource.open({
      path: `${FIXTURES}/workshop-part-1.xml`,
      options: { windowBytes: 8192 },
    });
    const seen: number[] = [];
    for await (const _ of source.read({ ...context(), onBytes: (bytes) => seen.push(bytes) }));
    expect(seen.at(-1)).toBe(source.bytes);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});
