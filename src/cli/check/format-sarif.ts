import type { CheckReport } from '../../api/check/report.js';
import { programVersion } from '../../config/program-version.js';
import { printable } from '../../core/printable.js';
import type { ReadinessRow } from '../../quality/readiness/readiness-row.js';

/** A finding about the site as a whole is shown at its configuration. */
export const PLACE = 'svc.config.json';

/**
 * The results of `svc check` as SARIF 2.1.0, for the code scanning of a host.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html
 */
export function formatSarif({ readiness, score, limits }: CheckReport): string {
  const open = readiness.filter(({ status }) => status !== 'pass');
  const pages = score.content.map(({ id, label, countLabel, why }) => {
    return result(`page/${id}`, 'warning', `${label}: ${countLabel}. ${why}`);
  });
  const exceeded = limits.filter(({ ok }) => !ok);
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
        results: [
          ...open.map(rowResult),
          ...pages,
          ...exceeded.map(({ id, message }) => result(`limit/${id}`, 'error', message)),
        ],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function rule(id: string, label: string) {
  return { id, shortDescription: { text: printable(label) } };
}

function rowResult({ id, status, detail, fix }: ReadinessRow) {
  return result(id, status === 'fail' ? 'error' : 'warning', `${detail} ${fix}`.trim());
}

function result(ruleId: string, level: 'error' | 'warning', text: string) {
  const location = { physicalLocation: { artifactLocation: { uri: PLACE }, region: { startLine: 1 } } };
  return { ruleId, level, message: { text: printable(text) }, locations: [location] };
}
