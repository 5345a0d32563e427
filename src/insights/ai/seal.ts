import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SvcError } from '../../core/errors.js';

/** The prefix of encrypted values. */
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets, so that the database alone does not reveal them. */
export interface Seal {
  /** @param purpose what the secret is for: encrypted for one purpose, it can't be decrypted for another */
  close(secret: string, purpose: string): string;
  /** @returns undefined for a value with another key or purpose, or one that was changed */
  open(sealed: string, purpose: string): string | undefined;
}

/**
 * AES-256-GCM with a random nonce.
 * @param key any text that is hard to guess
 * @see NIST SP 800-38D
 */
export function sealWith(key: string): Seal {
  const bytes = createHash('sha256').update(key).digest();
  return {
    close(secret, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [version, body = ''] = sealed.split('.', 2);
      const packed = Buffer.from(body, 'base64url');
      if (version !== VERSION || packed.length < IV_BYTES + TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', bytes, packed.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(purpose));
        decipher.setAuthTag(packed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = packed.subarray(IV_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** The environment variable with the key, for hosts without a persistent disk and sidecars that share a database. */
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
  const message = `expected at least ${MIN_LENGTH} characters, found ${key.length}`;
  const fix = 'Create a key with: openssl rand -base64 32';
  throw new SvcError('SVC_KEY_INVALID', message, { field, fix });
}

function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const message = "the file can't be read";
    const fix = 'Check that it is a readable file.';
    throw new SvcError('SVC_KEY_INVALID', message, { file: `.svc/${SEAL_FILE}`, fix, cause });
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
