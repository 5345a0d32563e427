import { SvcError } from '../core/errors.js';
import type { BuildReport } from './report.js';

/** What makes a strict run fail: skipped content, and failed plugins. */
export function strictProblems({ warnings, notices }: Pick<BuildReport, 'warnings' | 'notices'>) {
  return {
    skipped: warnings.filter((warning) => warning.skipped === true),
    errors: notices.filter(({ level }) => level === 'error'),
  };
}

/**
 * Stops a strict run that has skipped content or in which a plugin failed.
 * @throws SvcError `SVC_STRICT` with the first problem and the number of all
 */
export function assertStrict(report: BuildReport, strict: boolean): void {
  if (!strict) return;
  const { skipped, errors } = strictProblems(report);
  const [first] = skipped;
  const [notice] = errors;
  if (first === undefined && notice === undefined) return;
  const count = skipped.length + errors.length;
  const example = first?.message ?? notice?.message;
  throw new SvcError(
    'SVC_STRICT',
    `--strict: ${count === 1 ? 'one problem' : `${count} problems`}: ${example}`,
    {
      ...(first?.file === undefined ? {} : { file: first.file }),
      ...(first?.line === undefined ? {} : { line: first.line }),
      fix: first?.fix ?? notice?.fix ?? 'Build without --strict.',
    },
  );
}
