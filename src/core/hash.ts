import { createHash, hash } from 'node:crypto';

/** SHA-256 of a text or bytes as 64 lower-case hex digits. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** The first 16 hex digits of SHA-256: enough to tell two versions of one entry apart. */
export function shortHash(data: string | Uint8Array): string {
  // A string of its own: a slice of a longer text would keep that in memory.
  return hash('sha256', data, 'buffer').toString('hex', 0, 8);
}

/** The first 32 hex digits of the SHA-256 of many texts, one after the other. */
export function hashTexts(texts: Iterable<string | Uint8Array>): string {
  const sum = createHash('sha256');
  for (const text of texts) sum.update(text);
  return sum.digest('hex').slice(0, 32);
}

/**
 * A positive integer of at most 48 bits made from a stable text key, for sources without numeric ids.
 * 48 bits stay exact in a JavaScript number and in a BIGINT column.
 */
export function hashId(key: string): number {
  return Number.parseInt(sha256(key).slice(0, 12), 16) || 1;
}
