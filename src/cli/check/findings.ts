import type { CheckReport } from '../../api/check/report.js';
import { printable } from '../../core/printable.js';

/** A finding about the site as a whole is shown at its configuration. */
export const PLACE = 'svc.config.json';

/** A problem that code hosts show at a place of the repository. */
export interface CheckFinding {
  /** The same in every run. */
  readonly id: string;
  readonly level: 'error' | 'warning';
  readonly text: string;
}

/** The rows that don't pass, the problems of pages, and the exceeded limits. */
export function findingsOf({ readiness, score, limits }: CheckReport): readonly CheckFinding[] {
  return [
    ...readiness
      .filter(({ status }) => status !== 'pass')
      .map(({ id, status, detail, fix }) =>
        finding(id, status === 'fail' ? 'error' : 'warning', `${detail} ${fix}`),
      ),
    ...score.content.map(({ id, label, countLabel, why }) =>
      finding(`page/${id}`, 'warning', `${label}: ${countLabel}. ${why}`),
    ),
    ...limits.filter(({ ok }) => !ok).map(({ id, message }) => finding(`limit/${id}`, 'error', message)),
  ];
}

function finding(id: string, level: CheckFinding['level'], text: string): CheckFinding {
  return { id, level, text: printable(text.trim()) };
}
