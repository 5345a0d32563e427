import { escapeRegExp } from '../../core/text.js';
import type { DocumentRow } from '../../documents/document-row.js';
import { type Prefixes, withPrefix } from '../../documents/rest-addresses.js';

/** The document of a file of the output folder, with the address of the file. */
export interface FoundRow {
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
