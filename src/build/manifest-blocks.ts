import { gzipSync } from 'node:zlib';

/** No block is longer, whatever its items say. */
const MAX_BLOCKS = 4096;

/** Items of a list that were packed together: number of the first, how many, and where in the file they lie. */
export type Block = readonly [first: number, count: number, start: number, end: number];

/** A list of JSON items. */
export interface ItemList {
  readonly size: number;
  /** The number that the same item had in the list before; -1 for one that was not in it, or not the same. */
  before(index: number): number;
  json(index: number): string;
  /** Whether a block ends with an item; said by the item itself, so that others come and go without moving blocks. */
  isEnd(index: number): boolean;
}

/** What is known of the file that was written before. */
export interface BlocksBefore {
  readonly bytes: Uint8Array;
  /** Of the list. */
  readonly blocks: readonly Block[];
}

/**
 * Packs a text that is mostly the same as before: a gzip file of several members (RFC 1952 section 2.2), of which those
 * that hold the same items as before are not made again. The bytes are the same either way.
 */
export class BlockPacker {
  readonly #members: Uint8Array[] = [];
  #size = 0;

  /** Adds a text of its own. */
  addText(text: string): void {
    this.#add(pack(text));
  }

  /**
   * Adds the items of a list, with commas between them.
   * @returns the blocks, for `before` of the next time
   */
  addList(list: ItemList, before: BlocksBefore | undefined): readonly Block[] {
    const known = new Map(before?.blocks.map((block) => [block[0], block]));
    const blocks: Block[] = [];
    for (let index = 0; index < list.size; ) {
      const first = index;
      const same = sameBlock(list, first, known.get(list.before(first)));
      index = same === undefined ? blockEnd(list, first) : first + same[1];
      const start = this.#size;
      this.#add(
        same === undefined || before === undefined
          ? pack(blockText(list, first, index))
          : before.bytes.subarray(same[2], same[3]),
      );
      blocks.push([first, index - first, start, this.#size]);
    }
    return blocks;
  }

  /** The whole file. */
  bytes(): Buffer {
    return Buffer.concat(this.#members);
  }

  #add(member: Uint8Array): void {
    this.#members.push(member);
    this.#size += member.length;
  }
}

/** The block, where the list holds all its items again, and would end there too if it were packed anew. */
function sameBlock(list: ItemList, start: number, block: Block | undefined): Block | undefined {
  if (block === undefined) return undefined;
  const [first, count] = block;
  const end = start + count;
  // Only the first item of a list has no comma before it.
  if ((first === 0) !== (start === 0) || end > list.size) return undefined;
  for (let index = start; index < end; index++) {
    if (list.before(index) !== first + index - start) return undefined;
  }
  return count === MAX_BLOCKS || end === list.size || list.isEnd(end - 1) ? block : undefined;
}

function blockEnd(list: ItemList, start: number): number {
  let end = start + 1;
  while (end < list.size && end - start < MAX_BLOCKS && !list.isEnd(end - 1)) end++;
  return end;
}

function blockText(list: ItemList, start: number, end: number): string {
  let text = '';
  for (let index = start; index < end; index++) text += (index === 0 ? '' : ',') + list.json(index);
  return text;
}

function pack(text: string): Uint8Array {
  const bytes = gzipSync(text, { level: 4 });
  // The gzip header names the operating system (RFC 1952 section 2.3.1); 255 is "unknown".
  bytes[9] = 255;
  return bytes;
}
