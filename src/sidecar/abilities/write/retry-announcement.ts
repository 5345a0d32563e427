import type { Database, Storage } from '../../../storage/port.js';
import { readOption, writeOption } from '../../../storage/tables/options.js';
import type { Ability } from '../ability.js';
import { AbilityError } from '../ability-error.js';
import { flagOf, inputOf, outputOf, textOf } from '../schema.js';

/** Queues a failed announcement again. */
export const retryAnnouncement: Ability = {
  slug: 'retry-announcement',
  label: 'Retry a failed announcement',
  description:
    'Queues a failed announcement again, to be sent at once. Only failed announcements can be retried; they ' +
    "can't be cancelled, changed or removed here. A site that announces nothing has none.",
  tier: 'write',
  input: inputOf({ id: textOf('Id of the announcement.') }, ['id']),
  output: outputOf({ retried: flagOf(), status: textOf(), message: textOf() }),
  async run(input, { services, now }) {
    const id = (input['id'] as string).trim();
    if (id === '')
      throw new AbilityError(400, 'svc_announce_id', 'The id is empty. Use the id of a failed announcement.');
    if (!(await retry(services.storage, id, now))) {
      const message = `There is no failed announcement "${id}". Only failed announcements can be retried.`;
      throw new AbilityError(409, 'svc_announce_row', message);
    }
    return { retried: true, status: 'queued', message: 'The announcement is queued again.' };
  },
};

/** A post to a network that announces an entry. */
export interface Announcement {
  readonly id: string;
  readonly postId: number;
  readonly network: string;
  readonly status: 'queued' | 'sent' | 'failed' | 'cancelled';
  readonly title: string;
  /** Unix seconds. */
  readonly scheduledAt: number;
  /** Why it failed; else empty. */
  readonly error: string;
}

const NAME = 'announcements';

/** The ledger of announcements, in the order in which they were made. Nothing is announced by the service itself. */
export async function readAnnouncements(db: Database): Promise<readonly Announcement[]> {
  const stored = (await readOption(db, NAME))?.value;
  return Array.isArray(stored) ? (stored as readonly Announcement[]) : [];
}

/**
 * Queues a failed announcement once more, due at once.
 * @param now Unix seconds
 * @returns false where there is none of this id that has failed
 */
async function retry(storage: Pick<Storage, 'write'>, id: string, now: number): Promise<boolean> {
  return storage.write(async (db) => {
    const rows = await readAnnouncements(db);
    const isMeant = (row: Announcement) => row.id === id && row.status === 'failed';
    if (!rows.some(isMeant)) return false;
    const again = { status: 'queued', scheduledAt: now, error: '' } as const;
    await writeOption(
      db,
      NAME,
      rows.map((row) => (isMeant(row) ? { ...row, ...again } : row)),
    );
    return true;
  });
}
