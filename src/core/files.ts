/** Reads files and folders that may be missing or unreadable. */

import { randomBytes } from 'node:crypto';
import {
  constants,
  type Dirent,
  mkdirSync,
  readdirSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { attempt } from './attempt.js';
import { compareText } from './compare.js';
import { SvcError } from './errors.js';
import type { JsonObject } from './json.js';
import type { Warning } from './warnings.js';

/** What is at a path; undefined where there's nothing, or a link that leads to nothing or to itself. */
export function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
    throw error;
  }
}

/** Returns true for a folder, or a link to one. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** False for a name that isn't UTF-8: Node.js replaces some of its bytes, so that it leads to nothing. */
export function isReadableName(path: string): boolean {
  return !path.includes('\uFFFD');
}

/** The warning about a file or folder that is left out because of its name. */
export function unreadableName(file: string): Warning {
  const message = "The name isn't UTF-8; it was left out.";
  return { code: 'file-name-not-utf8', message, file, fix: 'Rename it.', skipped: true };
}

/** What is in a folder, by name; an unreadable one counts as empty. */
export function entriesIn(folder: string): readonly Dirent[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.sort((a, b) => compareText(a.name, b.name));
}

/** The text of a file; undefined where it can't be read. */
export function readTextIfThere(path: string): string | undefined {
  return attempt(() => readFileSync(path, 'utf8'));
}

/** The names in a folder in order; an unreadable one counts as empty. */
export function listNames(folder: string): readonly string[] {
  return (attempt(() => readdirSync(folder)) ?? []).sort(compareText);
}

/**
 * Creates a folder and those above it. Node's own recursive `mkdir` never ends below folders such as `/proc`, whose
 * file system answers that the parent is missing.
 * @throws SvcError `SVC_OUT_UNSAFE` where the file system doesn't allow new folders, and the system's errors
 */
export function makeFolder(path: string): void {
  if (isMade(path)) return;
  const parent = dirname(path);
  if (!isFolder(parent)) makeFolder(parent);
  if (!isMade(path)) throw refused(path);
}

/** False where the file system says that the parent is missing. */
function isMade(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isFolder(path)) return true;
    if (code === 'ENOENT') return false;
    throw error;
  }
}

function refused(path: string): SvcError {
  return new SvcError('SVC_OUT_UNSAFE', `the folder ${path} can't be created`, {
    field: 'out',
    fix: 'Choose a folder in which you can create folders.',
  });
}

/**
 * Reads from a file until the buffer is full or the file ends.
 * @param file descriptor of a regular file
 * @param start where to begin in the file
 * @returns how many bytes were read
 */
export function readFully(file: number, bytes: Uint8Array, start: number): number {
  let length = 0;
  while (length < bytes.length) {
    const more = readSync(file, bytes, length, bytes.length - length, start + length);
    if (more === 0) break;
    length += more;
  }
  return length;
}

/** Permissions and owner of a file. */
interface FileAttributes {
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
}

/** Replaces a file, or creates it: readers see the old one or the new one, and a crash leaves either. */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  attributes?: FileAttributes,
): Promise<void> {
  return throughTemporary(path, content, attributes, (temporary) => rename(temporary, path));
}

/** Creates a file: complete or not at all. Fails with `EEXIST` when the file exists. */
export function createFile(
  path: string,
  content: string | Uint8Array,
  attributes?: FileAttributes,
): Promise<void> {
  return throughTemporary(path, content, attributes, (temporary) =>
    link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // Some file systems have no hard links.
      return copyFile(temporary, path, constants.COPYFILE_EXCL);
    }),
  );
}

async function throughTemporary(
  path: string,
  content: string | Uint8Array,
  { mode, uid, gid }: FileAttributes = {},
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    // A file in the place of the folder: not the file that `createFile` is about.
    throw error.code === 'EEXIST' ? Object.assign(error, { code: 'ENOTDIR' }) : error;
  });
  // Hidden, so that no build reads it as content. The name is short enough in every script.
  const temporary = join(folder, `.${basename(path).slice(0, 50)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      if (mode !== undefined) await file.chmod(mode);
      // Only root can change the owner of a file.
      if (uid !== undefined && gid !== undefined && process.getuid?.() === 0) await file.chown(uid, gid);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * The folder with `package.json`, `schemas/` and `templates/`. Reached in the same way from `src/core/` and from
 * `dist/cli/`, where `bin/bundle.js` puts every module.
 */
export const PROGRAM = new URL('../../', import.meta.url);

/** The folder with the code that runs: `src/` or `dist/`. */
export const CODE = new URL('../', import.meta.url);

/** A JSON Schema of `schemas/`, by the name of its file. */
export function readSchema(file: string): JsonObject {
  return JSON.parse(readFileSync(new URL(`schemas/${file}`, PROGRAM), 'utf8')) as JsonObject;
}
