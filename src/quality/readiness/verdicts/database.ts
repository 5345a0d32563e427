import type { Database, Storage } from '../../../storage/port.js';
import { readOption, writeOption } from '../../../storage/tables/options.js';
import {
  type CountedVerdicts,
  clearContentHash,
  countVerdicts,
  pagesWithImage,
  putVerdicts,
  removeVerdicts,
  type StoredVerdict,
  selectVerdicts,
  verdictIds,
  verdictsByIds,
} from '../../../storage/tables/verdicts.js';
import {
  isCoverageState,
  needsWork,
  type Verdict,
  type VerdictGroup,
  type VerdictQuery,
  type VerdictStore,
} from './port.js';

/** Written with every change: a cached count compares it to see whether it is still valid. */
const STAMP = 'verdicts';
/** Number of verdicts in one write; between two batches others may write. */
const BATCH = 250;

/** Keeps verdicts in the database, for several processes. */
export function databaseVerdicts(storage: Storage): VerdictStore {
  return new DatabaseVerdicts(storage);
}

class DatabaseVerdicts implements VerdictStore {
  #counted: { readonly stamp: number; readonly groups: readonly VerdictGroup[] } | undefined;

  constructor(private readonly storage: Storage) {}

  async replace(verdicts: Iterable<Verdict>): Promise<void> {
    const seen = new Set<number>();
    for (const batch of batches(verdicts)) {
      for (const { id } of batch) seen.add(id);
      await this.#putChanged(batch);
    }
    const gone = (await verdictIds(this.storage.db)).filter((id) => !seen.has(id));
    await this.remove(gone);
  }

  async put(verdicts: readonly Verdict[]): Promise<void> {
    for (const batch of batches(verdicts)) {
      await this.#change((db) => putVerdicts(db, batch.map(toRow)));
    }
  }

  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.#change((db) => removeVerdicts(db, ids));
  }

  async markStale(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.#change((db) => clearContentHash(db, ids));
  }

  async pagesWithImage(key: string): Promise<readonly number[]> {
    return pagesWithImage(this.storage.db, key);
  }

  async byIds(ids: readonly number[]): Promise<readonly Verdict[]> {
    return (await verdictsByIds(this.storage.db, [...new Set(ids)])).map(toVerdict);
  }

  async groups(): Promise<readonly VerdictGroup[]> {
    const { db } = this.storage;
    // Read before counting, so that a change in between is noticed the next time.
    const stamp = (await readOption(db, STAMP))?.version ?? 0;
    if (this.#counted?.stamp !== stamp) {
      this.#counted = { stamp, groups: (await countVerdicts(db)).map(toGroup) };
    }
    return this.#counted.groups;
  }

  async list({ issue, ...query }: VerdictQuery): Promise<readonly Verdict[]> {
    const selection = issue === undefined ? query : { ...query, flag: issue };
    return (await selectVerdicts(this.storage.db, selection)).map(toVerdict);
  }

  async #putChanged(batch: readonly Verdict[]): Promise<void> {
    const ids = batch.map(({ id }) => id);
    const before = new Map((await verdictsByIds(this.storage.db, ids)).map((row) => [row.post_id, row]));
    const changed = batch.map(toRow).filter((row) => !isSame(row, before.get(row.post_id)));
    if (changed.length > 0) await this.#change((db) => putVerdicts(db, changed));
  }

  async #change(change: (db: Database) => Promise<void>): Promise<void> {
    await this.storage.write(async (db) => {
      await change(db);
      await writeOption(db, STAMP, null);
    });
  }
}

function isSame(row: StoredVerdict, other: StoredVerdict | undefined): boolean {
  if (other === undefined) return false;
  return (Object.keys(row) as (keyof StoredVerdict)[]).every((column) => row[column] === other[column]);
}

function* batches(verdicts: Iterable<Verdict>): Iterable<readonly Verdict[]> {
  let batch = new Map<number, Verdict>();
  for (const verdict of verdicts) {
    batch.set(verdict.id, verdict);
    if (batch.size < BATCH) continue;
    yield [...batch.values()];
    batch = new Map();
  }
  if (batch.size > 0) yield [...batch.values()];
}

function toRow(verdict: Verdict): StoredVerdict {
  const { id, type, stake, coverage, focus, points, ruleset, title, url, modified } = verdict;
  return {
    post_id: id,
    type,
    needs_work: needsWork(verdict) ? 1 : 0,
    flags: verdict.flags.length,
    stake,
    coverage,
    focus,
    gradeable: verdict.gradeable ? 1 : 0,
    points,
    flag_ids: verdict.flags.join(','),
    ruleset,
    content_hash: verdict.contentHash,
    graded_at: verdict.gradedAt,
    title,
    url,
    modified,
    images: verdict.images.join(' '),
  };
}

function toVerdict(row: StoredVerdict): Verdict {
  const { type, title, url, modified, points, focus, coverage, stake, ruleset } = row;
  return {
    id: row.post_id,
    type,
    title,
    url,
    modified,
    flags: list(row.flag_ids, ','),
    points,
    focus,
    coverage: isCoverageState(coverage) ? coverage : '',
    stake,
    gradeable: row.gradeable === 1,
    ruleset,
    contentHash: row.content_hash,
    gradedAt: row.graded_at,
    images: list(row.images, ' '),
  };
}

function toGroup(row: CountedVerdicts): VerdictGroup {
  const { type, coverage, ruleset, pages, points } = row;
  return {
    type,
    gradeable: row.gradeable === 1,
    flags: list(row.flag_ids, ','),
    coverage: isCoverageState(coverage) ? coverage : '',
    ruleset,
    isCurrent: row.current === 1,
    pages,
    points,
  };
}

function list(text: string, separator: string): readonly string[] {
  return text === '' ? [] : text.split(separator);
}
