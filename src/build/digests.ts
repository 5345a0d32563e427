import { createHash } from 'node:crypto';
import { shortHash } from '../core/hash.js';
import type { Piece } from '../core/join-pieces.js';
import type { Body } from '../documents/document-row.js';

/** Hex digits of a digest, as in `shortHash`. */
const DIGITS = 16;

/**
 * Short digests of the files that a build makes from more than one entry, by path. `svc validate` compares them with
 * the files. The documents of single entries have a hash of their own in the manifest.
 */
export class Digests {
  readonly #found = new Map<string, string>();

  /** Records the digest of a file. */
  add(file: string, content: string | Uint8Array): void {
    this.#found.set(file, shortHash(content));
  }

  /**
   * The same for a body that is passed on.
   * @returns the body to write; that of a text in pieces is recorded once all of them have been read
   */
  through(file: string, body: Body): Body;
  through(file: string, body: Iterable<Piece>): Iterable<Piece>;
  through(file: string, body: string | Iterable<Piece>): string | Iterable<Piece> {
    if (typeof body !== 'string') return this.#pieces(file, body);
    this.add(file, body);
    return body;
  }

  /** Records a digest from an earlier build. */
  set(file: string, digest: string): void {
    this.#found.set(file, digest);
  }

  /** The digest of a file; undefined where none was recorded. */
  of(file: string): string | undefined {
    return this.#found.get(file);
  }

  *#pieces(file: string, pieces: Iterable<Piece>): Iterable<Piece> {
    const hash = createHash('sha256');
    for (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
    this.#found.set(file, hash.digest('hex').slice(0, DIGITS));
  }

  /** By path, ascending. */
  list(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
