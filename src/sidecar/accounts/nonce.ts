import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds of a tick. A nonce is valid in its own tick and in the next one. */
const TICK = 43_200;

/** Maximum number of cached nonces: a page sends the same nonce with all of its requests. */
const MAX_MADE = 1000;
const made = new Map<string, string>();

/** The inputs of a nonce. */
export interface NonceScope {
  /** The site's secret. */
  readonly key: string;
  /** Id of the session: the nonce is valid only in it. */
  readonly session: string;
  /** `rest` for the admin API, others for forms. */
  readonly action: string;
}

/**
 * Creates a nonce: proof that a request comes from a page that this site has shown to this session.
 * @param now Unix seconds
 */
export function mintNonce(scope: NonceScope, now: number): string {
  return nonceAt(scope, Math.floor(now / TICK));
}

/** Checks whether a nonce was created for this session and action in this tick or the previous one. */
export function isNonce(nonce: string, scope: NonceScope, now: number): boolean {
  const tick = Math.floor(now / TICK);
  // Always compare with both, regardless of the first result.
  const valid = [tick, tick - 1].map((one) => isSame(nonce, nonceAt(scope, one)));
  return valid.includes(true);
}

/** Compares two texts in a time that only reveals whether the text is too short or too long to be a nonce. */
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
