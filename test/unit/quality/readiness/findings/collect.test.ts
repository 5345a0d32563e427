import { describe, expect, it } from 'vitest';
import type { ReadinessRow } from '../../../../../src/quality/readiness/check.js';
import {
  collectFindings,
  type Finding,
  type FindingFacts,
  findingSources,
  type Tier,
} from '../../../../../src/quality/readiness/findings/collect.js';
import type { CheckScope } from '../../../../../src/quality/readiness/pages/scope.js';
import { type Verdict, VerdictStore } from '../../../../../src/quality/readiness/verdicts/store.js';

const POSTS = { slug: 'post', label: 'Post', plural: 'Posts', count: 5 };
const SCOPE: CheckScope = { checkable: [POSTS], checked: [POSTS], graded: [POSTS], off: false };

const row = (id: string, status: ReadinessRow['status'], more: Partial<ReadinessRow> = {}): ReadinessRow => ({
  id,
  label: `Label of ${id}`,
  status,
  detail: `Found ${id}.`,
  fix: status === 'pass' ? '' : `Mend ${id}.`,
  action: null,
  ...more,
});

function verdict(id: number, flags: readonly string[], coverage: Verdict['coverage'] = ''): Verdict {
  return {
    id,
    type: 'post',
    title: `Post ${id}`,
    url: `https://lighthouse.example/${id}/`,
    modified: 1,
    flags,
    points: 50,
    focus: '',
    coverage,
    stake: 0,
    gradeable: true,
    ruleset: 'r',
    contentHash: 'h',
    gradedAt: 1,
    images: [],
  };
}

function facts(more: Partial<FindingFacts> = {}): FindingFacts {
  return {
    settings: { enable_visibility: false, optimize_ignored: [] },
    ruleset: 'r',
    verdicts: new VerdictStore([]),
    rows: async () => [row('public', 'pass')],
    scope: async () => SCOPE,
    isMeasured: async () => false,
    ...more,
  };
}

const collect = (given: FindingFacts, dismissed: readonly string[] = [], failures: string[] = []) =>
  collectFindings(given, { dismissed, onFailed: (source) => failures.push(source) });

const finding = (id: string, tier: Tier, weight: number, more: Partial<Finding> = {}): Finding => ({
  id,
  tier,
  weight,
  title: id,
  why: '',
  points: [],
  evidence: [],
  action: null,
  ...more,
});

describe('collectFindings', () => {
  it('finds nothing on a site without faults, and says so', async () => {
    const report = await collect(facts({ rows: async () => [row('public', 'pass'), row('llms', 'pass')] }));
    expect(report).toEqual({
      findings: [],
      resolved: null,
      clear: ['All 2 checks of the site pass.'],
      failed: [],
      counts: { urgent: 0, worth: 0, later: 0, waiting: 0 },
      hidden: [],
    });
  });

  it('makes a finding of every check that does not pass, failures first', async () => {
    const rows = [
      row('llms', 'warn', {
        action: { label: 'Switch on', tab: 'settings', anchor: 'ar-feat-enable_llms_txt' },
      }),
      row('public', 'fail', { fix: '', action: { label: 'Look', href: 'https://lighthouse.example/' } }),
      row('about', 'pass'),
    ];
    const { findings, clear, counts } = await collect(facts({ rows: async () => rows }));
    expect(
      findings.map(({ id, tier, weight, title, why, check }) => [id, tier, weight, title, why, check]),
    ).toEqual([
      ['config_gap', 'urgent', 90, 'Label of public', 'Found public.', 'public'],
      ['config_gap', 'worth', 85, 'Label of llms', 'Mend llms.', 'llms'],
    ]);
    expect(findings.map(({ action }) => action)).toEqual([
      { label: 'Look', tab: '', view: '', anchor: '', url: 'https://lighthouse.example/' },
      { label: 'Switch on', tab: 'settings', view: '', anchor: 'ar-feat-enable_llms_txt' },
    ]);
    expect(clear).toEqual([]);
    expect(counts).toEqual({ urgent: 1, worth: 1, later: 0, waiting: 0 });
  });

  it('counts pages that need work, but not those that are set aside', async () => {
    const verdicts = new VerdictStore([
      verdict(1, ['words']),
      verdict(2, [], 'missing'),
      verdict(3, []),
      verdict(4, ['words']),
      { ...verdict(5, ['headings']), ruleset: 'older' },
    ]);
    const settings = { enable_visibility: false, optimize_ignored: [4] };
    const scope = { ...SCOPE, checked: [{ ...POSTS, count: 7 }] };
    const { findings } = await collect(facts({ verdicts, settings, scope: async () => scope }));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      id: 'content_issues',
      tier: 'worth',
      weight: 60,
      title: '3 pages could be quoted better',
      evidence: ['2 pages to edit', '1 page without an answer to the search they are for'],
      points: ['2 pages not read yet.', '1 page changed since the last reading.'],
      action: { anchor: 'ar-work' },
    });
  });

  it('mentions what has been switched off, or never done, unless it was put away', async () => {
    const given = facts({
      scope: async () => ({ ...SCOPE, checked: [], off: true }),
      settings: { enable_visibility: true, optimize_ignored: [] },
      verdicts: new VerdictStore([verdict(1, ['words'])]),
    });
    const { findings, hidden } = await collect(given);
    expect(findings.map(({ id, tier }) => [id, tier])).toEqual([
      ['never_measured', 'later'],
      ['checking_off', 'later'],
    ]);
    expect(findings[1]).toMatchObject({ evidence: ['Posts: 5'], action: { open: 'checkScope' } });
    expect(hidden).toEqual([]);
    const after = await collect(given, ['never_measured', 'content_issues', 'config_gap']);
    expect(after.findings.map(({ id }) => id)).toEqual(['checking_off']);
    expect(after.hidden.map(({ id }) => id)).toEqual(['never_measured']);
    expect(after.counts.later).toBe(1);
    const measured = await collect({ ...given, isMeasured: async () => true });
    expect(measured.findings.map(({ id }) => id)).toEqual(['checking_off']);
  });

  it('never hides what only the owner can decide', async () => {
    const rows = async () => [row('public', 'fail')];
    expect((await collect(facts({ rows }), ['config_gap'])).findings).toHaveLength(1);
  });

  it('loses only the findings of a source that fails', async () => {
    const failures: string[] = [];
    const broken = facts({
      rows: () => Promise.reject(new Error('no rows')),
      verdicts: new VerdictStore([verdict(1, ['words'])]),
    });
    const report = await collect(broken, [], failures);
    expect(report.findings.map(({ id }) => id)).toEqual(['content_issues']);
    expect(report.failed).toEqual(['config_gap']);
    expect(report.clear).toEqual([]);
    expect(failures).toEqual(['config_gap']);
  });

  it('shows twelve at most, and those that wait beside them', async () => {
    const many = Array.from({ length: 14 }, (_, at) => finding(`open_${at}`, 'worth', 50 - (at % 2)));
    const waiting = [finding('waiting_a', 'waiting', 15), finding('waiting_b', 'waiting', 99)];
    const source = { id: 'many', find: async () => [...waiting, ...many] };
    const report = await collectFindings(facts(), {
      dismissed: [],
      onFailed: () => undefined,
      sources: [source],
    });
    const even = many.filter((_, at) => at % 2 === 0).map(({ id }) => id);
    const odd = many.filter((_, at) => at % 2 === 1).map(({ id }) => id);
    expect(report.findings.map(({ id }) => id)).toEqual(
      [...even, ...odd].slice(0, 12).concat('waiting_b', 'waiting_a'),
    );
    expect(report.counts).toEqual({ urgent: 0, worth: 12, later: 0, waiting: 2 });
  });

  it('shows four pieces of evidence and how many more there are', async () => {
    const evidence = ['a', 'b', 'c', 'd', 'e', 'f'];
    const sources = [{ id: 'one', find: async () => [finding('one', 'worth', 1, { evidence })] }];
    const { findings } = await collectFindings(facts(), {
      dismissed: [],
      onFailed: () => undefined,
      sources,
    });
    expect(findings[0]?.evidence).toEqual(['a', 'b', 'c', 'd', '+2 more']);
  });

  it('has sources that need no report of searches', () => {
    expect(findingSources.map(({ id }) => id)).toEqual([
      'checking_off',
      'content_issues',
      'config_gap',
      'never_measured',
    ]);
  });
});
