const DAY = 86_400;

/** When `security.txt` expires, and the validity in days behind it. */
export interface SecurityExpiry {
  /** Unix seconds. */
  readonly expires: number;
  readonly days: number;
}

/**
 * The expiry of `security.txt`. The last one stays until half of its validity is over, so that a build that changes
 * nothing writes nothing.
 * @param days validity of a new one
 * @param now Unix seconds
 */
export function securityExpiry(
  past: SecurityExpiry | undefined,
  days: number,
  now: number,
): SecurityExpiry & { /** Unix seconds from which on it is renewed. */ readonly renewal: number } {
  const half = (days * DAY) / 2;
  const isGood = past?.days === days && past.expires - now > half && past.expires - now <= days * DAY;
  const expires = isGood ? past.expires : now + days * DAY;
  return { expires, days, renewal: expires - half };
}
