import type { CheckReport } from '../../api/check/report.js';
import { fixCommand } from '../../quality/readiness/fix-command.js';

/** What to do first. */
export interface FirstThing {
  readonly title: string;
  readonly why: string;
  /** The command that does it; undefined where no setting does. */
  readonly command: string | undefined;
}

const MOST = 3;

/** The three actions that matter most for the score. */
export function firstThings({ score, readiness, source }: CheckReport): readonly FirstThing[] {
  return score.actions.slice(0, MOST).map(({ id, title, why }) => {
    const row = source === 'live' ? undefined : readiness.find((one) => one.id === id);
    return { title, why, command: row && fixCommand(row) };
  });
}
