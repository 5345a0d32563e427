import { type Rung as Group, RUNGS } from '../check.js';
import { rungOf } from '../groups.js';
import { pointsOf, tallyOf } from '../pages/judge.js';
import type { ReadinessRow } from '../readiness-row.js';
import type { Cited } from './cited.js';
import { roundedRatio } from './numbers.js';
import type { Population } from './population.js';

/** A part of the score. */
export interface RungReport {
  readonly key: RungKey;
  readonly label: string;
  /** Null: not measured; its weight is redistributed. */
  readonly score: number | null;
  readonly weight: number;
  readonly kind: 'check' | 'signal';
  /** Rows that pass, and all that count; null for signals. */
  readonly pass: number | null;
  readonly total: number | null;
  readonly note: string;
  /** The screen to open; empty for none. */
  readonly to: string;
  /** A part of that screen; of signals only. */
  readonly view?: string;
}

export type RungKey = Group | 'optimized' | 'cited';

const LABELS: Readonly<Record<RungKey, string>> = {
  findable: 'Findable',
  readable: 'Readable',
  trusted: 'Trusted',
  optimized: 'Optimized',
  cited: 'Cited',
};

/** The weight of each rung. */
export const WEIGHTS: Readonly<Record<RungKey, number>> = {
  findable: 15,
  readable: 15,
  trusted: 25,
  optimized: 30,
  cited: 15,
};

/** The rungs from readiness rows. */
export function checkRungs(rows: readonly ReadinessRow[]): readonly RungReport[] {
  return RUNGS.map((key) => {
    const own = rows.filter(({ id }) => rungOf(id) === key);
    const { pass } = tallyOf(own);
    const total = own.length;
    const note = total === 0 ? 'Not measured yet.' : `${pass} of ${total} checks pass.`;
    return {
      ...headOf(key),
      score: pointsOf(own) ?? null,
      weight: WEIGHTS[key],
      kind: 'check',
      pass,
      total,
      note,
      to: 'readiness',
    };
  });
}

/** The rung from the content checks: the average of the points of all pages. */
export function optimizedRung({ pages, points }: Population): RungReport {
  const note = pages === 0 ? 'No page has been graded yet.' : `The average of ${pagesText(pages)}.`;
  return signal('optimized', pages === 0 ? null : roundedRatio(points, pages), note, '', '');
}

/** The rung from citation checks, where they are switched on. */
export function citedRung({ state, score, errors }: Cited): RungReport {
  const canRun = state !== 'unset';
  return signal('cited', score, noteOf(state, errors), 'visibility', canRun ? 'results' : 'settings');
}

function noteOf(state: Cited['state'], errors: number): string {
  if (state === 'unset') return 'No answer engine is set up.';
  if (state === 'never') return 'Not measured yet.';
  if (state === 'failed') return 'The last run failed.';
  if (state === 'stale') return 'The last run is too old to count.';
  return `The share of answers that name the site.${errors > 0 ? ` ${errors} of the last checks failed.` : ''}`;
}

function signal(
  key: 'optimized' | 'cited',
  score: number | null,
  note: string,
  to: string,
  view: string,
): RungReport {
  const parts = { score, weight: WEIGHTS[key], kind: 'signal' as const, pass: null, total: null, note, to };
  return { ...headOf(key), ...parts, view };
}

function headOf(key: RungKey): { readonly key: RungKey; readonly label: string } {
  return { key, label: LABELS[key] };
}

function pagesText(pages: number): string {
  return pages === 1 ? 'one page' : `${pages} pages`;
}
