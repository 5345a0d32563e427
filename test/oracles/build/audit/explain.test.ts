import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../../src/build/audit/explain.js';
import { type Item, wxr } from '../../../support/build/export.js';
import { type Files, filesIn, workspace } from '../../../support/build/workspace.js';
import { build, runSvc } from '../../../support/cli/run-svc.js';

async function explain(asked: string, cwd: string, args: readonly string[]): Promise<Explanation> {
  const { code, stdout } = await runSvc(['build', '--explain', asked, '--json', ...args], { cwd });
  const explanation = JSON.parse(stdout) as Explanation;
  expect(code).toBe(explanation.verdicts.length > 0 ? 0 : 1);
  return explanation;
}

/** The only verdict on a page. */
async function verdictOf(asked: string, cwd: string, args: readonly string[] = ARGS) {
  const { verdicts } = await explain(asked, cwd, args);
  expect(verdicts).toHaveLength(1);
  const [verdict] = verdicts;
  if (verdict === undefined) throw new Error('no verdict');
  return { ...verdict, file: verdict.file.replace(`${cwd}/`, '') };
}

const ARGS = ['--source', 'content', '--base-url', 'https://tea.example'];

function page(matter: Readonly<Record<string, string>>, body = 'Some words.'): string {
  const lines = Object.entries(matter).map(([key, value]) => `${key}: ${value}`);
  return `---\n${['title: A page', ...lines].join('\n')}\n---\n${body}\n`;
}

/** File, its front matter, and the reason, line and words that are expected of the verdict. */
const HIDDEN_FILES: readonly (readonly [
  file: string,
  matter: Readonly<Record<string, string>>,
  reason: string,
  line: number | undefined,
  rule: RegExp,
])[] = [
  ['draft.md', { draft: 'true' }, 'status', 3, /"draft": true/],
  ['status.md', { date: '2026-01-01', status: 'pending' }, 'status', 4, /"status": "pending"/],
  ['unpublished.md', { published: 'false' }, 'status', 3, /"published": false/],
  ['state.md', { workflow: 'in-review' }, 'status', 3, /"workflow": "in-review"/],
  ['forward.md', { redirect_to: '/draft/' }, 'status', 3, /"redirect_to"/],
  ['private.html', { private: 'true' }, 'status', 3, /"private": true/],
  ['headless.md', { headless: 'true' }, 'status', 3, /"headless": true/],
  ['later.md', { date: '2099-01-01' }, 'scheduled', undefined, /2099-01-01T00:00:00Z/],
  [
    'over.md',
    { date: '2026-01-01', expiryDate: '2026-02-01' },
    'expired',
    4,
    /"expiryDate".*2026-02-01T00:00:00Z/,
  ],
  ['locked.md', { password: 'tide-table' }, 'protected', 3, /"password"/],
  ['members.md', { visibility: 'members' }, 'protected', 3, /"visibility": "members"/],
  ['access.md', { access: 'members' }, 'protected', 3, /"access": "members"/],
  ['crew.md', { 'members-area': 'true' }, 'protected', 3, /"members-area": true/],
  ['members-only/cellar.md', {}, 'protected', undefined, /the folder "members-only"/],
  ['noindex.md', { noindex: 'true' }, 'noindex', 3, /"noindex": true/],
  ['robots.md', { robots: 'noindex, nofollow' }, 'noindex', 3, /"robots": "noindex, nofollow"/],
  ['sitemap.md', { sitemap: 'false' }, 'noindex', 3, /"sitemap": false/],
  ['404.md', {}, 'noindex', undefined, /error page/],
  ['event.md', { type: 'event' }, 'type', undefined, /the type "event"/],
];

const FOLDER: Files = {
  ...Object.fromEntries(HIDDEN_FILES.map(([file, matter]) => [`content/${file}`, page(matter)])),
  'content/tea.md': page({ date: '2026-01-01' }),
  'content/elsewhere.md': page({ canonical: 'https://other.example/x/', llms: 'false' }),
  'content/broken.md': '---\ntitle: [\n---\nWords.\n',
};

describe('svc build --explain on a content folder', () => {
  const cwd = workspace(FOLDER);

  it.each(HIDDEN_FILES)('%s', async (file, _matter, reason, line, rule) => {
    const verdict = await verdictOf(`content/${file}`, cwd);
    expect(verdict).toMatchObject({ isPublic: false, reason, file: `content/${file}` });
    expect(verdict.line).toBe(line);
    expect(verdict.rule).toMatch(rule);
    expect(verdict.setting).not.toBe('');
  });

  it('agrees with a build on every page', async () => {
    const report = await build([...ARGS, '--dry-run'], { cwd });
    const counts: Record<string, number> = {};
    for (const [, , reason] of HIDDEN_FILES) counts[reason] = (counts[reason] ?? 0) + 1;
    expect(report.hidden).toEqual(counts);
    expect(report.twins).toBe(2);
  });

  it.each([
    ['https://tea.example/draft/'],
    ['/draft/'],
    ['/draft'],
    ['draft.md'],
    ['content/draft.md'],
    [join(cwd, 'content/draft.md')],
  ])('finds the page by %s', async (asked) => {
    expect(await verdictOf(asked, cwd)).toMatchObject({ reason: 'status', file: 'content/draft.md' });
  });

  it('finds a public page by its twin, and says nothing against it', async () => {
    expect(await verdictOf('https://tea.example/tea.md', cwd)).toMatchObject({
      isPublic: true,
      reason: 'public',
      setting: '',
      url: 'https://tea.example/tea/',
      twin: 'tea.md',
      also: [],
      notes: [],
    });
  });

  it('says from which documents a public page is left out', async () => {
    const { isPublic, notes } = await verdictOf('/elsewhere/', cwd);
    expect(isPublic).toBe(true);
    expect(notes.join('\n')).toMatch(/https:\/\/other\.example\/x\/[\s\S]*llms\.txt/);
  });

  it('names a file that cannot be read, with its line', async () => {
    const verdict = await verdictOf('content/broken.md', cwd);
    expect(verdict).toMatchObject({ isPublic: false, reason: 'left-out' });
    expect(verdict.rule).toMatch(/front matter can't be read/);
    expect(verdict.line).toBeGreaterThan(0);
  });

  it('never shows a password', async () => {
    const { stdout } = await runSvc(['build', '--explain', '/locked/', '--json', ...ARGS], { cwd });
    expect(stdout).toContain('password');
    expect(stdout).not.toContain('tide-table');
  });

  it('gives every reason that would hide a page by itself', async () => {
    const both = workspace({ 'content/a.md': page({ draft: 'true', noindex: 'true', date: '2099-01-01' }) });
    const { reason, also } = await verdictOf('/a/', both);
    expect([reason, ...also.map((one) => one.reason)]).toEqual(['status', 'scheduled', 'noindex']);
  });

  it('ends with 1 and the nearest names where nothing is known', async () => {
    const { ok, nearest } = await explain('/draff/', cwd, ARGS);
    expect(ok).toBe(false);
    expect(nearest).toContain('/draft/');
    const { code, stdout } = await runSvc(['build', '--explain', '/draff/', ...ARGS], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('/draft/');
  });

  it('writes nothing', async () => {
    const before = filesIn(cwd);
    await verdictOf('/tea/', cwd);
    expect(filesIn(cwd)).toEqual(before);
  });

  it('names a setting that publishes what a name holds back', async () => {
    for (const [file, name] of [
      ['access.md', 'access'],
      ['members-only/cellar.md', 'members-only'],
    ]) {
      const files = { ...FOLDER, 'svc.config.json': JSON.stringify({ privacy: { allow: [name] } }) };
      const verdict = await verdictOf(`content/${file}`, workspace(files));
      expect(verdict.isPublic).toBe(true);
      expect(verdict.gates).toMatchObject([{ name, isHeldBack: false, decider: 'privacy.allow' }]);
    }
  });
});

const ITEMS: readonly Item[] = [
  { id: 1, title: 'Open', slug: 'open', body: '<p>Words</p>' },
  { id: 2, title: 'Draft', slug: 'unfinished', link: 'https://old.example/?p=2', status: 'draft' },
  { id: 3, title: 'Private', slug: 'private-post', status: 'private' },
  { id: 4, title: 'Pending', slug: 'pending-post', status: 'pending' },
  { id: 5, title: 'Trash', slug: 'thrown', status: 'trash' },
  { id: 6, title: 'Future', slug: 'future', status: 'future', date: '2099-01-01 00:00:00' },
  { id: 7, title: 'Locked', slug: 'locked', password: 'tide-table' },
  { id: 8, title: 'Member', slug: 'member', meta: { _members_access_role: 'subscriber' } },
  { id: 9, title: 'Unseen', slug: 'unseen', meta: { '_yoast_wpseo_meta-robots-noindex': '1' } },
  { id: 10, title: 'Event', slug: 'event', type: 'event' },
  { id: 11, title: 'Order', slug: 'order', type: 'shop_order', status: 'wc-completed' },
  {
    id: 12,
    title: 'Gated',
    slug: 'gated',
    body: '<p>Before</p>[vip_lounge]<p>Secret</p>[/vip_lounge][fancy]<p>Shown</p>[/fancy]',
  },
];
const EXPORT = ['--source', 'export.xml', '--base-url', 'https://new.example'];

describe('svc build --explain on a WordPress export', () => {
  const text = wxr(ITEMS);
  const cwd = workspace({ 'export.xml': text });
  /** The line on which an item of the export begins. */
  const lineOf = (title: string) =>
    text.slice(0, text.lastIndexOf('<item>', text.indexOf(`[${title}]`))).split('\n').length;

  it.each([
    ['https://old.example/private-post/', 'Private', 'status', /<wp:status> is "private"/],
    ['https://new.example/pending-post/', 'Pending', 'status', /"pending"/],
    ['/thrown/', 'Trash', 'status', /"trash"/],
    ['/future/', 'Future', 'status', /"future"/],
    ['/locked/', 'Locked', 'protected', /wp:post_password/],
    ['/member/', 'Member', 'protected', /"_members_access_role"/],
    ['/unseen/', 'Unseen', 'noindex', /"_yoast_wpseo_meta-robots-noindex"/],
    ['/event/', 'Event', 'type', /"event"/],
    ['/?p=2', 'Draft', 'status', /"draft"/],
    ['/unfinished/', 'Draft', 'status', /"draft"/],
  ])('%s', async (asked, title, reason, rule) => {
    const verdict = await verdictOf(asked, cwd, EXPORT);
    expect(verdict).toMatchObject({ isPublic: false, title, reason, file: 'export.xml' });
    expect(verdict.line).toBe(lineOf(title));
    expect(verdict.rule).toMatch(rule);
  });

  it('finds an item by the line of the export, also one that can be no page', async () => {
    const draft = await verdictOf(`export.xml:${lineOf('Draft')}`, cwd, EXPORT);
    expect(draft).toMatchObject({ title: 'Draft', reason: 'status' });
    const order = await verdictOf(`export.xml:${lineOf('Order')}`, cwd, EXPORT);
    expect(order).toMatchObject({ isPublic: false, reason: 'left-out' });
    expect(order.rule).toMatch(/shop_order/);
  });

  it('takes a whole export for no page', async () => {
    expect((await explain('export.xml', cwd, EXPORT)).verdicts).toEqual([]);
  });

  it('names the gates in the text of a public page', async () => {
    const { isPublic, gates } = await verdictOf('/gated/', cwd, EXPORT);
    expect(isPublic).toBe(true);
    expect(gates).toMatchObject([
      { kind: 'shortcode', name: 'vip_lounge', isHeldBack: true, decider: 'sound', count: 1 },
      { kind: 'shortcode', name: 'fancy', isHeldBack: false, decider: 'none', count: 1 },
    ]);
  });

  it('shows no word of a password', async () => {
    const { stdout } = await runSvc(['build', '--explain', '/locked/', '--json', ...EXPORT], { cwd });
    expect(stdout).not.toContain('tide-table');
  });
});

const html = (title: string, head: string, body = '<p>Some words of a page about tea and pots.</p>') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;
const canonical = (path: string) => `<link rel="canonical" href="https://tea.example${path}">`;

describe('svc build --explain on a built site', () => {
  const cwd = workspace({
    'site/index.html': html('Home', canonical('/')),
    'site/tea/index.html': html('Tea', canonical('/tea/')),
    'site/unseen/index.html': html(
      'Unseen',
      `<meta name="robots" content="noindex">${canonical('/unseen/')}`,
    ),
    'site/paid/index.html': html(
      'Paid',
      `${canonical('/paid/')}<script type="application/ld+json">{"@type":"Article","isAccessibleForFree":false}</script>`,
    ),
    'site/old/index.html': html('Old', '<meta http-equiv="refresh" content="0; url=/tea/">'),
    'site/copy/index.html': html('Copy', canonical('/tea/')),
    'site/404.html': html('Not found', ''),
    'site/.cache/old.html': html('Old', ''),
  });
  const args = ['--source', 'site', '--base-url', 'https://tea.example'];

  it.each([
    ['/unseen/', 'unseen/index.html', 'noindex', /name="robots" content="noindex"/],
    ['https://tea.example/paid/', 'paid/index.html', 'protected', /isAccessibleForFree/],
    ['/old/', 'old/index.html', 'left-out', /redirect to another address/],
    ['site/copy/index.html', 'copy/index.html', 'left-out', /another page as their canonical/],
    ['/404.html', '404.html', 'left-out', /are error pages/],
  ])('%s', async (asked, file, reason, rule) => {
    const verdict = await verdictOf(asked, cwd, args);
    expect(verdict).toMatchObject({ isPublic: false, reason, file: `site/${file}` });
    expect(verdict.rule).toMatch(rule);
  });

  it('says of a file that is never read that it is not', async () => {
    const verdict = await verdictOf('site/.cache/old.html', cwd, args);
    expect(verdict).toMatchObject({ isPublic: false, reason: 'left-out' });
    expect(verdict.rule).toMatch(/doesn't read it/);
    expect((await explain('site/.cache/older.html', cwd, args)).verdicts).toEqual([]);
  });

  it('finds a public page by its file', async () => {
    expect(await verdictOf('site/tea/index.html', cwd, args)).toMatchObject({ isPublic: true });
  });
});

describe('svc build --explain on a Ghost export', () => {
  const post = (slug: string, change: Readonly<Record<string, unknown>>) => ({
    id: Buffer.from(slug.padEnd(12, '.')).toString('hex'),
    title: slug,
    slug,
    html: '<p>Words</p>',
    status: 'published',
    visibility: 'public',
    published_at: '2026-01-01T00:00:00.000Z',
    ...change,
  });
  const posts = [
    post('open', {}),
    post('draft', { status: 'draft' }),
    post('letter', { status: 'sent', email_only: true }),
    post('later', { status: 'scheduled', published_at: '2099-01-01T00:00:00.000Z' }),
    post('paid', { visibility: 'paid' }),
    post('unseen', { codeinjection_head: '<meta name="robots" content="noindex">' }),
    post('over', {
      codeinjection_head: '<meta name="robots" content="unavailable_after: 2026-02-01T00:00:00Z">',
    }),
  ];
  const cwd = workspace({
    'ghost.json': JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data: { posts } }] }),
  });
  const args = ['--source', 'ghost.json', '--base-url', 'https://tea.example'];

  it.each([
    ['/draft/', 'status', /"status" is "draft"/],
    ['https://tea.example/letter/', 'status', /"email_only"/],
    ['/later/', 'status', /"status" is "scheduled"/],
    ['/paid/', 'protected', /"visibility" is "paid"/],
    ['/unseen/', 'noindex', /"codeinjection_head" says noindex/],
    ['/over/', 'expired', /unavailable_after; it ended on 2026-02-01T00:00:00Z/],
    ['ghost.json#draft', 'status', /"status" is "draft"/],
  ])('%s', async (asked, reason, rule) => {
    const verdict = await verdictOf(asked, cwd, args);
    expect(verdict).toMatchObject({ isPublic: false, reason, file: 'ghost.json' });
    expect(verdict.rule).toMatch(rule);
  });

  it('finds a public post, and takes the whole export for no page', async () => {
    expect(await verdictOf('/open/', cwd, args)).toMatchObject({ isPublic: true });
    expect((await explain('ghost.json', cwd, args)).verdicts).toEqual([]);
  });
});

describe('svc build --explain on a built site with its sources', () => {
  const shell = (body: string) =>
    `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1>${body}</main></body></html>`;
  const cwd = workspace({
    'hugo.toml': 'baseURL = "https://tea.example/"\n',
    'content/tea.md': page({ date: '2026-01-01' }),
    'content/draft.md': page({ draft: 'true' }),
    'content/quiet.md': page({ date: '2026-01-01' }),
    'content/plan.md': page({ draft: 'true' }),
    'content/new.md': page({ date: '2026-01-01' }),
    'public/index.html': shell('<p>Welcome to the tea room.</p>'),
    'public/tea/index.html': shell('<p>Some words.</p>'),
    'public/draft/index.html': shell('<p>Some words.</p>'),
    'public/quiet/index.html': shell('<p>Some words.</p>').replace(
      '<head>',
      '<head><meta name="robots" content="noindex">',
    ),
  });
  const args = ['--source', '.', '--base-url', 'https://tea.example'];

  it.each([
    ['content/tea.md', 'public', 'content/tea.md', undefined],
    ['/tea/', 'public', 'content/tea.md', undefined],
    ['public/tea/index.html', 'public', 'content/tea.md', undefined],
    ['content/draft.md', 'status', 'content/draft.md', 3],
    ['/draft/', 'status', 'content/draft.md', 3],
    // The mark is in the page, not in its source.
    ['content/quiet.md', 'noindex', 'public/quiet/index.html', undefined],
  ])('names the file with the reason: %s', async (asked, reason, file, line) => {
    const verdict = await verdictOf(asked, cwd, args);
    expect(verdict).toMatchObject({ reason, file });
    expect(verdict.line).toBe(line);
  });

  it.each([
    ['content/plan.md', /no page for it; front matter has "draft": true/],
    ['content/new.md', /no page for it$/],
  ])('says that the generator made no page: %s', async (asked, rule) => {
    const verdict = await verdictOf(asked, cwd, args);
    expect(verdict).toMatchObject({ isPublic: false, reason: 'left-out', file: asked });
    expect(verdict.rule).toMatch(rule);
    expect(verdict.setting).toMatch(/uild the site again \("hugo"\)/);
  });
});
