/** One item of a WordPress export in a few words; what is left out has a plain value. */
export interface Item {
  readonly id: number;
  readonly title?: string;
  readonly slug?: string;
  /** Complete address; by default the slug below the export's. */
  readonly link?: string;
  readonly type?: string;
  readonly status?: string;
  readonly password?: string;
  readonly body?: string;
  readonly excerpt?: string;
  /** `2026-01-02 03:04:05`, in UTC; null for an item without dates. */
  readonly date?: string | null;
  readonly modified?: string;
  readonly creator?: string;
  readonly parent?: number;
  readonly terms?: readonly { readonly taxonomy: string; readonly slug: string; readonly name: string }[];
  readonly meta?: Readonly<Record<string, string>>;
  /** Further elements, as XML. */
  readonly more?: string;
}

export interface ExportOptions {
  /** The export's own address; `https://old.example` when absent. */
  readonly base?: string;
  readonly authors?: readonly { readonly login: string; readonly email: string; readonly name: string }[];
  /** Further elements of the channel, as XML. */
  readonly head?: string;
}

const DATE = '2026-01-15 10:00:00';

/** A complete WordPress export. */
export function wxr(
  items: readonly Item[],
  { base = OLD, authors = [], head = '' }: ExportOptions = {},
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Harbour Notes</title>
<link>${base}</link>
<description>Tides and ropes</description>
<language>en-GB</language>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${base}</wp:base_site_url>
<wp:base_blog_url>${base}</wp:base_blog_url>
${authors.map(authorOf).join('\n')}
${head}
${items.map((item) => itemOf(item, base)).join('\n')}
</channel>
</rss>
`;
}

/** Address of the exports that `wxr` writes. */
export const OLD = 'https://old.example';

function itemOf(item: Item, base: string): string {
  const { id, slug = `entry-${id}`, date = DATE, modified = date } = item;
  const terms = item.terms ?? [];
  return `<item>
<title>${cdata(item.title ?? `Entry ${id}`)}</title>
<link>${escapeXml(item.link ?? `${base}/${slug}/`)}</link>
<dc:creator>${cdata(item.creator ?? 'mara')}</dc:creator>
<content:encoded>${cdata(item.body ?? `<p>The body of entry ${id}.</p>`)}</content:encoded>
<excerpt:encoded>${cdata(item.excerpt ?? '')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
${date === null ? '' : `<wp:post_date_gmt>${date}</wp:post_date_gmt><wp:post_modified_gmt>${modified}</wp:post_modified_gmt>`}
<wp:post_name>${cdata(slug)}</wp:post_name>
<wp:status>${cdata(item.status ?? 'publish')}</wp:status>
<wp:post_parent>${item.parent ?? 0}</wp:post_parent>
<wp:post_type>${cdata(item.type ?? 'post')}</wp:post_type>
<wp:post_password>${cdata(item.password ?? '')}</wp:post_password>
${terms.map((term) => `<category domain="${term.taxonomy}" nicename="${term.slug}">${cdata(term.name)}</category>`).join('')}
${Object.entries(item.meta ?? {})
  .map(metaOf)
  .join('')}
${item.more ?? ''}
</item>`;
}

function metaOf([key, value]: readonly [string, string]): string {
  return `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;
}

function authorOf({ login, email, name }: { login: string; email: string; name: string }): string {
  return `<wp:author><wp:author_login>${cdata(login)}</wp:author_login><wp:author_email>${cdata(email)}</wp:author_email><wp:author_display_name>${cdata(name)}</wp:author_display_name></wp:author>`;
}

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
