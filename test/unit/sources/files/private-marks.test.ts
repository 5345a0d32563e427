import { describe, expect, it } from 'vitest';
import type { PrivacyRules } from '../../../../src/config/config.js';
import { isPublic } from '../../../../src/site/gate.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { folderWith, NOW, readFolder } from '../../../support/sources/files/read-folder.js';

const NONE: PrivacyRules = { allow: [], deny: [] };

async function readPage(front: string, path = 'page.md', privacy = NONE) {
  const root = folderWith({ [path]: front === '' ? 'Text\n' : `---\n${front}\n---\nText\n` });
  const { entries, warnings } = await readFolder(root, {}, 'UTC', privacy);
  return { isOpen: entries.some((entry) => isOpen(entry)), count: entries.length, warnings };
}

function isOpen(entry: RawEntry): boolean {
  return isPublic(entry, { now: NOW, visibleTypes: new Set([entry.type]) });
}

describe('a mark that keeps a page from being published', () => {
  it.each([
    ['Hugo, Astro, Docusaurus, Zola', 'draft: true'],
    ['keys in other letters', 'Draft: yes'],
    ['isDraft', 'isDraft: true'],
    ['wip', 'wip: true'],
    ['workInProgress', 'work_in_progress: yes'],
    ['is_draft', 'is_draft: true'],
    ['unpublished', 'unpublished: true'],
    ['Jekyll, Hexo, Statamic', 'published: false'],
    ['published in words', 'published: "no"'],
    ['Obsidian Publish', 'publish: false'],
    ['Digital Garden', 'dg-publish: false'],
    ['isPublished', 'isPublished: false'],
    ['public', 'public: false'],
    ['Grav', 'routable: false'],
    ['Zola', 'render: false'],
    ['Eleventy', 'permalink: false'],
    ['Eleventy, as a text', 'permalink: "false"'],
    ['Eleventy, build', 'permalink:\n  build: false'],
    ['Eleventy, in one line', 'permalink: { build: false }'],
    ['Eleventy, computed', 'eleventyComputed: { permalink: false }'],
    ['Eleventy, computed collections', 'eleventyComputed: { eleventyExcludeFromCollections: true }'],
    ['Strapi and others, never published', 'published_at: null'],
    ['never published, in short', 'publishedAt: ~'],
    ['Plone', 'review_state: private'],
    ['awaiting approval', 'approval: pending'],
    ['Hugo, build', 'build:\n  render: never'],
    ['Hugo, headless', 'headless: true'],
    ['Pelican', 'status: draft'],
    ['Pelican, hidden', 'Status: hidden'],
    ['a status in capitals', 'status: Draft'],
    ['a status with a hyphen', 'status: in-progress'],
    ['private', 'status: private'],
    ['archived', 'status: archived'],
    ['state', 'state: draft'],
    ['published later', 'publish: later'],
    ['a field of a CMS', 'acf: { members_only: true }'],
    ['a state under review', 'review: pending'],
    ['a stage of life', 'lifecycle: draft'],
    ['a named level', 'access_level: gold'],
    ['a paywall', 'paywall: metered'],
    ['numbers of groups', 'allowed_groups: [5]'],
    ['named readers', 'restricted_to: [ada]'],
    ['the end of being online', 'offline_at: 2020-02-01'],
    ['a start in the afternoon', 'publish_at: "2099-01-01 10:00 PM"'],
    ['never', 'published: never'],
    ['robots as a map with a text', 'robots: { index: "false" }'],
    ['robots for language models', 'robots: noai'],
    ['sitemap, excluded', 'sitemap: { exclude: "true" }'],
    ['the date of an Astro theme', 'pubDatetime: 2099-01-01T10:00:00Z'],
    ['a start with the name of its zone', 'publish_date: "2099-01-01T10:00[Europe/Berlin]"'],
    ['a start that isn’t known yet', 'publishDate: TBD'],
    ['a start that never comes', 'status: published\npublish_at: never'],
    ['the end of publishing', 'end_publish: 2020-02-01'],
    ['publishStatus', 'publishStatus: draft'],
    ['publish_status', 'publish_status: "In review"'],
    ['workflow', 'workflow_state: unpublished'],
    ['a state beside a status', 'status: published\nstate: archived'],
    ['VuePress', 'meta:\n  - name: robots\n    content: noindex'],
    ['VitePress', 'head:\n  - - meta\n    - name: robots\n      content: noindex, nofollow'],
    ['VitePress, in one line', 'head: [[meta, { name: robots, content: noindex }]]'],
    ['Starlight', 'head:\n  - tag: meta\n    attrs:\n      name: robots\n      content: noindex'],
    ['Nuxt', 'head:\n  meta:\n    - name: robots\n      content: noindex'],
    ['Googlebot', 'head: [[meta, { name: googlebot, content: none }]]'],
    ['a tag in HTML', 'head: \'<meta name="robots" content="noindex">\''],
    ['metadata', 'metadata:\n  robots:\n    index: false'],
    ['robots', 'robots: noindex'],
    ['a header for robots', 'X-Robots-Tag: noindex'],
    ['a key for one robot', 'googlebot: noindex'],
    ['no_index', 'no_index: true'],
    ['noIndex', 'noIndex: true'],
    ['Docusaurus', 'unlisted: true'],
    ['Lektor', '_hidden: yes'],
    ['sitemap', 'sitemap: false'],

    ['private', 'private: true'],
    ['isPrivate', 'isPrivate: true'],
    ['visibility', 'visibility: paid'],
    ['visibility, restricted', 'visibility: restricted'],
    ['Hexo', 'password: hello'],
    ['encrypted', 'encrypted: true'],
    ['protected', 'protected: yes'],
    ['members', 'members: true'],
    ['access', 'access: members'],
    ['access, paid', 'access: paid'],
    ['access, restricted', 'access: restricted'],
    ['access, a level', 'access: { level: members }'],
    ['access, a list', 'access: [subscribers, staff]'],
    ['Grav, access', 'access:\n  site.login: true'],
    ['roles', 'roles: [administrator]'],
    ['roles, members', 'roles: members'],
    ['audience', 'audience: members'],
    ['the audience of a newsletter', 'audience: founding'],
    ['a level by its number', 'access_level: 2'],
    ['Hugo, params', 'params:\n  private: true'],
    ['Zola, extra', 'extra:\n  access: members'],
    ['publishAt', 'publishAt: 2026-02-01'],
    ['embargo', 'embargo_until: 2026-02-01'],
    ['schedule', 'schedule: 2026-02-01'],
    ['unavailable_after', 'unavailable_after: 2026-01-01'],
    ['publish_on', 'publish_on: 2026-02-01'],
    ['availableFrom', 'availableFrom: 2026-02-01'],
    ['scheduled', 'date: 2025-12-01\nscheduled: 2026-02-01'],
    ['goLiveDate', 'go_live_date: 2026-02-01'],
    ['the latest of several', 'publishDate: 2025-12-01\nunlockDate: 2026-02-01'],
    ['publishedAt', 'publishedAt: 2026-02-01'],
    ['unpublish', 'unpublish: 2026-01-01'],
    ['expirationDate', 'expirationDate: 2026-01-01'],
    ['showUntil', 'show_until: 2026-01-01'],
    ['expiry', 'expiry: 2001-01-01'],
    ['unpublishedAt', 'unpublishedAt: 2001-01-01'],
    ['a live date', 'live_date: 2026-02-01'],
    ['unfinished', 'unfinished: true'],
    ['incomplete', 'incomplete: yes'],
    ['a phase', 'phase: draft'],
    ['robots off', 'robots: false'],
    ['sitemap in a word', 'sitemap: exclude'],
    ['a state in another language', 'stato: bozza'],
    ['a status in another language', 'status: brouillon'],
    ['a state that waits', 'workflow: pending_review'],
    ['not before', 'not_before: 2026-02-01'],
    ['hidden until', 'hidden_until: 2026-02-01'],
    ['scheduled by a CMS', 'schedule_publish: 2026-02-01'],
    ['a start in a map', 'embargo: { until: 2026-02-01 }'],
    ['a start in words', 'publishDate: when the fair is over'],
    ['the end of being active', 'active_to: 2026-01-01'],
    ['a state with a version', 'stage: draft v3'],
    ['robots of one engine', 'robots: { google: noindex }'],
    ['a word for search engines', 'indexing: none'],
    ['a start in a table', 'params: { publishDate: 2026-02-01 }'],
    ['a start in a map of publishing', 'publishing: { date: 2026-02-01 }'],
    ['an end in a table', 'custom: { expires: 2026-01-01 }'],
    ['an extension for search engines', 'yoast_noindex: true'],
    ['robots of an extension', 'aioseo: { robots: { noindex: true } }'],
  ])('%s: %j', async (_, front) => {
    expect(await readPage(front)).toMatchObject({ isOpen: false, count: 1, warnings: [] });
  });

  it.each([
    'memberOnlyContent: true',
    'partner_only: true',
    'tier: founding',
    'needs: membership',
    'membership: gold',
    'acl: { read: [staff] }',
    'requires_membership: true',
    'paywallEnabled: true',
    'for_subscribers: yes',
    'nur_fuer_mitglieder: true',
    'reservado: true',
    'acces_restreint: true',
    'passcode: tide',
    'locked: true',
    'exclusive: true',
    'accessLevels: [gold, members]',
    'gate: premium',
    'params:\n  membershipRequired: true',
    'visible: false',
    'visible: hide',
    'listed: false',
    'show: false',
    'display: "no"',
    'enabled: false',
    'index: false',
    'ready: false',
    'robotsIndex: false',
    'online: false',
    'active: no',
    'no_publish: true',
    'tier: premium',
    'tiers: [paid]',
    'production: false',
    'disabled: true',
    'ignore: yes',
    'deleted: true',
    'embargoed: true',
    'scheduled: true',
    'notshow: true',
    'noai: true',
    'hide_from_index: true',
    'no_sitemap: true',
    'excludeFromSitemap: true',
    'sitemap_exclude: true',
    'rssOnly: true',
    'dev_only: true',
    'min_level: 2',
    'minLevel: gold',
    'requiredTier: [1]',
    'disabled: 1',
    'requires: login',
    'for: members',
    'groups: [admin]',
    'middleware: [auth]',
    'viewers: [ann@tern.example]',
    'channel: intranet',
    'entwurf: true',
    'publié: false',
    'is_live: 0',
    'scope: internal',
    'level: paid',
    'pwd: tide',
    '密码: tide',
    'extra:\n  draft: true',
    'params: { visibility: members }',
    'params: { seo: { noindex: true } }',
    'meta: { status: draft }',
    'metadata:\n  published: false',
    'page: { hidden: yes }',
    'acf: { show_to: members }',
    'workflow: { state: in review }',
    'entwurf: ja',
    'not_public: true',
    'show: never',
    'collection: drafts',
    'ghost: { visibility: paid }',
    'unpublish: true',
    '_trash: true',
    'deleted_at: 2020-01-01',
    'tlp: amber',
    'ai_exclude: true',
    'patreon_level: 5',
    'layout: password-protected',
    'tiers: [gold]',
    'plan: paid',
    'allow: members',
    'allow: [subscribers]',
    'for_clients: true',
    'forPartners: yes',
    'sponsors_only: true',
    'available_to: members',
    'shared_with: [ann@tern.example]',
    'gate: email',
    'isFree: false',
    'isAccessibleForFree: false',
    'under_nda: true',
    'invisible: true',
    'пароль: "прилив"',
    'パスワード: abc',
    '비밀번호: abc',
    'staticrypt_password: x',
    'utkast: true',
    'szkic: true',
    'opublikowano: false',
    '임시저장: true',
    'exclude_from_build: true',
    'only: members',
    'allowed_users: [ann]',
    'audience: administrator',
    'finished: false',
    'isDone: false',
    'preview: true',
    'env: dev',
    'environment: [dev, staging]',
    'embargo: true',
    'expired: true',
    'visible: 0',
    'editorial: { status: draft }',
    'tags: [members-only]',
    'tags: "#draft"',
    'category: wip',
    'categories: [private]',
    'under_embargo: true',
    'who_can_see: members',
    'confidentiality: high',
    'pubblico: false',
    'veröffentlichen: nein',
    'include_in_sitemap: false',
    'ignoreInSitemap: true',
    'show_page: false',
    'skip_publish: true',
    'send_email_only: true',
    'archivedAt: 2024-01-01',
    'kind: private',
    'labels: [Draft]',
    'flags: { draft: true }',
    'limited_to: members',
    'registrationRequired: true',
    'config: { hidden: true }',
    'rights: embargoed',
    'distribution: internal use only',
    'target_audience: staff only',
    'marking: TLP:RED',
  ])('that only sounds like one holds the page back and is named: %j', async (front) => {
    const { isOpen: open, warnings } = await readPage(front);
    expect(open).toBe(false);
    expect(warnings).toMatchObject([{ code: 'privacy-held-back', file: 'page.md', skipped: true }]);
    expect(warnings[0]?.fix).toContain('privacy.allow');
  });
});

describe('a date that isn’t exact', () => {
  it.each([
    'publishDate: 01/02/2031',
    'date: 13/02/2026',
    'date: 31.12.30',
    'date: 2031',
    'date: 2026-02',
    'date: Spring 2031',
    'expires: 01/02/2020',
  ])('holds the page back where it may be meant: %s', async (front) => {
    expect((await readPage(front)).isOpen).toBe(false);
  });

  it.each([
    'date: 01/02/2024',
    'date: Spring 2026',
    'date: 2024-2031',
    'date: 12/05/99',
    'expires: 01/02/2031',
  ])('is ignored where all it may mean is public: %s', async (front) =>
    expect((await readPage(front)).isOpen).toBe(true),
  );
});

it.each(['status: { name: draft }', 'visibility: { type: members }'])(
  'a state in a map holds the page back: %j',
  async (front) => {
    expect((await readPage(front)).isOpen).toBe(false);
  },
);

it('tables of TOML are read as those of YAML', async () => {
  const front = '[sitemap]\npriority = 0.5\n[build]\nlist = "always"\n[extra.seo]\nnoindex = false';
  const page = (lines: string) => folderWith({ 'page.md': `+++\n${lines}\n+++\nText\n` });
  expect((await readFolder(page(front))).entries.filter(isOpen)).toHaveLength(1);
  expect((await readFolder(page('[sitemap]\ndisable = true'))).entries.filter(isOpen)).toEqual([]);
});

describe('a folder or file name', () => {
  it.each([
    'drafts/page.md',
    'posts/drafts/page.md',
    'Drafts/page.md',
    '_drafts/page.md',
    'private/page.md',
    'docs/private/deep/page.md',
    'internal/page.md',
    'members/page.md',
    'members-only/page.md',
    'nur-mitglieder/page.md',
    'premium/page.md',
    'confidential/index.md',
    'brouillons/page.md',
    'private.md',
    'old-drafts/page.md',
    '00_drafts/page.md',
    'drafts-2023/page.md',
    'tides.draft.md',
    'tides.draft.html.md',
    'DRAFT - tides.md',
    '[draft] tides.md',
    'tides (wip).md',
    'tides.private.md',
    'staff-only/page.md',
    'private-notes/page.md',
    'hidden/page.md',
    'trash/page.md',
    'docs/members-only.md',
  ])('%s holds its page back and is named', async (path) => {
    const { isOpen: open, count, warnings } = await readPage('title: T', path);
    expect([open, count]).toEqual([false, 1]);
    expect(warnings).toMatchObject([{ code: 'privacy-held-back', file: path, skipped: true }]);
  });

  it.each([
    ['<Head><meta name="robots" content="noindex" /></Head>', false],
    ['<svelte:head><meta content="noindex, follow" name="robots"></svelte:head>', false],
    ['<meta name="googlebot" content={"none"} />', false],
    ['`<meta name="robots" content="noindex">`', true],
    ['<!-- <meta name="robots" content="noindex"> -->', true],
    ['<meta name="robots" content="index">', true],
  ])('a robots tag in the text counts: %s', async (tag, open) => {
    const root = folderWith({ 'page.mdx': `# Tides\n\n${tag}\n\nText\n` });
    const { entries } = await readFolder(root);
    expect(entries.map(isOpen)).toEqual([open]);
  });

  it.each([
    'draft-standards/page.md',
    'sdk/internal/page.md',
    'admin-api/members/page.md',
    'reference/secrets/page.md',
    'events/user.deleted.md',
  ])('%s is a topic', async (path) =>
    expect(await readPage('title: T', path)).toMatchObject({ isOpen: true, warnings: [] }),
  );

  it('is told of once, with the number of its pages', async () => {
    const root = folderWith({ 'private/a.md': 'A', 'private/b.md': 'B', 'drafts/c.md': 'C', 'open.md': 'D' });
    const { entries, warnings } = await readFolder(root);
    expect(entries.filter(isOpen).map(({ key }) => key)).toEqual(['open.md']);
    expect(warnings.map(({ file, message }) => [file, message])).toEqual([
      ['drafts/c.md', 'The folder "drafts" sounds like a restriction: 1 page was held back.'],
      [
        'private/a.md',
        'The folder "private" sounds like a restriction: 2 pages were held back (this one first).',
      ],
    ]);
  });
});

describe('what the owner says', () => {
  it.each([
    ['exclusive: true', 'page.md', { allow: ['exclusive'], deny: [] }, true],
    ['access: members', 'page.md', { allow: ['ACCESS'], deny: [] }, true],
    ['title: T', 'members/page.md', { allow: ['members'], deny: [] }, true],
    ['title: T', 'members/private/page.md', { allow: ['members'], deny: [] }, false],
    ['tide: high', 'page.md', { allow: [], deny: ['tide'] }, false],
    ['tide: false', 'page.md', { allow: [], deny: ['tide'] }, true],
    ['title: T', 'notes/page.md', { allow: [], deny: ['note*'] }, false],
    ['exclusive: true', 'page.md', { allow: ['exclusive'], deny: ['excl*'] }, false],
    ['draft: true', 'page.md', { allow: ['draft'], deny: [] }, false],
  ])('%j in %s with %j: public is %s', async (front, path, privacy, expected) => {
    const { isOpen: open, warnings } = await readPage(front, path, privacy);
    expect(open).toBe(expected);
    if (privacy.deny.length > 0) expect(warnings).toEqual([]);
  });
});

describe('what only looks like a mark', () => {
  it.each([
    ['title: T', 'access-control/page.md'],
    ['title: T', 'private-networks.md'],
    ['title: T', 'docs/private-keys/page.md'],
    ['title: T', 'membership/page.md'],
    ['title: T', 'draft-beer/page.md'],
    ['title: T', 'internals/page.md'],
    ['title: T', 'members.md'],
    ['status: 404', 'page.md'],
    ['title: T', 'secrets.md'],
    ['title: T', 'premium.md'],
    ['title: T', 'hidden-gems/page.md'],
    ['title: T', 'password-policy.md'],
    ['title: T', 'restricted-areas/page.md'],
    ['title: T', 'draft-horses.md'],
    ['title: T', 'trash-collection/page.md'],
    ['roles: overview', 'page.md'],
    ['membership: 2500', 'page.md'],
    ['audience: developers', 'page.md'],
    ['tier: gold', 'page.md'],
    ['read_only: true', 'page.md'],
    ['tags: [private]', 'page.md'],
    ['categories: [members]', 'page.md'],
    ['keywords: private, secret', 'page.md'],
    ['title: Private', 'page.md'],
    ['description: For members only', 'page.md'],
    ['role: Senior editor', 'page.md'],
    ['access: by bus and on foot', 'page.md'],
    ['access: public', 'page.md'],
    ['access: everyone', 'page.md'],
    ['audience: developers', 'page.md'],
    ['audience: [public, members]', 'page.md'],
    ['hide_next: true', 'page.md'],
    ['private: false', 'page.md'],
    ['members: 120', 'page.md'],
    ['encrypted: no', 'page.md'],
    ['locked: false', 'page.md'],
    ['hide: [navigation, toc]', 'page.md'],
    ['hide_title: true', 'page.md'],
    ['hide_table_of_contents: true', 'page.md'],
    ['params: { hide_in_this_section: true }', 'page.md'],
    ['params: { hide_feedback: true }', 'page.md'],
    ['hideComments: true', 'page.md'],
    ['hiddenInHomeList: true', 'page.md'],
    ['allow_comments: true', 'page.md'],
    ['sidebar:\n  hidden: true', 'page.md'],
    ['cache: true', 'page.md'],
    ['subscribe: true', 'page.md'],
    ['registration: true', 'page.md'],
    ['tiers: [free, premium]', 'page.md'],
    ['plan: premium', 'page.md'],
    ['privacy: policy', 'page.md'],
    ['classification: mammal', 'page.md'],
    ['permissions: how they work', 'page.md'],
    ['state: Texas', 'page.md'],
    ['stage: 3', 'page.md'],
    ['status: new', 'page.md'],
    ['status: deprecated', 'page.md'],
    ['status: accepted', 'page.md'],
    ['published: true', 'page.md'],
    ['publish: true', 'page.md'],
    ['published: 2024-01-05', 'page.md'],
    ['permalink:\n  build: /page/', 'page.md'],
    ['build:\n  render: always', 'page.md'],
    ['head: [[meta, { name: keywords, content: noindex }]]', 'page.md'],
    ['head: [[meta, { name: robots, content: index }]]', 'page.md'],
    ['meta: none', 'page.md'],
    ['seo: none of it', 'page.md'],
    ['visibility: public', 'page.md'],
    ['share: false', 'page.md'],
    ['extra: { draft: false, status: published }', 'page.md'],
    ['params: { status: beta, hidden: no }', 'page.md'],
    ['meta: { type: article, name: private }', 'page.md'],
    ['tlp: clear', 'page.md'],
    ['deleted_at: null', 'page.md'],
    ['layout: members', 'page.md'],
    ['search: false', 'page.md'],
    ['params: { searchable: false }', 'page.md'],
    ['exclude_from_search: true', 'page.md'],
    ['plan: Our plan for spring', 'page.md'],
    ['plans: [free, paid]', 'page.md'],
    ['allow: comments', 'page.md'],
    ['allow: everyone', 'page.md'],
    ['for_beginners: true', 'page.md'],
    ['isFree: true', 'page.md'],
    ['gate: B12', 'page.md'],
    ['customers: [Acme]', 'page.md'],
    ['status: evergreen', 'page.md'],
    ['show_members: true', 'page.md'],
    ['private_repo: true', 'page.md'],
    ['hidden_gem: true', 'page.md'],
    ['password_strength: 1', 'page.md'],
    ['concept: Encryption', 'page.md'],
    ['finished: true', 'page.md'],
    ['preview: /tide.png', 'page.md'],
    ['env: production', 'page.md'],
    ['environment: [node, dev]', 'page.md'],
    ['release_date: 2099-01-01', 'page.md'],
    ['audience: [developers, students]', 'page.md'],
    ['audience: end users', 'page.md'],
    ['access: read-only', 'page.md'],
    ['tags: [internal, drafts-explained]', 'page.md'],
    ['seo: false', 'page.md'],
    ['status: superseded by [ADR-0005](0005.md)', 'page.md'],
    ['status: publicado', 'page.md'],
    ['status: proposed', 'page.md'],
    ['stato: Italia', 'page.md'],
    ['labels: [docs]', 'page.md'],
    ['bookHidden: true', 'page.md'],
    ['registrationRequired: true\nstartDate: 2026-07-17', 'page.md'],
    ['participantRegistration: true', 'page.md'],
    ['coupon: { expires: 2020-01-01 }', 'page.md'],
    ['event: { start: 2031-01-01 }', 'page.md'],
    ['params: { publishDate: 2025-01-01 }', 'page.md'],
    ['kind: tutorial', 'page.md'],
    ['access_rights: open access', 'page.md'],
    ['audience: students and teachers', 'page.md'],
    ['target_audience: students', 'page.md'],
    ['output: html_document', 'page.md'],
    ['embargo: { until: 2025-01-01 }', 'page.md'],
    ['archived_at: null', 'page.md'],
    ['público: principiantes', 'page.md'],
  ])('%j in %s is published', async (front, path) => {
    const { isOpen: open, warnings } = await readPage(front, path);
    expect([open, warnings.map(({ message }) => message)]).toEqual([true, []]);
  });
});

describe('exports of an MDX page', () => {
  const text = (lines: string) => `${lines}\n\n# Page\n\nText.\n`;

  it.each([
    'export const draft = true',
    'export const published = false;',
    "export const metadata: Metadata = { title: 'T', robots: { index: false } }",
    "export const metadata = {\n  robots: 'noindex',\n};",
    'export const meta = { membersOnly: true }',
    'export const frontmatter = { private: true }',
  ])('hold it back: %s', async (lines) => {
    const { entries } = await readFolder(folderWith({ 'page.mdx': text(lines) }));
    expect(entries.filter(isOpen)).toEqual([]);
  });

  it.each([
    'export const draft = false',
    "export const metadata = { title: 'T', robots: { index: true } }",
    'export const options = { private: true }',
    '```js\nexport const draft = true\n```',
  ])('don’t: %s', async (lines) => {
    const { entries } = await readFolder(folderWith({ 'page.mdx': text(lines) }));
    expect(entries.filter(isOpen)).toHaveLength(1);
  });
});
