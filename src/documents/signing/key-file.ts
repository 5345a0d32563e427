/** The files with the signing keys. */

import type { Stats } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SvcError } from '../../core/errors.js';
import { createFile, replaceFile } from '../../core/files.js';
import type { Warnings } from '../../core/warnings.js';

/** The variable with a key where there is no persistent disk, as in CI. */
export const KEY_VARIABLE = 'SVC_SIGNING_KEY';

/** Name of the file with the signing key, in `.svc`. Never below the output folder. */
export const KEY_FILE = 'signing-key.jwk';

/** Name of the file with the public halves of earlier keys, in `.svc`. */
export const RETIRED_FILE = 'retired-keys.json';

/** The permissions of a file that only its owner may read. */
const OWNER_ONLY = { mode: 0o600 };
const OTHERS_MAY_READ = 0o044;

/** A key or a list of keys takes some hundred bytes: a longer file is something else. */
const MAX_BYTES = 65_536;

/** The name of a file in `.svc` in messages. */
export function stateFileLabel(name: string): string {
  return `.svc/${name}`;
}

/**
 * The text of a file in `.svc`; undefined when there is none. Links are followed, as secrets are often mounted
 * as links.
 * @throws SvcError `SVC_KEY_INVALID` for anything but a small readable file
 */
export async function readStateFile(state: string, name: string): Promise<string | undefined> {
  const path = join(state, name);
  const found = await statIfExists(path, name);
  if (found === undefined) return undefined;
  if (!found.isFile() || found.size > MAX_BYTES) {
    const message = 'expected a small file, found something else';
    const fix = 'Move it to another place. "svc keys generate" then creates a new key.';
    throw new SvcError('SVC_KEY_INVALID', message, { file: stateFileLabel(name), fix });
  }
  return readFile(path, 'utf8').catch(() => {
    throw unreadable(name);
  });
}

async function statIfExists(path: string, name: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    // A dangling link is not a missing file: a new key must not be written through it.
    if (isMissing && !(await isLink(path))) return undefined;
    throw unreadable(name);
  }
}

/** True for a symbolic link, wherever it leads. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

function unreadable(name: string): SvcError {
  const fix = 'Check that it is a readable file, or a link to one.';
  return new SvcError('SVC_KEY_INVALID', "the file can't be read", { file: stateFileLabel(name), fix });
}

/** Warns when other users of the machine may read the key. */
export async function warnIfReadable(state: string, warnings: Warnings): Promise<void> {
  // Windows has no such bits.
  if (process.platform === 'win32') return;
  const found = await stat(join(state, KEY_FILE)).catch(() => undefined);
  if (found === undefined || (found.mode & OTHERS_MAY_READ) === 0) return;
  const message = `Other users of this machine may read the signing key (mode ${(found.mode & 0o777).toString(8)}).`;
  const fix = `Run chmod 600 ${stateFileLabel(KEY_FILE)}; if others could have read it, run svc keys rotate.`;
  warnings.add({ code: 'signing-key-readable', file: stateFileLabel(KEY_FILE), message, fix });
}

/**
 * Creates a file: complete or not at all, readable for its owner only.
 * @returns false when there is one, which stays as it is
 */
export async function writeNew(state: string, name: string, text: string): Promise<boolean> {
  try {
    await createFile(join(state, name), text, OWNER_ONLY);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(name, error);
  }
}

/**
 * Replaces a file in `.svc` atomically.
 * @throws SvcError `SVC_KEY_INVALID` when the path is a link: it would be replaced, not its target
 */
export async function replaceStateFile(state: string, name: string, text: string): Promise<void> {
  const path = join(state, name);
  if (await isLink(path)) {
    const message = "the file is a symbolic link, which isn't replaced";
    const fix = 'Put the file itself there, or keep the key in SVC_SIGNING_KEY and use --print.';
    throw new SvcError('SVC_KEY_INVALID', message, { file: stateFileLabel(name), fix });
  }
  await replaceFile(path, text, OWNER_ONLY).catch((error: unknown) => {
    throw unwritable(name, error);
  });
}

function unwritable(name: string, cause: unknown): SvcError {
  const fix = 'Check that the folder .svc is writable, or set SVC_SIGNING_KEY.';
  return new SvcError('SVC_KEY_INVALID', "the file can't be written", {
    file: stateFileLabel(name),
    fix,
    cause,
  });
}
