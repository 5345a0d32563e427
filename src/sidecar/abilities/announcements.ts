import type { Database, Storage } from '../../storage/port.js';
import { readOption, writeOption } from '../../storage/tables/options.js';

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
export async function retryAnnouncement(
  storage: Pick<Storage, 'write'>,
  id: string,
  now: number,
): Promise<boolean> {
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
