import { beforeAll, describe, expect, it } from 'vitest';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

interface Findings {
  readonly findings: readonly { readonly id: string; readonly check?: string; readonly weight: number }[];
  readonly hidden: readonly { readonly id: string }[];
  readonly failed: readonly string[];
}

let site: AbilitySite;

beforeAll(async () => {
  site = await abilitySite({ files: LIGHTHOUSE });
}, 60_000);

describe('read-findings', () => {
  it('tells the gaps of the set-up and the pages that need work, what weighs most first', async () => {
    const { findings, failed } = await site.read<Findings>('read-findings');
    expect(failed).toEqual([]);
    const weights = findings.map(({ weight }) => weight);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect(findings[0]).toMatchObject({ id: 'config_gap', check: 'about' });
    expect(findings.map(({ id }) => id)).toContain('content_issues');
    const checks = await site.read<{ checks: readonly { id: string; status: string }[] }>('read-readiness');
    const gaps = checks.checks.filter(({ status }) => status !== 'pass').length;
    expect(findings.filter(({ id }) => id === 'config_gap').length).toBe(Math.min(12, gaps));
  });

  it('puts away what the owner has put away', async () => {
    site.setSettings({ enable_visibility: true, findings_dismissed: ['never_measured'] });
    const { hidden } = await site.read<Findings>('read-findings');
    site.setSettings({ enable_visibility: false, findings_dismissed: [] });
    expect(hidden.map(({ id }) => id)).toEqual(['never_measured']);
  });

  it('lets plugins change the list, as long as it stays one', async () => {
    const own = await abilitySite({ files: LIGHTHOUSE });
    const tide = {
      id: 'tide',
      tier: 'urgent',
      weight: 99,
      title: 'High water',
      why: '',
      points: [],
      evidence: [],
    };
    own.live.hooks.filter('svc_findings', (report) => ({
      ...report,
      findings: [{ ...tide, action: null }, ...(report['findings'] as object[])],
    }));
    expect((await own.read<Findings>('read-findings')).findings[0]?.id).toBe('tide');
    own.live.hooks.filter('svc_findings', (report) => ({ ...report, findings: 'none' }));
    expect((await own.read<Findings>('read-findings')).findings[0]?.id).toBe('config_gap');
    expect(own.errors.join()).toContain('svc_findings');
  });
});
