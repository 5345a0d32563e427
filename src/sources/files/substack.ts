import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shortHash } from '../../core/hash.js';
import { isSubstackName, SUBSTACK_TABLE } from '../archive-names.js';
import { readCsv } from './csv.js';
import type { FrontMatter } from './front-matter.js';
import type { WhyLeftOut } from './left-out-files.js';
import { cleanSubstackHtml } from './substack-text.js';

type Row = Readonly<Record<string, string>>;

/** Kinds of posts that are on the site; others went to some readers only. */
const PUBLIC_TYPES = /^(?:newsletter|podcast|video|page|text|note|thread|post)?$/i;

/** The tables of the Substack archives in a folder. */
export class SubstackTables {
  readonly #root: string;
  readonly #texts = new Map<string, string | undefined>();
  readonly #rows = new Map<string, ReadonlyMap<string, Row> | undefined>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * The table's row for a post.
   * @returns undefined for a file that isn't a post of an archive
   */
  read(path: string, text: string): FrontMatter | WhyLeftOut | undefined {
    if (!isSubstackName(path) || /<!doctype|<html\b/i.test(text.slice(0, 500))) return undefined;
    const folder = this.#folderOf(path);
    const rows = this.#rowsIn(folder);
    const id = path.slice(path.lastIndexOf('/') + 1).replace(/\.html$/, '');
    // A folder of such names next to a table is an archive, and so is one named "posts" without its table.
    if (rows === undefined)
      return /(?:^|\/)posts\/[^/]*$/.test(path) || this.#texts.get(folder) !== undefined
        ? 'no table'
        : undefined;
    const row = rows.get(id);
    return row === undefined ? 'no row' : toMatter(id, row, text);
  }

  /** Fingerprints of the tables that some files need. */
  print(files: readonly string[]): readonly (readonly [folder: string, hash: string])[] {
    const folders = new Set(files.filter(isSubstackName).map((path) => this.#folderOf(path)));
    return [...folders].map((folder) => [folder, shortHash(this.#textIn(folder) ?? '')]);
  }

  /** The folder of the table: above that of the posts, from the root. */
  #folderOf(path: string): string {
    return join(dirname(path), '..');
  }

  #textIn(folder: string): string | undefined {
    if (!this.#texts.has(folder)) this.#texts.set(folder, readText(join(this.#root, folder, SUBSTACK_TABLE)));
    return this.#texts.get(folder);
  }

  #rowsIn(folder: string): ReadonlyMap<string, Row> | undefined {
    if (!this.#rows.has(folder)) this.#rows.set(folder, toRows(this.#textIn(folder)));
    return this.#rows.get(folder);
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function toRows(text: string | undefined): ReadonlyMap<string, Row> | undefined {
  const rows = readCsv(text ?? '');
  const [first] = rows;
  if (first === undefined || !('post_id' in first && 'is_published' in first && 'audience' in first))
    return undefined;
  return new Map(rows.map((row) => [row['post_id'] ?? '', row]));
}

/** The row as front matter: published for everyone, or not. */
function toMatter(id: string, row: Row, body: string): FrontMatter {
  const slug = id.replace(/^\d+\./, '');
  const audience = (row['audience'] ?? '').trim().toLowerCase();
  const isPublished = /^(?:true|1|yes|t)$/i.test((row['is_published'] ?? '').trim());
  const data = {
    title: row['title'] || undefined,
    description: row['subtitle'] || undefined,
    date: row['post_date'] || undefined,
    type: 'post',
    slug,
    permalink: `/p/${slug}`,
    draft: !isPublished,
    private: !PUBLIC_TYPES.test((row['type'] ?? '').trim()),
    visibility: audience === 'everyone' ? 'public' : 'paid',
  };
  return { present: true, data, body: cleanSubstackHtml(body), source: () => undefined };
}
