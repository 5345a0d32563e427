import type { CheckReport } from '../../api/check/report.js';
import { printable } from '../../core/text.js';
import { fixCommand } from '../../quality/readiness/fix-command.js';

/** A problem that code hosts show at a file of the repository. */
export interface CheckFinding {
  readonly id: string;
  readonly level: 'error' | 'warning';
  readonly text: string;
  /** The page's own file, or the configuration for the site as a whole. */
  readonly file: string;
}

/** Where the configuration belongs if there is none. */
const NO_CONFIG = 'svc.config.json';

/** The rows that don't pass, the problems of pages, and the exceeded limits. */
export function findingsOf(report: CheckReport): readonly CheckFinding[] {
  const { readiness, limits, places } = report;
  const file = places?.config ?? NO_CONFIG;
  const site = (id: string, level: CheckFinding['level'], text: string) => finding({ id, level, text, file });
  return [
    ...readiness
      .filter(({ status }) => status !== 'pass')
      .map(({ id, status, detail, fix }) =>
        site(id, status === 'fail' ? 'error' : 'warning', `${detail} ${fix}`),
      ),
    ...report.score.content.flatMap((group) => pageFindings(group, report.places?.pages ?? {}, site)),
    ...limits.filter(({ ok }) => !ok).map(({ id, message }) => site(`limit/${id}`, 'error', message)),
  ];
}

type IssueGroup = CheckReport['score']['content'][number];

/** A finding for each page with a file, and one for the rest. */
function pageFindings(
  { id: issue, label, why, count, countLabel, pages }: IssueGroup,
  files: Readonly<Record<string, string>>,
  site: (id: string, level: CheckFinding['level'], text: string) => CheckFinding,
): readonly CheckFinding[] {
  const id = `page/${issue}`;
  const shown = pages.flatMap((page) => {
    const file = files[page.id];
    return file === undefined ? [] : [finding({ id, level: 'warning', text: `${label}. ${why}`, file })];
  });
  const rest = count - shown.length;
  if (rest === 0) return shown;
  const what = shown.length === 0 ? countLabel : `${rest} more of ${countLabel}`;
  return [...shown, site(id, 'warning', `${label}: ${what}. ${why}`)];
}

function finding({ text, ...rest }: CheckFinding): CheckFinding {
  return { ...rest, text: printable(text.trim()) };
}

/** What to do first. */
interface FirstThing {
  readonly title: string;
  readonly why: string;
  /** The command that does it; undefined where no setting does. */
  readonly command: string | undefined;
}

const MAX_ACTIONS = 3;

/** The three actions that matter most for the score. */
export function firstThings({ score, readiness, source }: CheckReport): readonly FirstThing[] {
  return score.actions.slice(0, MAX_ACTIONS).map(({ id, title, why }) => {
    const row = source === 'live' ? undefined : readiness.find((one) => one.id === id);
    return { title, why, command: row && fixCommand(row) };
  });
}
