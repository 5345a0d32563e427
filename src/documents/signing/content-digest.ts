import { createHash } from 'node:crypto';
import { parseDictionary, serializeDictionary } from 'structured-headers';

/** The active algorithms of RFC 9530 section 5 by their names in Node. */
const ALGORITHMS: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** Digest algorithms that are written and checked. */
type DigestAlgorithm = 'sha-256' | 'sha-512';

/** The verdict of a `Content-Digest` on its bytes. */
type DigestCheck = 'match' | 'mismatch' | 'unsupported' | 'malformed';

/**
 * The value of `Content-Digest` for bytes as they are sent.
 * @see https://www.rfc-editor.org/rfc/rfc9530#section-2
 */
export function contentDigest(bytes: Uint8Array, algorithm: DigestAlgorithm = 'sha-256'): string {
  return serializeDictionary({ [algorithm]: exactBytes(digestOf(bytes, algorithm)) });
}

/**
 * Compares a `Content-Digest` with the received bytes. Unknown algorithms are ignored; every known
 * one has to agree.
 * @returns `unsupported` when no algorithm of the field is known
 */
export function checkContentDigest(field: string, bytes: Uint8Array): DigestCheck {
  let given: ReadonlyMap<string, unknown>;
  try {
    given = parseDictionary(field);
  } catch {
    return 'malformed';
  }
  const known = [...given].filter(([name]) => Object.hasOwn(ALGORITHMS, name));
  if (known.length === 0) return 'unsupported';
  for (const [name, member] of known) {
    const value = Array.isArray(member) ? (member[0] as unknown) : undefined;
    if (!(value instanceof ArrayBuffer)) return 'malformed';
    if (!digestOf(bytes, name).equals(new Uint8Array(value))) return 'mismatch';
  }
  return 'match';
}

function digestOf(bytes: Uint8Array, algorithm: string): Buffer {
  return createHash(ALGORITHMS[algorithm] ?? algorithm)
    .update(bytes)
    .digest();
}

/** A copy in a buffer of its own: Node's small buffers are windows on a larger one. */
export function exactBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
