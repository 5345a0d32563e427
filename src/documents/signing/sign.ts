/** Signs requests and documents (RFC 9421). */

import { type KeyObject, sign } from 'node:crypto';
import { type InnerList, type Parameters, serializeDictionary, serializeInnerList } from 'structured-headers';
import type { Hooks } from '../../config/hooks/hooks.js';
import { mediaTypeOf } from '../../core/net/media-type.js';
import type { Notice } from '../../site/registry/notice.js';
import type { DocumentRow } from '../document-row.js';
import { contentDigest, exactBytes } from './content-digest.js';
import type { SigningKey } from './key.js';
import {
  coveredComponents,
  type HttpMessage,
  type ResponseMessage,
  signatureBase,
} from './signature-base.js';

/** Label of every signature that this program makes. */
const LABEL = 'sig1';

/** The components that a signed document covers, in this order. */
export const DOCUMENT_COMPONENTS = '"@status" "@authority";req "@path";req "content-digest"';

/** The components that the key directory covers (Web Bot Auth, section "Key Directory"). */
export const DIRECTORY_COMPONENTS = '"@authority";req "content-digest"';

/** Names the purpose of the directory's own signature. */
export const DIRECTORY_TAG = 'http-message-signatures-directory';

/** Id of the key directory, the only document with its own form of signature. */
export const DIRECTORY_ID = 'signatures-directory';

const DAY = 86_400;

/** The proof fields of a signed document. */
export type SignedHeaders = Readonly<
  Record<'Content-Digest' | 'Repr-Digest' | 'Signature-Input' | 'Signature', string>
>;

/** The stored data of a signature, so that an unchanged document need not be signed again. */
export interface SignatureRecord {
  /** Path of the address, percent-encoded, with the path of the base address. */
  readonly path: string;
  /** The value of `Content-Digest`. */
  readonly digest: string;
  /** Unix seconds. */
  readonly created: number;
  readonly expires: number;
  readonly keyid: string;
  /** Base64. */
  readonly signature: string;
}

/** A file of the output folder that is sent with a signature. */
export interface SignedFile {
  /** Id of its document in `documents/table.ts`. */
  readonly documentId: string;
  /** Path of its address below the base, percent-encoded, with leading slash. */
  readonly path: string;
  /** Path below the output folder. */
  readonly file: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly record: SignatureRecord;
  readonly headers: SignedHeaders;
}

/** A document to sign. */
export interface DocumentToSign {
  /** Exactly as they are sent: never compressed. */
  readonly bytes: Uint8Array;
  /** Absolute address. */
  readonly url: string;
  readonly key: SigningKey;
  /** Unix seconds. */
  readonly created: number;
  /** The setting `signature_max_age_days`. */
  readonly maxAgeDays: number;
  /** `directory`: with the components and the tag of a key directory. */
  readonly form?: 'document' | 'directory';
}

/**
 * Signs any message.
 * @param list covered components and parameters
 * @returns the signature of 64 bytes
 * @throws SvcError `SVC_SIGNATURE_INVALID` when a component is not in the message
 * @see https://www.rfc-editor.org/rfc/rfc9421#section-3.1
 */
export function signMessage(message: HttpMessage, list: InnerList, privateKey: KeyObject): Buffer {
  return sign(null, Buffer.from(signatureBase(message, list), 'latin1'), privateKey);
}

/** The fields that prove a document: digests, what was signed, signature (RFC 9421, RFC 9530). */
export function signDocument(document: DocumentToSign): SignedHeaders {
  return signedHeaders(recordOf(document), document.form);
}

/** Signs a document and returns the data that the next build needs. */
export function recordOf(document: DocumentToSign): SignatureRecord {
  const { bytes, url, key, created, maxAgeDays, form } = document;
  const digest = contentDigest(bytes);
  const expires = created + maxAgeDays * DAY;
  const list = signatureList({ created, expires, keyid: key.kid }, form);
  const signature = signMessage(documentResponse(url, digest), list, key.privateKey).toString('base64');
  return { path: new URL(url).pathname, digest, created, expires, keyid: key.kid, signature };
}

/** The fields from the stored data of a signature. */
export function signedHeaders(record: SignatureRecord, form?: DocumentToSign['form']): SignedHeaders {
  const value = exactBytes(Buffer.from(record.signature, 'base64'));
  return {
    'Content-Digest': record.digest,
    // Without a content coding the representation has the same bytes as the content (RFC 9530 section 3).
    'Repr-Digest': record.digest,
    'Signature-Input': `${LABEL}=${serializeInnerList(signatureList(record, form))}`,
    Signature: serializeDictionary({ [LABEL]: value }),
  };
}

/** The answer to `GET` that a signature of a document covers. */
export function documentResponse(url: string, digest: string): ResponseMessage {
  const request = { kind: 'request', method: 'GET', url, fields: [] } as const;
  return { kind: 'response', status: 200, fields: [['Content-Digest', digest]], request };
}

function signatureList(
  { created, expires, keyid }: Pick<SignatureRecord, 'created' | 'expires' | 'keyid'>,
  form: DocumentToSign['form'] = 'document',
): InnerList {
  const common: [string, string | number][] = [
    ['created', created],
    ['expires', expires],
    ['keyid', keyid],
  ];
  if (form === 'directory') {
    const parameters: Parameters = new Map([...common, ['tag', DIRECTORY_TAG]]);
    return [coveredComponents(DIRECTORY_COMPONENTS), parameters];
  }
  return [coveredComponents(DOCUMENT_COMPONENTS), new Map([...common, ['alg', 'ed25519']])];
}

const WELL_KNOWN = '/.well-known/';

/**
 * Which documents are signed: the rows with `sign`, after `svc_signed_surfaces`. Names are those of the files:
 * `discovery.json`, `agent-card.json`, `svc-changes.json`; an alias means its row.
 * @param note called with names that aren't JSON documents
 * @returns ids of documents
 */
export async function filterSignedDocuments(
  hooks: Pick<Hooks, 'apply'>,
  table: readonly DocumentRow[],
  note: (notice: Notice) => void,
): Promise<ReadonlySet<string>> {
  const byName = new Map(table.flatMap((row) => namesOf(row).map((name) => [name, row] as const)));
  const usual = [...byName].filter(([, row]) => row.sign === true).map(([name]) => name);
  const asked = await hooks.apply('svc_signed_surfaces', usual);
  const signed = new Set<string>();
  for (const name of asked) {
    const row = byName.get(name);
    const problem = problemOf(row);
    if (row !== undefined && problem === undefined) signed.add(row.id);
    else note(refused(name, problem ?? 'is unknown'));
  }
  return signed;
}

/** The names of a document in lists of documents; a pattern has none. */
function namesOf({ path, aliases = [] }: DocumentRow): readonly string[] {
  return [path, ...aliases]
    .filter((one) => !one.includes('{'))
    .map((one) => (one.startsWith(WELL_KNOWN) ? one.slice(WELL_KNOWN.length) : one.slice(1)));
}

function problemOf(row: DocumentRow | undefined): string | undefined {
  if (row === undefined) return "isn't a document of this site";
  if (row.id === DIRECTORY_ID) return 'is always signed, in its own way';
  // A link set is JSON (RFC 9264).
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaTypeOf(row.contentType))
    ? undefined
    : "isn't a JSON document";
}

function refused(name: string, problem: string): Notice {
  const message = `svc_signed_surfaces names ${JSON.stringify(name)}, which ${problem}: it's left out`;
  const fix = 'Name JSON documents by their files, such as "discovery.json" or "openapi.json".';
  return { level: 'error', code: 'filter_result', message, fix, origin: 'svc_signed_surfaces' };
}
