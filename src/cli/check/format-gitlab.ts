import type { CheckReport } from '../../api/check/report.js';
import { sha256 } from '../../core/hash.js';
import { printable } from '../../core/printable.js';
import { PLACE } from './format-sarif.js';

/**
 * The results of `svc check` as a code quality report, which GitLab shows on a merge request.
 * @see https://docs.gitlab.com/ci/testing/code_quality/
 */
export function formatGitlab({ readiness, score, limits }: CheckReport): string {
  const issues = [
    ...readiness.flatMap(({ id, status, detail, fix }) =>
      status === 'pass' ? [] : issue(id, status === 'fail' ? 'major' : 'minor', `${detail} ${fix}`),
    ),
    ...score.content.map(({ id, label, countLabel, why }) =>
      issue(`page/${id}`, 'minor', `${label}: ${countLabel}. ${why}`),
    ),
    ...limits.flatMap(({ id, ok, message }) => (ok ? [] : issue(`limit/${id}`, 'major', message))),
  ];
  return `${JSON.stringify(issues, null, 2)}\n`;
}

/** @param name the same in every run, so that GitLab shows only what a merge request adds */
function issue(name: string, severity: 'major' | 'minor', text: string) {
  return {
    check_name: name,
    description: printable(text.trim()),
    fingerprint: sha256(name),
    severity,
    location: { path: PLACE, lines: { begin: 1 } },
  };
}
