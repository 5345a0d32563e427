import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds of a tick. A nonce is valid in its own and in the next one. */
const TICK = 43_200;

/** Nonces that are remembered: a page sends the same one with everything that it asks for. */
const MAX_MADE = 1000;
const made = new Map<string, string>();

/** What a nonce is for. */
export interface NonceScope {
  /** The site's own secret. */
  readonly key: string;
  /** Id of the session, so that a nonce works only in this one. */
  readonly session: string;
  /** `rest` for the admin API, others for forms. */
  readonly action: string;
}

/**
 * Makes a nonce: proof that a request comes from a page that this site has shown to this session.
 * @param now Unix seconds
 * @see design section 10
 */
export function mintNonce(scope: NonceScope, now: number): string {
  return nonceAt(scope, Math.floor(now / TICK));
}

/** Whether a nonce was minted for this session and action in this tick or the last one. */
export function isNonce(nonce: string, scope: NonceScope, now: number): boolean {
  const tick = Math.floor(now / TICK);
  // Both are compared, whatever the first comparison says.
  const valid = [tick, tick - 1].map((one) => isSame(nonce, nonceAt(scope, one)));
  return valid.includes(true);
}

/** In a time that tells nothing but that a text is too short or too long to be a nonce. */
function isSame(nonce: string, expected: string): boolean {
  const [left, right] = [Buffer.from(nonce), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function nonceAt({ key, session, action }: NonceScope, tick: number): string {
  const text = JSON.stringify([session, action, tick]);
  const name = key + text;
  const known = made.get(name);
  if (known !== undefined) return known;
  const nonce = createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  if (made.size >= MAX_MADE) made.clear();
  made.set(name, nonce);
  return nonce;
}
