import type { CheckReport } from '../../api/check/report.js';
import { programVersion } from '../../config/program-version.js';
import { encodeSegments } from '../../core/percent.js';
import { printable } from '../../core/printable.js';
import { type CheckFinding, findingsOf } from './findings.js';

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
