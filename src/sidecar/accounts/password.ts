/** Hashes and checks passwords, a few at a time. */

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';

/** Cost of hashing a password: about a tenth of a second and 32 MB. */
const COST = 32_768;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const KEY_LENGTH = 32;
const SALT_LENGTH = 16;
// Slightly more than the table itself needs.
const MAX_MEMORY = 160 * COST * BLOCK_SIZE;

/** Maximum length of a password in UTF-8 bytes. */
export const MAX_PASSWORD = 1024;
/** Minimum length of the password of an account, in characters. */
export const MIN_PASSWORD = 12;

/** Returns what to do about a password that no account may have. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < MIN_PASSWORD) return `Use at least ${MIN_PASSWORD} characters.`;
  return Buffer.byteLength(password) > MAX_PASSWORD ? `Use at most ${MAX_PASSWORD} bytes.` : undefined;
}

/**
 * Hashes a password. The result contains everything that is needed to check it.
 * @param signal aborts the wait for a turn
 * @throws TooManyPasswords when too many are waiting
 */
export async function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const options = { N: COST, r: BLOCK_SIZE, p: PARALLEL };
  const key = await inTurn(() => derive(password, salt, options), signal);
  return ['scrypt', COST, BLOCK_SIZE, PARALLEL, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
}

/** A hash for unknown accounts: checking it takes as long, so that timing reveals no account names. */
const NOBODY = `scrypt$${COST}$${BLOCK_SIZE}$${PARALLEL}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Checks a password against a hash, in a time that reveals nothing.
 * @param stored undefined or empty when the account doesn't exist or has no password
 * @param signal aborts the wait for a turn
 * @throws TooManyPasswords when too many are waiting
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

/** Concurrent hashes: with more of them, file operations would wait for the threads that both share. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
/** Maximum number of waiting hashes: a few seconds of work. */
const MAX_WAITING = 20;
/** Seconds after which a retry is worthwhile. */
const ASK_AGAIN = 5;

/** The error for more passwords than can be hashed in a few seconds. */
export class TooManyPasswords extends Error {
  /** Seconds. */
  readonly retryAfter = ASK_AGAIN;

  constructor() {
    super('too many passwords are waiting to be checked');
    this.name = 'TooManyPasswords';
  }
}

const queue = new PQueue({ concurrency: AT_ONCE });

/**
 * Checks whether the queue has room for another hash.
 * @throws TooManyPasswords when another hash would have to wait too long
 */
export function checkTurn(): void {
  if (queue.size >= MAX_WAITING) throw new TooManyPasswords();
}

/**
 * Computes a hash when its turn comes.
 * @param signal cancels the hash when the caller no longer needs it
 * @throws TooManyPasswords when too many are waiting already; the signal's reason when it was aborted
 */
async function inTurn<T>(hash: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  checkTurn();
  return queue.add(hash, signal && { signal });
}
