import type { PublicKey } from '../surface.js';
import type { Fields } from './message.js';
import { DIRECTORY_COMPONENTS, DIRECTORY_TAG, DOCUMENT_COMPONENTS } from './sign.js';
import { type Verdict, verifyMessage } from './verify.js';

/** A document as it was received. */
export interface ReceivedDocument {
  readonly bytes: Uint8Array;
  /** Absolute request address. */
  readonly url: string;
  /** 200 where it is read from a file. */
  readonly status?: number;
  /** At least `Content-Digest`, `Signature-Input` and `Signature`. */
  readonly headers: Fields;
  /** Trusted keys: those of the key directory. */
  readonly keys: readonly PublicKey[];
  /** Unix seconds. */
  readonly now: number;
  /** Allowed clock difference in seconds. */
  readonly skew?: number;
  /** `directory`: a key directory, whose own signature covers less and has a tag. */
  readonly form?: 'document' | 'directory';
}

/**
 * Verifies a document signed by this program: digest, covered components, signature, times.
 * @returns `unverified` also when the signature covers less than ours do
 */
export function verifyDocument(document: ReceivedDocument): Verdict {
  const { bytes, url, status = 200, headers, keys, now, skew = 0, form = 'document' } = document;
  const request = { kind: 'request', method: 'GET', url, fields: [] } as const;
  return verifyMessage(
    { kind: 'response', status, fields: headers, request },
    form === 'directory'
      ? { keys, now, skew, body: bytes, required: DIRECTORY_COMPONENTS, tag: DIRECTORY_TAG }
      : { keys, now, skew, body: bytes, required: DOCUMENT_COMPONENTS },
  );
}
