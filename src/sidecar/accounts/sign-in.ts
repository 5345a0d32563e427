import type { Storage } from '../../storage/port.js';
import { addToken, consumeToken, deleteExpiredTokens, hasToken } from '../../storage/tables/sessions.js';
import { addUser, countUsers, findUser, type User } from '../../storage/tables/users.js';
import { checkPassword, checkTurn } from './password.js';
import { newSecret, secretHash } from './sessions.js';
import type { SignInThrottle } from './throttle.js';

/** The result of an attempt to sign in. */
type SignInResult =
  | { readonly kind: 'in'; readonly user: User }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfter: number };

/** A name and password, and the client that sent them. */
interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Address of the client. */
  readonly address: string;
  /** Key that the client's attempts are counted under. */
  readonly client: string;
  /** Aborts when the client has disconnected. */
  readonly signal?: AbortSignal;
}

/**
 * Checks a name and password.
 * @param now Unix seconds
 * @throws TooManyPasswords when too many are waiting to be checked
 */
export async function signIn(
  { storage, throttle }: { readonly storage: Storage; readonly throttle: SignInThrottle },
  { username, password, address, client, signal }: Credentials,
  now: number,
): Promise<SignInResult> {
  checkTurn();
  // No name contains NUL. PostgreSQL would reject it, so the attempt would not even be counted.
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
/** Lifetime of the first sign-in link in seconds. */
const LINK_LIFETIME = 3600;

/**
 * Creates the secret of the link that the first administrator signs in with. Links that other
 * sidecars of the database have created stay valid, until one of them is redeemed.
 * @returns undefined once there are accounts
 */
export async function mintFirstLink({ write }: Storage, now: number): Promise<string | undefined> {
  const secret = newSecret();
  const isFirst = await write(async (db) => {
    if ((await countUsers(db)) > 0) return false;
    await deleteExpiredTokens(db, now);
    await addToken(db, { hash: secretHash(secret), kind: LINK, data: null, expires: now + LINK_LIFETIME });
    return true;
  });
  return isFirst ? secret : undefined;
}

/** Checks whether a first sign-in link is still valid: no account exists. */
export async function isFirstLink({ db }: Storage, secret: string, now: number): Promise<boolean> {
  return (await hasToken(db, { hash: secretHash(secret), kind: LINK }, now)) && (await countUsers(db)) === 0;
}

/**
 * Redeems the link and creates the first administrator.
 * @param password hash
 * @returns undefined when the link was used or has expired, or an account has been created since
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
    const token = await consumeToken(db, { hash: secretHash(secret), kind: LINK }, now);
    if (token === undefined || (await countUsers(db)) > 0) return undefined;
    const account = { name: username, displayName: username, email: '', role: 'administrator' };
    return addUser(db, { ...account, password, created: now });
  });
}
