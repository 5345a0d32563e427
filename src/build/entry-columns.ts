/** Bits of a slot. */
export const PUBLIC = 1;
export const HASHED = 2;
export const LLMS = 4;
export const DATED = 8;
export const CREATED = 16;
export const TWIN = 32;
export const TOPICS = 64;
/** The last scan saw it, and everything that its source says of it, exactly as this one does. */
export const KNOWN = 128;

/** Places of the texts in an entry's first record, and in that of its origin. */
export const KEY = 0;
export const TITLE = 1;
export const STAMP = 2;
