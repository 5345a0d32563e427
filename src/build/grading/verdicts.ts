import type { Verdict } from '../../quality/readiness/verdicts/store.js';
import { LastState, type NewState } from '../state/build-state.js';

/** Seconds after which a verdict counts as read again although it is unchanged. */
const RENEWED_AFTER = 30 * 86_400;

/** The state file's record of a verdict. */
interface VerdictRow {
  /** Hash of all inputs of the verdict; absent where plugins may change it. */
  readonly key?: string;
  readonly verdict: Verdict;
}

interface GradedRow {
  readonly ruleset: string;
  /** Unix seconds of the build. */
  readonly graded: number;
}

/** The verdicts of a build. */
export interface StoredVerdicts extends GradedRow {
  readonly verdicts: readonly Verdict[];
}

/**
 * The verdicts of the last build and of this one. A verdict that stays the same keeps the time at which its page was
 * read.
 */
export class Verdicts {
  #found: { readonly row: GradedRow; readonly verdicts: Verdict[] } | undefined;

  /** @param isCollecting whether `found` returns all */
  constructor(
    private readonly last: LastState,
    private readonly next: NewState,
    private readonly isCollecting: boolean,
  ) {}

  /**
   * Call it before the first verdict.
   * @param graded Unix seconds
   */
  begin(ruleset: string, graded: number): void {
    const row = { ruleset, graded };
    this.next.add('run', 'graded', row);
    if (this.isCollecting) this.#found = { row, verdicts: [] };
  }

  /**
   * Keeps the last verdicts of public pages. Call it instead of `begin` where checks are switched off.
   * @param entries all public ones
   */
  retain(entries: readonly { readonly id: number }[]): void {
    this.next.keep('run', 'graded');
    for (const { id } of entries) this.next.keep('verdict', id);
  }

  /** @param key of all inputs of the verdict; undefined where plugins may change it */
  add(verdict: Verdict, key: string | undefined): void {
    const before = this.last.get<VerdictRow>('verdict', verdict.id);
    const isKept =
      before !== undefined &&
      before.key === key &&
      isFresh(before, verdict.gradedAt) &&
      isSame(before.verdict, verdict);
    if (isKept) {
      this.#keep(before.verdict);
      return;
    }
    this.next.add('verdict', verdict.id, { ...(key !== undefined && { key }), verdict });
    this.#found?.verdicts.push(verdict);
  }

  /**
   * Keeps the verdict of the last build.
   * @param now Unix seconds
   * @returns false when there is none with this key, or it is too old
   */
  keep(id: number, key: string, now: number): boolean {
    const before = this.last.get<VerdictRow>('verdict', id);
    if (before === undefined || before.key !== key || !isFresh(before, now)) return false;
    this.#keep(before.verdict);
    return true;
  }

  /** The verdicts of this build; undefined where checks are switched off, or none are collected. */
  found(): StoredVerdicts | undefined {
    return this.#found && { ...this.#found.row, verdicts: this.#found.verdicts };
  }

  #keep(verdict: Verdict): void {
    this.next.keep('verdict', verdict.id);
    this.#found?.verdicts.push(verdict);
  }
}

/**
 * The verdicts of the last build.
 * @param stateFolder `.svc`
 * @returns undefined when there are none
 */
export function readVerdicts(stateFolder: string): StoredVerdicts | undefined {
  return verdictsIn(LastState.read(stateFolder));
}

/** The verdicts of the last build, from its open state. */
export function verdictsIn(last: LastState): StoredVerdicts | undefined {
  const row = last.get<GradedRow>('run', 'graded');
  if (row === undefined) return undefined;
  return { ...row, verdicts: Array.from(last.rows<VerdictRow>('verdict'), ([, { verdict }]) => verdict) };
}

function isFresh({ verdict }: VerdictRow, now: number): boolean {
  const age = now - verdict.gradedAt;
  return age >= 0 && age < RENEWED_AFTER;
}

/** Whether two verdicts are equal, whenever their pages were read. */
function isSame(one: Verdict, other: Verdict): boolean {
  return JSON.stringify({ ...one, gradedAt: 0 }) === JSON.stringify({ ...other, gradedAt: 0 });
}
