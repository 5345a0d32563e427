import { foldersOf } from '../core/paths.js';
import { foldName } from '../core/text.js';
import type { Address } from './address.js';

/** An entry whose address is known but not yet assigned. */
export interface Claim {
  readonly id: number;
  readonly address: Address;
  /** File of the page that is made for it, below `out/`. */
  readonly page?: string | undefined;
}

/** Why an entry did not get its address, and which entry has it. */
export interface Refusal {
  readonly id: number;
  readonly cause: 'reserved' | 'same-url' | 'same-file' | 'folder';
  /** The path in question. */
  readonly path: string;
  readonly winner?: number;
}

/** The names that are taken before the first entry is placed. */
interface Occupied {
  /** True for a path below the base that belongs to the service. */
  isReserved(path: string): boolean;
  /** Files of the service below `out/`, whose names can't be folders. */
  readonly files: Iterable<string>;
}

/**
 * Assigns each address to the entry with the lowest id and refuses the rest, so that no two entries share a URL
 * or a file, also on file systems that ignore case, and no file is in the way of a folder.
 * @param claims in ascending order of id; each is read once and not kept
 * @returns the refusals in the same order; every other entry has its address
 */
export function resolveClaims(claims: Iterable<Claim>, occupied: Occupied): readonly Refusal[] {
  // The id that owns each name.
  type Owners = Map<string, number>;
  const [urls, files, folders]: [Owners, Owners, Owners] = [new Map(), new Map(), new Map()];
  for (const file of occupied.files) files.set(foldName(file), 0);
  const refusals: Refusal[] = [];
  for (const { id, address, page = '' } of claims) {
    const own = [address.twin, page].filter((file) => file !== '').map(foldName);
    const refusal = refuse(id, address, own);
    if (refusal !== undefined) {
      refusals.push(refusal);
      continue;
    }
    urls.set(urlKey(address.path), id);
    for (const file of own) {
      files.set(file, id);
      for (const folder of foldersOf(file)) if (folders.get(folder) === undefined) folders.set(folder, id);
    }
  }
  return refusals;

  /** @param own names of files, folded */
  function refuse(id: number, { path }: Address, own: readonly string[]): Refusal | undefined {
    const [pathname = ''] = path.split('?', 1);
    if (pathname !== '/' && occupied.isReserved(pathname)) return { id, cause: 'reserved', path };
    const sameUrl = urls.get(urlKey(path));
    if (sameUrl !== undefined) return { id, cause: 'same-url', path, winner: sameUrl };
    for (const file of own) {
      const refusal = refuseFile(id, path, file);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  function refuseFile(id: number, path: string, file: string): Refusal | undefined {
    const sameFile = files.get(file);
    if (sameFile === 0) return { id, cause: 'reserved', path };
    if (sameFile !== undefined) return { id, cause: 'same-file', path, winner: sameFile };
    const inTheWay =
      folders.get(file) ??
      foldersOf(file)
        .map((f) => files.get(f))
        .find((f) => f !== undefined);
    if (inTheWay === undefined) return undefined;
    return { id, cause: 'folder', path, ...(inTheWay === 0 ? {} : { winner: inTheWay }) };
  }
}

/** Addresses that differ by a trailing slash have the same twin: they are one. */
function urlKey(path: string): string {
  const mark = path.indexOf('?');
  return mark === -1 ? path.replace(/\/+$/, '') : path;
}
