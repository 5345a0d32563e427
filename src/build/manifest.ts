import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SvcError } from '../core/errors.js';
import { joinPieces } from '../core/join-pieces.js';
import type { SignatureRecord } from '../documents/signing/sign.js';
import type { PastEntry } from '../site/history.js';
import type { Tombstone } from '../site/site.js';
import type { SecurityExpiry } from './discovery/security-expiry.js';

/** Name of the manifest below `out/`. It travels with the deployment and is not advertised. */
export const MANIFEST_FILE = 'svc-manifest.json.gz';

const VERSION = 1;
const COLUMNS = [
  'id',
  'type',
  'path',
  'hash',
  'sourceModified',
  'published',
  'modified',
  'changed',
  'action',
] as const;

type Row = readonly [
  number,
  string,
  string,
  string,
  number | null,
  number,
  number,
  number,
  'created' | 'updated',
];

/** What a build leaves behind for the next one. */
export interface Manifest {
  /** Hash of the settings that the documents were made with. */
  readonly settings: string;
  readonly sidecar: boolean | string;
  readonly baseUrl: string;
  /** Advertised addresses of a sitemap and a feed that the site brings along: the build writes neither. */
  readonly foreign?: readonly string[];
  /** Canonical addresses elsewhere by the file of the twin that names them. */
  readonly canonicals?: Readonly<Record<string, string>>;
  readonly feed: {
    /** Unix seconds of the build that last changed the change feed. */
    readonly generated: number;
    /** Hash of its items. */
    readonly hash: string;
  };
  /** Signatures of unchanged documents. */
  readonly signatures: readonly SignatureRecord[];
  readonly security: SecurityExpiry;
  /** Short digests of files that are made from more than one entry, by path; older builds wrote none. */
  readonly digests?: Readonly<Record<string, string>>;
  /** Short digests of the files in `deploy/`, by name. */
  readonly deploy?: Readonly<Record<string, string>>;
  readonly entries: ReadonlyMap<number, PastEntry>;
  /** Unexpired, newest first. */
  readonly tombstones: readonly Tombstone[];
  /** Every path that the build wrote, ascending. */
  readonly files: readonly string[];
}

/** A manifest to pack. */
interface NewManifest extends Omit<Manifest, 'entries' | 'files'> {
  /** Ascending by id. */
  readonly entries: readonly PastEntry[];
  /** Ascending. */
  readonly files: readonly string[];
}

/** The manifest as a gzip file, with the same bytes on every machine. */
export function packManifest(manifest: NewManifest): Uint8Array {
  const text = Buffer.concat(Array.from(joinPieces(textOf(manifest)), (piece) => Buffer.from(piece)));
  const bytes = gzipSync(text, { level: 4 });
  // The gzip header names the operating system (RFC 1952 section 2.3.1); 255 is "unknown".
  bytes[9] = 255;
  return bytes;
}

/** The JSON text in pieces: all rows and the whole text together would take several times the memory. */
function* textOf({ files, entries, ...rest }: NewManifest): Iterable<string> {
  yield JSON.stringify({ version: VERSION, ...rest, files, columns: COLUMNS }).slice(0, -1);
  yield ',"entries":[';
  for (const [at, entry] of entries.entries()) yield (at === 0 ? '' : ',') + JSON.stringify(toRow(entry));
  yield ']}';
}

function toRow(entry: PastEntry): Row {
  const { id, type, path, hash, sourceModified = null, published, modified, changed, action } = entry;
  return [id, type, path, hash, sourceModified, published, modified, changed, action];
}

/** A deployment of a million pages stays far below; a larger file isn't a manifest. */
const MAX_BYTES = 1 << 30;

/**
 * @param bytes compressed, or already unpacked by the server that sent them
 * @param label their origin, for the message
 * @throws SvcError `SVC_PREVIOUS_UNREADABLE` when the bytes aren't a manifest of this program
 */
export function unpackManifest(bytes: Uint8Array, label: string): Manifest {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : Buffer.from(bytes);
    const { entries, signatures, security, foreign, ...rest } = assertStored(
      JSON.parse(text.toString('utf8')),
    );
    return {
      ...rest,
      ...(Array.isArray(foreign) && { foreign: foreign.filter(isText) }),
      signatures: Array.isArray(signatures) ? signatures.filter(isSignature) : [],
      security: security ?? { expires: 0, days: 0 },
      entries: new Map(entries.map((row) => [row[0], toPast(row)])),
    };
  } catch (cause) {
    const message = "the manifest of the last build can't be read";
    const fix = 'To start without history, delete it. Pages that were deleted before then get no tombstones.';
    throw new SvcError('SVC_PREVIOUS_UNREADABLE', message, { file: label, fix, cause });
  }
}

type Stored = Omit<Manifest, 'entries'> & { readonly entries: readonly Row[] };

/** It may come from the network, so everything that the next build relies on is checked. */
function assertStored(value: unknown): Stored {
  const stored = value as Stored & { readonly version: number };
  if (stored.version !== VERSION) throw new Error(`version ${stored.version}`);
  const { feed, files, entries, tombstones } = stored;
  const isWhole =
    Number.isSafeInteger(feed.generated) &&
    files.every((file) => typeof file === 'string') &&
    entries.every(([id, type, path]) => Number.isSafeInteger(id) && isText(type) && isText(path)) &&
    tombstones.every(({ id, url, deleted }) => Number.isSafeInteger(id + deleted) && isText(url));
  if (!isWhole) throw new Error('it lacks what the next build needs');
  return stored;
}

/** A signature is verified before it is used again: only its form must be right. */
function isSignature(value: unknown): value is SignatureRecord {
  return typeof value === 'object' && value !== null && 'path' in value && isText(value.path);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function toPast([
  id,
  type,
  path,
  hash,
  sourceModified,
  published,
  modified,
  changed,
  action,
]: Row): PastEntry {
  return {
    id,
    type,
    path,
    hash,
    sourceModified: sourceModified ?? undefined,
    published,
    modified,
    changed,
    action,
  };
}

/**
 * The manifest in a folder; undefined when there is none.
 * @throws SvcError `SVC_PREVIOUS_UNREADABLE`
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST_FILE);
  const bytes = await readManifestFile(path);
  return bytes === undefined ? undefined : unpackManifest(bytes, path);
}

/** The bytes of a manifest; undefined when there is none. */
async function readManifestFile(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}
