import type { Warnings } from '../../core/warnings.js';
import { FrameScan, type FrameTable } from './frame.js';
import type { HeadFacts, HeadResult } from './head-facts.js';
import { isErrorFile, type LeftOut, suspectByPath } from './left-out.js';
import { MostFrequent } from './most-frequent.js';
import type { HtmlOptions } from './options.js';
import {
  type AddressStyle,
  addressOfFile,
  comparableHost,
  isHome,
  pageKey,
  parseSiteBase,
  pathBelow,
  type SiteBase,
  styleOf,
} from './page-address.js';
import { type TitleParts, TitleScan } from './title.js';

/** The result for one page of all heads together: its address, or why it isn't an entry. */
export type PageFate =
  | { readonly address: string; readonly suspicion?: LeftOut | undefined }
  | { readonly leftOut: LeftOut };

/** The facts about a folder once every head was read. */
export interface FolderScan {
  /** By path of the file, in order of path. */
  readonly pages: ReadonlyMap<string, PageFate>;
  /** Address of a page by the key of any spelling of its address; copies have the address of their original. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly base: SiteBase | undefined;
  readonly titles: TitleParts;
  /** Texts that occur on many pages in the same words. */
  readonly frame: FrameTable;
  /** Values that most pages or the front page share, and that therefore belong to no other page. */
  readonly commonCanonical: string | undefined;
  readonly commonImage: string | undefined;
  readonly commonDescription: string | undefined;
}

/** The part of a head that is kept until all are read. */
interface HeadNote {
  readonly path: string;
  readonly canonical: string;
  readonly socialUrl: string;
  readonly refresh: string;
  /** Of the front page only. */
  readonly image?: string;
  readonly description?: string;
}

/** A canonical address that so many pages share is a mistake of the template. */
const LEAST_SHARED = 3;
const LEAST_COMMON = 4;

/**
 * Computes the facts that depend on all heads together.
 * @param heads of the pages of the folder, in order of path
 */
export async function scanFolder(
  heads: AsyncIterable<readonly [path: string, head: HeadResult]>,
  options: HtmlOptions,
  included: ReadonlySet<string>,
  warnings: Warnings,
): Promise<FolderScan> {
  const titles = new TitleScan();
  const frame = new FrameScan();
  const [images, descriptions] = [new MostFrequent(), new MostFrequent()];
  const pages = new Map<string, PageFate>();
  const notes: HeadNote[] = [];
  for await (const [path, head] of heads) {
    if (head === undefined) continue;
    pages.set(path, firstFate(path, head, included));
    if (head === 'fragment') continue;
    titles.add(path, head);
    images.add(head.image);
    descriptions.add(head.description);
    if (head.blocks !== undefined) frame.add(head.blocks);
    notes.push(toNote(path, head));
  }
  const count = notes.length;
  const home = notes.find(({ path }) => isHome(path));
  const base = findBase(notes);
  const settled = settleAddresses(notes, pages, base, options, warnings);
  return {
    pages,
    addresses: settled,
    base,
    titles: titles.result(count),
    frame: frame.result(),
    commonCanonical: sharedCanonical(notes),
    commonImage: images.shared(count, LEAST_COMMON) ?? home?.image,
    commonDescription: descriptions.shared(count, LEAST_COMMON) ?? home?.description,
  };
}

function firstFate(
  path: string,
  head: Exclude<HeadResult, undefined>,
  included: ReadonlySet<string>,
): PageFate {
  if (head === 'fragment') return { leftOut: head };
  if (included.has(path)) return { address: '' };
  return isErrorFile(path) ? { leftOut: 'error page' } : { address: '', suspicion: suspectByPath(path) };
}

function toNote(path: string, head: HeadFacts): HeadNote {
  const { canonical, socialUrl, refresh, image, description } = head;
  return { path, canonical, socialUrl, refresh, ...(isHome(path) ? { image, description } : {}) };
}

/** The base of most pages: their own address without the part that their place in the folder explains. */
function findBase(notes: readonly HeadNote[]): SiteBase | undefined {
  const votes = new MostFrequent();
  const origins = new MostFrequent();
  for (const { path, canonical, socialUrl } of notes) {
    for (const written of [canonical, socialUrl]) {
      if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) continue;
      const url = new URL(written);
      origins.add(url.origin);
      const [place, key] = [pageKey(`/${path}`), pageKey(url.pathname)];
      if (key.endsWith(place)) votes.add(url.origin + key.slice(0, key.length - place.length));
      break;
    }
  }
  // Where no address fits its file, an origin has to be that of most pages: a few may point anywhere.
  return parseSiteBase(votes.top()?.value ?? origins.shared(notes.length, 1) ?? '');
}

/** Gives every page its address, and finds copies. A page whose original is on another site keeps its own place. */
function settleAddresses(
  notes: readonly HeadNote[],
  pages: Map<string, PageFate>,
  base: SiteBase | undefined,
  options: HtmlOptions,
  warnings: Warnings,
): ReadonlyMap<string, string> {
  const canonicals = readCanonicals(notes, base, warnings);
  const style = findStyle(canonicals, options);
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
      if (isKept) pages.set(path, isCopy ? { leftOut: 'copy' } : { address: addressOfFile(path, style) });
      continue;
    }
    const key = canonical === undefined ? own : pageKey(canonical);
    const holder = key === own ? path : (byKey.get(key) ?? claims.get(key));
    const address =
      key === own || holder === undefined ? (canonical ?? addressOfFile(path, style)) : undefined;
    if (address === undefined) {
      if (isKept) pages.set(path, { leftOut: 'copy' });
    } else if (isKept) {
      claims.set(key, path);
      pages.set(path, { ...fate, address });
    }
  }
  return addressTable(notes, pages, canonicals);
}

/** Whether a canonical address has the place of another page of the folder, on a site with an unknown base. */
function namesAnother({ path, canonical }: HeadNote, byKey: ReadonlyMap<string, string>): boolean {
  if (!URL.canParse(canonical)) return false;
  const key = pageKey(new URL(canonical).pathname);
  return key !== pageKey(`/${path}`) && byKey.has(key);
}

/** False for a page that reloads itself. Its canonical address doesn't count: that of a forward is its target's. */
function isRedirect({ path, refresh }: HeadNote, base: SiteBase | undefined): boolean {
  if (refresh === '') return false;
  const origin = base?.url ?? 'http://site.invalid';
  const file = `${origin}/${path}`;
  if (!URL.canParse(refresh, file)) return true;
  const target = new URL(refresh, file);
  const home = base ?? { host: 'site.invalid', path: '', url: origin };
  const below = pathBelow(target, home);
  return below === undefined || pageKey(below) !== pageKey(`/${path}`);
}

/** The canonical address that most pages share, which is then a mistake of their template. */
function sharedCanonical(notes: readonly HeadNote[]): string | undefined {
  const all = new MostFrequent();
  for (const { canonical } of notes) all.add(canonical);
  return all.shared(notes.length, LEAST_SHARED);
}

/** Canonical paths below the base by file; `foreign` for those elsewhere. */
function readCanonicals(
  notes: readonly HeadNote[],
  base: SiteBase | undefined,
  warnings: Warnings,
): ReadonlyMap<string, string | 'foreign'> {
  const same = sharedCanonical(notes);
  if (same !== undefined) warnAboutShared(same, warnings);
  const found = new Map<string, string | 'foreign'>();
  for (const { path, canonical, socialUrl } of notes) {
    const path_ = canonical === '' || canonical === same ? undefined : canonicalPath(canonical, path, base);
    if (path_ !== undefined) found.set(path, path_);
    else {
      const social = canonicalPath(socialUrl, path, base);
      if (social !== undefined && pageKey(social) === pageKey(`/${path}`)) found.set(path, social);
    }
  }
  return found;
}

function canonicalPath(
  written: string,
  file: string,
  base: SiteBase | undefined,
): string | 'foreign' | undefined {
  if (written === '') return undefined;
  const isAbsolute = /^(?:https?:)?\/\//i.test(written);
  const own = `${base?.url ?? 'http://site.invalid'}/${file}`;
  if (!URL.canParse(written, own)) return undefined;
  const url = new URL(written, own);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const home = base ?? (isAbsolute ? undefined : { host: comparableHost(url), path: '', url: url.origin });
  const below = home === undefined ? undefined : pathBelow(url, home);
  return below === undefined ? 'foreign' : below.replace(/(^|\/)index\.x?html?$/i, '$1');
}

function warnAboutShared(canonical: string, warnings: Warnings): void {
  warnings.add({
    code: 'html-canonical-same',
    message: `Most pages name the same canonical address (${canonical.slice(0, 200)}); it was ignored.`,
    fix: 'Let the template write the address of each page, or no canonical address at all.',
  });
}

function findStyle(
  canonicals: ReadonlyMap<string, string | 'foreign'>,
  { cleanUrls }: HtmlOptions,
): AddressStyle {
  const [files, indexes] = [new MostFrequent(), new MostFrequent()];
  for (const [path, canonical] of canonicals) {
    if (canonical === 'foreign' || pageKey(canonical) !== pageKey(`/${path}`)) continue;
    const style = styleOf(path, canonical);
    // Empty values are ignored by the count, so they get a placeholder.
    if (style?.file !== undefined) files.add(`file${style.file}`);
    if (style?.index !== undefined) indexes.add(`index${style.index}`);
  }
  const shown = files.top()?.value.slice('file'.length) as AddressStyle['file'] | undefined;
  const chosen = cleanUrls === undefined ? shown : cleanUrls ? '' : '.html';
  return { file: chosen ?? '.html', index: indexes.top()?.value === 'index' ? '' : '/' };
}

function addressTable(
  notes: readonly HeadNote[],
  pages: ReadonlyMap<string, PageFate>,
  canonicals: ReadonlyMap<string, string | 'foreign'>,
): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const [path, fate] of pages) if ('address' in fate) table.set(pageKey(`/${path}`), fate.address);
  for (const fate of pages.values()) if ('address' in fate) table.set(pageKey(fate.address), fate.address);
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
