/** Bits of a slot. */
export const PUBLIC = 1;
export const HASHED = 2;
export const LLMS = 4;
export const DATED = 8;
export const CREATED = 16;
export const TWIN = 32;
export const TOPICS = 64;
/** The entry is unchanged since the last scan. */
export const KNOWN = 128;

/** Positions of the texts in an entry's first record, and in the record of its origin. */
export const KEY = 0;
export const TITLE = 1;
export const STAMP = 2;
