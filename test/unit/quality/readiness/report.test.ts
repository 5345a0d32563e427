import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import type { Registration } from '../../../../src/config/hooks/registrations.js';
import type { ReadinessRow, Status } from '../../../../src/quality/readiness/check.js';
import { closesSite, namesSitemap } from '../../../../src/quality/readiness/checks/crawling.js';
import { readinessChecks } from '../../../../src/quality/readiness/checks/table.js';
import {
  groupRows,
  ladderPosition,
  normaliseRow,
  readinessReport,
} from '../../../../src/quality/readiness/readiness-report.js';
import { RUNG_CHECKS } from '../../../support/quality/readiness/rung-checks.js';
import { goodFacts } from '../../../support/quality/readiness/site-facts.js';

const registered = (definition: unknown): Registration => ({
  definition,
  priority: 10,
  origin: 'plugins/menu.js',
});

function aRow(id: string, status: Status = 'pass'): ReadinessRow {
  return { id, label: id, status, detail: '', fix: '', action: null };
}

describe('[2.2-readiness-row] [2.2-readiness-status] a row of a plugin', () => {
  it.each([
    ['no object', null, undefined],
    ['a list', [], undefined],
    ['no id', { label: 'Menu', status: 'pass' }, undefined],
    ['an empty id', { id: '' }, undefined],
    ['an unknown status', { id: 'm', status: 'off' }, 'warn'],
    ['no status', { id: 'm' }, 'warn'],
    ['pass true', { id: 'm', pass: true }, 'pass'],
    ['ok true', { id: 'm', ok: true, pass: false }, 'pass'],
    ['pass false', { id: 'm', pass: false }, 'fail'],
    ['pass of another kind', { id: 'm', pass: 'yes' }, 'fail'],
    ['a status and pass', { id: 'm', status: 'fail', pass: true }, 'fail'],
  ])('with %s', (_, given, status) => {
    expect(normaliseRow(given)?.status).toBe(status);
  });

  it('has exactly the six members, whatever comes', () => {
    fc.assert(
      fc.property(fc.object(), (given) => {
        const found = normaliseRow({ ...given, id: 'menu' });
        expect(Object.keys(found ?? {})).toEqual(['id', 'label', 'status', 'detail', 'fix', 'action']);
        expect(['pass', 'warn', 'fail']).toContain(found?.status);
      }),
    );
  });

  it('is labelled by its id, and links to the web only', () => {
    expect(normaliseRow({ id: 'm', action: { label: 'Go', href: 'javascript:alert(1)' } })).toEqual({
      ...aRow('m', 'warn'),
    });
    expect(normaliseRow({ id: 'm', action: { label: 'Go', href: 'https://a.example/' } })?.action).toEqual({
      label: 'Go',
      href: 'https://a.example/',
    });
    expect(normaliseRow({ id: 'm', action: { tab: 'settings', anchor: 'a', x: 1 } })?.action).toEqual({
      label: 'settings',
      tab: 'settings',
      anchor: 'a',
    });
  });
});

describe('the report', () => {
  it('takes rows, lists of rows and functions that make them, behind the others', async () => {
    const { rows, notices } = await readinessReport(goodFacts(), {
      registrations: [
        registered({ id: 'menu', ok: true }),
        registered(() => [{ id: 'cellar' }, null]),
        registered(({ settings }: ReturnType<typeof goodFacts>) =>
          Promise.resolve({ id: settings.identity.role }),
        ),
      ],
    });
    expect(rows.slice(-3).map(({ id, status }) => [id, status])).toEqual([
      ['menu', 'pass'],
      ['cellar', 'warn'],
      ['Pomologist', 'warn'],
    ]);
    expect(notices).toEqual([]);
  });

  it('names a plugin whose check throws, and goes on', async () => {
    const broken = () => {
      throw new TypeError('no menu');
    };
    const { rows, notices } = await readinessReport(goodFacts(), {
      registrations: [registered(broken), registered({ id: 'cellar' })],
    });
    expect(rows.at(-1)?.id).toBe('cellar');
    expect(notices).toMatchObject([{ level: 'error', origin: 'plugins/menu.js', hook: 'readinessCheck' }]);
    expect(notices[0]?.message).toContain('TypeError: no menu');
  });

  it('gives plugins a copy of the facts', async () => {
    const facts = goodFacts();
    const spoil = (given: { settings: { identity: { role: string } } }) => {
      given.settings.identity.role = 'spoilt';
      return null;
    };
    await readinessReport(facts, { registrations: [registered(spoil)] });
    expect(facts.settings.identity.role).toBe('Pomologist');
  });

  it('[2.2-readiness-filter] passes the filter once, last, and mends its result', async () => {
    const hooks = new Hooks();
    let calls = 0;
    hooks.filter('svc_readiness_checks', (rows) => {
      calls += 1;
      return [
        ...rows.filter(({ id }) => id !== 'public'),
        { id: 'added', status: 'good' },
        { label: 'no id' },
      ];
    });
    const { rows } = await readinessReport(goodFacts(), {
      hooks,
      registrations: [registered({ id: 'menu' })],
    });
    expect(calls).toBe(1);
    expect(rows.map(({ id }) => id)).not.toContain('public');
    expect(rows.slice(-2).map(({ id, status }) => [id, status])).toEqual([
      ['menu', 'warn'],
      ['added', 'warn'],
    ]);
  });
});

describe('the groups', () => {
  it('hold the rows of each rung, the worst first, and the rest at the end', () => {
    const rows = [
      aRow('public', 'warn'),
      aRow('robots', 'fail'),
      aRow('sitemap'),
      aRow('permalinks', 'warn'),
      aRow('about'),
      aRow('menu', 'warn'),
    ];
    expect(
      groupRows(rows).map(({ key, status, pass, total, rows: own }) => [
        key,
        status,
        pass,
        total,
        own.map(({ id }) => id),
      ]),
    ).toEqual([
      ['findable', 'fail', 1, 4, ['robots', 'public', 'permalinks', 'sitemap']],
      ['trusted', 'pass', 1, 1, ['about']],
      ['more', 'warn', 0, 1, ['menu']],
    ]);
  });

  it('stand on the rungs of section 1.6', () => {
    for (const [rung, ids] of Object.entries(RUNG_CHECKS)) {
      const own = readinessChecks.filter((check) => check.rung === rung).map(({ id }) => id);
      expect(own.sort(), rung).toEqual([...ids].sort());
    }
  });

  it('tell the rung that a site stands on', () => {
    const all = Object.values(RUNG_CHECKS).flat();
    const with_ = (...changed: ReadinessRow[]) =>
      all.map((id) => changed.find((one) => one.id === id) ?? aRow(id));
    expect(ladderPosition(with_())).toEqual({ isUnreachable: false, achieved: 'trusted', next: undefined });
    expect(ladderPosition(with_(aRow('topics', 'warn')))).toEqual({
      isUnreachable: false,
      achieved: 'findable',
      next: { rung: 'readable', open: [{ id: 'topics', label: 'topics' }] },
    });
    expect(ladderPosition(with_(aRow('sitemap', 'warn')))).toMatchObject({
      achieved: undefined,
      next: { rung: 'findable' },
    });
    expect(ladderPosition(with_(aRow('public', 'fail')))).toMatchObject({
      isUnreachable: true,
      achieved: undefined,
    });
    expect(ladderPosition([])).toMatchObject({ achieved: undefined, next: { rung: 'findable', open: [] } });
  });
});

describe('a robots.txt', () => {
  it.each([
    ['User-agent: *\nDisallow: /', true],
    ['User-agent: *\nDisallow: /*', true],
    ['User-agent: a\nUser-agent: *\nDisallow: /', true],
    ['User-agent: *\nDisallow:', false],
    ['User-agent: *\nDisallow: /private', false],
    ['User-agent: *\nDisallow: /\nAllow: /open', false],
    ['User-agent: *\nDisallow: /\nAllow:', true],
    ['User-agent: *\nAllow: /open\nDisallow: /', false],
    ['User-agent: Greedy\nDisallow: /\n\nUser-agent: *\nDisallow:', false],
    ['User-agent: *\nDisallow:\nUser-agent: Greedy\nDisallow: /', false],
    ['', false],
  ])('%j closes the site: %s', (text, closes) => {
    expect(closesSite(text)).toBe(closes);
  });

  it.each([
    ['Sitemap: https://a.example/s.xml', true],
    ['x\n  sitemap:https://a.example/s.xml', true],
    ['Sitemap: /s.xml', false],
    ['# Sitemap: https://a.example/s.xml', false],
  ])('%j names a sitemap: %s', (text, names) => {
    expect(namesSitemap(text)).toBe(names);
  });
});
