/** Texts that no visitor without an account may read, each with a token of its own. */
import { type Item, wxr } from './export.js';
import type { Files } from './workspace.js';

/** Matches every token. */
export const LEAK = /LEAK\d{3}/i;

/** Gives out tokens and counts them. */
export class Leaks {
  count = 0;

  /** A sentence that is recognised wherever it turns up. */
  next(): string {
    this.count += 1;
    return `LEAK${String(this.count).padStart(3, '0')} the tide table of the inner harbour.`;
  }

  /** A name without white space. */
  name(): string {
    return this.next().slice(0, 7);
  }
}

/** The tokens in the titles and the paths of a site, which its owner may be told; in upper case. */
export function namesOf(files: Files): ReadonlySet<string> {
  const places = Object.entries(files).flatMap(([path, content]) => [
    path,
    ...(String(content).match(
      /(?:^title: |<title>|"title":|"slug":|^slug: |^permalink: |<wp:post_name>|<link>).*?(?:$|<\/|",)/gm,
    ) ?? []),
  ]);
  const tokens = places.join('\n').match(new RegExp(LEAK, 'gi')) ?? [];
  return new Set(tokens.map((token) => token.toUpperCase()));
}

type Gate = (inner: string) => string;

const hugo =
  (name: string, more = ''): Gate =>
  (inner) =>
    `{{< ${name}${more} >}}\n${inner}\n{{< /${name} >}}`;
const liquid =
  (name: string, more = ''): Gate =>
  (inner) =>
    `{% ${name}${more} %}\n${inner}\n{% end${name} %}`;
const fence =
  (head: string): Gate =>
  (inner) =>
    `:::${head}\n${inner}\n:::`;
const component =
  (name: string, more = ''): Gate =>
  (inner) =>
    `<${name}${more}>\n\n${inner}\n\n</${name}>`;

/** Invented gates of content folders, in several languages. */
const FOLDER_GATES: readonly Gate[] = [
  hugo('members'),
  hugo('nur-fuer-mitglieder'),
  hugo('solo_suscriptores'),
  hugo('box', ' role="subscriber"'),
  hugo('section', ' visible_to="members"'),
  (inner) => `{{% abonnes %}}\n${inner}\n{{% /abonnes %}}`,
  (inner) => `{{< paywall >}}\n\n${inner}`,
  liquid('members'),
  liquid('paid_part'),
  liquid('area_riservata'),
  liquid('panel', ' audience="members"'),
  (inner) => `{% if user.isMember %}\n${inner}\n{% endif %}`,
  (inner) => `{% unless page.access == "members" %}\n${inner}\n{% endunless %}`,
  (inner) => `{% vip %}\n${inner}\n{% /vip %}`,
  (inner) => `{% premium(tier="gold") %}\n${inner}\n{% end %}`,
  fence('members'),
  fence(' vip'),
  fence('{.subscribers-only}'),
  fence('assinantes'),
  fence('box{role="subscriber"}'),
  (inner) => `::::members\n:::note\n${inner}\n:::\n${inner}\n::::`,
  (inner) => `:::alleen_leden\n${inner}`,
  (inner) => `/// members\n${inner}\n///`,
  (inner) => `!!! members "For the crew"\n    ${inner}\n`,
  (inner) => `> [!private]\n> ${inner}\n`,
  component('MembersOnly'),
  component('Paywall', ' tier="gold"'),
  component('members-only'),
  component('Reserve', ' visibleTo="members"'),
  component('Show', ' membersOnly'),
  component('div', ' data-access="members"'),
  (inner) => `<Paywall text="${inner}" />`,
  (inner) => `{user.isMember && <p>${inner}</p>}`,
  (inner) => `<!-- members -->\n${inner}\n<!-- /members -->`,
  (inner) => `<!-- begin:paid -->\n${inner}\n<!-- end:paid -->`,
  (inner) => `<!--members-only-->\n\n${inner}`,
  (inner) => `{/* members */}\n\n${inner}\n\n{/* /members */}`,
  (inner) => `[//]: # (members)\n\n${inner}\n\n[//]: # (/members)`,
  (inner) => `[members_only]${inner}[/members_only]`,
  (inner) => `\\[members\\_only\\]${inner}\\[/members\\_only\\]`,
  fence('会員限定'),
  hugo('有料記事'),
];

/** Keys of front matter that hold a page back. */
const KEYS: readonly string[] = [
  ...['draft: true', 'published: false', 'status: private', 'date: 2099-01-01', 'expiryDate: 2020-01-01'],
  ...['password: tide', 'access: members', 'visibility: paid', 'zugang: nur Mitglieder', 'acceso: socios'],
  ...['toegang: leden', 'requires_login: true', 'params: { membersOnly: true }', 'premium: true'],
];

const FOLDERS: readonly string[] = ['private', 'members-only', 'nur-mitglieder', '_drafts', 'internal'];

function gatedPage(gate: Gate, index: number, leaks: Leaks): string {
  const copied = leaks.next();
  const held = gate(`${leaks.next()} ![${leaks.name()}](/${leaks.name()}.png)`.replace(/"/g, ''));
  const texts = index % 2 === 0 ? `summary: ${copied}\ndescription: ${copied}` : `seoTitle: ${copied}`;
  return `---\ntitle: Open ${index}\n${texts}\n---\nOpen start ${index}.\n\n${held.replace(/(LEAK\d{3})/, `${copied} $1`)}\n`;
}

/** A content folder with every gate. */
export function leakyFolder(leaks: Leaks): Files {
  const open = FOLDER_GATES.map((gate, index): [string, string] => {
    const extension = /<[A-Z]|\{\/\*|&&/.test(gate('x')) ? 'mdx' : 'md';
    return [`content/gate-${index}.${extension}`, gatedPage(gate, index, leaks)];
  });
  const hidden = [
    ...KEYS.map((key, index) => [`content/key-${index}`, key] as const),
    ...FOLDERS.map((folder) => [`content/${folder}/page`, 'weight: 1'] as const),
  ].map(([path, key]): [string, string] => [
    `${path}-${leaks.name()}.md`,
    `---\ntitle: ${leaks.next()}\n${key}\ntags: [${leaks.name()}]\nauthor: ${leaks.name()}\n---\n${leaks.next()}\n`,
  ]);
  return Object.fromEntries([...open, ...hidden]);
}

/** A WordPress export whose summaries repeat what a gate holds back. */
export function leakyExport(names: readonly string[], leaks: Leaks): string {
  const items = names.map((name, index): Item => {
    const copied = leaks.next();
    return {
      id: index + 1,
      slug: `gate-${index}`,
      excerpt: copied,
      body: `<p>Open start ${index}.</p>[${name}]<p>${copied} ${leaks.next()}</p>[/${name}]`,
      meta: { _yoast_wpseo_metadesc: copied, _yoast_wpseo_title: copied },
    };
  });
  return wxr(items);
}

/** A Ghost export whose summaries repeat what stands behind the paywall. */
export function leakyGhost(leaks: Leaks): string {
  const posts = Array.from({ length: 10 }, (_, index) => {
    const copied = leaks.next();
    const held = `<p>${copied} ${leaks.next()}</p>`;
    const gate = index % 2 === 0 ? `<!--members-only-->${held}` : `<!-- members -->${held}<!-- /members -->`;
    return {
      id: `post-${index}`,
      slug: `gate-${index}`,
      title: `Open ${index}`,
      html: `<p>Open start ${index}.</p>${gate}`,
      status: 'published',
      visibility: 'public',
      type: 'post',
      published_at: '2026-01-15T10:00:00.000Z',
      custom_excerpt: copied,
      meta_description: copied,
    };
  });
  const settings = [{ key: 'title', value: 'Harbour Notes' }];
  return JSON.stringify({
    db: [{ meta: { exported_on: 1_780_000_000_000, version: '5.80.0' }, data: { posts, settings } }],
  });
}
