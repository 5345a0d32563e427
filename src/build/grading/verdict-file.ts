import { join } from 'node:path';
import { isCoverageState, type Verdict } from '../../quality/readiness/verdicts/verdict.js';
import { LastRows, type RowKey, RowWriter } from './verdict-rows.js';

type Row = readonly [
  id: number,
  type: string,
  title: string,
  url: string,
  modified: number,
  flags: readonly string[],
  points: number,
  focus: string,
  coverage: string,
  stake: number,
  gradeable: 0 | 1,
  ruleset: string,
  contentHash: string,
  images: string,
];

const VERSION = 3;
/** Seconds after which a verdict counts as read again although nothing has changed. */
const RENEWED_AFTER = 30 * 86_400;

/** What the file says beside its rows. */
interface Head {
  readonly version: number;
  readonly ruleset: string;
  /** Unix seconds of the build. */
  readonly graded: number;
}

/** What the last build has left. */
export interface KeptVerdicts {
  readonly ruleset: string;
  /** Unix seconds of the build. */
  readonly graded: number;
  readonly verdicts: readonly Verdict[];
}

/**
 * The verdicts of a build, packed and written as they come. A page of which the same is to be said as the last time
 * keeps the time at which it was read.
 */
export class VerdictFile {
  readonly #state: string;
  readonly #ignore: boolean;
  readonly #forget: boolean;
  #before: LastRows | undefined;
  #now: RowWriter | undefined;
  #head: Head | undefined;
  #isGraded = false;
  /** What is not written: of a dry run. */
  #held: { readonly ruleset: string; readonly graded: number; readonly verdicts: Verdict[] } | undefined;

  /**
   * @param stateFolder `.svc`
   * @param ignore `--full`: every page counts as read again
   * @param forget `--dry-run`: write nothing
   */
  constructor(
    stateFolder: string,
    { ignore, forget }: { readonly ignore: boolean; readonly forget: boolean },
  ) {
    this.#state = stateFolder;
    this.#ignore = ignore;
    this.#forget = forget;
  }

  /**
   * Called before the first verdict.
   * @param graded Unix seconds
   */
  begin(ruleset: string, graded: number): void {
    this.#isGraded = true;
    if (this.#forget) {
      this.#held = { ruleset, graded, verdicts: [] };
      return;
    }
    this.#before = this.#ignore ? undefined : readRows(this.#state);
    this.#now = new RowWriter(pathIn(this.#state), this.#before);
    this.#head = { version: VERSION, ruleset, graded };
  }

  /**
   * Called in place of `begin` where checks are switched off: the last verdicts stay, but for those of pages that are
   * not public any more.
   * @param entries all that are public
   */
  retain(entries: readonly { readonly id: number }[]): void {
    const before = this.#forget ? undefined : readRows(this.#state);
    if (before === undefined) return;
    const ids = new Set(entries.map(({ id }) => id));
    const numbers = Array.from({ length: before.size }, (_, number) => number);
    const kept = numbers.filter((number) => ids.has(before.idOf(number)));
    if (kept.length === before.size) return;
    this.#now = new RowWriter(pathIn(this.#state), before);
    this.#head = before.head as Head;
    for (const number of kept) this.#now.keep(number);
  }

  /**
   * Adds a verdict. Pages come ascending by id.
   * @param key of everything that it was judged by; undefined where that cannot be told
   */
  add(verdict: Verdict, key: RowKey | undefined): void {
    this.#held?.verdicts.push(verdict);
    if (this.#now === undefined) return;
    const { id, gradedAt: time } = verdict;
    const text = JSON.stringify(toRow(verdict));
    const number = this.#before?.find(id) ?? -1;
    if (this.#isKept(number, key, time) && this.#before?.textOf(number) === text) this.#now.keep(number);
    else this.#now.add(text, { id, key, time });
  }

  /**
   * Adds the verdict of the last build, which need not be judged again.
   * @param now Unix seconds
   * @returns false where there is none of this key, or one that is too old
   */
  keep(id: number, key: RowKey, now: number): boolean {
    if (this.#now === undefined || this.#before === undefined) return false;
    const number = this.#before.find(id);
    if (!this.#isKept(number, key, now)) return false;
    this.#now.keep(number);
    return true;
  }

  /** Writes the file. */
  save(): void {
    this.#now?.save(this.#head);
  }

  /** What this build has found, once it is saved; undefined where checks are switched off. */
  found(): KeptVerdicts | undefined {
    return this.#held ?? (this.#isGraded ? readVerdicts(this.#state) : undefined);
  }

  /** Lets everything go, when the build has failed; after `save` there is nothing left to do. */
  discard(): void {
    this.#now?.discard();
  }

  /** True for a row of the last build that was made from the same and is not too old. */
  #isKept(number: number, key: RowKey | undefined, now: number): boolean {
    if (number === -1 || this.#before?.hasKey(number, key) !== true) return false;
    const age = now - this.#before.timeOf(number);
    return age >= 0 && age < RENEWED_AFTER;
  }
}

/**
 * The verdicts that the last build has left.
 * @param stateFolder `.svc`
 * @returns undefined where there are none, or they cannot be read
 */
export function readVerdicts(stateFolder: string): KeptVerdicts | undefined {
  const rows = readRows(stateFolder);
  if (rows === undefined) return undefined;
  const { ruleset, graded } = rows.head as Head;
  const verdicts: Verdict[] = [];
  try {
    for (let number = 0; number < rows.size; number++) {
      verdicts.push(toVerdict(JSON.parse(rows.textOf(number)) as Row, rows.timeOf(number)));
    }
    return { ruleset, graded, verdicts };
  } catch {
    // Damaged: the next build grades again.
    return undefined;
  }
}

function pathIn(stateFolder: string): string {
  return join(stateFolder, 'cache', 'verdicts.bin');
}

/** Undefined where there are none, or they cannot be read. */
function readRows(stateFolder: string): LastRows | undefined {
  try {
    const rows = new LastRows(pathIn(stateFolder));
    return (rows.head as Head).version === VERSION ? rows : undefined;
  } catch {
    return undefined;
  }
}

function toRow(verdict: Verdict): Row {
  const { id, type, title, url, modified, flags, points, focus, coverage, stake } = verdict;
  const { gradeable, ruleset, contentHash, images } = verdict;
  const judged = [flags, points, focus, coverage, stake, gradeable ? 1 : 0] as const;
  return [id, type, title, url, modified, ...judged, ruleset, contentHash, images.join(' ')];
}

function toVerdict(row: Row, gradedAt: number): Verdict {
  const [id, type, title, url, modified, flags, points, focus, coverage, stake] = row;
  const [, , , , , , , , , , gradeable, ruleset, contentHash, images] = row;
  return {
    id,
    type,
    title,
    url,
    modified,
    flags,
    points,
    focus,
    coverage: isCoverageState(coverage) ? coverage : '',
    stake,
    gradeable: gradeable === 1,
    ruleset,
    contentHash,
    gradedAt,
    images: images === '' ? [] : images.split(' '),
  };
}
