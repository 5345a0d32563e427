/**
 * An entry as one build leaves it for the next: numbers of fixed width, then its texts as UTF-8, filled up to a
 * multiple of eight bytes. Those below are indexes among numbers of eight bytes.
 */
export const ID = 0;
/** Not a number where the source has none. */
export const SOURCE_MODIFIED = 2;
export const PUBLISHED = 3;
export const MODIFIED = 4;
export const CHANGED = 5;

/** Indexes among numbers of four bytes. Words of the page, and those of them that the twin lacks. */
export const PAGE_WORDS = 2;
export const LOST_WORDS = 3;
export const KEY_HIGH = 12;
export const KEY_LOW = 13;
export const HASH_HIGH = 14;
export const HASH_LOW = 15;
/** Number of the file in the list of all plus one; 0 for none. */
export const TWIN_FILE = 16;
export const ITEM_FILE = 17;
export const PAGE_FILE = 18;
/** Bits, and above them the number of the type. */
export const FLAGS = 19;
/** Lengths of its texts, in the order in which they stand. */
export const EXCERPT_SIZE = 20;
export const CHECKUP_SIZE = 21;
export const EXTRA_SIZE = 22;
export const PATH_SIZE = 23;
/** Words of the twin, and those of them that the page does not have. */
export const TWIN_WORDS = 24;
export const ADDED_WORDS = 25;

/** Bytes of the numbers. */
export const RECORD = 104;

/** Bits of `FLAGS`. */
export const IS_CREATED = 1;
export const CAN_AGE = 2;
export const HAS_IMAGE = 4;
export const TYPE_SHIFT = 8;
