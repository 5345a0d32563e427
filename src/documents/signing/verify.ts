import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import {
  type BareItem,
  type Dictionary,
  type InnerList,
  parseDictionary,
  serializeItem,
} from 'structured-headers';
import { attempt } from '../../core/attempt.js';
import { SvcError } from '../../core/errors.js';
import type { PublicKey } from '../document-row.js';
import { checkContentDigest } from './content-digest.js';
import { DIRECTORY_COMPONENTS, DIRECTORY_TAG, DOCUMENT_COMPONENTS } from './sign.js';
import {
  coveredComponents,
  type Fields,
  fieldValues,
  type HttpMessage,
  signatureBase,
} from './signature-base.js';

/** Why a signature is invalid: the message is not what was signed, or the signature has expired. */
export type InvalidReason =
  | 'bad-signature'
  | 'digest-mismatch'
  | 'component'
  | 'algorithm'
  | 'expired'
  | 'not-yet-valid'
  | 'key-expired';

/** Why there is no verdict: no usable signature, or no key. */
export type UnverifiedReason = 'unsigned' | 'malformed' | 'unknown-key' | 'uncovered';

/** The verdict on a signature. */
export type SignatureVerdict =
  | {
      readonly outcome: 'verified';
      readonly label: string;
      readonly keyid: string;
      readonly created: number | undefined;
      readonly expires: number | undefined;
      readonly tag: string | undefined;
      /** Covered components as written in the signature. */
      readonly components: readonly string[];
    }
  | { readonly outcome: 'invalid'; readonly reason: InvalidReason; readonly detail: string }
  | { readonly outcome: 'unverified'; readonly reason: UnverifiedReason; readonly detail: string };

/** The options of a verification. */
interface VerifyOptions {
  /** Keys that are trusted, by thumbprint in `kid`. */
  readonly keys: readonly PublicKey[];
  /** Unix seconds. */
  readonly now: number;
  /** Allowed clock difference in seconds. */
  readonly skew?: number;
  /** Only the signature with this label. */
  readonly label?: string;
  /** Only a signature with this tag. */
  readonly tag?: string;
  /** Required components, as in a signature: `"@authority" "content-digest"`. */
  readonly required?: string;
  /** The content as received; checked against `Content-Digest` where the signature covers it. */
  readonly body?: Uint8Array;
}

/** One signature of a message, its parameters read. */
interface Candidate {
  readonly label: string;
  readonly list: InnerList;
  readonly signature: Uint8Array;
  readonly created: number | undefined;
  readonly expires: number | undefined;
  readonly keyid: string;
  readonly alg: string | undefined;
  readonly tag: string | undefined;
}

type Failure = Exclude<SignatureVerdict, { outcome: 'verified' }>;

/**
 * Verifies a signature of a message with Ed25519. No message makes this throw.
 * @returns `verified`; `invalid` when the message is not what was signed; `unverified` when there is no verdict
 * @see https://www.rfc-editor.org/rfc/rfc9421#section-3.2
 */
export function verifyMessage(message: HttpMessage, options: VerifyOptions): SignatureVerdict {
  const found = findCandidate(message, options);
  if ('outcome' in found) return found;
  const uncovered = missingComponents(found, options.required);
  if (uncovered.length > 0) return unverified('uncovered', `not covered: ${uncovered.join(' ')}`);
  const key = options.keys.find(({ kid }) => kid === found.keyid);
  const publicKey = key && importKey(key);
  if (key === undefined || publicKey === undefined) {
    return unverified('unknown-key', `no trusted key has the thumbprint "${found.keyid}"`);
  }
  return (
    wrongSignature(message, found, publicKey) ??
    wrongTime(found, key, options) ??
    wrongDigest(message, found, options.body) ??
    verified(found)
  );
}

function verified({ label, list, keyid, created, expires, tag }: Candidate): SignatureVerdict {
  const components = list[0].map((component) => serializeItem(component));
  return { outcome: 'verified', label, keyid, created, expires, tag, components };
}

function findCandidate(message: HttpMessage, { label, tag }: VerifyOptions): Candidate | Failure {
  const inputs = readDictionary(message, 'signature-input');
  const signatures = readDictionary(message, 'signature');
  if (inputs === undefined || signatures === undefined) {
    return unverified('malformed', "Signature-Input or Signature isn't a dictionary");
  }
  for (const [name, member] of inputs) {
    if (label !== undefined && name !== label) continue;
    if (tag !== undefined && member[1].get('tag') !== tag) continue;
    return (
      readCandidate(name, member, signatures.get(name)) ??
      unverified('malformed', `the signature "${name}" doesn't have the form that RFC 9421 requires`)
    );
  }
  return unverified('unsigned', 'there is no such signature');
}

/** An absent field is an empty dictionary. */
function readDictionary(message: HttpMessage, name: string): Dictionary | undefined {
  return attempt(() => parseDictionary(fieldValues(message.fields, name).join(', ')));
}

type Member = Dictionary extends Map<string, infer M> ? M : never;

function readCandidate(label: string, input: Member, signature: Member | undefined): Candidate | undefined {
  const [components, parameters] = input;
  const bytes = signature?.[0];
  if (!Array.isArray(components) || !(bytes instanceof ArrayBuffer)) return undefined;
  const { created, expires } = { created: parameters.get('created'), expires: parameters.get('expires') };
  const { keyid, alg, tag } = {
    keyid: parameters.get('keyid'),
    alg: parameters.get('alg'),
    tag: parameters.get('tag'),
  };
  const isRead =
    isTimeOrAbsent(created) && isTimeOrAbsent(expires) && isTextOrAbsent(alg) && isTextOrAbsent(tag);
  if (!isRead || typeof keyid !== 'string') return undefined;
  const list: InnerList = [components, parameters];
  return { label, list, signature: new Uint8Array(bytes), created, expires, keyid, alg, tag };
}

function isTimeOrAbsent(value: BareItem | undefined): value is number | undefined {
  return value === undefined || Number.isSafeInteger(value);
}

function isTextOrAbsent(value: BareItem | undefined): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function missingComponents({ list }: Candidate, required = ''): readonly string[] {
  const covered = new Set(list[0].map((component) => serializeItem(component)));
  return coveredComponents(required)
    .map((component) => serializeItem(component))
    .filter((component) => !covered.has(component));
}

function importKey({ kty, crv, x }: PublicKey): KeyObject | undefined {
  return attempt(() => createPublicKey({ key: { kty, crv, x }, format: 'jwk' }));
}

function wrongSignature(message: HttpMessage, candidate: Candidate, key: KeyObject): Failure | undefined {
  const { alg, list, signature } = candidate;
  if (alg !== undefined && alg !== 'ed25519') return invalid('algorithm', `the key is Ed25519, not ${alg}`);
  try {
    const base = Buffer.from(signatureBase(message, list), 'latin1');
    return verify(null, base, key, signature)
      ? undefined
      : invalid('bad-signature', 'the signature is for another message, or by another key');
  } catch (error) {
    if (error instanceof SvcError) return invalid('component', error.message);
    return unverified('malformed', "the list of covered components can't be serialised");
  }
}

/** Times count only once the signature holds: until then they may be forged. */
function wrongTime(
  { created, expires }: Candidate,
  { nbf, exp }: PublicKey,
  { now, skew = 0 }: VerifyOptions,
): Failure | undefined {
  if (created !== undefined && created > now + skew) return invalid('not-yet-valid', `created at ${created}`);
  if (expires !== undefined && expires <= now - skew) return invalid('expired', `expired at ${expires}`);
  if (exp !== undefined && exp <= now - skew) return invalid('key-expired', `the key expired at ${exp}`);
  if (nbf !== undefined && nbf > now + skew) return invalid('key-expired', `the key is valid from ${nbf}`);
  return undefined;
}

function wrongDigest(
  message: HttpMessage,
  { list }: Candidate,
  body: Uint8Array | undefined,
): Failure | undefined {
  const isCovered = list[0].some(([name, parameters]) => name === 'content-digest' && !parameters.has('req'));
  if (body === undefined || !isCovered) return undefined;
  const check = checkContentDigest(fieldValues(message.fields, 'content-digest').join(', '), body);
  if (check === 'match') return undefined;
  const detail = check === 'mismatch' ? "the content doesn't match the digest" : `the digest is ${check}`;
  return invalid('digest-mismatch', detail);
}

function invalid(reason: InvalidReason, detail: string): Failure {
  return { outcome: 'invalid', reason, detail };
}

function unverified(reason: UnverifiedReason, detail: string): Failure {
  return { outcome: 'unverified', reason, detail };
}

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
export function verifyDocument(document: ReceivedDocument): SignatureVerdict {
  const { bytes, url, status = 200, headers, keys, now, skew = 0, form = 'document' } = document;
  const request = { kind: 'request', method: 'GET', url, fields: [] } as const;
  return verifyMessage(
    { kind: 'response', status, fields: headers, request },
    form === 'directory'
      ? { keys, now, skew, body: bytes, required: DIRECTORY_COMPONENTS, tag: DIRECTORY_TAG }
      : { keys, now, skew, body: bytes, required: DOCUMENT_COMPONENTS },
  );
}
