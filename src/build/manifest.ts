import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SvcError } from '../core/errors.js';
import { Fingerprint } from '../core/fingerprint.js';
import { sha256 } from '../core/hash.js';
import type { Piece } from '../core/join-pieces.js';
import type { SignatureRecord } from '../documents/signing/sign.js';
import type { Tombstone } from '../site/entry.js';
import type { PastEntries, PastEntry } from '../site/history.js';
import type { SecurityExpiry } from './discovery/security-expiry.js';
import { type Block, BlockPacker, type ItemList } from './manifest-blocks.js';

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
  /** Signatures of the documents, for those that do not change. */
  readonly signatures: readonly SignatureRecord[];
  /** The expiry of `security.txt`. */
  readonly security: SecurityExpiry;
  /** Short digests of files that are made from more than one entry, by path; older builds wrote none. */
  readonly digests?: Readonly<Record<string, string>>;
  /** The same of the files in `deploy/`, by name. */
  readonly deploy?: Readonly<Record<string, string>>;
  readonly entries: ReadonlyMap<number, PastEntry>;
  /** Unexpired, newest first. */
  readonly tombstones: readonly Tombstone[];
  /** Every path that the build wrote, ascending. */
  readonly files: readonly string[];
}

/** What the last deployment left, however its entries are known. */
export type LastDeployment = Omit<Manifest, 'entries' | 'files'> & { readonly entries: PastEntries };

/** A manifest about to be packed. */
export type NewManifest = Omit<Manifest, 'entries' | 'files'> & {
  readonly entries: ManifestList<PastEntry>;
  /** In ascending order. */
  readonly files: ManifestList<string>;
};

/** A long list, whose items are made when they are packed. */
export interface ManifestList<T> {
  readonly size: number;
  at(index: number): T;
  /** The number of the same item in the list of the manifest before; -1 for one that is new or not the same. */
  before(index: number): number;
}

/** How the long lists of a manifest are packed. */
interface ManifestBlocks {
  readonly files: readonly Block[];
  readonly entries: readonly Block[];
}

/** The manifest that was written before. */
export interface ManifestBefore {
  readonly bytes: Uint8Array;
  readonly blocks: ManifestBlocks;
}

/** What the next build is told of a manifest, so that it neither unpacks it nor packs all of it again. */
export interface KeptManifest {
  /** SHA-256 of the file. */
  readonly hash: string;
  /** Everything but the long lists. */
  readonly rest: Omit<Manifest, 'entries' | 'files'>;
  readonly blocks: ManifestBlocks;
}

/** Blocks have so many items in the mean. */
const BLOCK_FILES = 1024;
const BLOCK_ENTRIES = 512;

/**
 * The manifest as a gzip file with the same bytes on every machine, whether the one before is known or not.
 * Block by block, since the whole text of a large site is many times as long as what comes out.
 */
export function packManifest(
  { files, entries, ...rest }: NewManifest,
  before: ManifestBefore | undefined,
): { readonly bytes: Uint8Array; readonly kept: KeptManifest } {
  const known = (blocks: readonly Block[] | undefined) => before && blocks && { bytes: before.bytes, blocks };
  const packer = new BlockPacker();
  packer.addText(`${JSON.stringify({ version: VERSION, ...rest }).slice(0, -1)},"files":[`);
  const fileBlocks = packer.addList(fileItems(files), known(before?.blocks.files));
  packer.addText(`],"columns":${JSON.stringify(COLUMNS)},"entries":[`);
  const entryBlocks = packer.addList(entryItems(entries), known(before?.blocks.entries));
  packer.addText(']}');
  const bytes = packer.bytes();
  return { bytes, kept: { hash: sha256(bytes), rest, blocks: { files: fileBlocks, entries: entryBlocks } } };
}

function fileItems(files: ManifestList<string>): ItemList {
  const fingerprint = new Fingerprint();
  return {
    size: files.size,
    before: (index) => files.before(index),
    json: (index) => JSON.stringify(files.at(index)),
    isEnd(index) {
      fingerprint.begin();
      fingerprint.addText(files.at(index));
      return fingerprint.low % BLOCK_FILES === 0;
    },
  };
}

function entryItems(entries: ManifestList<PastEntry>): ItemList {
  const fingerprint = new Fingerprint();
  return {
    size: entries.size,
    before: (index) => entries.before(index),
    json: (index) => JSON.stringify(toRow(entries.at(index))),
    isEnd(index) {
      fingerprint.begin();
      fingerprint.addNumber(entries.at(index).id);
      return fingerprint.low % BLOCK_ENTRIES === 0;
    },
  };
}

function toRow(entry: PastEntry): Row {
  const { id, type, path, hash, sourceModified = null, published, modified, changed, action } = entry;
  return [id, type, path, hash, sourceModified, published, modified, changed, action];
}

/** A deployment of a million pages stays far below; what claims to be larger is no manifest. */
const MAX_BYTES = 1 << 30;

/**
 * @param bytes compressed, or already unpacked by the server that sent them
 * @param label where they came from, for the message
 * @throws SvcError `SVC_PREVIOUS_UNREADABLE` when the bytes are no manifest of this program
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
    throw new SvcError('SVC_PREVIOUS_UNREADABLE', 'the manifest of the last build cannot be read', {
      file: label,
      fix: 'Delete it to start without history: deleted pages then leave no tombstones.',
      cause,
    });
  }
}

type Stored = Omit<Manifest, 'entries'> & { readonly entries: readonly Row[] };

/** It may come from anywhere on the network: what the next build relies on is looked at. */
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

/** A signature is verified before it is used again: only its place has to be right. */
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
export async function readManifestFile(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}

/** Hash of a list of texts that is fed piece by piece. */
export function hashTexts(texts: Iterable<Piece>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex').slice(0, 32);
}
