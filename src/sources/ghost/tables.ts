/** Reads the tables of a Ghost export. */

import { objectOf } from '../../core/json.js';
import { addTo } from '../../core/multimap.js';
import { ExportFault } from '../export-file.js';
import { publicName } from '../names.js';
import type { RawAuthor, RawTerm, SourceContext } from '../port.js';
import type { JsonScanner } from './json-scanner.js';
import { asRow, date, isOnValue, numberOf, type TableRow, text, textFields } from './values.js';

/** A tag as the export defines it. */
interface GhostTag {
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
const READERS: Readonly<Record<string, (tables: GhostTables, row: TableRow) => void>> = {
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

/** The position of a post in the file. */
interface PostPlace {
  readonly offset: number;
  readonly end: number;
}

/** The result of the first pass over an export: everything but the posts, and their positions. */
export interface Overview {
  readonly tables: GhostTables;
  readonly posts: readonly PostPlace[];
  /** Values among the posts that aren't posts: `null`, a number, a text. */
  readonly notPosts: readonly PostPlace[];
  /** Version of the software that wrote the export; empty when it is missing. */
  readonly version: string;
}

const NOT_OURS = 'Pass the file that Ghost writes under Settings, Import/Export.';

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

  addTag(row: TableRow): void {
    const [id, slug, name] = [text(row, 'id'), text(row, 'slug'), text(row, 'name')];
    if (id === '' || slug === '') return;
    const isInternal =
      name.startsWith('#') || slug.startsWith('hash-') || text(row, 'visibility') === 'internal';
    this.tags.set(id, { slug, name: name || slug, description: text(row, 'description'), isInternal });
  }

  addUser(row: TableRow): void {
    const [id, slug] = [text(row, 'id'), text(row, 'slug')];
    const name = publicName(text(row, 'name'));
    if (id === '' || name === '') return;
    const website = text(row, 'website');
    const url = /^https?:\/\//i.test(website) ? website : '';
    this.users.set(id, { key: slug || id, name, ...textFields({ url }) });
  }

  link(links: Map<string, Link[]>, row: TableRow, key: 'tag_id' | 'author_id'): void {
    const [post, to] = [this.#intern(text(row, 'post_id')), this.#intern(text(row, key))];
    if (post === '' || to === '') return;
    const order = numberOf(row, 'sort_order') ?? 0;
    addTo(links, post, { to, order });
  }

  addMeta(row: TableRow): void {
    const post = text(row, 'post_id');
    if (post !== '') this.meta.set(this.#intern(post), readPostMeta(row));
  }

  addSetting(row: TableRow): void {
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
export function readPostMeta(row: TableRow): PostMeta {
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
    emailOnly: isOnValue(row['email_only']),
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
export function publishedAt(row: TableRow): number | undefined {
  return date(row, 'published_at') ?? date(row, 'created_at');
}

/**
 * Reads an export once. Posts are skipped, since the tables that they need come after them.
 * @param onProgress called with the bytes read so far
 * @throws ExportFault when the file isn't JSON or isn't an export
 */
export function readOverview(scanner: JsonScanner, onProgress: SourceContext['onBytes']): Overview {
  const walk = new Walk(scanner, onProgress);
  walk.file();
  return walk;
}

class Walk implements Overview {
  readonly tables = new GhostTables();
  readonly posts: PostPlace[] = [];
  readonly notPosts: PostPlace[] = [];
  version = '';
  #hasData = false;

  constructor(
    private readonly scanner: JsonScanner,
    private readonly onProgress: SourceContext['onBytes'],
  ) {}

  file(): void {
    this.scanner.begin();
    this.#dump();
    this.scanner.finish();
    if (!this.#hasData)
      throw new ExportFault(0, "found no “data” with posts, so this isn't an export", NOT_OURS);
  }

  /** `{meta, data}`, alone or in the list `db`. */
  #dump(): void {
    for (const key of this.scanner.keys()) {
      if (key === 'db' && this.scanner.atList) this.#dumps();
      else if (key === 'data' && this.scanner.atObject) this.#data();
      else if (key === 'meta') this.version = text(objectOf(this.scanner.read().value), 'version');
      else this.scanner.skip();
    }
  }

  #dumps(): void {
    for (const _ of this.scanner.items()) {
      if (this.scanner.atObject) this.#dump();
      else this.scanner.skip();
    }
  }

  #data(): void {
    for (const table of this.scanner.keys()) {
      if (table === 'posts') this.#posts();
      else if (GhostTables.isRead(table) && this.scanner.atList) this.#rows(table);
      else this.scanner.skip();
    }
  }

  #posts(): void {
    this.#hasData = true;
    if (!this.scanner.atList) throw this.scanner.unexpected('the list of posts');
    for (const _ of this.scanner.items()) {
      const places = this.scanner.atObject ? this.posts : this.notPosts;
      const place = this.scanner.skip();
      places.push(place);
      this.onProgress?.(place.end);
    }
  }

  #rows(table: string): void {
    for (const _ of this.scanner.items()) this.tables.add(table, this.scanner.read().value);
  }
}
