import { type CheckLimit, type CheckReport, isBelowMinScore } from '../../api/check/report.js';
import { printable } from '../../core/printable.js';
import type { ReadinessRow } from '../../quality/readiness/check.js';
import { groupRows } from '../../quality/readiness/groups.js';
import { GROUP_NAMES } from './format-text.js';

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
