import type { Generated } from 'kysely';

/** What an ability did through a credential: one row for all times that it happened. */
export interface AgentAccessRow {
  readonly id: Generated<number>;
  /** `ability_used`, `ability_refused`, `ability_probed`. */
  readonly kind: string;
  /** 0 for anonymous callers. */
  readonly user_id: number;
  /** Which credential; empty for a session, and for anonymous callers. */
  readonly cred: string;
  /** Name of the ability; empty for a probe. */
  readonly subject: string;
  /** HTTP status of the last refusal. */
  readonly detail: string;
  readonly hits: number;
  readonly first_at: number;
  readonly last_at: number;
  /** 0 or 1: whether the owner has looked at it. */
  readonly seen: number;
}
