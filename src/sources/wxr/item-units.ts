import { sha256, shortHash } from '../../core/hash.js';
import type { ByteWindow } from '../export-file.js';
import type { KnownUnit, KnownUnits } from '../known-units.js';

const END_TAG = '</item>';
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
/** 128 bits: collisions of keys are out of reach. */
const KEY_DIGITS = 32;

/** An item that starts in the window, before it is read. */
export interface ItemUnit {
  /** Hash of its bytes. */
  readonly key: string;
  /** Index after it in the window. */
  readonly end: number;
  /** The last build's record of an item with the same bytes. */
  readonly known: KnownUnit | undefined;
}

/** Recognises items of an export by their bytes. */
export class ItemUnits {
  /** Hash of everything besides an item's own bytes that its entry depends on. */
  readonly manner: string;

  constructor(
    private readonly known: KnownUnits,
    private readonly window: ByteWindow,
    manner: string,
  ) {
    this.manner = shortHash(manner);
  }

  /**
   * @param from index in the window at which the item starts
   * @returns undefined while its end isn't in the window
   */
  at(from: number): ItemUnit | undefined {
    const { bytes, length } = this.window;
    const end = itemEnd(bytes, from, length);
    if (end === undefined) return undefined;
    const key = sha256(bytes.subarray(from, end)).slice(0, KEY_DIGITS);
    return { key, end, known: this.known.find(key, this.manner) };
  }
}

/** The index after the first `</item>` outside CDATA; undefined where there is none before `length`. */
function itemEnd(bytes: Buffer, from: number, length: number): number | undefined {
  let at = from;
  let tag = -1;
  for (;;) {
    if (tag < at) tag = bytes.indexOf(END_TAG, at, 'latin1');
    if (tag === -1 || tag + END_TAG.length > length) return undefined;
    const text = bytes.indexOf(CDATA, at, 'latin1');
    if (text === -1 || text > tag) return tag + END_TAG.length;
    const textEnd = bytes.indexOf(CDATA_END, text + CDATA.length, 'latin1');
    if (textEnd === -1 || textEnd >= length) return undefined;
    at = textEnd + CDATA_END.length;
  }
}
