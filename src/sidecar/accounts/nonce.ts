import { createHmac } from 'node:crypto';
import { isSameSecret } from './secret.js';

/** Seconds of a tick. A nonce is valid in its own tick and in the next one. */
const TICK = 43_200;

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
  const valid = [tick, tick - 1].map((one) => isSameSecret(nonce, nonceAt(scope, one)));
  return valid.includes(true);
}

function nonceAt({ key, session, action }: NonceScope, tick: number): string {
  const text = JSON.stringify([session, action, tick]);
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}
