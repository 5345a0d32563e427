import type { Hooks } from '../../../config/hooks/hooks.js';

/** The limits of verification. */
export interface VerifyLimits {
  /** Milliseconds after which an answer of a name server is too slow. */
  readonly slowMs: number;
  /** Slow answers of the name servers of a zone that pause its verification. */
  readonly strikes: number;
  /** New lookups per minute. */
  readonly lookups: number;
  /** New key directories per minute. */
  readonly directories: number;
}

/** The current limits, after plugins. */
export async function verifyLimits(hooks: Pick<Hooks, 'apply'>): Promise<VerifyLimits> {
  const [slowMs, strikes, lookups, directories] = await Promise.all([
    hooks.apply('svc_verify_slow_ms', 900),
    hooks.apply('svc_verify_trip_strikes', 2),
    hooks.apply('svc_verify_lookup_budget', 30),
    hooks.apply('svc_wba_fetch_budget', 10),
  ]);
  return {
    slowMs: Math.min(Math.max(1, slowMs), 10_000),
    strikes: Math.max(1, strikes),
    lookups,
    directories,
  };
}
