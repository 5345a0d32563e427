import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { inTurn } from './hash-queue.js';

/** Cost of a password: about a tenth of a second and 32 MB. */
const COST = 32_768;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const KEY_LENGTH = 32;
const SALT_LENGTH = 16;
// A little more than the table itself takes.
const MAX_MEMORY = 160 * COST * BLOCK_SIZE;

/** The longest password that is looked at, in UTF-8 bytes. */
export const MAX_PASSWORD = 1024;
/** The shortest one that is accepted for an account. */
export const MIN_PASSWORD = 12;

/**
 * A hash of a password with everything that is needed to check it.
 * @param signal ends the waiting for a turn
 * @throws TooManyPasswords when too many wait for theirs
 */
export async function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const options = { N: COST, r: BLOCK_SIZE, p: PARALLEL };
  const key = await inTurn(() => derive(password, salt, options), signal);
  return ['scrypt', COST, BLOCK_SIZE, PARALLEL, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
}

/** Takes as long for an account that does not exist, so that timing reveals no account names. */
const NOBODY = `scrypt$${COST}$${BLOCK_SIZE}$${PARALLEL}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether a password is the one of a hash, in a time that tells nothing.
 * @param stored undefined or empty for an account that is not there or has no password
 * @param signal ends the waiting for a turn
 * @throws TooManyPasswords when too many wait for theirs
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const [, cost, blockSize, parallel, salt = '', key = ''] = (stored || NOBODY).split('$');
  const options = { N: Number(cost), r: Number(blockSize), p: Number(parallel) };
  const expected = Buffer.from(key, 'base64url');
  const isTooLong = Buffer.byteLength(password) > MAX_PASSWORD;
  const bytes = Buffer.from(salt, 'base64url');
  const found = await inTurn(() => derive(isTooLong ? '' : password, bytes, options), signal);
  const isSame = found.length === expected.length && timingSafeEqual(found, expected);
  return isSame && !isTooLong && (stored ?? '') !== '';
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Different keyboards compose the same letters differently.
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, { ...options, maxmem: MAX_MEMORY }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
