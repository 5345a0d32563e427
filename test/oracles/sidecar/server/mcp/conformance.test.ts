import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../support/needs.js';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import {
  type AddingProxy,
  addingProxy,
  CONFORMANCE,
  runConformance,
} from '../../../../support/sidecar/server/mcp/run-conformance.js';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

const PLUGIN = fileURLToPath(
  new URL('../../../../support/sidecar/server/mcp/conformance-plugin.js', import.meta.url),
);
let proxy: AddingProxy;

/** What a revision demands: scenarios that count, and how many checks they have between them. */
interface Demand {
  readonly version: string;
  readonly scenarios: number;
  readonly checks: number;
  /** Scenarios that do not apply. */
  readonly apart: readonly string[];
  readonly code: number;
}

const DEMANDS: readonly Demand[] = [
  {
    version: '2025-11-25',
    scenarios: 30,
    checks: 51,
    // The server asks the client something while a call is open: that needs a session, and ours keeps none.
    apart: [
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
    ],
    code: 1,
  },
  { version: '2026-07-28', scenarios: 37, checks: 118, apart: [], code: 0 },
];

beforeAll(async () => {
  const site = await serveSite({
    files: HARBOUR,
    config: { plugins: [PLUGIN] },
    settings: { enable_mcp_server: true },
  });
  const credentials = await new AdminClient(site).as('ada', 'administrator');
  proxy = await addingProxy(`${site.url}api/svc/v1/mcp`, credentials);
}, 60_000);

afterAll(() => proxy?.close());

describe('the conformance suite of the protocol', () => {
  it.each(DEMANDS)(
    'passes for $version, every scenario that applies',
    needs(...CONFORMANCE),
    async ({ version, scenarios, checks, apart, code }) => {
      const args = ['server', '--url', proxy.url, '--requirements', version, '--timeout', '10000'];
      const run = await runConformance(args);
      const { scored, failing, passed } = summaryOf(run.output);
      expect(failing, run.output).toEqual(apart);
      // Scenarios that are skipped count as passed: so they are counted.
      expect({ scenarios: scored, checks: passed, code: run.code }).toEqual({ scenarios, checks, code });
    },
  );
});

interface Summary {
  readonly scored: number;
  readonly failing: readonly string[];
  /** Checks that passed in scenarios that count and pass. */
  readonly passed: number;
}

/** Reads the lines below `SUMMARY`; scenarios that the revision does not score are named again below them. */
function summaryOf(output: string): Summary {
  const [, summary = ''] = output.split('=== SUMMARY ===');
  const [rows = '', apart = ''] = summary.split('Not scored for');
  const unscored = new Set([...apart.matchAll(/[✓✗] ([\w/-]+) \(/g)].map(([, name]) => name));
  const counted = [...rows.matchAll(/([✓✗]) ([\w/-]+): (\d+) passed, (\d+) failed/g)]
    .map(([, mark, name = '', passed]) => ({ ok: mark === '✓', name, passed: Number(passed) }))
    .filter(({ name }) => !unscored.has(name));
  return {
    scored: counted.length,
    failing: counted.filter(({ ok }) => !ok).map(({ name }) => name),
    passed: counted.filter(({ ok }) => ok).reduce((sum, one) => sum + one.passed, 0),
  };
}
