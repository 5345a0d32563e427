import { imageKey } from '../pages/measure/images.js';
import {
  byWork,
  needsWork,
  type Verdict,
  type VerdictGroup,
  type VerdictQuery,
  type VerdictStore,
} from './port.js';

/**
 * Keeps verdicts in memory: those of a build without a database.
 * @param initial the verdicts of the last build
 */
export function memoryVerdicts(initial: Iterable<Verdict> = []): VerdictStore {
  return new MemoryVerdicts(initial);
}

class MemoryVerdicts implements VerdictStore {
  #verdicts: ReadonlyMap<number, Verdict>;
  /** Created on first use. */
  #groups: readonly VerdictGroup[] | undefined;
  #sorted: readonly Verdict[] | undefined;

  constructor(initial: Iterable<Verdict>) {
    this.#verdicts = mapOf(initial);
  }

  async replace(verdicts: Iterable<Verdict>): Promise<void> {
    this.#set(mapOf(verdicts));
  }

  async put(verdicts: readonly Verdict[]): Promise<void> {
    this.#set(mapOf([...this.#verdicts.values(), ...verdicts]));
  }

  async remove(ids: readonly number[]): Promise<void> {
    const gone = new Set(ids);
    this.#set(mapOf([...this.#verdicts.values()].filter(({ id }) => !gone.has(id))));
  }

  async markStale(ids: readonly number[]): Promise<void> {
    const marked = new Set(ids);
    const mark = (verdict: Verdict) => (marked.has(verdict.id) ? { ...verdict, contentHash: '' } : verdict);
    this.#set(mapOf([...this.#verdicts.values()].map(mark)));
  }

  async pagesWithImage(key: string): Promise<readonly number[]> {
    const pages = [...this.#verdicts.values()].filter(({ images }) => images.includes(key));
    return pages.map(({ id }) => id).sort((a, b) => a - b);
  }

  async byIds(ids: readonly number[]): Promise<readonly Verdict[]> {
    return [...new Set(ids)].flatMap((id) => this.#verdicts.get(id) ?? []);
  }

  async groups(): Promise<readonly VerdictGroup[]> {
    this.#groups ??= groupsOf(this.#verdicts.values());
    return this.#groups;
  }

  async list(query: VerdictQuery): Promise<readonly Verdict[]> {
    this.#sorted ??= [...this.#verdicts.values()].sort(byWork);
    const test = matcherOf(query);
    return this.#sorted.filter(test).slice(query.offset, query.offset + query.limit);
  }

  #set(verdicts: ReadonlyMap<number, Verdict>): void {
    this.#verdicts = verdicts;
    this.#groups = undefined;
    this.#sorted = undefined;
  }
}

function mapOf(verdicts: Iterable<Verdict>): ReadonlyMap<number, Verdict> {
  return new Map(Array.from(verdicts, (verdict) => [verdict.id, verdict]));
}

function matcherOf(query: VerdictQuery): (verdict: Verdict) => boolean {
  const { types, issue, gradeable } = query;
  const only = query.only && new Set(query.only);
  const without = new Set(query.without);
  return (verdict) =>
    types.includes(verdict.type) &&
    (query.needsWork === undefined || needsWork(verdict) === query.needsWork) &&
    (gradeable === undefined || verdict.gradeable === gradeable) &&
    (issue === undefined || verdict.flags.includes(issue)) &&
    only?.has(verdict.id) !== false &&
    !without.has(verdict.id);
}

function groupsOf(verdicts: Iterable<Verdict>): readonly VerdictGroup[] {
  const groups = new Map<string, VerdictGroup>();
  for (const verdict of verdicts) {
    const one = groupOf(verdict);
    const key = JSON.stringify([
      one.type,
      one.gradeable,
      one.flags,
      one.coverage,
      one.ruleset,
      one.isCurrent,
    ]);
    const known = groups.get(key);
    const sum = known && { pages: known.pages + one.pages, points: known.points + one.points };
    groups.set(key, { ...one, ...sum });
  }
  return [...groups.values()];
}

/** The group of a single page. */
export function groupOf({
  type,
  gradeable,
  flags,
  coverage,
  ruleset,
  contentHash,
  points,
}: Verdict): VerdictGroup {
  return { type, gradeable, flags, coverage, ruleset, isCurrent: contentHash !== '', pages: 1, points };
}

/**
 * Marks every page that shows an image, when its description has changed.
 * @param url address of the image in any size
 * @returns ids of the pages
 */
export async function markImageStale(
  store: Pick<VerdictStore, 'pagesWithImage' | 'markStale'>,
  url: string,
): Promise<readonly number[]> {
  const ids = await store.pagesWithImage(imageKey(url));
  await store.markStale(ids);
  return ids;
}
