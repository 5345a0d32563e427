import type { SourceType } from '../../../src/config/config.js';
import { type Item, wxr } from './export.js';
import type { Files } from './workspace.js';

/** A site full of hidden entries, written for one source. */
export interface HiddenSite {
  readonly name: string;
  readonly type: SourceType;
  /** Arguments of the build. */
  readonly args: readonly string[];
  readonly files: Files;
  /** Words of public entries: a build that publishes nothing would hide everything, too. */
  readonly shown: readonly string[];
}

const SERIALISED_NOINDEX = 'a:2:{i:0;s:7:"noindex";i:1;s:8:"nofollow";}';

/** What makes an item of a WordPress export hidden. */
const HIDDEN_ITEMS: Readonly<Record<string, Partial<Item>>> = {
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  'future-status': { status: 'future', date: '2099-01-01 00:00:00' },
  'future-status-past-date': { status: 'future' },
  'future-date': { date: '2099-01-01 00:00:00' },
  'one-second-early': { date: '2026-07-02 10:00:01' },
  trash: { status: 'trash' },
  'auto-draft': { status: 'auto-draft' },
  'unknown-status': { status: 'wc-on-hold' },
  revision: { status: 'inherit', type: 'revision' },
  'published-revision': { type: 'revision' },
  menu: { type: 'nav_menu_item' },
  password: { password: 'tide' },
  'password-zero': { password: '0' },
  'password-space': { password: ' ' },
  'type-event': { type: 'event' },
  'type-order': { type: 'shop_order', status: 'wc-completed' },
  'type-message': { type: 'flamingo_inbound' },
  'type-template': { type: 'wp_template' },
  'block-draft': { type: 'wp_block', status: 'draft' },
  'block-password': { type: 'wp_block', password: 'tide' },
  'noindex-yoast': { meta: { '_yoast_wpseo_meta-robots-noindex': '1' } },
  'noindex-rankmath': { meta: { rank_math_robots: SERIALISED_NOINDEX } },
  'noindex-aioseop': { meta: { _aioseop_noindex: 'on' } },
  'noindex-aioseo': { meta: { _aioseo_noindex: '1' } },
  'noindex-seopress': { meta: { _seopress_robots_index: 'yes' } },
  'noindex-genesis': { meta: { _genesis_noindex: '1' } },
  'noindex-smartcrawl': { meta: { '_wds_meta-robots-noindex': '1' } },
  'noindex-seoultimate': { meta: { _su_meta_robots_noindex: '1' } },
  'noindex-squirrly': { meta: { _sq_noindex: '1' } },
  'noindex-jetpack': { meta: { jetpack_seo_noindex: '1' } },
  'noindex-slimseo': { meta: { slim_seo: 'a:1:{s:7:"noindex";i:1;}' } },
  'members-role': { meta: { _members_access_role: 'subscriber' } },
  'members-rcp': { meta: { rcp_subscription_level: 'a:1:{i:0;s:1:"2";}' } },
  'members-pms': { meta: { 'pms-content-restrict-subscription-plan': '3' } },
  'members-newsletter': { meta: { _jetpack_newsletter_access: 'paid_subscribers' } },
};

function hiddenItem(kind: string, id: number, change: Partial<Item>): Item {
  const canary = (place: string) => `CANARY-${kind}-${place}`;
  const slug = canary('slug').toLowerCase();
  return {
    id,
    title: canary('title'),
    slug,
    excerpt: canary('excerpt'),
    body: `<p>${canary('body')} <img src="https://old.example/${canary('image')}.png" alt="${canary('alt')}"></p>`,
    creator: `canary-login-${kind}`,
    terms: [
      { taxonomy: 'category', slug: `canary-${kind}-category`, name: canary('category') },
      { taxonomy: 'post_tag', slug: `canary-${kind}-tag`, name: canary('tag') },
      { taxonomy: 'harbour', slug: `canary-${kind}-term`, name: canary('term') },
    ],
    more: commentOf(kind),
    ...change,
    meta: {
      _yoast_wpseo_title: canary('seo-title'),
      _yoast_wpseo_metadesc: canary('seo-description'),
      _yoast_wpseo_focuskw: canary('keyword'),
      _svc_description: canary('description'),
      _svc_topics: canary('topic'),
      _edit_last: canary('meta'),
      ...change.meta,
    },
  };
}

function commentOf(kind: string): string {
  return `<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author>CANARY-${kind}-commenter</wp:comment_author><wp:comment_author_email>canary@example.com</wp:comment_author_email><wp:comment_content>CANARY-${kind}-comment</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>`;
}

/** Definitions of the terms, with descriptions, and a file that was uploaded to each hidden item. */
function surroundings(kinds: readonly string[]): string {
  const terms = kinds.map(
    (kind) =>
      `<wp:category><wp:category_nicename>canary-${kind}-category</wp:category_nicename><wp:cat_name>CANARY-${kind}-category</wp:cat_name><wp:category_description>CANARY-${kind}-about</wp:category_description></wp:category>`,
  );
  return terms.join('\n');
}

function upload(kind: string, id: number, parent: number): Item {
  return {
    id,
    parent,
    type: 'attachment',
    status: 'inherit',
    title: `CANARY-${kind}-upload`,
    slug: `canary-${kind}-upload`,
    body: `CANARY-${kind}-upload-description`,
    excerpt: `CANARY-${kind}-upload-caption`,
    meta: { _wp_attachment_image_alt: `CANARY-${kind}-upload-alt` },
    more: `<wp:attachment_url>https://old.example/canary-${kind}.png</wp:attachment_url>`,
  };
}

const SHOWN: readonly Item[] = [
  {
    id: 1,
    title: 'Splicing rope',
    body: '<p>Unlay three strands.</p><!-- wp:block {"ref":900} /--><!-- wp:block {"ref":901} /--><!-- wp:block {"ref":902} /-->',
    creator: 'canary-login-mara',
    more: commentOf('public'),
    meta: { _edit_last: 'CANARY-public-meta', _wp_old_slug: 'canary-public-old-slug' },
    terms: [{ taxonomy: 'category', slug: 'ropes', name: 'Ropes' }],
  },
  { id: 2, title: 'Below a draft', type: 'page', parent: 100, slug: 'below', creator: 'canary-login-mail' },
  { id: 3, title: 'Nœuds marins', slug: 'fr/noeuds', creator: 'canary-login-mara' },
];

const PATTERNS: readonly Item[] = [
  {
    id: 900,
    type: 'wp_block',
    status: 'draft',
    title: 'CANARY-pattern',
    body: '<p>CANARY-pattern-draft</p>',
  },
  {
    id: 901,
    type: 'wp_block',
    password: 'tide',
    title: 'CANARY-pattern',
    body: '<p>CANARY-pattern-password</p>',
  },
  {
    id: 902,
    type: 'wp_block',
    status: 'private',
    title: 'CANARY-pattern',
    body: '<p>CANARY-pattern-private</p>',
  },
];

function wordpressSite(): HiddenSite {
  const kinds = Object.entries(HIDDEN_ITEMS);
  const items = kinds.map(([kind, change], index) => hiddenItem(kind, 100 + index, change));
  const uploads = kinds.map(([kind], index) => upload(kind, 500 + index, 100 + index));
  const authors = [
    { login: 'canary-login-mara', email: 'canary-author@example.com', name: 'Mara Lindqvist' },
    { login: 'canary-login-mail', email: 'canary-mail@example.com', name: 'canary-mail@example.com' },
    ...kinds.map(([kind]) => ({
      login: `canary-login-${kind}`,
      email: `canary-${kind}@example.com`,
      name: `CANARY-${kind}-author`,
    })),
  ];
  const options = { authors, head: surroundings(kinds.map(([kind]) => kind)) };
  return {
    name: 'a WordPress export',
    type: 'wxr',
    args: ['--source', 'export.xml'],
    files: { 'export.xml': wxr([...SHOWN, ...items, ...uploads, ...PATTERNS], options) },
    shown: ['Splicing rope', 'Unlay three strands', 'Below a draft', 'Nœuds marins', 'Mara Lindqvist'],
  };
}

/** What makes a file of a content folder hidden, as front matter. */
const HIDDEN_FRONT_MATTER: Readonly<Record<string, string>> = {
  draft: 'draft: true',
  'draft-text': 'draft: "yes"',
  unpublished: 'published: false',
  'status-draft': 'status: draft',
  'status-pending': 'status: pending',
  'status-private': 'status: private',
  'status-scheduled': 'status: scheduled',
  'status-trash': 'status: trash',
  'status-unknown': 'status: simmering',
  future: 'date: 2099-01-01',
  'one-second-early': 'date: 2026-07-02T10:00:01Z',
  'future-publish-date': 'publishDate: 2099-01-01',
  expired: 'expiryDate: 2020-01-01',
  password: 'password: tide',
  'password-number': 'password: 0',
  protected: 'protected: true',
  members: 'visibility: members',
  paid: 'visibility: paid',
  hidden: 'visibility: hidden',
  private: 'visibility: private',
  'members-only': 'membersOnly: true',
  noindex: 'noindex: true',
  robots: 'robots: noindex, follow',
  'robots-none': 'robots: none',
  'robots-map': 'robots: { index: false }',
  'private-switch': 'private: true',
  'robots-theme': 'robotsNoIndex: true',
  'seo-map': 'seo: { noindex: true }',
  'seo-map-words': 'seo: { title: CANARY-seo-map-words-seo, noIndex: "yes" }',
  'seo-map-robots': 'seo: { robots: "noindex, nofollow" }',
  unlisted: 'unlisted: true',
  'not-in-sitemap': 'sitemap: false',
  uncollected: 'eleventyExcludeFromCollections: true',
  unbuilt: 'build: { render: never }',
  unlinked: 'build: { list: never }',
  headless: 'headless: true',
  unwritten: 'permalink: false',
  redirect: 'redirect_to: /canary-redirect/',
  type: 'type: private',
};

function hiddenPage(kind: string, line: string): string {
  return `---
title: CANARY-${kind}-title
description: CANARY-${kind}-description
summary: CANARY-${kind}-summary
tags: [CANARY-${kind}-tag]
categories: [CANARY-${kind}-category]
author: CANARY-${kind}-author <canary-${kind}@example.com>
image: /canary-${kind}.png
nobody_knows: CANARY-${kind}-extra
params: { canary: CANARY-${kind}-params }
${line}
---
CANARY-${kind}-body
`;
}

const SHOWN_PAGE = `---
title: Splicing rope
date: 2026-01-15
author: Mara Lindqvist <canary-author@example.com>
tags: [ropes]
nobody_knows: CANARY-public-extra
secret: { token: CANARY-public-secret }
---
Unlay three strands.

<!-- CANARY-public-comment -->
`;

function folderSite(): HiddenSite {
  const pages = Object.entries(HIDDEN_FRONT_MATTER).map(
    ([kind, line]) => [`content/canary-${kind}.md`, hiddenPage(kind, line)] as const,
  );
  return {
    name: 'a content folder',
    type: 'files',
    args: ['--source', 'content'],
    files: {
      ...Object.fromEntries(pages),
      'content/_drafts/canary-draft.md': hiddenPage('drafts-folder', 'date: 2026-01-01'),
      'content/_canary-partial.md': hiddenPage('partial', 'date: 2026-01-01'),
      'content/.canary-dot.md': hiddenPage('dot', 'date: 2026-01-01'),
      'content/canary-notes.txt': 'CANARY-text-file',
      'content/splicing.md': SHOWN_PAGE,
      'content/fr/noeuds.md': '---\ntitle: Nœuds marins\n---\nTrois torons.\n',
    },
    shown: ['Splicing rope', 'Unlay three strands', 'Nœuds marins', 'Mara Lindqvist'],
  };
}

function builtPage(title: string, text: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
}

/** A project whose generator has built even what its sources hold back. */
function projectSite(): HiddenSite {
  const { files, shown } = folderSite();
  const pages = Object.keys(HIDDEN_FRONT_MATTER).map((kind): [string, string] => [
    `public/canary-${kind}/index.html`,
    builtPage(
      `CANARY-${kind}-title`,
      `CANARY-${kind}-body <img src="/canary-${kind}.png" alt="CANARY-${kind}-alt">`,
    ),
  ]);
  // Pages that only search engines leave out are shown to visitors.
  const listed = Object.keys(HIDDEN_FRONT_MATTER).filter((kind) =>
    /^(?:draft|status|future|expired|paid|members|pass)/.test(kind),
  );
  const items = listed.map(
    (kind) => `<li><a href="/canary-${kind}/">CANARY-${kind}-title</a> CANARY-${kind}-body</li>`,
  );
  const project: Files = {
    ...files,
    ...Object.fromEntries(pages),
    'public/notes/index.html': builtPage(
      'Notes',
      `What was noted on the quay.</p><ul>${items.join('')}</ul><p>`,
    ),
    'hugo.toml': 'title = "Harbour"',
    'public/splicing/index.html': builtPage('Splicing rope', 'Unlay three strands.'),
    'public/fr/noeuds/index.html': builtPage('Nœuds marins', 'Trois torons.'),
  };
  return {
    name: 'a project with its built site',
    type: 'project',
    args: ['--source', 'web'],
    files: Object.fromEntries(Object.entries(project).map(([path, content]) => [`web/${path}`, content])),
    shown,
  };
}

/** Sites of the sources that are written here. */
export const hiddenSites: readonly HiddenSite[] = [wordpressSite(), folderSite(), projectSite()];
