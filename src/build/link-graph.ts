/** Records which pages of the build link to which, and warns about links that lead nowhere. */

import type { ResolveReference } from '../content/html/rebase.js';
import { hashId } from '../core/hash.js';
import { decodePercent } from '../core/percent.js';
import type { Warnings } from '../core/warnings.js';
import { placeEntry } from '../site/address.js';
import { attachmentPageKey } from '../site/media-index.js';
import type { Source } from '../sources/port.js';
import type { BuildEntry } from './build-entry.js';
import type { ConvertContext } from './convert.js';

/** Maximum number of links that are named in a warning. */
const NAMED = 5;

/** A link to a page of the site that isn't there. */
interface BrokenLink {
  readonly from: BuildEntry;
  /** Below the base, as the page has it. */
  readonly to: string;
}

/** The links between the entries of a build. */
export class LinkGraph {
  readonly #entries = new Map<string, BuildEntry>();
  /** Links without a target, in two parallel lists to save memory: a large site has several hundred thousand. */
  readonly #from: BuildEntry[] = [];
  readonly #to: string[] = [];
  /** Their addresses, each stored once: threads send a copy with every page. */
  readonly #addresses = new Map<string, string>();

  constructor(entries: readonly BuildEntry[]) {
    for (const entry of entries) {
      entry.inbound = 0;
      this.#entries.set(addressKey(entry.path), entry);
    }
  }

  /** Counts the links of an entry. */
  add(from: BuildEntry, links: readonly string[]): void {
    for (const to of links) {
      const target = this.#entries.get(addressKey(to));
      if (target === undefined) this.#addUnresolved(from, to);
      else if (target !== from) target.inbound += 1;
    }
  }

  #addUnresolved(from: BuildEntry, to: string): void {
    const known = this.#addresses.get(to) ?? to;
    this.#addresses.set(known, known);
    this.#from.push(from);
    this.#to.push(known);
  }

  /**
   * The links to pages that don't exist, by page and address.
   * @param isElsewhere true for an address that something else than an entry answers
   */
  broken(isElsewhere: (path: string) => boolean): readonly BrokenLink[] {
    const missing = new Set([...this.#addresses.keys()].filter((to) => isPage(to) && !isElsewhere(to)));
    return this.#from
      .map((from, at) => ({ from, to: this.#to[at] as string }))
      .filter(({ to }) => missing.has(to))
      .sort((a, b) => a.from.id - b.from.id);
  }
}

/** Addresses that a static host answers with the same page. */
function addressKey(path: string): string {
  const plain = decodePercent(path).normalize('NFC');
  return plain.replace(/(?:\/index)?(?:\.html?|\.md)$|\/+$/i, '').replace(/\/+$/, '');
}

/** Pictures and downloads aren't part of a build, and queries may have answers that no file has. */
function isPage(path: string): boolean {
  const [plain = '', query = ''] = path.split('?');
  if (query !== '') return /^(?:p|page_id)=\d+$/.test(query);
  return /(?:^|\/)[^/.]*$|\.(?:html?|mdx?|markdown|rst|adoc)$/i.test(plain);
}

/** The file of an entry, or its address where its key is an id. */
function placeOf({ key, path }: BuildEntry): string {
  return /[./]/.test(key) ? key : path;
}

/** Names the links of the source that lead nowhere, with the files that have them. */
export function warnOfBrokenLinks(broken: readonly BrokenLink[], warnings: Warnings): void {
  if (broken.length === 0) return;
  const named = broken.slice(0, NAMED).map(({ from, to }) => `${placeOf(from)} → ${to}`);
  const rest = broken.length - named.length;
  const message =
    `${broken.length === 1 ? '1 link leads' : `${broken.length} links lead`} to pages that the source doesn't ` +
    `contain: ${named.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}.`;
  const fix = 'Correct the links in the source, or publish the pages.';
  warnings.add({ code: 'links-broken', count: broken.length, message, fix });
}

/** `?p=7`, `?page_id=7`, `?attachment_id=7`, with other parameters around. */
const ID_PARAMETER = /[?&](p|page_id|attachment_id)=(\d{1,15})(?:&|#|$)/;

const RELATIVE_ID = /^(?:index\.php)?\?/;

/** An address of a date and a slug, as WordPress makes them. */
const DATED = /^\/\d{4}\/\d{2}\/(?:\d{2}\/)?([^/?#]+)\/?(?=$|[?#])/;

type Lookups = Pick<ConvertContext, 'site' | 'pagePath' | 'media'>;

/**
 * Turns links to an entry by id into the entry's address, and links to the page that WordPress makes for an
 * uploaded file into the address of the file. WordPress redirects the former; a static site would answer each of them
 * with its front page, and has no pages for files. A dated link with a wrong date leads to the one entry with its slug.
 * @param resolve makes a reference absolute
 * @returns a resolver that leaves a link alone when its target isn't public or not in the export
 */
export function resolveIds(resolve: ResolveReference, context: Lookups): ResolveReference {
  const { site, pagePath, media } = context;
  const resolveFormer = resolveAliases(resolve, context);
  return (reference, kind) => {
    const url = resolveFormer(reference, kind);
    if (kind !== 'link' || !url.startsWith(`${site.baseUrl}/`)) return url;
    const match = ID_PARAMETER.exec(url);
    // On any page, WordPress redirects `?p=7` to the entry.
    const leadsById = RELATIVE_ID.test(reference) || RELATIVE_ID.test(url.slice(site.baseUrl.length + 1));
    if (match === null || !leadsById)
      return media.byPage(attachmentPageKey(url))?.url ?? withRightDate(url, site.baseUrl, pagePath);
    const [, name, id] = match;
    const fragment = /#.*$/.exec(url)?.[0] ?? '';
    if (name === 'attachment_id') return media.byId(Number(id))?.url ?? url;
    const path = pagePath(Number(id));
    return path === undefined ? url : `${site.baseUrl}${path}${fragment}`;
  };
}

/** Turns links to an earlier address of an entry into its address. */
export function resolveAliases(
  resolve: ResolveReference,
  { site, pagePath }: Pick<Lookups, 'site' | 'pagePath'>,
): ResolveReference {
  return (reference, kind) => {
    const url = resolve(reference, kind);
    if (kind !== 'link' || !url.startsWith(`${site.baseUrl}/`)) return url;
    const [, plain = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url.slice(site.baseUrl.length)) ?? [];
    const path = pagePath(formerKey(plain));
    return path === undefined ? url : site.baseUrl + path + rest;
  };
}

/** Maximum number of links to record for an entry: a longer list is an index of the whole site. */
const MAX_LINKS = 2000;

/** Resolves each reference of an entry once, because many are repeated, and records links within the site. */
export function recordLinks(
  resolve: ResolveReference,
  { baseUrl }: Pick<ConvertContext['site'], 'baseUrl'>,
  links: Set<string>,
): ResolveReference {
  const known = { link: new Map<string, string>(), resource: new Map<string, string>() };
  return (reference, kind) => {
    const before = known[kind].get(reference);
    if (before !== undefined) return before;
    const url = resolve(reference, kind);
    known[kind].set(reference, url);
    if (kind === 'link' && url.startsWith(`${baseUrl}/`) && links.size < MAX_LINKS)
      links.add(url.slice(baseUrl.length).replace(/#.*$/s, ''));
    return url;
  };
}

/** Dates in addresses change with the time zone; a slug that only one entry has is enough to find it. */
function withRightDate(url: string, baseUrl: string, pagePath: ConvertContext['pagePath']): string {
  const match = DATED.exec(url.slice(baseUrl.length));
  const path = match?.[1] === undefined ? undefined : pagePath(datedKey(match[1]));
  if (match === null || path === undefined || path.replace(/\/$/, '') === match[0].replace(/\/$/, ''))
    return url;
  return baseUrl + path + url.slice(baseUrl.length + match[0].length);
}

/** A number under which the path of a dated entry is found by its slug: ids are far below. */
function datedKey(slug: string): number {
  return hashId(`dated ${slug.toLowerCase()}`);
}

/** A number under which the path of an entry is found by an earlier address. */
function formerKey(path: string): number {
  return hashId(`former ${decodePercent(path).replace(/(?:\/index)?\.html?$|\/+$/i, '')}`);
}

/**
 * Paths of entries for links: by earlier addresses, and for sources that link by id by id too, with those of dated ones
 * by slug.
 */
export function pathsById(
  entries: readonly Pick<BuildEntry, 'id' | 'path' | 'formerUrls' | 'source'>[],
  sources: readonly Source[],
  basesOf: (source: number) => readonly string[],
): ReadonlyMap<number, string> {
  const former = formerPaths(entries, basesOf);
  if (!sources.some(({ linksByIds }) => linksByIds === true)) return former;
  return new Map([...former, ...uniqueDated(entries), ...entries.map(({ id, path }) => [id, path] as const)]);
}

/** Without addresses that an entry has now; the lowest id wins. */
function formerPaths(
  entries: readonly Pick<BuildEntry, 'path' | 'formerUrls' | 'source'>[],
  basesOf: (source: number) => readonly string[],
): Map<number, string> {
  const found = new Map<number, string>();
  for (const { path, formerUrls = [], source } of entries) {
    for (const url of formerUrls) {
      const address = placeEntry(url, basesOf(source));
      const key = 'problem' in address ? undefined : formerKey(address.path);
      if (key !== undefined && !found.has(key)) found.set(key, path);
    }
  }
  if (found.size > 0) for (const { path } of entries) found.delete(formerKey(path));
  return found;
}

function uniqueDated(entries: readonly Pick<BuildEntry, 'path'>[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const shared = new Set<number>();
  for (const { path } of entries) {
    const slug = DATED.exec(path)?.[1];
    if (slug === undefined) continue;
    const key = datedKey(slug);
    if (found.has(key)) shared.add(key);
    found.set(key, path);
  }
  for (const key of shared) found.delete(key);
  return found;
}
