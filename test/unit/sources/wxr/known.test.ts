/** Items that an earlier reading knows are passed over; what is seen of the others stays the same. */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import type { KnownUnit, KnownUnits } from '../../../../src/sources/known-units.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { wxrSource } from '../../../../src/sources/wxr/row.js';
import { exportOf, itemOf, withFile } from '../../../support/sources/wxr/helpers.js';

/** What one reading leaves for the next. */
class Memory implements KnownUnits {
  readonly sureBefore = 0;
  readonly now = new Map<string, KnownUnit>();
  readonly #before: ReadonlyMap<string, KnownUnit>;

  constructor(before: ReadonlyMap<string, KnownUnit> = new Map()) {
    this.#before = before;
  }

  find(key: string, fingerprint: string): KnownUnit | undefined {
    const unit = this.#before.get(key);
    return unit?.fingerprint === fingerprint ? unit : undefined;
  }
}

interface Seen {
  readonly lines: readonly string[];
  readonly known: number;
  readonly warnings: readonly unknown[];
  readonly bodies: readonly string[];
}

/** Reads an export with what the last reading has left, and then every entry by its place. */
async function read(path: string, windowBytes: number, memory?: Memory): Promise<Seen> {
  const warnings = new Warnings();
  const source = await wxrSource.open({ path, options: { windowBytes } });
  const context = { warnings, timeZone: 'UTC' };
  const [lines, keys]: [string[], string[]] = [[], []];
  let known = 0;
  let entry: RawEntry | undefined;
  for await (const item of source.read({ ...context, ...(memory && { known: memory }) })) {
    if (item.kind === 'entry') {
      entry = item.entry;
      lines.push(`${entry.key} ${entry.ref.replace(/.*:/, '')}`);
      keys.push(entry.key);
    } else if (item.kind === 'unit' && item.fingerprint !== undefined) {
      const { key, fingerprint, facts } = item;
      memory?.now.set(key, { key, fingerprint, facts, entry: entry && { key: entry.key, url: '' } });
      entry = undefined;
    } else if (item.kind === 'known' && item.unit.entry !== undefined) {
      const { key } = item.unit.entry;
      lines.push(`${key} ${item.ref.replace(/.*:/, '')}`);
      keys.push(key);
      memory?.now.set(item.unit.key, item.unit);
      known += 1;
    }
  }
  const bodies: string[] = [];
  for await (const entry of source.readEntries(new Set(keys), context)) bodies.push(entry.body);
  return { lines, known, warnings: warnings.list(), bodies };
}

const body = (text: string) => `<content:encoded><![CDATA[${text}]]></content:encoded>`;
const ITEMS: readonly string[] = Array.from({ length: 12 }, (_, at) =>
  itemOf(body(`<p>Line ${at}</p>\n`.repeat(1 + ((at * 7) % 5))), at + 1),
);
const text = (items: readonly string[]) => exportOf(items.join('\n<!-- <item> -->\n\n'));

describe.each([64, 300, 1 << 16])('with a window of %i bytes', (windowBytes) => {
  it.each<[string, readonly string[], number]>([
    ['nothing changed', ITEMS, 12],
    ['a body is longer', ITEMS.with(4, itemOf(body('<p>Longer</p>\n\n\n'.repeat(40)), 5)), 11],
    ['one character is another', ITEMS.with(3, ITEMS[3]?.replace('Line', 'Lime') ?? ''), 11],
    ['the first went', ITEMS.slice(1), 11],
    ['some went', ITEMS.filter((_, at) => at % 3 > 0), 8],
    ['one came in between', ITEMS.toSpliced(6, 0, itemOf(body('new'), 70)), 12],
    ['the order is another', ITEMS.toReversed(), 12],
    ['one stands twice', [...ITEMS, ITEMS[2] ?? ''], 13],
    ['one came last', [...ITEMS, itemOf(body('new'), 70)], 12],
    ['a control character comes', ITEMS.with(5, itemOf(body('bell \u0007'), 6)), 11],
  ])('%s', async (_, after, known) => {
    await withFile(text(ITEMS), async (path) => {
      const memory = new Memory();
      await read(path, windowBytes, memory);
      writeFileSync(path, text(after));
      const seen = await read(path, windowBytes, new Memory(memory.now));
      const fresh = await read(path, windowBytes);
      expect(seen).toEqual({ ...fresh, known: seen.known });
      expect(seen.known).toBe(known);
    });
  });

  it('says again what it has warned of in the bytes of an item, and between two', async () => {
    const odd = ITEMS.with(2, itemOf(body('bell \u0007'), 3)).with(8, itemOf(body('horn \u0001'), 9));
    await withFile(text(odd).replace('</item>\n', '</item>\u0002\n'), async (path) => {
      const memory = new Memory();
      const first = await read(path, windowBytes, memory);
      expect(first.warnings).toHaveLength(1);
      const second = await read(path, windowBytes, new Memory(memory.now));
      expect(second).toEqual({ ...first, known: second.known });
      expect(second.known).toBeGreaterThan(0);
    });
  });

  it('names the place where a file is cut off', async () => {
    await withFile(text(ITEMS), async (path) => {
      const memory = new Memory();
      await read(path, windowBytes, memory);
      for (const end of ['<!-- more', '', ITEMS[11]?.slice(0, -9) ?? '', '<item><title>A']) {
        writeFileSync(path, text(ITEMS).replace('\n</channel></rss>', end));
        const fault = await read(path, windowBytes).catch((error: unknown) => String(error));
        expect(fault).toContain('ends too early');
        const again = new Memory(memory.now);
        expect(await read(path, windowBytes, again).catch((error: unknown) => String(error))).toBe(fault);
      }
    });
  });
});
