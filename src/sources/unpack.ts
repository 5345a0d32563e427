import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { errorMessage, isSystemError, SvcError } from '../core/errors.js';
import { archiveKind } from './archive-names.js';
import { readStart } from './read-start.js';

/** Exports compress to a tenth or less; an archive beyond this is made to fill the disk. */
const MAX_RATIO = 200;
/** Small archives may be dense. */
const FREE_BYTES = 64 << 20;
const MAX_FILES = 200_000;

const CONTENT = /\.(?:mdx?|mdoc|markdown|x?html?)$/i;
const EXPORT = /\.(?:xml|json)$|(?:^|\/)routes\.yaml$/i;
/** The type of a file in the upper half of an entry's attributes, and that of regular files. */
const TYPE_MASK = 0xf000;
const REGULAR = 0x8000;

interface Unpacked {
  readonly stamp: string;
  readonly folder: string;
}

/** By path: a sidecar builds again and again. */
const unpacked = new Map<string, Unpacked>();

process.on('exit', () => {
  for (const { folder } of unpacked.values()) rmSync(folder, { recursive: true, force: true });
});

/**
 * Unpacks an archive into a temporary folder, which goes with the process. Links and special files in it are left out.
 * @param label the path for messages
 * @returns the folder
 * @throws SvcError `SVC_SOURCE_MALFORMED` for a damaged archive, one with unsafe names, or one that grows too large
 */
export async function unpack(path: string, label: string): Promise<string> {
  const { size, mtimeMs } = statSync(path);
  const stamp = `${size} ${mtimeMs}`;
  const known = unpacked.get(path);
  if (known?.stamp === stamp) return known.folder;
  if (known !== undefined) rmSync(known.folder, { recursive: true, force: true });
  const folder = mkdtempSync(join(tmpdir(), 'svc-unpacked-'));
  const limit = new SizeLimit(Math.max(FREE_BYTES, size * MAX_RATIO));
  try {
    if (archiveKind(path) === 'zip') await unzip(path, folder, limit);
    else await gunzip(path, folder, limit);
  } catch (cause) {
    // Otherwise, the next build would read an incomplete archive.
    rmSync(folder, { recursive: true, force: true });
    unpacked.delete(path);
    throw malformed(label, cause);
  }
  unpacked.set(path, { stamp, folder });
  return folder;
}

async function gunzip(path: string, folder: string, limit: SizeLimit): Promise<void> {
  const file = join(folder, basename(path).replace(/\.gz$/i, ''));
  await pipeline(createReadStream(path), createGunzip(), limit.counter(), createWriteStream(file));
  if (readStart(file, 262, 'latin1').slice(257) === 'ustar') throw new Error('it contains a tar archive');
}

async function unzip(path: string, folder: string, limit: SizeLimit): Promise<void> {
  const names = await contentOf(path);
  // Pictures beside pages belong to them; those beside an export may fill the disk.
  const wanted = names.some((name) => CONTENT.test(name)) ? /./ : EXPORT;
  await eachFile(path, async (zip, entry) => {
    if (!wanted.test(entry.fileName)) return;
    const target = join(folder, entry.fileName);
    if (existsSync(target)) throw new Error(`it contains two files named ${entry.fileName}`);
    if (entry.isEncrypted()) throw new Error('it is encrypted');
    mkdirSync(dirname(target), { recursive: true });
    await pipeline(
      await zip.openReadStreamPromise(entry),
      limit.counter(),
      createWriteStream(target, { flags: 'wx' }),
    );
  });
}

async function contentOf(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  await eachFile(path, async (_zip, { fileName }) => void names.push(fileName));
  return names;
}

/** Regular files, without those that archivers of one system add. Names that leave the folder are an error of the reader. */
async function eachFile(path: string, take: (zip: ZipFile, entry: Entry) => Promise<void>): Promise<void> {
  const zip = await openPromise(path);
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count > MAX_FILES) throw new Error(`it contains more than ${MAX_FILES} files`);
      const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK;
      const isRegular = type === 0 || type === REGULAR;
      const isNoise = /(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.fileName);
      if (isRegular && !isNoise && !entry.fileName.endsWith('/')) await take(zip, entry);
    }
  } finally {
    zip.close();
  }
}

/** Counts the bytes of all files of an archive. */
class SizeLimit {
  #left: number;

  constructor(private readonly most: number) {
    this.#left = most;
  }

  counter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#left -= chunk.length;
        if (this.#left >= 0) done(null, chunk);
        else done(new Error(`it unpacks to more than ${Math.floor(this.most / 1e6)} MB`));
      },
    });
  }
}

function malformed(label: string, cause: unknown): SvcError {
  if (isSystemError(cause)) {
    return new SvcError('SVC_INTERNAL', `the archive can't be unpacked: ${cause.message}`, {
      file: label,
      fix: `Check the free space and the rights of ${tmpdir()}, or set TMPDIR to another folder.`,
      cause,
    });
  }
  const reason = errorMessage(cause);
  return new SvcError('SVC_SOURCE_MALFORMED', `the archive can't be unpacked: ${reason}`, {
    file: label,
    fix: 'Download it again, or unpack it yourself and pass the folder.',
    cause,
  });
}
