import type { CheckReport } from '../../api/check/report.js';
import { sha256 } from '../../core/hash.js';
import { findingsOf } from './findings.js';

/**
 * The results of `svc check` as a code quality report, which GitLab shows on a merge request.
 * @see https://docs.gitlab.com/ci/testing/code_quality/
 */
export function formatGitlab(report: CheckReport): string {
  const issues = findingsOf(report).map(({ id, level, text, file }) => ({
    check_name: id,
    description: text,
    // GitLab shows only what a merge request adds.
    fingerprint: sha256(`${id}\n${file}`),
    severity: level === 'error' ? 'major' : 'minor',
    location: { path: file, lines: { begin: 1 } },
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}
