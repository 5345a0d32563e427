import type { ContentEntry } from '../../build/content/port.js';
import type { Database } from '../../storage/port.js';
import { userById } from '../../storage/tables/users.js';
import type { Actor } from '../accounts/can.js';
import { editLock } from '../content/locks.js';
import { type AbilityCall, AbilityError } from './ability.js';

/**
 * Makes sure that agents may see entries of a type.
 * @throws AbilityError `svc_bad_type`, with the types that they may see
 */
export async function assertVisible(
  { type }: Pick<ContentEntry, 'type'>,
  { services }: AbilityCall,
): Promise<void> {
  const { ctx } = await services.site.documents();
  if (ctx.types.some(({ slug }) => slug === type)) return;
  const types = ctx.types.map(({ slug }) => slug).join(', ');
  throw new AbilityError(
    400,
    'svc_bad_type',
    `Agents have no access to entries of the type "${type.slice(0, 80)}" on this site. Types with access: ${types}.`,
  );
}

/** Finds out whether another user has an entry open. */
export interface LockQuestion {
  readonly actor: Pick<Actor, 'id'> | undefined;
  readonly db: Database;
  /** Unix seconds. */
  readonly now: number;
}

/** The display name of the other user who has an entry open; empty when there is none. */
export async function lockHolder(id: number, { actor, db, now }: LockQuestion): Promise<string> {
  const lock = await editLock(db, id, now);
  if (lock === undefined || lock.userId === actor?.id) return '';
  const user = await userById(db, lock.userId);
  return user?.displayName || user?.name || 'another user';
}

/** Code points; a pair of surrogates is one. */
export function characters(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
  return text.length - pairs;
}
