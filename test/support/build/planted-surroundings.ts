/** Sites whose private texts lie around their public pages: in files, tables and fields that belong to no page. */
import { type Item, wxr } from './export.js';
import type { Leaks } from './planted-leaks.js';
import type { Files } from './workspace.js';

const OLD = 'https://old.example';

/** Statuses of items that visitors never get; the last row is a revision of a private page. */
const HIDDEN: readonly Partial<Item>[] = [
  { status: 'draft' },
  { status: 'pending' },
  { status: 'future', date: '2099-01-01 00:00:00' },
  { status: 'private' },
  { status: 'trash' },
  { status: 'auto-draft' },
  { password: 'tide' },
  { status: 'inherit', type: 'revision', parent: 103 },
];

/** Types in which WordPress and its extensions keep house. */
const HOUSEKEEPING = 'nav_menu_item wp_navigation wp_template wp_global_styles custom_css oembed_cache'.split(
  ' ',
);

function hiddenItem(id: number, change: Partial<Item>, leaks: Leaks): Item {
  return {
    id,
    title: leaks.next(),
    slug: leaks.name(),
    body: `<p>${leaks.next()} <img src="${OLD}/${leaks.name()}.png" alt="${leaks.next()}"></p>[gallery]`,
    excerpt: leaks.next(),
    creator: leaks.name(),
    terms: [{ taxonomy: 'category', slug: leaks.name(), name: leaks.next() }],
    meta: {
      subtitle: leaks.next(),
      _menu_item_url: `${OLD}/${leaks.name()}/`,
      _yoast_wpseo_metadesc: leaks.next(),
    },
    more: comment(leaks),
    ...change,
  };
}

function comment(leaks: Leaks): string {
  return `<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author>${leaks.name()}</wp:comment_author><wp:comment_content>${leaks.next()}</wp:comment_content><wp:comment_approved>0</wp:comment_approved></wp:comment>`;
}

/** A picture of which each text encloses a part for members. */
function gatedPicture(id: number, parent: number, leaks: Leaks): Item {
  const gate = () => `[su_members]${leaks.next()}[/su_members]`;
  return {
    id,
    parent,
    type: 'attachment',
    status: 'inherit',
    title: `Picture ${gate()}`,
    body: leaks.next(),
    excerpt: `Caption ${gate()}`,
    meta: { _wp_attachment_image_alt: `Alternative ${gate()}` },
    more: `<wp:attachment_url>${OLD}/picture-${id}.png</wp:attachment_url>`,
  };
}

/** A picture that belongs to a page that nobody gets. */
function privatePicture(id: number, parent: number, leaks: Leaks): Item {
  return {
    id,
    parent,
    type: 'attachment',
    status: 'inherit',
    title: leaks.next(),
    body: leaks.next(),
    excerpt: leaks.next(),
    meta: { _wp_attachment_image_alt: leaks.next() },
    more: `<wp:attachment_url>${OLD}/${leaks.name()}.png</wp:attachment_url>`,
  };
}

function wordpressTerms(leaks: Leaks): string {
  const gate = () => `[su_members]${leaks.next()}[/su_members]`;
  return [
    `<wp:category><wp:category_nicename>ropes</wp:category_nicename><wp:cat_name>Ropes</wp:cat_name><wp:category_description>All ropes. ${gate()}</wp:category_description></wp:category>`,
    `<wp:tag><wp:tag_slug>knots</wp:tag_slug><wp:tag_name>Knots</wp:tag_name><wp:tag_description>All knots. ${gate()}</wp:tag_description></wp:tag>`,
    `<wp:term><wp:term_taxonomy>harbour</wp:term_taxonomy><wp:term_slug>north</wp:term_slug><wp:term_name>North</wp:term_name><wp:term_description>The quay. ${gate()}</wp:term_description></wp:term>`,
    `<wp:category><wp:category_nicename>plans</wp:category_nicename><wp:cat_name>${leaks.next()}</wp:cat_name><wp:category_description>${leaks.next()}</wp:category_description></wp:category>`,
  ].join('\n');
}

/** A WordPress export with private texts around two public posts, `gate-0` and `gate-1`. */
export function leakyWordPress(leaks: Leaks): Files {
  const terms = [
    { taxonomy: 'category', slug: 'ropes', name: 'Ropes' },
    { taxonomy: 'post_tag', slug: 'knots', name: 'Knots' },
    { taxonomy: 'harbour', slug: 'north', name: 'North' },
  ];
  const items: Item[] = [
    {
      id: 1,
      slug: 'gate-0',
      terms,
      body: '<p>Open start 0.</p>[gallery]<!-- wp:image {"id":5000} --><img src="https://old.example/picture-5000.png" class="wp-image-5000"/><!-- /wp:image --><!-- wp:block {"ref":900} /-->',
      more: comment(leaks),
      meta: { _thumbnail_id: '5000', subtitle: leaks.next(), _note: leaks.next() },
    },
    { id: 2, slug: 'gate-1', parent: 103, body: '<p>Open start 1.</p>[gallery id="103"]' },
    { id: 900, type: 'wp_block', body: `<p>Open block.</p>[vip]<p>${leaks.next()}</p>[/vip]` },
    ...HIDDEN.map((change, index) => hiddenItem(100 + index, change, leaks)),
    ...HOUSEKEEPING.map((type, index) => hiddenItem(200 + index, { type }, leaks)),
    gatedPicture(5000, 1, leaks),
    gatedPicture(5001, 1, leaks),
    ...HIDDEN.map((_, index) => privatePicture(5100 + index, 100 + index, leaks)),
  ];
  return { 'export.xml': wxr(items, { head: wordpressTerms(leaks) }) };
}

type Row = Readonly<Record<string, unknown>>;

const GHOST_HIDDEN: readonly Row[] = [
  { status: 'draft' },
  { status: 'scheduled', published_at: '2099-01-01T00:00:00.000Z' },
  { status: 'sent' },
  { email_only: true },
  { visibility: 'members' },
  { visibility: 'paid' },
  { visibility: 'tiers' },
  { type: 'page', visibility: 'members' },
];

const node = (type: string, facts: Row = {}): Row => ({ type, version: 1, ...facts });
const paragraph = (text: string): Row => node('paragraph', { children: [node('text', { text })] });

function hiddenPost(index: number, change: Row, leaks: Leaks): Row {
  return {
    ...openPost(`hidden-${index}`),
    slug: leaks.name(),
    title: leaks.next(),
    html: `<p>${leaks.next()}</p>`,
    plaintext: leaks.next(),
    custom_excerpt: leaks.next(),
    feature_image: `__GHOST_URL__/${leaks.name()}.jpg`,
    codeinjection_head: `<meta name="x" content="${leaks.next()}">`,
    ...change,
  };
}

function openPost(id: string): Row {
  return {
    id,
    slug: id,
    title: `Open ${id}`,
    html: null,
    status: 'published',
    visibility: 'public',
    type: 'post',
    published_at: '2026-01-15T10:00:00.000Z',
  };
}

/** Parts of a public post that only some readers get, in the form of the editor. */
function gatedNodes(leaks: Leaks): readonly Row[] {
  const members = {
    web: { nonMember: false, memberSegment: 'status:free,status:-free' },
    email: { memberSegment: '' },
  };
  return [
    node('html', { html: `<p>${leaks.next()}</p>`, visibility: members }),
    node('call-to-action', { textValue: leaks.next(), visibility: members }),
    node('email', { html: `<p>${leaks.next()}</p>` }),
    node('email-cta', { html: `<p>${leaks.next()}</p>`, segment: 'status:free' }),
    node('html', {
      html: `<!--kg-gated-block:begin nonMember:false--><p>${leaks.next()}</p><!--kg-gated-block:end-->`,
    }),
    node('paywall'),
    paragraph(leaks.next()),
  ];
}

/** A Ghost export with private texts around two public posts, `gate-0` and `gate-1`. */
export function leakyGhostSite(leaks: Leaks): Files {
  const copied = leaks.next();
  const lexical = { root: node('root', { children: [paragraph('Open start 0.'), ...gatedNodes(leaks)] }) };
  const html = `<p>Open start 1.</p><!--members-only--><p>${copied} ${leaks.next()}</p>`;
  const injected = () => `<script>/* ${leaks.next()} */</script>`;
  const posts = [
    { ...openPost('gate-0'), lexical: JSON.stringify(lexical), codeinjection_foot: injected() },
    { ...openPost('gate-1'), html, feature_image: '__GHOST_URL__/open.png', custom_excerpt: copied },
    ...GHOST_HIDDEN.map((change, index) => hiddenPost(index, change, leaks)),
  ];
  const copies = 'meta_title meta_description og_title og_description twitter_title twitter_description';
  const data = {
    posts,
    posts_meta: [
      {
        id: 'meta',
        post_id: 'gate-1',
        ...Object.fromEntries(copies.split(' ').map((key) => [key, copied])),
        feature_image_alt: copied,
        feature_image_caption: `Open caption. <!-- members -->${leaks.next()}<!-- /members -->`,
        email_subject: leaks.next(),
      },
    ],
    tags: [
      {
        id: 'tag',
        name: 'Ropes',
        slug: 'ropes',
        visibility: 'public',
        description: `All ropes. <!-- members -->${leaks.next()}<!-- /members -->`,
        meta_description: leaks.next(),
        codeinjection_head: injected(),
      },
      { id: 'inner', name: `#${leaks.name()}`, slug: leaks.name(), visibility: 'internal' },
    ],
    posts_tags: ['tag', 'inner'].map((tag_id, sort_order) => ({ post_id: 'gate-0', tag_id, sort_order })),
    users: [
      { id: 'user', name: 'Mara Lindqvist', slug: leaks.name(), bio: leaks.next(), location: leaks.next() },
    ],
    posts_authors: [{ post_id: 'gate-0', author_id: 'user', sort_order: 0 }],
    newsletters: [{ id: 'letter', name: leaks.next(), description: leaks.next() }],
    products: [{ id: 'tier', name: leaks.next(), description: leaks.next(), welcome_page_url: leaks.name() }],
    snippets: [{ id: 'snippet', name: leaks.next(), lexical: leaks.next() }],
    settings: [
      { key: 'title', value: 'Harbour Notes' },
      { key: 'codeinjection_head', value: injected() },
      { key: 'members_signup_terms', value: leaks.next() },
      { key: 'portal_signup_terms_html', value: leaks.next() },
    ],
  };
  const meta = { exported_on: 1_780_000_000_000, version: '5.120.0' };
  return { 'ghost.json': JSON.stringify({ db: [{ meta, data }] }) };
}

const matter = (lines: readonly string[], body: string) => `---\n${lines.join('\n')}\n---\n${body}\n`;

/** A content folder with private texts around two public pages, `gate-0` and `gate-1`. */
export function leakyContent(leaks: Leaks): Files {
  const hidden = (title: string, ...lines: readonly string[]) =>
    matter([`title: ${title}`, ...lines], `${leaks.next()} ![${leaks.next()}](${leaks.name()}.png)`);
  return {
    'content/gate-0.md': matter(
      ['title: Open 0', 'tags: [ropes]', 'image: /open.png'],
      'Open start 0. [There](plans/plan.md), [[plan]], ![[plan]], [](plans/plan.md).\n\n{{< include "plans/plan.md" >}}\n\n{% include plans/plan.md %}',
    ),
    'content/gate-1.md': matter(['title: Open 1', 'translationKey: plan', 'lang: en'], 'Open start 1.'),
    'content/fr/plan.md': hidden(
      leaks.next(),
      'draft: true',
      'translationKey: plan',
      `slug: ${leaks.name()}`,
    ),
    'content/plans/plan.md': hidden(leaks.next(), 'draft: true', `permalink: /${leaks.name()}/`),
    [`content/plans/${leaks.name()}.png`]: leaks.next(),
    'content/plans/_index.md': hidden(leaks.next(), 'draft: true'),
    'content/quiet.html': `<!doctype html><html><head><meta name="robots" content="noindex"><title>${leaks.next()}</title></head><body>${leaks.next()}</body></html>`,
    'content/still.html': matter(['title: Still', 'robots: noindex'], `<p>${leaks.next()}</p>`),
    'content/_data/crew.yml': `captain: ${leaks.next()}`,
    'content/data/crew.json': JSON.stringify({ captain: leaks.next() }),
    'content/notes.txt': leaks.next(),
    'content/_media.json': JSON.stringify([
      {
        id: 7,
        url: '/open.png',
        alt: `Alternative [su_members]${leaks.next()}[/su_members]`,
        title: `Title <!-- members -->${leaks.next()}<!-- /members -->`,
        caption: `Caption [su_members]${leaks.next()}[/su_members]`,
      },
    ]),
  };
}

/** A site of Hugo whose sections hand down that their pages are for few, around the public page `gate-0`. */
export function leakyHugo(leaks: Leaks): Files {
  const hidden = (...lines: readonly string[]) => matter([`title: ${leaks.next()}`, ...lines], leaks.next());
  const sections: Readonly<Record<string, string>> = {
    cellar: 'cascade: { draft: true }',
    attic: 'cascade: { build: { render: never, list: never } }',
    tower: 'cascade: [{ _target: { path: "{/tower,/tower/**}" }, params: { access: members } }]',
    vault: 'cascade: { robotsNoIndex: true }',
  };
  const pages = Object.entries(sections).flatMap(([name, line]) => [
    [`site/content/${name}/_index.md`, hidden(line)],
    [`site/content/${name}/page.md`, hidden('weight: 1')],
    [`site/content/${name}/deep/down/page.md`, hidden('weight: 1')],
  ]);
  return {
    'site/hugo.toml':
      'title = "Harbour Notes"\n[[cascade]]\ndraft = true\n[cascade.target]\npath = "{/depot,/depot/**}"\n',
    'site/content/gate-0.md': matter(['title: Open 0'], 'Open start 0.'),
    'site/content/cellar/gate-1.md': matter(
      ['title: Open 1', 'draft: false', 'url: /gate-1/'],
      'Open start 1.',
    ),
    'site/content/depot/page.md': hidden('weight: 1'),
    ...Object.fromEntries(pages),
  };
}

/** The same in the form of an import, which knows terms and blocks too. */
export function leakyLibrary(leaks: Leaks): Files {
  const gate = () => `[su_members]${leaks.next()}[/su_members]`;
  const taxonomies = { category: [{ slug: 'ropes', name: 'Ropes', description: `All ropes. ${gate()}` }] };
  return {
    'content/_svc.yml': JSON.stringify({ title: 'Harbour Notes', taxonomies }),
    'content/_blocks.json': JSON.stringify([{ id: 900, body: `<p>Open block.</p>${gate()}` }]),
    'content/_media.json': JSON.stringify([
      { id: 7, url: '/open.png', alt: gate(), title: gate(), caption: gate() },
    ]),
    'content/gate-0.html': matter(
      [
        'title: Open 0',
        'id: 1',
        'url: /gate-0/',
        'type: post',
        'format: wordpress',
        'categories: [Ropes]',
        'image: 7',
      ],
      `<p>Open start 0.</p>[gallery ids="7"]<!-- wp:block {"ref":900} /-->${gate()}`,
    ),
    'content/gate-1.html': matter(
      [
        'title: Open 1',
        'id: 2',
        'url: /gate-1/',
        'type: post',
        `excerpt: "Short. ${gate()}"`,
        'format: wordpress',
      ],
      `<p>Open start 1.</p>`,
    ),
    'content/plan.html': matter(
      [`title: ${leaks.next()}`, 'id: 3', 'url: /plan/', 'status: private'],
      `<p>${leaks.next()}</p>`,
    ),
  };
}
