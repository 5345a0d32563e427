import { contentDigest } from './content-digest.js';
import {
  type DocumentToSign,
  recordOf,
  type SignatureRecord,
  type SignedHeaders,
  signedHeaders,
} from './sign.js';
import type { Fields } from './signature-base.js';
import { verifyDocument } from './verify.js';

const DAY = 86_400;

/** A signature with its header fields. */
export interface Renewed {
  readonly record: SignatureRecord;
  readonly headers: SignedHeaders;
}

/**
 * Keeps the signature of an unchanged document until half of its validity is over, and signs again after that.
 * A kept one is verified first: it may come from a deployment with another address.
 * @param previous the last build's signature for this address
 * @param document as it would be signed now
 */
export function renewSignature(previous: SignatureRecord | undefined, document: DocumentToSign): Renewed {
  const isKept = previous !== undefined && isFresh(previous, document) && isGenuine(previous, document);
  const record = isKept ? previous : recordOf(document);
  return { record, headers: signedHeaders(record, document.form) };
}

/** The time after which a build signs a document again: it must not be skipped then. Returns Unix seconds. */
export function renewalTime({ created, expires }: Pick<SignatureRecord, 'created' | 'expires'>): number {
  return created + Math.ceil((expires - created) / 2);
}

function isFresh(previous: SignatureRecord, document: DocumentToSign): boolean {
  const { bytes, url, key, created: now, maxAgeDays } = document;
  return (
    previous.path === new URL(url).pathname &&
    previous.keyid === key.kid &&
    previous.expires - previous.created === maxAgeDays * DAY &&
    Number.isSafeInteger(previous.created) &&
    previous.created <= now &&
    now < renewalTime(previous) &&
    previous.digest === contentDigest(bytes) &&
    typeof previous.signature === 'string'
  );
}

function isGenuine(previous: SignatureRecord, { bytes, url, key, created, form }: DocumentToSign): boolean {
  const headers: Fields = Object.entries(signedHeaders(previous, form));
  // Without `nbf`: a clock that was set back must not make every build sign again.
  const { kid, kty, crv, x } = key;
  const document = { bytes, url, headers, keys: [{ kid, kty, crv, x }], now: created };
  return verifyDocument(form === undefined ? document : { ...document, form }).outcome === 'verified';
}
