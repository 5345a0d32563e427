import { type CheckLimit, type CheckReport, isBelowMinScore } from '../../api/check/report.js';
import { programVersion } from '../../config/program-version.js';
import { sha256 } from '../../core/hash.js';
import { encodeSegments } from '../../core/percent.js';
import { printable } from '../../core/text.js';
import type { ReadinessRow } from '../../quality/readiness/check.js';
import { groupRows } from '../../quality/readiness/readiness-report.js';
import { type CheckFinding, findingsOf } from './findings.js';
import { GROUP_NAMES } from './format-text.js';

type Level = 'error' | 'warning' | 'notice';

/**
 * Annotations of a GitHub Actions job: a line for every row that does not pass, for every problem of pages, for the
 * score, and for every limit.
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function formatGithub(report: CheckReport): string {
  const { readiness, score, minScore, limits, url } = report;
  const lines = [
    ...readiness.flatMap(({ status, label, detail, fix }) =>
      status === 'pass' ? [] : annotation(status === 'fail' ? 'error' : 'warning', label, `${detail} ${fix}`),
    ),
    ...score.content.map(({ label, countLabel, why }) =>
      annotation('warning', label, `${countLabel}: ${why}`),
    ),
  ];
  const rungs = score.rungs
    .map(({ label, score: points }) => `${label} ${points ?? 'not measured'}`)
    .join(', ');
  const sum = `${score.score} of 100, ${score.band}, for ${url} (${rungs})`;
  lines.push(
    isBelowMinScore(report)
      ? annotation('error', 'Agent readiness', `${sum}: below the lowest score of ${minScore}`)
      : annotation('notice', 'Agent readiness', sum),
    ...limits.map(({ ok, label, message }) => annotation(ok ? 'notice' : 'error', label, message)),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function annotation(level: Level, title: string, message: string): string {
  return `::${level} title=${escapeProperty(printable(title))}::${escapeData(printable(message.trim()))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

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

/**
 * The results of `svc check` as SARIF 2.1.0, for the code scanning of a host.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html
 */
export function formatSarif(report: CheckReport): string {
  const { readiness, score, limits } = report;
  const rules = [
    ...readiness.map(({ id, label }) => rule(id, label)),
    ...score.content.map(({ id, label }) => rule(`page/${id}`, label)),
    ...limits.map(({ id, label }) => rule(`limit/${id}`, label)),
  ];
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'svc check', version: programVersion(), rules } },
        results: findingsOf(report).map(result),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function rule(id: string, label: string) {
  return { id, shortDescription: { text: printable(label) } };
}

function result({ id, level, text, file }: CheckFinding) {
  const uri = encodeSegments(file);
  const location = { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } };
  return { ruleId: id, level, message: { text }, locations: [location] };
}

/**
 * The results of `svc check` as JUnit XML: a test case for each row, the score and each limit. A row that could be better
 * counts as skipped, one that keeps agents out as failed.
 * @see https://github.com/testmoapp/junitxml
 */
export function formatJunit(report: CheckReport): string {
  const { readiness, score, minScore, limits, url } = report;
  const failure = `${score.score} is below the required score of ${minScore}`;
  const suites = groupRows(readiness).map(({ key, rows }) => suite(GROUP_NAMES[key], rows.map(testCase)));
  const scoreCase = element(
    'testcase',
    { name: 'Score', classname: url },
    isBelowMinScore(report) ? element('failure', { message: failure }) : '',
  );
  const all = [
    ...suites,
    suite('Score', [scoreCase]),
    ...(limits.length === 0 ? [] : [suite('Limits', limits.map(limitCase))]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'svc check' }, `\n${all.join('')}`)}`;
}

function suite(name: string, cases: readonly string[]): string {
  const count = (tag: string) => String(cases.filter((one) => one.includes(`<${tag} `)).length);
  const numbers = { tests: String(cases.length), failures: count('failure'), skipped: count('skipped') };
  return element('testsuite', { name, ...numbers }, `\n${cases.join('')}`);
}

function testCase({ id, label, status, detail, fix }: ReadinessRow): string {
  const message = `${detail} ${fix}`.trim();
  const outcome = { pass: '', warn: element('skipped', { message }), fail: element('failure', { message }) }[
    status
  ];
  return element('testcase', { name: label, classname: id }, outcome);
}

function limitCase({ id, label, ok, message }: CheckLimit): string {
  return element('testcase', { name: label, classname: id }, ok ? '' : element('failure', { message }));
}

function element(name: string, attributes: Readonly<Record<string, string>>, content = ''): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return content === '' ? `<${name}${list.join('')}/>\n` : `<${name}${list.join('')}>${content}</${name}>\n`;
}

function escapeXml(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
