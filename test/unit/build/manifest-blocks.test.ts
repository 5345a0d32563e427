import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockPacker, type BlocksBefore, type ItemList } from '../../../src/build/manifest-blocks.js';

/** Every third item or so ends a block. */
const isEnd = (item: number) => item % 3 === 0;

function listOf(items: readonly number[], before: readonly number[]): ItemList {
  return {
    size: items.length,
    before: (index) => before.indexOf(items[index] ?? -1),
    json: (index) => JSON.stringify(`item ${items[index]}`),
    isEnd: (index) => isEnd(items[index] ?? 0),
  };
}

function packed(list: ItemList, before?: BlocksBefore): BlocksBefore & { readonly text: string } {
  const packer = new BlockPacker();
  packer.addText('[');
  const blocks = packer.addList(list, before);
  packer.addText(']');
  const bytes = packer.bytes();
  return { bytes, blocks, text: gunzipSync(bytes).toString() };
}

describe('a list that is packed block by block', () => {
  const ids = fc.uniqueArray(fc.nat(60), { maxLength: 40 }).map((list) => list.sort((a, b) => a - b));

  it('has the same bytes, whatever is taken from the one before', () => {
    fc.assert(
      fc.property(ids, ids, fc.func(fc.boolean()), (one, other, isSame) => {
        const before = packed(listOf(one, []));
        // Some items are not what they were, which their numbers do not show.
        const known = one.map((item) => (isSame(item) ? item : -1));
        const now = { ...listOf(other, known), json: json(other, known) };
        const again = packed(now, before);
        const anew = packed({ ...now, before: () => -1 });
        expect(again).toEqual(anew);
        expect(JSON.parse(again.text)).toHaveLength(other.length);
      }),
      { numRuns: 500 },
    );
  });

  it('takes a block as it is', () => {
    const items = Array.from({ length: 30 }, (_, index) => index + 1);
    const before = packed(listOf(items, []));
    const made: number[] = [];
    const list = listOf(items.toSpliced(10, 1), items);
    const json = (index: number) => {
      made.push(index);
      return list.json(index);
    };
    packed({ ...list, json }, before);
    // The others of the block from which one is gone.
    expect(made).toEqual([9, 10]);
  });

  function json(items: readonly number[], known: readonly number[]): ItemList['json'] {
    return (index) => {
      const item = items[index] ?? -1;
      return JSON.stringify(known.includes(item) ? `item ${item}` : `new ${item}`);
    };
  }
});
