import type { Database } from '../port.js';

/** The account name and the address of a sign-in attempt. */
export interface SignInPair {
  /** Lower case. */
  readonly name: string;
  readonly address: string;
}

/** The times of a pair's last failures, the latest first. */
export async function lastFailures(
  db: Database,
  { name, address }: SignInPair,
  count: number,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .select('at')
    .where('name', '=', name)
    .where('address', '=', address)
    .orderBy('at', 'desc')
    .limit(count)
    .execute();
  return rows.map((row) => row.at);
}

export async function addFailure(db: Database, pair: SignInPair, at: number): Promise<void> {
  await db
    .insertInto('sign_in_failures')
    .values({ ...pair, at })
    .execute();
}

/** Removes the failures of a pair that has signed in. */
export async function clearFailures(db: Database, { name, address }: SignInPair): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('name', '=', name).where('address', '=', address).execute();
}

/** Removes failures outside a time; those after it were stored before the clock was set back. */
export async function deleteFailuresOutside(db: Database, from: number, to: number): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where((failure) => failure.or([failure('at', '<', from), failure('at', '>', to)]))
    .execute();
}
