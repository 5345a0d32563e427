import { beforeAll, describe, expect, it } from 'vitest';
import { FIXES } from '../../../../../src/quality/readiness/fix-command.js';
import { abilities } from '../../../../../src/sidecar/abilities/table.js';
import {
  type Announcement,
  readAnnouncements,
} from '../../../../../src/sidecar/abilities/write/set-aside-page.js';
import { writeOption } from '../../../../../src/storage/tables/options.js';
import { WritingSite, writingSite } from '../../../../support/sidecar/abilities/write/writing.js';
import { serveSite } from '../../../../support/sidecar/server/serving.js';

describe('abilities of the owner', () => {
  let writing: WritingSite;

  beforeAll(async () => {
    writing = await writingSite({
      files: {
        'content/posts/tides.md':
          '---\ntitle: Tides\ndate: 2026-05-01\nid: 3\n---\n\nThe sea is late today.\n',
        'content/posts/ropes.md': '---\ntitle: Ropes\ndate: 2026-03-01\nid: 2\n---\n\nKnots.\n',
        'content/posts/half.md': '---\ntitle: Half\ndraft: true\nid: 4\n---\n\nHalf done.\n',
        'content/things/crate.md': '---\ntitle: Crate\ntype: product\nid: 5\n---\n\nTen coins.\n',
        'public/robots.txt': '',
      },
      settings: {
        post_types: ['post', 'page', 'product'],
        enable_llms_txt: false,
        enable_schema: false,
        enable_ai_header: false,
        enable_tdmrep: false,
      },
    });
    await writing.account('administrator');
  }, 60_000);

  it.each(['contributor', 'author', 'editor'])(
    'are for those who manage the site, not for an %s [5-manage-only]',
    async (role) => {
      const before = writing.file('svc.settings.json');
      const inputs = {
        'apply-fix': { check_id: 'llms' },
        'set-aside-page': { post_id: 3 },
        'retry-announcement': { id: 'x' },
        'review-client': { ua: 'Teapot/1.0', decision: 'block' },
        'recheck-client': { ua: 'Teapot/1.0' },
      };
      for (const [slug, input] of Object.entries(inputs)) {
        const ran = await writing.run(slug, input, role);
        expect([slug, ran.status, ran.code]).toEqual([slug, 403, 'rest_ability_cannot_execute']);
      }
      expect(writing.file('svc.settings.json')).toBe(before);
    },
  );

  it('apply-fix switches on what a check asks for, and tells how it stands [5.1-apply-fix-closed]', async () => {
    const fixed = await writing.done('apply-fix', { check_id: 'ai_usage' });
    expect(fixed).toMatchObject({ applied: true, changed: ['enable_ai_header', 'enable_tdmrep'] });
    expect(fixed['check']).toMatchObject({ id: 'ai_usage', status: 'pass' });
    const stored = JSON.parse(writing.file('svc.settings.json')) as Record<string, unknown>;
    expect(stored).toMatchObject({ enable_ai_header: true, enable_tdmrep: true, enable_llms_txt: false });
    const again = await writing.done('apply-fix', { check_id: 'ai_usage' });
    expect(again).toMatchObject({ applied: false, changed: [] });
  });

  it('apply-fix touches nothing but switches, whatever it is asked for [5.1-apply-fix-never]', async () => {
    for (const id of [...Object.keys(FIXES), 'content_alt_text']) {
      const before = JSON.parse(writing.file('svc.settings.json')) as Record<string, unknown>;
      const ran = await writing.run<{ changed: string[] }>('apply-fix', { check_id: id });
      expect([id, ran.status]).toEqual([id, 200]);
      const after = JSON.parse(writing.file('svc.settings.json')) as Record<string, unknown>;
      const changed = Object.keys(after).filter(
        (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
      );
      expect(changed.sort()).toEqual([...ran.output.changed].sort());
      for (const key of changed) expect([key, after[key]]).toEqual([key, true]);
    }
  });

  it('apply-fix knows no other id', async () => {
    const before = writing.state('svc.settings.json');
    const ran = await writing.run('apply-fix', { check_id: 'constructor' });
    expect([ran.status, ran.code]).toEqual([404, 'svc_unknown_check']);
    expect(writing.state('svc.settings.json')).toEqual(before);
  });

  it('set-aside-page takes one page, either way [5.1-set-aside-single] [3-set-aside]', async () => {
    const counts = (output: Record<string, unknown>) => output['counts'] as Record<string, number>;
    const aside = await writing.done('set-aside-page', { post_id: 3 });
    expect(aside).toMatchObject({ postId: 3, title: 'Tides', aside: true, changed: true });
    expect(counts(aside)['setAside']).toBe(1);
    expect(await writing.done('set-aside-page', { post_id: 3 })).toMatchObject({ changed: false });
    const back = await writing.done('set-aside-page', { post_id: 3, aside: false });
    expect(back).toMatchObject({ aside: false, changed: true });
    expect(counts(back)['setAside']).toBe(0);
    expect(await writing.done('set-aside-page', { post_id: 99, aside: false })).toMatchObject({
      changed: false,
    });
  });

  it.each([
    ['an id that is none', { post_id: 0 }, 400, 'svc_bad_post'],
    ['a page that is not there', { post_id: 99 }, 404, 'svc_not_found'],
    ['a draft', { post_id: 4 }, 400, 'svc_not_published'],
    ['a type that is not graded', { post_id: 5 }, 400, 'svc_not_graded'],
    ['several pages', { post_id: [2, 3] }, 400, 'ability_invalid_input'],
  ])('set-aside-page refuses %s', async (_, input, status, code) => {
    const before = writing.state('svc.settings.json');
    const ran = await writing.run('set-aside-page', input);
    expect([ran.status, ran.code]).toEqual([status, code]);
    expect(writing.state('svc.settings.json')).toEqual(before);
  });

  it('set-aside-page refuses more than a thousand', async () => {
    await writing.saveSettings({
      optimize_ignored: Array.from({ length: 1000 }, (_, index) => 1000 + index),
    });
    const ran = await writing.run('set-aside-page', { post_id: 3 });
    expect([ran.status, ran.code]).toEqual([400, 'svc_set_aside_full']);
  });

  it('retry-announcement queues what has failed, and nothing else', async () => {
    const row = { postId: 3, network: 'harbour', title: 'Tides', scheduledAt: 5, error: 'no answer' };
    const ledger: readonly Announcement[] = [
      { ...row, id: 'a1', status: 'failed' },
      { ...row, id: 'a2', status: 'sent', error: '' },
    ];
    await writing.inStorage((storage) => storage.write((db) => writeOption(db, 'announcements', ledger)));
    expect(await writing.run('retry-announcement', { id: ' ' })).toMatchObject({
      status: 400,
      code: 'svc_announce_id',
    });
    for (const id of ['a2', 'a3']) {
      expect(await writing.run('retry-announcement', { id })).toMatchObject({
        status: 409,
        code: 'svc_announce_row',
      });
    }
    expect(await writing.done('retry-announcement', { id: 'a1' })).toMatchObject({
      retried: true,
      status: 'queued',
    });
    const [first] = await writing.inStorage(({ db }) => readAnnouncements(db));
    expect(first).toMatchObject({ id: 'a1', status: 'queued', error: '', scheduledAt: 1_782_986_400 });
    expect(await writing.run('retry-announcement', { id: 'a1' })).toMatchObject({ status: 409 });
  });

  it('review-client decides, forgets, and takes no rule that meets others', async () => {
    const ua = 'Mozilla/5.0 (compatible; TeaKettle/2.1; +https://kettle.example)';
    const settings = () => JSON.parse(writing.file('svc.settings.json')) as Record<string, unknown>;
    const blocked = await writing.done('review-client', { ua, decision: 'BLOCK' });
    expect(blocked).toMatchObject({ decided: true, rule: 'teakettle' });
    expect(settings()).toMatchObject({ block_agents: true, blocked_agents: ['teakettle'] });
    const forgotten = await writing.done('review-client', { ua, decision: 'forget', list: 'blocked' });
    expect(forgotten).toMatchObject({ rule: 'teakettle' });
    expect(settings()['blocked_agents'] ?? []).toEqual([]);
    expect(await writing.done('review-client', { ua, decision: 'ignore' })).toMatchObject({
      decided: true,
      rule: '',
    });
  });

  it.each([
    ['no client', { ua: ' ', decision: 'block' }, 400, 'svc_review_ua'],
    ['no decision', { ua: 'TeaKettle/1', decision: 'maybe' }, 400, 'svc_review_decision'],
    ['a list that is none', { ua: 'TeaKettle/1', decision: 'forget', list: 'x' }, 400, 'svc_review_list'],
    [
      'what is in no list',
      { ua: 'TeaKettle/1', decision: 'forget', list: 'allowed' },
      404,
      'svc_review_absent',
    ],
    [
      'a browser',
      { ua: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0', decision: 'block' },
      422,
      'svc_no_safe_token',
    ],
    [
      'a search engine',
      { ua: 'Mozilla/5.0 (compatible; Googlebot/2.1)', decision: 'block' },
      422,
      'svc_no_safe_token',
    ],
  ])('review-client refuses %s', async (_, input, status, code) => {
    const before = writing.state('svc.settings.json');
    const ran = await writing.run('review-client', input);
    expect([ran.status, ran.code]).toEqual([status, code]);
    expect(writing.state('svc.settings.json')).toEqual(before);
  });

  it('recheck-client looks up what is kept, twenty times a minute', async () => {
    expect(await writing.run('recheck-client', { ua: '' })).toMatchObject({
      status: 400,
      code: 'svc_recheck_ua',
    });
    const unknown = await writing.run('recheck-client', { ua: 'TeaKettle/2.1' });
    expect(unknown).toMatchObject({ status: 422, code: 'svc_not_verifiable' });
    const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    expect(await writing.done('recheck-client', { ua: bot })).toMatchObject({
      status: 'no-ip',
      verdict: 0,
      checked: 0,
    });
    const more = await Promise.all(
      Array.from({ length: 19 }, () => writing.run('recheck-client', { ua: bot })),
    );
    expect(more.filter(({ code }) => code === 'svc_reverify_throttled')).toHaveLength(1);
  });
});

describe('the two switches', () => {
  it.each([[{ enable_mcp_server: true }], [{ enable_agent_writes: true }], [{}]])(
    'no ability that writes exists under %j [5-writes-both-switches] [5-writes-default-off]',
    async (settings) => {
      const site = await serveSite({
        files: { 'content/tea.md': '---\ntitle: Tea\nid: 1\n---\n\nHot.\n', 'public/robots.txt': '' },
        settings,
      });
      const writing = new WritingSite(site);
      const headers = await writing.account('administrator');
      const list = await fetch(`${site.url}api/wp-abilities/v1/abilities?per_page=100`, { headers });
      const names = ((await list.json()) as { name: string }[]).map(({ name }) => name);
      for (const { slug } of abilities.filter(({ tier }) => tier === 'write')) {
        expect(names).not.toContain(`svc/${slug}`);
        const ran = await writing.run(slug, { post_id: 1, alt: 'x', description: 'x' });
        expect([slug, ran.status]).toEqual([slug, 404]);
      }
      expect(writing.file('content/tea.md')).toBe('---\ntitle: Tea\nid: 1\n---\n\nHot.\n');
    },
    60_000,
  );
});
