import type { CheckReport } from '../../api/check/report.js';
import { sha256 } from '../../core/hash.js';
import { findingsOf, PLACE } from './findings.js';

/**
 * The results of `svc check` as a code quality report, which GitLab shows on a merge request.
 * @see https://docs.gitlab.com/ci/testing/code_quality/
 */
export function formatGitlab(report: CheckReport): string {
  const issues = findingsOf(report).map(({ id, level, text }) => ({
    check_name: id,
    description: text,
    // GitLab shows only what a merge request adds.
    fingerprint: sha256(id),
    severity: level === 'error' ? 'major' : 'minor',
    location: { path: PLACE, lines: { begin: 1 } },
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}
