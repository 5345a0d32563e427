import type { Storage } from '../../storage/port.js';
import { addToken, hasToken, takeToken, tidyTokens } from '../../storage/tables/single-use-tokens.js';
import { addUser, countUsers, findUser, type User } from '../../storage/tables/users.js';
import { checkTurn } from './hash-queue.js';
import { checkPassword } from './password.js';
import { newSecret, secretHash } from './secret.js';
import type { SignInThrottle } from './throttle.js';

/** What became of an attempt to sign in. */
export type SignInResult =
  | { readonly kind: 'in'; readonly user: User }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfter: number };

/** A name and password, and who sends them. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Address of the client. */
  readonly address: string;
  /** What the client is counted by. */
  readonly client: string;
  /** Aborts when the client has gone. */
  readonly signal?: AbortSignal;
}

/**
 * Checks a name and password.
 * @param now Unix seconds
 * @throws TooManyPasswords when too many wait to be checked
 */
export async function signIn(
  { storage, throttle }: { readonly storage: Storage; readonly throttle: SignInThrottle },
  { username, password, address, client, signal }: Credentials,
  now: number,
): Promise<SignInResult> {
  checkTurn();
  // No name holds NUL, which PostgreSQL would not even count as an attempt.
  const name = username.toLowerCase().slice(0, 200).replaceAll('\0', '\uFFFD');
  const attempted = { name, address, client };
  const attempt = await throttle.begin(attempted, now);
  if (attempt.isLocked) return { kind: 'locked', retryAfter: attempt.retryAfter };
  const found = await findUser(storage.db, name);
  const isRight = await checkPassword(password, found?.password, signal);
  if (!isRight || found === undefined) return { kind: 'wrong' };
  await throttle.succeeded(attempted);
  const { password: _, ...user } = found;
  return { kind: 'in', user };
}

const LINK = 'first-sign-in';
/** Seconds that the link of the first start works. */
export const LINK_LIFETIME = 3600;

/**
 * Makes the link secret by which the first administrator signs in; earlier ones stop working.
 * @returns undefined once there are accounts
 */
export async function mintFirstLink({ write }: Storage, now: number): Promise<string | undefined> {
  const secret = newSecret();
  const isFirst = await write(async (db) => {
    if ((await countUsers(db)) > 0) return false;
    await tidyTokens(db, now, LINK);
    await addToken(db, { hash: secretHash(secret), kind: LINK, data: null, expires: now + LINK_LIFETIME });
    return true;
  });
  return isFirst ? secret : undefined;
}

/** Whether a link could still be used. */
export async function isFirstLink({ db }: Storage, secret: string, now: number): Promise<boolean> {
  return hasToken(db, { hash: secretHash(secret), kind: LINK }, now);
}

/**
 * Uses the link up and makes the first administrator.
 * @param password hash
 * @returns undefined when the link was used, has expired, or an account was created since
 */
export async function redeemFirstLink(
  { write }: Storage,
  {
    secret,
    username,
    password,
  }: { readonly secret: string; readonly username: string; readonly password: string },
  now: number,
): Promise<number | undefined> {
  return write(async (db) => {
    const token = await takeToken(db, { hash: secretHash(secret), kind: LINK }, now);
    if (token === undefined || (await countUsers(db)) > 0) return undefined;
    const account = { name: username, displayName: username, email: '', role: 'administrator' };
    return addUser(db, { ...account, password, created: now });
  });
}
