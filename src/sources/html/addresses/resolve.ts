import { isParsableUrl } from '../../../core/parsable-url.js';
import type { PageFate } from '../scan.js';
import type { Canonicals } from './canonicals.js';
import type { PageAddress } from './evidence.js';
import { pageKey, pathBelow, type SiteBase } from './page-address.js';

/** The facts of a head that decide about the address of a page. */
export interface AddressNote {
  /** The page's file. */
  readonly path: string;
  readonly canonical: string;
  /** The target of an immediate forward. */
  readonly refresh: string;
}

/** Address of a page by the key of any spelling of it; copies have that of their original. */
export type AddressTable = ReadonlyMap<string, string | undefined>;

/** All that is known about the addresses of the pages. */
export interface KnownAddresses {
  readonly base: SiteBase | undefined;
  readonly canonicals: Canonicals;
  addressOf(file: string): PageAddress;
}

/**
 * Gives every page its address, and finds copies. A page whose original is on another site keeps its own place.
 * @param pages by file; changed in place
 */
export function resolveAddresses(
  notes: readonly AddressNote[],
  pages: Map<string, PageFate>,
  known: KnownAddresses,
): AddressTable {
  const { base, canonicals, addressOf } = known;
  const byKey = new Map(notes.map(({ path }) => [pageKey(`/${path}`), path]));
  const claims = new Map<string, string>();
  for (const note of notes) {
    const { path } = note;
    const canonical = canonicals.get(path);
    if (isRedirect(note, base)) pages.set(path, { leftOut: 'redirect' });
    const own = pageKey(`/${path}`);
    const fate = pages.get(path);
    const isKept = fate !== undefined && 'address' in fate;
    if (canonical === 'foreign') {
      const isCopy = base === undefined && namesAnother(note, byKey);
      if (isKept) pages.set(path, isCopy ? { leftOut: 'copy' } : { ...fate, ...addressOf(path) });
      continue;
    }
    const key = canonical === undefined ? own : pageKey(canonical);
    const holder = key === own ? path : (byKey.get(key) ?? claims.get(key));
    if (key !== own && holder !== undefined) {
      if (isKept) pages.set(path, { leftOut: 'copy' });
    } else if (isKept) {
      claims.set(key, path);
      pages.set(path, { ...fate, ...addressOf(path) });
    }
  }
  return addressTable(notes, pages, canonicals);
}

/** Whether a canonical address has the place of another page of the folder, on a site with an unknown base. */
function namesAnother({ path, canonical }: AddressNote, byKey: ReadonlyMap<string, string>): boolean {
  if (!isParsableUrl(canonical)) return false;
  const key = pageKey(new URL(canonical).pathname);
  return key !== pageKey(`/${path}`) && byKey.has(key);
}

/** False for a page that reloads itself. Its canonical address doesn't count: that of a forward is its target's. */
function isRedirect({ path, refresh }: AddressNote, base: SiteBase | undefined): boolean {
  if (refresh === '') return false;
  const origin = base?.url ?? 'http://site.invalid';
  const file = `${origin}/${path}`;
  if (!isParsableUrl(refresh, file)) return true;
  const target = new URL(refresh, file);
  const home = base ?? { host: 'site.invalid', path: '', url: origin };
  const below = pathBelow(target, home);
  return below === undefined || pageKey(below) !== pageKey(`/${path}`);
}

/** Undefined where the address of a page is in doubt: links to it keep their own form. */
function addressTable(
  notes: readonly AddressNote[],
  pages: ReadonlyMap<string, PageFate>,
  canonicals: Canonicals,
): AddressTable {
  const table = new Map<string, string | undefined>();
  const found = [...pages].flatMap(([path, fate]) =>
    'address' in fate
      ? [{ path, address: fate.address, sure: fate.doubt === 'disagree' ? undefined : fate.address }]
      : [],
  );
  for (const { path, sure } of found) table.set(pageKey(`/${path}`), sure);
  for (const { address, sure } of found) table.set(pageKey(address), sure);
  for (const { path } of notes) {
    const fate = pages.get(path);
    const canonical = canonicals.get(path);
    if (fate === undefined || 'address' in fate || fate.leftOut !== 'copy' || canonical === undefined)
      continue;
    const original = table.get(pageKey(canonical));
    if (original !== undefined && !table.has(pageKey(`/${path}`))) table.set(pageKey(`/${path}`), original);
  }
  return table;
}
