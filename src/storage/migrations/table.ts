import type { Kysely, Migration, MigrationProvider } from 'kysely';
import { Migrator } from 'kysely';
import { errorMessage, SvcError } from '../../core/errors.js';
import type { Storage } from '../port.js';
import { up as platform } from './0001-platform.js';
import { up as contentIndex } from './0002-content-index.js';
import { up as activity } from './0003-activity.js';
import { up as referrals } from './0004-referrals.js';
import { up as oauth } from './0005-oauth.js';
import { up as agentAccess } from './0006-agent-access.js';
import { up as visibility } from './0007-visibility.js';
import { up as revisions } from './0009-revisions.js';
import { up as oauthFamilies } from './0010-oauth-families.js';
import { up as logFilesCounted } from './0011-log-files-counted.js';
import { up as rateCounts } from './0012-rate-counts.js';
import { up as noCounts } from './0013-no-counts.js';
import type { IdType } from './columns.js';

type Step = (db: Kysely<unknown>, id: IdType) => Promise<void>;

/** Every step of the tables' history, in order. A step that has been released never changes. */
const STEPS: Readonly<Record<string, Step>> = {
  '0001-platform': platform,
  '0002-content-index': contentIndex,
  '0003-activity': activity,
  '0004-referrals': referrals,
  '0005-oauth': oauth,
  '0006-agent-access': agentAccess,
  '0007-visibility': visibility,
  '0009-revisions': revisions,
  '0010-oauth-families': oauthFamilies,
  '0011-log-files-counted': logFilesCounted,
  '0012-rate-counts': rateCounts,
  '0013-no-counts': noCounts,
};

/**
 * Brings the tables up to date. Several processes may start at once: one of them does it.
 * @throws SvcError `SVC_STORAGE` when a step fails; the tables are then as they were
 */
export async function migrate(storage: Storage): Promise<void> {
  const id = storage.capabilities.dialect === 'sqlite' ? 'integer' : 'bigserial';
  const migrations = Object.fromEntries(
    Object.entries(STEPS).map(([name, step]): [string, Migration] => [name, { up: (db) => step(db, id) }]),
  );
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db: storage.db, provider }).migrateToLatest();
  if (error === undefined) return;
  if (error instanceof SvcError) throw error;
  throw /previously executed migration/.test(String(error)) ? newerTables(error) : failedStep(error);
}

/** Names of the steps, in order: a database that has others was written by a later version of the program. */
export const STEP_NAMES: readonly string[] = Object.keys(STEPS);

/** A later version of the program has changed the tables. */
export function newerTables(cause?: unknown): SvcError {
  const message = 'the database was written by a newer version of this program';
  const fix = 'Install that version, or restore a backup that was made before.';
  return new SvcError('SVC_STORAGE', message, { field: 'database', fix, cause });
}

function failedStep(cause: unknown): SvcError {
  const reason = errorMessage(cause);
  const message = `the tables of the database couldn't be updated: ${reason}`;
  const fix = 'Check that the account may create tables, and run again with --debug.';
  return new SvcError('SVC_STORAGE', message, { field: 'database', fix, cause });
}
