import type { Storage } from '../storage/port.js';
import { addToken, hasToken, takeToken, tidyTokens } from '../storage/tables/single-use-tokens.js';
import { addUser, countUsers, findUser, type User } from '../storage/tables/users.js';
import { checkPassword } from './password.js';
import { newSecret, secretHash } from './secret.js';
import { beginAttempt, endAttempts } from './throttle.js';

/** What became of an attempt to sign in. */
export type SignInResult =
  | { readonly kind: 'in'; readonly user: User }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfter: number };

/**
 * Checks a name and password.
 * @param address of the client, for the throttle
 * @param now Unix seconds
 */
export async function signIn(
  storage: Storage,
  {
    username,
    password,
    address,
  }: { readonly username: string; readonly password: string; readonly address: string },
  now: number,
): Promise<SignInResult> {
  // No name holds NUL, which PostgreSQL would not even count as an attempt.
  const name = username.toLowerCase().slice(0, 200).replaceAll('\0', '\uFFFD');
  // Whoever tries is told from others, but where they are is not kept.
  const pair = { name, address: secretHash(`${name}\n${address}`) };
  const attempt = await beginAttempt(storage, pair, now);
  if (attempt.isLocked) return { kind: 'locked', retryAfter: attempt.retryAfter };
  const found = await findUser(storage.db, pair.name);
  const isRight = await checkPassword(password, found?.password);
  if (!isRight || found === undefined) return { kind: 'wrong' };
  await endAttempts(storage, pair, now);
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
 * @returns undefined when the link was used, has expired, or somebody has made an account since
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
