import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../core/compare.js';
import { escapeRegExp } from '../../core/text.js';
import type { DocumentRow } from '../../documents/document-row.js';
import { type Prefixes, withPrefix } from '../../documents/rest-addresses.js';
import { Document, type DocumentSource, MAX_WHOLE } from './document.js';
import { fileChunks } from './rule.js';

/** A path below the output folder that is neither a file nor a folder, or has a name that no address can have. */
export interface OddPath {
  readonly file: string;
  readonly kind: 'link' | 'special' | 'name';
}

interface FolderOptions {
  /** Absolute. */
  readonly root: string;
  readonly rowOf: RowFinder;
  /** Files that the build wrote; undefined when unknown, then every file counts. */
  readonly written: ReadonlySet<string> | undefined;
  /** The producer of a file with a row. */
  sourceOf(file: string): DocumentSource;
}

/**
 * The output folder. Symbolic links are never followed, and no more than one document is in memory except
 * the few that rules use together.
 */
export class Folder {
  readonly root: string;
  readonly #kept = new Map<string, Document | undefined>();

  constructor(private readonly options: FolderOptions) {
    this.root = options.root;
  }

  /** Size of a regular file that is reached without a link; undefined for anything else. */
  sizeOf(file: string): number | undefined {
    const names = file.split('/');
    if (names.some((name) => name === '' || name === '.' || name === '..' || name.includes('\u0000'))) {
      return undefined;
    }
    for (let depth = 1; depth < names.length; depth += 1) {
      if (!this.#isFolder(names.slice(0, depth).join('/'))) return undefined;
    }
    const found = statIfExists(join(this.root, file));
    return found?.isFile() === true ? found.size : undefined;
  }

  has(file: string): boolean {
    return this.sizeOf(file) !== undefined;
  }

  /** Short digest of a file of any length; undefined where it is missing. */
  digestOf(file: string): string | undefined {
    if (!this.has(file)) return undefined;
    const hash = createHash('sha256');
    for (const chunk of fileChunks(join(this.root, file))) hash.update(chunk);
    return hash.digest('hex').slice(0, 16);
  }

  /** The text of a file without a document, such as a page; undefined where it is missing. */
  textOf(file: string): string | undefined {
    const size = this.sizeOf(file);
    if (size === undefined || size > MAX_WHOLE) return undefined;
    return readFileSync(join(this.root, file), 'utf8');
  }

  readonly #folders = new Map<string, boolean>();

  #isFolder(folder: string): boolean {
    let known = this.#folders.get(folder);
    if (known === undefined) {
      known = statIfExists(join(this.root, folder))?.isDirectory() === true;
      this.#folders.set(folder, known);
    }
    return known;
  }

  /** A document by its file, cached for the next rule; undefined when it is missing. */
  document(file: string): Document | undefined {
    if (!this.#kept.has(file)) this.#kept.set(file, this.#open(file));
    return this.#kept.get(file);
  }

  /** The JSON value of a document; undefined when it is missing or can't be parsed. */
  value(file: string): unknown {
    const document = this.document(file);
    return document?.isWhole === true ? document.value() : undefined;
  }

  /** Every document, folder by folder, ascending in each; one that was read by name is the same object. */
  *documents(): Iterable<Document> {
    for (const file of this.files()) {
      const document = this.#kept.get(file) ?? this.#open(file);
      if (document !== undefined && this.options.written?.has(file) !== false) yield document;
    }
  }

  /** Leftovers: files that a document would write and that the last build did not. */
  *leftovers(): Iterable<string> {
    const { written, rowOf } = this.options;
    if (written === undefined) return;
    for (const file of this.files()) if (!written.has(file) && rowOf(file) !== undefined) yield file;
  }

  /**
   * Every regular file, as a path below the output folder.
   * @param below a folder in it; all by default
   */
  *files(below = ''): Iterable<string> {
    if (below !== '' && !this.#isFolder(below)) return;
    for (const one of this.#walk(below)) if (typeof one === 'string') yield one;
  }

  /** Paths that have no place in a published folder. */
  *oddPaths(): Iterable<OddPath> {
    for (const one of this.#walk('')) if (typeof one !== 'string') yield one;
  }

  *#walk(below: string): Iterable<string | OddPath> {
    const entries: Dirent[] = readdirSync(join(this.root, below), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
      const file = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isSymbolicLink()) yield { file, kind: 'link' };
      else if (!isPlainName(entry.name)) yield { file, kind: 'name' };
      else if (entry.isDirectory()) yield* this.#walk(file);
      else if (entry.isFile()) yield file;
      else yield { file, kind: 'special' };
    }
  }

  #open(file: string): Document | undefined {
    const row = this.options.rowOf(file)?.row;
    const size = row === undefined ? undefined : this.sizeOf(file);
    if (row === undefined || size === undefined) return undefined;
    const source = this.options.sourceOf(file);
    return new Document({ file, row, source, size, path: join(this.root, file) });
  }
}

/** Names that an address can have: composed Unicode without backslashes and control characters. */
function isPlainName(name: string): boolean {
  return name.normalize('NFC') === name && !/[\\\u0000-\u001f\u007f\ufffd]/.test(name);
}

function statIfExists(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // No file can have a name that the file system refuses; an address can.
    if (/^(?:ENOTDIR|ENAMETOOLONG)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** The document of a file of the output folder, with the address of the file. */
interface FoundRow {
  readonly row: DocumentRow;
  /** Below the base, decoded, with leading slash. */
  readonly path: string;
}

/** Finds the document of a file of the output folder. */
export type RowFinder = (file: string) => FoundRow | undefined;

interface Pattern {
  readonly row: DocumentRow;
  readonly source: RegExp;
  /** The number of literal characters: the more, the closer the match. */
  readonly literal: number;
}

/**
 * Finds the row of the document table for a file: by its literal path or alias, else by the pattern with the
 * fewest free characters. A file `<path>/index.json` belongs to `<path>` when a document has that address.
 * @param prefixes of the APIs, without slashes around them
 */
export function rowFinder(table: readonly DocumentRow[], prefixes: Prefixes): RowFinder {
  const literal = new Map<string, DocumentRow>();
  const patterns: Pattern[] = [];
  for (const row of table) {
    if (row.files === false) continue;
    for (const path of [row.path, ...(row.aliases ?? [])]) {
      if (path.includes('{')) patterns.push(toPattern(row, path, prefixes));
      else literal.set(path, row);
    }
    if (row.files !== undefined) patterns.push(patternOf(row, row.files, prefixes));
  }
  patterns.sort((a, b) => b.literal - a.literal);
  const find = (path: string): FoundRow | undefined => {
    const row = literal.get(path) ?? patterns.find(({ source }) => source.test(path))?.row;
    return row === undefined ? undefined : { row, path };
  };
  return (file) => {
    const folder = /^(.*)\/index\.json$/.exec(file)?.[1];
    if (folder !== undefined && literal.has(`/${folder}`)) return find(`/${folder}`);
    return find(`/${file}`) ?? (folder === undefined ? undefined : find(`/${folder}`));
  };
}

function toPattern(row: DocumentRow, path: string, prefixes: Prefixes): Pattern {
  const literal = path.replace(/\{[^}]+\}/g, '').length;
  return { row, source: new RegExp(`^${sourceOf(withPrefix(path, prefixes))}$`), literal };
}

/** A row's own pattern is closer than any that is made from an address. */
function patternOf(row: DocumentRow, own: string, { restPrefix, readPrefix }: Prefixes): Pattern {
  const escaped = { restPrefix: escapeRegExp(restPrefix), readPrefix: escapeRegExp(readPrefix) };
  const source = withPrefix(own, escaped);
  return { row, source: new RegExp(`^${source}$`), literal: 1000 + own.length };
}

function sourceOf(path: string): string {
  return path
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (part === '{path}') return '.+';
      return part.startsWith('{') ? '[^/]+' : escapeRegExp(part);
    })
    .join('');
}
