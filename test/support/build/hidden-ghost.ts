import type { HiddenSite } from './hidden-entries.js';

type Row = Readonly<Record<string, unknown>>;

const NOINDEX = '<meta name="robots" content="noindex, nofollow">';

/** What makes a post of a Ghost export hidden. */
const HIDDEN_POSTS: Readonly<Record<string, Row>> = {
  draft: { status: 'draft', published_at: null },
  'dated-draft': { status: 'draft' },
  scheduled: { status: 'scheduled', published_at: '2099-01-01T00:00:00.000Z' },
  'scheduled-past': { status: 'scheduled' },
  'future-date': { published_at: '2099-01-01T00:00:00.000Z' },
  'one-second-early': { published_at: '2026-07-02T10:00:01.000Z' },
  sent: { status: 'sent' },
  'unknown-status': { status: 'simmering' },
  members: { visibility: 'members' },
  paid: { visibility: 'paid' },
  tiers: { visibility: 'tiers' },
  filter: { visibility: 'label:crew' },
  noindex: { codeinjection_head: NOINDEX },
  'draft-page': { status: 'draft', type: 'page' },
  'email-only': { email_only: true },
};

const id = (kind: string) => Buffer.from(kind.padEnd(12, '.')).toString('hex').slice(0, 24);

function hiddenPost(kind: string, change: Row): Row {
  const canary = (place: string) => `CANARY-${kind}-${place}`;
  return {
    id: id(kind),
    uuid: canary('uuid'),
    title: canary('title'),
    slug: canary('slug').toLowerCase(),
    html: `<p>${canary('html')}</p>`,
    plaintext: canary('plaintext'),
    lexical: JSON.stringify({
      root: { children: [{ type: 'paragraph', children: [{ type: 'text', text: canary('lexical') }] }] },
    }),
    comment_id: canary('comment'),
    feature_image: `__GHOST_URL__/${canary('image')}.jpg`,
    status: 'published',
    visibility: 'public',
    type: 'post',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-15T10:00:00.000Z',
    published_at: '2026-01-15T10:00:00.000Z',
    custom_excerpt: canary('excerpt'),
    codeinjection_foot: canary('foot'),
    canonical_url: `https://old.example/${canary('canonical')}/`,
    ...change,
  };
}

const SHOWN: readonly Row[] = [
  {
    ...hiddenPost('public', {}),
    title: 'Splicing rope',
    slug: 'splicing-rope',
    html: '<p>Unlay three strands.</p><!--members-only--><p>CANARY-public-members-only</p>',
    plaintext: 'CANARY-public-plaintext',
    lexical: null,
    custom_excerpt: null,
    feature_image: null,
    canonical_url: null,
  },
  {
    ...hiddenPost('french', {}),
    title: 'Nœuds marins',
    slug: 'noeuds',
    html: '<p>Trois torons.</p>',
    lexical: null,
    custom_excerpt: null,
    feature_image: null,
    canonical_url: null,
  },
];

function user(kind: string, name: string): Row {
  return {
    id: `user-${kind}`,
    name,
    slug: `canary-login-${kind}`,
    email: `canary-${kind}@example.com`,
    password: 'CANARY-password',
    bio: `CANARY-${kind}-bio`,
    status: 'active',
  };
}

/** An export of Ghost full of hidden posts. */
export function ghostSite(): HiddenSite {
  const kinds = Object.keys(HIDDEN_POSTS);
  const posts = [...SHOWN, ...Object.entries(HIDDEN_POSTS).map(([kind, change]) => hiddenPost(kind, change))];
  const tag = (kind: string): Row => ({
    id: `tag-${kind}`,
    name: `CANARY-${kind}-tag`,
    slug: `canary-${kind}-tag`,
    description: `CANARY-${kind}-about`,
    visibility: 'public',
  });
  const data = {
    posts,
    posts_meta: kinds.map((kind) => ({
      id: `meta-${kind}`,
      post_id: id(kind),
      meta_title: `CANARY-${kind}-seo-title`,
      meta_description: `CANARY-${kind}-seo`,
      email_subject: `CANARY-${kind}-subject`,
      feature_image_alt: `CANARY-${kind}-alt`,
    })),
    users: [user('public', 'Mara Lindqvist'), ...kinds.map((kind) => user(kind, `CANARY-${kind}-author`))],
    posts_authors: [
      { post_id: id('public'), author_id: 'user-public', sort_order: 0 },
      ...kinds.map((kind) => ({ post_id: id(kind), author_id: `user-${kind}`, sort_order: 0 })),
    ],
    tags: [
      ...kinds.map(tag),
      { ...tag('internal'), name: '#CANARY-internal', slug: 'hash-canary-internal', visibility: 'internal' },
    ],
    posts_tags: [
      { post_id: id('public'), tag_id: 'tag-internal', sort_order: 0 },
      ...kinds.map((kind) => ({ post_id: id(kind), tag_id: `tag-${kind}`, sort_order: 0 })),
    ],
    members: [
      { id: 'member', email: 'canary-member@example.com', name: 'CANARY-member', note: 'CANARY-note' },
    ],
    settings: [
      { key: 'title', value: 'Harbour Notes' },
      { key: 'stripe_secret_key', value: 'CANARY-secret' },
      { key: 'members_private_key', value: 'CANARY-key' },
    ],
  };
  return {
    name: 'a Ghost export',
    type: 'ghost',
    args: ['--source', 'ghost.json'],
    files: {
      'ghost.json': JSON.stringify({
        db: [{ meta: { exported_on: 1_780_000_000_000, version: '5.80.0' }, data }],
      }),
    },
    shown: ['Splicing rope', 'Unlay three strands', 'Nœuds marins', 'Mara Lindqvist'],
  };
}
