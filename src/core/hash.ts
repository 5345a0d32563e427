import { hash } from 'node:crypto';

/** SHA-256 of a text or bytes as 64 lower-case hex digits. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** The first 16 hex digits of SHA-256: enough to tell two versions of one entry apart. */
export function shortHash(data: string | Uint8Array): string {
  // Of its own and not cut from a longer text, which would be held along with it.
  return hash('sha256', data, 'buffer').toString('hex', 0, 8);
}

/** A short hash of its two halves. */
export function hexOf(high: number, low: number): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/**
 * A positive integer of at most 48 bits made from a stable text key, for sources without numeric ids.
 * 48 bits stay exact in a JavaScript number and in a BIGINT column.
 */
export function hashId(key: string): number {
  return Number.parseInt(sha256(key).slice(0, 12), 16) || 1;
}
