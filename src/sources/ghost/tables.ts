import { addTo } from '../../core/multimap.js';
import type { RawAuthor, RawTerm } from '../port.js';
import { publicName } from '../public-name.js';
import { asRow, date, isOn, numberOf, type Row, text, textFields } from './values.js';

/** A tag as the export defines it. */
export interface GhostTag {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Internal tags organise the site's own work; readers never see them. */
  readonly isInternal: boolean;
}

/** The fields that a separate table adds to a post. */
export interface PostMeta {
  readonly imageAlt?: string;
  readonly imageCaption?: string;
  readonly metaTitle?: string;
  readonly metaDescription?: string;
  readonly ogTitle?: string;
  readonly ogDescription?: string;
  readonly ogImage?: string;
  readonly emailOnly: boolean;
}

/** Settings that are read; all others, secrets among them, are skipped unseen. */
const SETTINGS = new Set(
  'title description logo icon url lang locale default_locale timezone active_timezone permalinks is_private'.split(
    ' ',
  ),
);

/** Tables that are kept while the posts are read. All others are ignored. */
const READERS: Readonly<Record<string, (tables: GhostTables, row: Row) => void>> = {
  tags: (tables, row) => tables.addTag(row),
  users: (tables, row) => tables.addUser(row),
  posts_tags: (tables, row) => tables.link(tables.tagsOf, row, 'tag_id'),
  posts_authors: (tables, row) => tables.link(tables.authorsOf, row, 'author_id'),
  posts_meta: (tables, row) => tables.addMeta(row),
  settings: (tables, row) => tables.addSetting(row),
};

interface Link {
  readonly to: string;
  readonly order: number;
}

/** The small tables of an export: tags, people, settings, and their relations to posts. */
export class GhostTables {
  readonly tags = new Map<string, GhostTag>();
  readonly users = new Map<string, RawAuthor>();
  readonly tagsOf = new Map<string, Link[]>();
  readonly authorsOf = new Map<string, Link[]>();
  readonly meta = new Map<string, PostMeta>();
  readonly settings = new Map<string, string>();
  /** Ids repeat, so each string is kept once. */
  readonly #ids = new Map<string, string>();

  /** True for a table whose rows go to `add`. */
  static isRead(table: string): boolean {
    return Object.hasOwn(READERS, table);
  }

  /** Takes one row of a table; rows that aren't objects are skipped. */
  add(table: string, value: unknown): void {
    const row = asRow(value);
    if (row !== undefined) READERS[table]?.(this, row);
  }

  /** Ids of a post's related rows, in its own order. */
  linked(links: ReadonlyMap<string, readonly Link[]>, postId: string): readonly string[] {
    return [...(links.get(postId) ?? [])].sort((a, b) => a.order - b.order).map(({ to }) => to);
  }

  addTag(row: Row): void {
    const [id, slug, name] = [text(row, 'id'), text(row, 'slug'), text(row, 'name')];
    if (id === '' || slug === '') return;
    const isInternal =
      name.startsWith('#') || slug.startsWith('hash-') || text(row, 'visibility') === 'internal';
    this.tags.set(id, { slug, name: name || slug, description: text(row, 'description'), isInternal });
  }

  addUser(row: Row): void {
    const [id, slug] = [text(row, 'id'), text(row, 'slug')];
    const name = publicName(text(row, 'name'));
    if (id === '' || name === '') return;
    const website = text(row, 'website');
    const url = /^https?:\/\//i.test(website) ? website : '';
    this.users.set(id, { key: slug || id, name, ...textFields({ url }) });
  }

  link(links: Map<string, Link[]>, row: Row, key: 'tag_id' | 'author_id'): void {
    const [post, to] = [this.#intern(text(row, 'post_id')), this.#intern(text(row, key))];
    if (post === '' || to === '') return;
    const order = numberOf(row, 'sort_order') ?? 0;
    addTo(links, post, { to, order });
  }

  addMeta(row: Row): void {
    const post = text(row, 'post_id');
    if (post !== '') this.meta.set(this.#intern(post), readPostMeta(row));
  }

  addSetting(row: Row): void {
    const [key, value] = [text(row, 'key'), row['value']];
    if (!SETTINGS.has(key) || value === null || value === undefined) return;
    this.settings.set(key, String(value).trim());
  }

  #intern(id: string): string {
    const known = this.#ids.get(id);
    if (known === undefined) this.#ids.set(id, id);
    return known ?? id;
  }
}

/** Reads the meta fields, which old versions keep in the post itself. */
export function readPostMeta(row: Row): PostMeta {
  return {
    ...textFields({
      imageAlt: text(row, 'feature_image_alt'),
      imageCaption: text(row, 'feature_image_caption'),
      metaTitle: text(row, 'meta_title'),
      metaDescription: text(row, 'meta_description'),
      ogTitle: text(row, 'og_title'),
      ogDescription: text(row, 'og_description'),
      ogImage: text(row, 'og_image'),
    }),
    emailOnly: isOn(row['email_only']),
  };
}

/** A public tag as a term with its archive's address. */
export function toTerm(tag: GhostTag): RawTerm {
  return {
    taxonomy: 'tag',
    slug: tag.slug,
    name: tag.name,
    ...textFields({ description: tag.description }),
    url: `/tag/${encodeURIComponent(tag.slug)}/`,
  };
}

/** The time of publication, or of creation where the export has none. */
export function publishedAt(row: Row): number | undefined {
  return date(row, 'published_at') ?? date(row, 'created_at');
}
