import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../../../src/config/settings.js';
import type { ReadinessRow, Status } from '../../../../../src/quality/readiness/check.js';
import { bandOf, blend, citedOf, NEVER_CITED } from '../../../../../src/quality/readiness/score/rungs.js';
import {
  type ScoreReport,
  type ScoreSources,
  scoreSite,
} from '../../../../../src/quality/readiness/score/score.js';
import { type Verdict, VerdictStore } from '../../../../../src/quality/readiness/verdicts/store.js';
import { schemaErrors } from '../../../../../src/quality/validate/ajv.js';
import { RUNG_CHECKS } from '../../../../support/quality/readiness/rung-checks.js';
import { types, verdict } from '../../../../support/quality/readiness/verdicts/verdicts.js';

function row(id: string, status: Status, parts: Partial<ReadinessRow> = {}): ReadinessRow {
  return {
    id,
    label: `Label ${id}`,
    status,
    detail: `detail ${id}`,
    fix: status === 'pass' ? '' : `fix ${id}`,
    action: null,
    ...parts,
  };
}

/** Every row passes but those that are named. */
function rows(others: Readonly<Record<string, Status>> = {}): readonly ReadinessRow[] {
  const ids = [...RUNG_CHECKS.findable, ...RUNG_CHECKS.readable, ...RUNG_CHECKS.trusted, 'seo_coverage'];
  return ids.map((id) => row(id, others[id] ?? 'pass'));
}

interface Site extends Partial<Omit<ScoreSources, 'settings' | 'scope'>> {
  readonly verdicts?: readonly Verdict[];
  readonly settings?: Partial<ScoreSources['settings']>;
  readonly scope?: Partial<ScoreSources['scope']>;
}

async function score({
  verdicts = [verdict(1)],
  settings = {},
  scope = {},
  ...others
}: Site = {}): Promise<ScoreReport> {
  const all = types({ post: verdicts.filter(({ type }) => type === 'post').length, page: 0 });
  const report = await scoreSite({
    rows: rows(),
    store: new VerdictStore(verdicts),
    settings: { enable_visibility: false, optimize_ignored: [], ...settings },
    scope: { checkable: all, checked: all, graded: all, off: false, ...scope },
    ruleset: 'rules',
    citations: NEVER_CITED,
    now: 10_000,
    lastRun: 9_000,
    editUrl: ({ id }) => `https://site.example/edit/${id}`,
    ...others,
  });
  expect(schemaErrors('score.schema.json', JSON.parse(JSON.stringify(report)))).toEqual([]);
  return report;
}

const scoresOf = ({ rungs }: ScoreReport) => Object.fromEntries(rungs.map((rung) => [rung.key, rung.score]));

describe('the label', () => {
  const identity = (parts: object) => ({ ...defaultSettings().identity, ...parts });
  const bandFor = async (site: Site) => (await score(site)).band;

  it('is not the best while no page passes every check', async () => {
    const flagged = [verdict(1, { flags: ['thin'] }), verdict(2, { flags: ['thin'] })];
    const report = await score({ verdicts: flagged });
    expect([report.score >= 85, report.band]).toEqual([true, 'Strong']);
    expect(await bandFor({ verdicts: [...flagged, verdict(3)] })).toBe('Excellent');
  });

  it('is not the best while nobody is named as the owner', async () => {
    expect(await bandFor({ settings: { identity: identity({}) } })).toBe('Strong');
    expect(await bandFor({ settings: { identity: identity({ name: 'Mia Roe' }) } })).toBe('Excellent');
    expect(await bandFor({ settings: { identity: identity({ entity_type: 'Store' }) } })).toBe('Excellent');
  });
});

describe('the rungs', () => {
  it('[2.2-score-rungs] [2.2-score-range] [2.2-score-parts] a site that deserves 100 gets 100', async () => {
    const report = await score();
    expect(report).toMatchObject({
      score: 100,
      band: 'Excellent',
      blocked: false,
      ready: true,
      actions: [],
      next: null,
      content: [],
      ignored: [],
    });
    expect(
      report.rungs.map(({ key, label, weight, kind, pass, total }) => [
        key,
        label,
        weight,
        kind,
        pass,
        total,
      ]),
    ).toEqual([
      ['findable', 'Findable', 15, 'check', 5, 5],
      ['readable', 'Readable', 15, 'check', 7, 7],
      ['trusted', 'Trusted', 25, 'check', 7, 7],
      ['optimized', 'Optimized', 30, 'signal', null, null],
    ]);
    expect(Object.keys(report)).toEqual([
      ...['score', 'band', 'blocked', 'ready', 'measured', 'rungs', 'actions', 'next', 'content'],
      ...['graded', 'flagged', 'unanswered', 'grading', 'rechecking', 'ignored', 'scope', 'cron'],
    ]);
  });

  // Each worked out by hand: pass 1, warn 0.5, fail 0 of the rows of the rung.
  it.each([
    ['one of five warns: 4.5/5', { robots: 'warn' }, { findable: 90 }],
    ['two of five warn: 4/5', { robots: 'warn', sitemap: 'warn' }, { findable: 80 }],
    ['one of seven warns: 6.5/7 = 92.86', { topics: 'warn' }, { readable: 93 }],
    ['one of seven fails: 6/7 = 85.71', { llms: 'fail' }, { readable: 86 }],
    [
      'five of seven warn: 4.5/7 = 64.29',
      { expertise: 'warn', same_as: 'warn', entity_role: 'warn', security_txt: 'warn', entity_image: 'warn' },
      { trusted: 64 },
    ],
    [
      'one fails, five warn: 3.5/7',
      {
        about: 'fail',
        expertise: 'warn',
        same_as: 'warn',
        entity_role: 'warn',
        security_txt: 'warn',
        entity_image: 'warn',
      },
      { trusted: 50 },
    ],
    ['further advice never counts', { seo_coverage: 'warn' }, { findable: 100, readable: 100, trusted: 100 }],
  ] as const)('%s', async (_, others, expected) => {
    const report = await score({ rows: rows(others) });
    expect(scoresOf(report)).toMatchObject(expected);
  });

  it.each([
    ['the average of the points', [100, 96, 93], 96],
    ['a tie, away from zero', [96, 93], 95],
    ['one bad page', [50], 50],
  ] as const)('Optimized is %s', async (_, points, expected) => {
    const verdicts = points.map((one, index) => verdict(index + 1, { points: one }));
    expect(scoresOf(await score({ verdicts }))).toMatchObject({ optimized: expected });
  });

  it('Optimized counts neither ungraded pages and types nor those set aside', async () => {
    const verdicts = [
      verdict(1, { points: 80 }),
      verdict(2, { points: 10, gradeable: false }),
      verdict(3, { points: 20, type: 'product' }),
      verdict(4, { points: 30, flags: ['words'] }),
    ];
    const report = await score({ verdicts, settings: { optimize_ignored: [4, 99] } });
    expect(report).toMatchObject({ graded: 1, flagged: 0, content: [] });
    expect(scoresOf(report)).toMatchObject({ optimized: 80 });
  });

  it('no page that was graded is no measurement, and its weight is shared out', async () => {
    const report = await score({ verdicts: [] });
    expect(scoresOf(report)).toMatchObject({ optimized: null });
    expect(report).toMatchObject({ score: 100, graded: 0 });
    const less = await score({ verdicts: [], rows: rows({ about: 'fail' }) });
    // (100·15 + 100·15 + 86·25) / 55 = 93.64
    expect(less.score).toBe(94);
  });
});

describe('the blend', () => {
  const of = (...scores: (number | null)[]) =>
    blend(scores.map((one, index) => ({ score: one, weight: [15, 15, 25, 30, 15][index] ?? 0 })));

  it.each([
    ['7000 / 85 = 82.35', of(100, 100, 100, 50), 82],
    ['8470 / 85 = 99.65 is not rounded into 100', of(100, 100, 100, 99), 99],
    ['all', of(100, 100, 100, 100, 100), 100],
    ['nothing measured', of(null, null, null, null), 0],
    ['without Optimized: 5150 / 55 = 93.64', of(100, 100, 86, null), 94],
    ['with Cited: 8500 / 100', of(100, 100, 100, 100, 0), 85],
    ['Cited not measured: its weight is shared out', of(100, 100, 100, 100, null), 100],
    ['a tie: (50·15 + 51·15) / 30 = 50.5', of(50, 51), 51],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected);
  });

  it('is a whole number from 0 to 100, never NaN, in whatever order, and 100 only of hundreds', () => {
    const rung = fc.record({
      score: fc.option(fc.integer({ min: 0, max: 100 })),
      weight: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(rung, { maxLength: 6 }), (rungs) => {
        const found = blend(rungs);
        expect(Number.isInteger(found) && found >= 0 && found <= 100).toBe(true);
        expect(blend(rungs.toReversed())).toBe(found);
        const measured = rungs.filter((one) => one.score !== null);
        expect(found === 100).toBe(measured.length > 0 && measured.every((one) => one.score === 100));
      }),
    );
  });

  it.each([
    [100, 'Excellent'],
    [85, 'Excellent'],
    [84, 'Strong'],
    [70, 'Strong'],
    [69, 'Fair'],
    [50, 'Fair'],
    [49, 'Needs work'],
    [0, 'Needs work'],
  ])('%i is %s', (number, band) => {
    expect(bandOf(number)).toBe(band);
  });
});

describe('a site that keeps crawlers out', () => {
  it('has at most 10 and the lowest band', async () => {
    expect(await score({ rows: rows({ public: 'fail' }) })).toMatchObject({
      score: 10,
      band: 'Needs work',
      blocked: true,
      ready: false,
    });
  });

  it('and its own number below', async () => {
    const all = rows().map(({ id }) => row(id, 'fail'));
    expect(await score({ rows: all, verdicts: [verdict(1, { points: 8 })] })).toMatchObject({
      score: 3,
      blocked: true,
    });
  });

  it('is not one that only warns', async () => {
    expect(await score({ rows: rows({ public: 'warn' }) })).toMatchObject({ blocked: false, ready: false });
  });
});

describe('a site without anything', () => {
  it('passes nothing by accident', async () => {
    expect(await score({ rows: [], verdicts: [] })).toMatchObject({
      score: 0,
      band: 'Needs work',
      ready: false,
      graded: 0,
      actions: [],
    });
  });
});

describe('citations', () => {
  const facts = { hasProvider: true, lastRun: 1000, succeeded: 8, errors: 0, mentions: 3, staleDays: 90 };
  const day = 86_400;

  it.each([
    ['no provider', { ...facts, hasProvider: false }, 'unset', null],
    ['no run', { ...facts, lastRun: undefined }, 'never', null],
    ['nothing but errors', { ...facts, succeeded: 0, errors: 4 }, 'failed', null],
    ['nothing at all', { ...facts, succeeded: 0 }, 'never', null],
    ['3 of 8: 37.5', facts, 'ok', 38],
    ['with errors', { ...facts, errors: 2 }, 'ok', 38],
    ['none of 8', { ...facts, mentions: 0 }, 'ok', 0],
    ['too old', { ...facts, lastRun: 1000 - 91 * day }, 'stale', null],
    ['as old as it may be', { ...facts, lastRun: 2000 - 90 * day }, 'ok', 38],
    ['never too old', { ...facts, lastRun: 1000 - 9000 * day, staleDays: 0 }, 'ok', 38],
  ] as const)('%s', (_, found, state, expected) => {
    expect(citedOf(found, 2000)).toMatchObject({ state, score: expected });
  });

  it('[2.2-score-cited] have a rung and actions only while they are switched on', async () => {
    const off = await score({ citations: facts });
    expect(off.rungs).toHaveLength(4);
    expect(off.measured).toBe(false);
    const on = await score({ citations: facts, settings: { enable_visibility: true } });
    expect(on.rungs.at(-1)).toMatchObject({
      key: 'cited',
      score: 38,
      weight: 15,
      to: 'visibility',
      view: 'results',
    });
    // (100·85 + 38·15) / 100 = 90.7
    expect(on).toMatchObject({ score: 91, measured: true, actions: [] });
    const unset = await score({ settings: { enable_visibility: true } });
    expect(unset.rungs.at(-1)).toMatchObject({ score: null, view: 'settings' });
    expect(unset).toMatchObject({
      score: 100,
      measured: false,
      next: { id: 'measure_setup', severity: 'info', pillar: 'cited' },
    });
    const failed = { ...facts, succeeded: 0, errors: 2 };
    const report = await score({ citations: failed, settings: { enable_visibility: true } });
    expect(report.next).toMatchObject({ id: 'visibility_failing', severity: 'warn' });
    expect((await score({ citations: failed })).next).toBeNull();
  });
});

describe('what to do', () => {
  it('is ranked by urgency, then by the weight of the pillar, then as in the report', async () => {
    const action = { label: 'Open', tab: 'settings', anchor: 'ar-about' };
    const some = [
      row('robots', 'warn'),
      row('llms', 'fail'),
      row('seo_coverage', 'warn'),
      row('expertise', 'warn', { fix: '' }),
      row('about', 'fail', { action }),
      row('topics', 'pass'),
    ];
    const verdicts = [
      verdict(1, { flags: ['words', 'media', 'freshness'], points: 80 }),
      verdict(2, { flags: ['words', 'media'], points: 90 }),
    ];
    const { actions, next } = await score({ rows: some, verdicts });
    expect(actions.map(({ id, pillar, severity }) => [id, pillar, severity])).toEqual([
      ['about', 'trusted', 'fail'],
      ['llms', 'readable', 'fail'],
      ['expertise', 'trusted', 'warn'],
      ['robots', 'findable', 'warn'],
      ['seo_coverage', 'findable', 'warn'],
      ['content_words', 'optimized', 'content'],
      ['content_media', 'optimized', 'content'],
    ]);
    expect(next).toEqual({
      id: 'about',
      pillar: 'trusted',
      title: 'Label about',
      why: 'fix about',
      severity: 'fail',
      action,
    });
    expect(actions[2]?.why).toBe('detail expertise');
    expect(actions[5]).toMatchObject({
      title: 'Thin content',
      why: '2 Posts: thin content.',
      action: { href: 'https://site.example/edit/2' },
    });
  });

  it('is at most eight things', async () => {
    const all = rows().map(({ id }) => row(id, 'warn'));
    const { actions } = await score({ rows: all, verdicts: [verdict(1, { flags: ['words'] })] });
    expect(actions).toHaveLength(8);
    expect(
      actions.every(({ pillar }) => pillar === 'trusted' || pillar === 'findable' || pillar === 'readable'),
    ).toBe(true);
  });
});

describe('content', () => {
  const all = types({ post: 3, page: 1 });
  const scope = { checkable: all, checked: all, graded: all };

  it('lists issues by how common they are, with six pages of the highest stake', async () => {
    const verdicts = [
      ...Array.from({ length: 8 }, (_, index) =>
        verdict(index + 1, { flags: ['summary'], stake: index === 3 ? 5 : 0 }),
      ),
      verdict(20, { type: 'page', title: ' ', flags: ['summary', 'own-check'], contentHash: '', stake: 9 }),
    ];
    const { content, flagged, graded } = await score({ verdicts, scope });
    expect(content.map(({ id, count, countLabel }) => [id, count, countLabel])).toEqual([
      ['summary', 9, '8 Posts, 1 Page'],
      ['own-check', 1, '1 Page'],
    ]);
    expect(content[0]?.pages.map(({ id }) => id)).toEqual([20, 4, 8, 7, 6, 5]);
    expect(content[0]?.pages[0]).toEqual({
      id: 20,
      title: '(untitled)',
      url: 'https://site.example/edit/20',
      stale: true,
    });
    expect(content[0]?.pages[1]?.stale).toBe(false);
    expect(content[1]).toMatchObject({ label: 'own-check', why: expect.stringContaining('editor') });
    expect([flagged, graded]).toEqual([9, 9]);
  });

  it('leaves out pages that the caller may not edit, and issues without any', async () => {
    const verdicts = [verdict(1, { flags: ['words'] }), verdict(2, { flags: ['media', 'words'] })];
    const { content } = await score({
      verdicts,
      editUrl: ({ id }) => (id === 1 ? 'https://site.example/edit/1' : undefined),
    });
    expect(content.map(({ id, count, pages }) => [id, count, pages.length])).toEqual([['words', 2, 1]]);
  });

  it('counts pages that only do not answer their search apart', async () => {
    const verdicts = [
      verdict(1, { coverage: 'barely', focus: 'rye' }),
      verdict(2, { coverage: 'answered', focus: 'rye' }),
      verdict(3, { coverage: 'missing', focus: 'rye', flags: ['words'] }),
    ];
    expect(await score({ verdicts })).toMatchObject({ flagged: 1, unanswered: 1 });
  });

  it('tells what was never read and what is out of date', async () => {
    const verdicts = [
      verdict(1),
      verdict(2, { contentHash: '' }),
      verdict(3, { ruleset: 'older' }),
      verdict(4, { contentHash: '' }),
    ];
    const graded = types({ post: 7 });
    const report = await score({ verdicts, scope: { graded }, settings: { optimize_ignored: [4] } });
    expect(report).toMatchObject({
      grading: 3,
      rechecking: 2,
      cron: { lastRun: 9000, due: 5, overdue: false },
    });
    const late = await score({ verdicts, scope: { graded }, lastRun: 10_000 - 7201 });
    expect(late.cron.overdue).toBe(true);
    expect((await score({ lastRun: 0 })).cron).toEqual({ lastRun: 0, due: 0, overdue: false });
  });

  it('[3-set-aside] lists pages that are set aside in their order, and takes them back', async () => {
    const verdicts = [verdict(1, { points: 100 }), verdict(2, { points: 40, flags: ['words', 'own-check'] })];
    const aside = await score({
      verdicts,
      settings: { optimize_ignored: [9, 2, 8] },
      findPage: (id) => (id === 9 ? { id, type: 'post', title: 'Unread', url: 'u' } : undefined),
    });
    expect(aside.ignored).toEqual([
      { id: 9, title: 'Unread', url: 'https://site.example/edit/9', flags: [] },
      { id: 2, title: 'Page 2', url: 'https://site.example/edit/2', flags: ['Thin content', 'own-check'] },
    ]);
    expect(scoresOf(aside)).toMatchObject({ optimized: 100 });
    const back = await score({ verdicts });
    expect(back.ignored).toEqual([]);
    expect(scoresOf(back)).toMatchObject({ optimized: 70 });
  });
});

describe('checks that are switched off', () => {
  const all = types({ post: 1, product: 1 });

  it('do not raise the score: the last verdicts count', async () => {
    const verdicts = [verdict(1, { points: 60, flags: ['words'], contentHash: '' })];
    const report = await score({ verdicts, scope: { checkable: all, checked: [], graded: [], off: true } });
    expect(scoresOf(report)).toMatchObject({ optimized: 60 });
    expect(report).toMatchObject({
      grading: 0,
      rechecking: 0,
      scope: { graded: [], notGraded: ['Posts', 'products'], off: true },
    });
  });

  it('the scope names the types that are graded and the others', async () => {
    const graded = all.slice(0, 1);
    const report = await score({ scope: { checkable: all, checked: all, graded } });
    expect(report.scope).toEqual({ graded: ['Posts'], notGraded: ['products'], off: false });
  });
});
