import { ExportFault } from '../export-file.js';
import type { SourceContext } from '../port.js';
import type { JsonScanner } from './json-scanner.js';
import { GhostTables } from './tables.js';
import { asRow, text } from './values.js';

/** The position of a post in the file. */
export interface PostPlace {
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
  readonly #scanner: JsonScanner;
  readonly #onProgress: SourceContext['onBytes'];
  #hasData = false;

  constructor(scanner: JsonScanner, onProgress: SourceContext['onBytes']) {
    this.#scanner = scanner;
    this.#onProgress = onProgress;
  }

  file(): void {
    this.#scanner.begin();
    this.#dump();
    this.#scanner.finish();
    if (!this.#hasData)
      throw new ExportFault(0, "found no “data” with posts, so this isn't an export", NOT_OURS);
  }

  /** `{meta, data}`, alone or in the list `db`. */
  #dump(): void {
    for (const key of this.#scanner.keys()) {
      if (key === 'db' && this.#scanner.atList) this.#dumps();
      else if (key === 'data' && this.#scanner.atObject) this.#data();
      else if (key === 'meta') this.version = text(asRow(this.#scanner.read().value) ?? {}, 'version');
      else this.#scanner.skip();
    }
  }

  #dumps(): void {
    for (const _ of this.#scanner.items()) {
      if (this.#scanner.atObject) this.#dump();
      else this.#scanner.skip();
    }
  }

  #data(): void {
    for (const table of this.#scanner.keys()) {
      if (table === 'posts') this.#posts();
      else if (GhostTables.isRead(table) && this.#scanner.atList) this.#rows(table);
      else this.#scanner.skip();
    }
  }

  #posts(): void {
    this.#hasData = true;
    if (!this.#scanner.atList) throw this.#scanner.unexpected('the list of posts');
    for (const _ of this.#scanner.items()) {
      const places = this.#scanner.atObject ? this.posts : this.notPosts;
      const place = this.#scanner.skip();
      places.push(place);
      this.#onProgress?.(place.end);
    }
  }

  #rows(table: string): void {
    for (const _ of this.#scanner.items()) this.tables.add(table, this.#scanner.read().value);
  }
}
