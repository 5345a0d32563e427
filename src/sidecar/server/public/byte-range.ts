import type { IncomingHttpHeaders } from 'node:http';

/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The requested part of a file. Safari plays no video or audio without it, and downloads continue with it.
 * @param size length of the file in bytes
 * @returns undefined for the whole file: for no range, several, other units, and a part of a version that the client
 *   has and the server no longer has
 * @see RFC 9110 section 14.2 and 13.1.5
 */
export function byteRange(
  { range, 'if-range': version }: IncomingHttpHeaders,
  { size, tag }: { readonly size: number; readonly tag: string | undefined },
): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range ?? '') ?? [];
  if (from + to === '' || (version !== undefined && version !== tag)) return undefined;
  if (from === '') {
    const first = Math.max(0, size - Number(to));
    return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { first, last: size - 1 };
  }
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) >= size) return 'unsatisfiable';
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
