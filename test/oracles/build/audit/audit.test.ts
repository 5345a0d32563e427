import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditReport } from '../../../../src/build/audit/audit.js';
import { wxr } from '../../../support/build/export.js';
import { hiddenSites as writtenSites } from '../../../support/build/hidden-entries.js';
import { ghostSite } from '../../../support/build/hidden-ghost.js';
import { htmlSite } from '../../../support/build/hidden-html.js';
import { filesIn, workspace, writeFiles } from '../../../support/build/workspace.js';
import { build, runSvc } from '../../../support/cli/run-svc.js';

interface Audited {
  readonly code: number | null;
  readonly report: AuditReport;
}

async function audit(cwd: string, args: readonly string[]): Promise<Audited> {
  const { code, stdout } = await runSvc(['audit', '--json', ...args], { cwd });
  return { code, report: JSON.parse(stdout) as AuditReport };
}

const BASE = ['--base-url', 'https://harbour.example'];

describe.each([...writtenSites, ghostSite(), htmlSite()])('svc audit of $name', ({ args, files }) => {
  const cwd = workspace(files);
  const all = [...args, ...BASE];

  it('hides what a build hides, for the same reasons', async () => {
    const before = filesIn(cwd);
    const { report } = await audit(cwd, all);
    expect(filesIn(cwd)).toEqual(before);
    const built = await build([...all, '--dry-run'], { cwd });
    const counts: Record<string, number> = {};
    for (const { reason } of report.hidden) counts[reason] = (counts[reason] ?? 0) + 1;
    expect(counts).toEqual(built.hidden);
    expect(report.public).toBe(Object.values(built.entries).reduce((sum, count) => sum + count, 0));
  });

  it('names the mark, the file and the setting of each', async () => {
    const { report } = await audit(cwd, all);
    expect(report.hidden.length).toBeGreaterThan(5);
    for (const { rule, setting, file } of report.hidden) {
      // The words for a reason of which no source gave the mark.
      expect(rule).not.toMatch(/its source says so/);
      expect(setting).not.toBe('');
      expect(filesIn(cwd)).toContain(file.replace(`${cwd}/`, ''));
    }
  });
});

describe('svc audit', () => {
  it('accounts for every page of a built site', async () => {
    const { args, files } = htmlSite();
    const cwd = workspace(files);
    const { report } = await audit(cwd, [...args, ...BASE]);
    const pages = filesIn(cwd).filter((file) => file.endsWith('.html') && !file.includes('/.'));
    expect(report.public + report.hidden.length + report.leftOut.length).toBe(pages.length);
  });
});

const GHOST_POST = {
  id: '000000000000000000000001',
  title: 'Tea',
  slug: 'tea',
  status: 'published',
  visibility: 'public',
  published_at: '2026-01-01T00:00:00.000Z',
};

function ghost(html: string): string {
  return JSON.stringify({
    db: [{ meta: { version: '5.80.0' }, data: { posts: [{ ...GHOST_POST, html }] } }],
  });
}

const EXPORT = wxr([
  {
    id: 1,
    title: 'One',
    slug: 'one',
    body: '[vip_lounge]<p>a</p>[/vip_lounge] [vip_lounge]<p>b</p>[/vip_lounge]',
  },
  { id: 2, title: 'Two', slug: 'two', body: '[vip_lounge]<p>c</p>[/vip_lounge] [fancy]<p>d</p>[/fancy]' },
  {
    id: 3,
    title: 'Three',
    slug: 'three',
    body: '[memberful]<p>e</p>[/memberful] <p>f</p> [subscriber_corner]<p>g</p>',
  },
  { id: 4, title: 'Four', slug: 'four', status: 'draft', body: '[vip_lounge]<p>h</p>[/vip_lounge]' },
  { id: 5, title: 'Five', slug: 'five', body: '[backstage]<p>i</p>[/backstage]' },
]);
const ARGS = ['--source', 'export.xml', ...BASE];

function withPrivacy(privacy: Readonly<Record<string, readonly string[]>>): string {
  return workspace({ 'export.xml': EXPORT, 'svc.config.json': JSON.stringify({ privacy }) });
}

describe('the gates of svc audit', () => {
  it('are counted by name, with each place and the setting', async () => {
    const { code, report } = await audit(withPrivacy({}), ARGS);
    expect(code).toBe(0);
    const gates = report.gates.map(({ name, isHeldBack, decider, count, places }) => [
      name,
      isHeldBack,
      decider,
      count,
      places.map((place) => place.count),
    ]);
    expect(gates).toEqual([
      ['memberful', true, 'known', 1, [1]],
      ['vip_lounge', true, 'sound', 3, [2, 1]],
      ['subscriber_corner', true, 'unclosed', 1, [1]],
      ['backstage', false, 'none', 1, [1]],
      ['fancy', false, 'none', 1, [1]],
    ]);
    const vip = report.gates.find(({ name }) => name === 'vip_lounge');
    expect(vip?.setting).toMatch(/"vip_lounge" to "privacy\.allow"/);
    expect(vip?.places.every(({ line }) => line !== undefined && line > 0)).toBe(true);
  });

  it('follow the owner', async () => {
    const { report } = await audit(withPrivacy({ allow: ['vip_*'], deny: ['backstage'] }), ARGS);
    const found = report.gates.map(({ name, isHeldBack, decider }) => [name, isHeldBack, decider]);
    expect(found).toContainEqual(['backstage', true, 'privacy.deny']);
    expect(found).toContainEqual(['vip_lounge', false, 'privacy.allow']);
    expect(found).not.toContainEqual(['vip_lounge', true, 'sound']);
  });

  it.each([
    ['<p>a</p><!--members-only--><p>b</p>', 'members-only', 'format'],
    [
      '<p>a</p><!--kg-gated-block:begin nonMember:false --><p>b</p><!--kg-gated-block:end-->',
      'kg-gated-block',
      'format',
    ],
    ['<p>a</p><!--begin crew secret--><p>b</p><!--end crew secret-->', 'crew-secret', 'sound'],
  ])('of a Ghost post are named: %s', async (html, name, decider) => {
    const { report } = await audit(workspace({ 'ghost.json': ghost(html) }), [
      '--source',
      'ghost.json',
      ...BASE,
    ]);
    expect(report.gates).toMatchObject([{ name, decider, isHeldBack: true, count: 1 }]);
  });

  it('of a folder are its folders and keys', async () => {
    const cwd = workspace({
      'content/members-only/a.md': '---\ntitle: A\n---\na\n',
      'content/members-only/b.md': '---\ntitle: B\n---\nb\n',
      'content/c.md': '---\ntitle: C\naccess: members\n---\nc\n',
      'content/internal/d.md': '---\ntitle: D\n---\nd\n',
      'content/e.md': '---\ntitle: E\n---\ne\n',
      'svc.config.json': JSON.stringify({ source: 'content', privacy: { allow: ['internal'] } }),
    });
    const { report } = await audit(cwd, BASE);
    expect(report.gates).toMatchObject([
      { kind: 'key', name: 'access', isHeldBack: true, decider: 'known', count: 1 },
      { kind: 'folder', name: 'members-only', isHeldBack: true, decider: 'sound', count: 2 },
      { kind: 'folder', name: 'internal', isHeldBack: false, decider: 'privacy.allow', count: 1 },
    ]);
    expect(report.public).toBe(2);
  });
});

describe('svc audit --strict', () => {
  it('ends with 1 where a name that merely sounds like a restriction holds text back', async () => {
    const { code, report } = await audit(withPrivacy({}), ['--strict', ...ARGS]);
    expect([code, report.ok]).toEqual([1, false]);
    const { code: text, stdout } = await runSvc(['audit', '--strict', ...ARGS], { cwd: withPrivacy({}) });
    expect(text).toBe(1);
    expect(stdout).toContain('vip_lounge');
  });

  it('ends with 0 once the owner has decided', async () => {
    const cwd = withPrivacy({ deny: ['vip_*'], allow: ['subscriber_corner'] });
    expect(await audit(cwd, ['--strict', ...ARGS])).toMatchObject({ code: 0, report: { ok: true } });
  });
});

describe('svc audit --previous', () => {
  const before = wxr([
    { id: 1, title: 'One', slug: 'one' },
    { id: 2, title: 'Two', slug: 'two' },
    { id: 3, title: 'Three', slug: 'three', status: 'draft' },
  ]);
  const after = wxr([
    { id: 1, title: 'One', slug: 'one' },
    { id: 2, title: 'Two', slug: 'two' },
    { id: 3, title: 'Three', slug: 'three' },
    { id: 4, title: 'Four', slug: 'four' },
    { id: 5, title: 'Five', slug: 'five', password: 'tide' },
  ]);
  const without = wxr([{ id: 1, title: 'One', slug: 'one' }]);
  const firstUrls = ({ since }: AuditReport) => since?.firstPublic.map(({ url }) => url);

  it('lists what the last deployment did not have, and nothing that it had', async () => {
    const cwd = workspace({ 'export.xml': before });
    await build(ARGS, { cwd });
    expect(firstUrls((await audit(cwd, [...ARGS, '--previous', 'out'])).report)).toEqual([]);
    writeFiles(cwd, { 'export.xml': after });
    const { code, report } = await audit(cwd, [...ARGS, '--previous', 'out']);
    expect(code).toBe(0);
    expect(firstUrls(report)).toEqual(['https://harbour.example/three/', 'https://harbour.example/four/']);
    expect(report.since?.previous).toBe(join(cwd, 'out'));
  });

  it('does not count what was withdrawn and comes back', async () => {
    const cwd = workspace({ 'export.xml': before });
    await build(ARGS, { cwd });
    writeFiles(cwd, { 'export.xml': without });
    await build(ARGS, { cwd });
    writeFiles(cwd, { 'export.xml': after });
    const { report } = await audit(cwd, [...ARGS, '--previous', 'out']);
    expect(firstUrls(report)).toEqual(['https://harbour.example/three/', 'https://harbour.example/four/']);
  });

  it('fails where there is no such folder', async () => {
    const cwd = workspace({ 'export.xml': before });
    const { code, stdout } = await runSvc(['audit', '--json', ...ARGS, '--previous', 'nowhere'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('SVC_PREVIOUS_UNREADABLE');
  });

  it('says nothing of a first time without it', async () => {
    const { report } = await audit(workspace({ 'export.xml': before }), ARGS);
    expect(report.since).toBeUndefined();
  });
});
