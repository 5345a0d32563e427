import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SvcError } from '../../core/errors.js';

/** The variable with the key where there is no persistent disk, and where several sidecars share a database. */
const SEAL_VARIABLE = 'SVC_SECRET_KEY';

/** Name of the file with the key, in `.svc`. */
export const SEAL_FILE = 'secret-key';

/** Minimum length of a key. */
const MIN_LENGTH = 32;

/**
 * The key that encrypts stored secrets: of the environment, else of its file, which is created when it is
 * missing. It is outside the database, so that a copy of the database reveals nothing.
 * @param file absolute path
 * @throws SvcError `SVC_KEY_INVALID` for a key that is too short or cannot be read
 */
export function readSealKey(file: string, env: Readonly<Record<string, string | undefined>>): string {
  const given = env[SEAL_VARIABLE]?.trim();
  if (given !== undefined && given !== '') return longEnough(given, SEAL_VARIABLE);
  return longEnough(readKeyFile(file) ?? makeKeyFile(file), `.svc/${SEAL_FILE}`);
}

function longEnough(key: string, field: string): string {
  if (key.length >= MIN_LENGTH) return key;
  throw new SvcError('SVC_KEY_INVALID', `expected at least ${MIN_LENGTH} characters, found ${key.length}`, {
    field,
    fix: 'Create a key with: openssl rand -base64 32',
  });
}

function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SvcError('SVC_KEY_INVALID', "the file can't be read", {
      file: `.svc/${SEAL_FILE}`,
      fix: 'Check that it is a readable file.',
      cause,
    });
  }
}

/** Written under another name and then linked: if two processes create one at once, both use the same. */
function makeKeyFile(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkOrCopy(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Fails when the file exists, unlike a rename. Some file systems have no hard links. */
function linkOrCopy(own: string, file: string): void {
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    copyFileSync(own, file, constants.COPYFILE_EXCL);
  }
}
