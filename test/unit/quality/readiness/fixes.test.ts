import { describe, expect, it } from 'vitest';
import { readinessChecks } from '../../../../src/quality/readiness/checks/table.js';
import type { ReadinessFacts } from '../../../../src/quality/readiness/facts.js';
import { decideFix, FIXES, fixPlan, fixResult } from '../../../../src/quality/readiness/fix-command.js';
import { readinessReport } from '../../../../src/quality/readiness/readiness-report.js';
import { goodFacts, goodSettings } from '../../../support/quality/readiness/site-facts.js';

async function decide(id: string, facts: ReadinessFacts) {
  return decideFix(id, (await readinessReport(facts)).rows, facts);
}

const closedRobots = { text: 'User-agent: *\nDisallow:\n', isOwnFile: false };

describe('the fixes', () => {
  it('know every check', () => {
    expect(readinessChecks.map(({ id }) => id).filter((id) => !Object.hasOwn(FIXES, id))).toEqual([]);
  });

  it.each([
    ['llms', { settings: goodSettings({ enable_llms_txt: false }) }, ['enable_llms_txt']],
    ['llms_full', { settings: goodSettings({ enable_llms_full: false }) }, ['enable_llms_full']],
    ['schema', { settings: goodSettings({ enable_schema: false }) }, ['enable_schema']],
    [
      'sitemap',
      { sitemap: undefined, settings: goodSettings({ enable_sitemap: false }) },
      ['enable_sitemap'],
    ],
    [
      'ai_usage',
      { settings: goodSettings({ enable_ai_header: false, enable_tdmrep: false }) },
      ['enable_ai_header', 'enable_tdmrep'],
    ],
    ['topics', { settings: goodSettings({ enable_topics: false }) }, ['enable_topics']],
    [
      'topics',
      {
        settings: goodSettings({ topics_derive_default: false }),
        content: { ...goodFacts().content, withTopics: 0 },
      },
      ['topics_derive_default'],
    ],
    [
      'security_txt',
      {
        settings: goodSettings({ enable_security_txt: false }),
        securityTxt: { owner: 'none', contacts: 0 },
      },
      ['enable_security_txt'],
    ],
    [
      'robots_sitemap',
      { robots: closedRobots, sitemap: undefined, settings: goodSettings({ enable_sitemap: false }) },
      ['enable_sitemap'],
    ],
    [
      'robots_sitemap',
      { robots: closedRobots, settings: goodSettings({ enable_robots: false }) },
      ['enable_robots'],
    ],
  ] as const)('of %s switch on what is off', async (id, change, switches) => {
    expect(await decide(id, goodFacts(change))).toMatchObject({ kind: 'enable', switches });
  });

  it.each([
    [
      'robots_sitemap',
      { robots: closedRobots, site: { ...goodFacts().site, public: false } },
      /Only the owner can decide/,
    ],
    ['robots_sitemap', { robots: { ...closedRobots, isOwnFile: true } }, /belongs to its owner/],
    ['public', { site: { ...goodFacts().site, public: false } }, /Only the owner can decide/],
    ['llms', { llms: { owner: 'file', words: 0 } }, /replaces it/],
    ['topics', { content: { ...goodFacts().content, hasTerms: false, withTopics: 0 } }, /tags/],
    ['security_txt', { securityTxt: { owner: 'none', contacts: 0 } }, /contact for security problems/],
    ['schema', { html: 'none' }, /different cause/],
    ['sitemap', { sitemap: undefined }, /different cause/],
    ['content_headings', {}, /check-page/],
    ['visibility_failing', {}, /credit/],
    ['measure_setup', {}, /credit/],
  ] as const)('of %s leave to the owner what is not theirs', async (id, change, message) => {
    const decision = await decide(id, goodFacts(change));
    expect(decision.kind).toBe('nothing');
    expect(decision.kind === 'nothing' && decision.message).toMatch(message);
  });

  it('do nothing about what passes, and know no other id', async () => {
    expect(await decide('llms', goodFacts())).toMatchObject({
      kind: 'nothing',
      check: { id: 'llms', status: 'pass' },
    });
    expect(await decide('nonsense', goodFacts())).toEqual({ kind: 'unknown' });
    expect(await decide('toString', goodFacts())).toEqual({ kind: 'unknown' });
  });

  it('leave the rows of plugins to plugins', () => {
    const row = { id: 'menu', label: 'Menu', status: 'warn', detail: '', fix: '', action: null } as const;
    expect(decideFix('menu', [row], goodFacts())).toMatchObject({ kind: 'nothing', check: row });
  });

  it('never switch anything off, and never touch visibility', () => {
    const everyFacts = [
      goodFacts(),
      goodFacts({ sitemap: undefined }),
      goodFacts({ llms: { owner: 'file', words: 0 } }),
    ];
    for (const facts of everyFacts) {
      for (const id of Object.keys(FIXES)) {
        const plan = fixPlan(id, facts);
        if (plan?.kind !== 'enable') continue;
        for (const name of plan.switches) {
          expect(typeof facts.settings[name]).toBe('boolean');
          expect(name).not.toMatch(/agent_writes|mcp|public/);
        }
      }
    }
  });

  it('tell whether it passes now', async () => {
    const before = goodFacts({ settings: goodSettings({ enable_schema: false }) });
    const decision = await decide('schema', before);
    if (decision.kind !== 'enable') throw new Error('nothing to do');
    const passing = fixResult(decision, (await readinessReport(goodFacts())).rows);
    expect(passing).toMatchObject({ applied: true, changed: ['enable_schema'], check: { status: 'pass' } });
    expect(passing.message).toMatch(/passes now/);
    const still = fixResult(decision, (await readinessReport(goodFacts({ html: 'none' }))).rows);
    expect(still).toMatchObject({ applied: true, check: { status: 'warn' } });
    expect(still.message).toMatch(/doesn't pass yet/);
  });
});
