import { addTo } from '../../core/multimap.js';
import type { Warnings } from '../../core/warnings.js';
import type { Mark } from '../audit.js';
import { addressFinder, type Doubt, fileKindsOf, fitsPlace } from './addresses/evidence.js';
import {
  type AddressStyle,
  findBase,
  isHome,
  pageKey,
  readCanonicals,
  type SiteBase,
  sharedCanonical,
} from './addresses/page-address.js';
import { type AddressTable, forwardKey, readLinkForms, resolveAddresses } from './addresses/resolve.js';
import { readSitemaps } from './addresses/sitemaps.js';
import { FrameScan, type SiteFrame } from './frame.js';
import type { HeadFacts, HeadResult } from './head-facts.js';
import { warnOfDisallowed } from './host-rules/disallowed.js';
import { readHostRules } from './host-rules/host-rules.js';
import { firstOfList, isErrorFile, type OmissionReason, suspectByPath } from './left-out.js';
import { MostFrequent } from './most-frequent.js';
import { type NavPlace, navigationOrder, type PageNavigation } from './navigation.js';
import type { HtmlOptions } from './options.js';
import { type TitleParts, TitleScan } from './title.js';
import { type Translations, translationsOf } from './translations.js';

/** The result for one page of all heads together: its address, or why it isn't an entry. */
export type PageDecision =
  | {
      readonly address: string;
      readonly doubt?: Doubt;
      readonly suspicion?: OmissionReason | undefined;
      /** The marks of the host by which it isn't for every reader. */
      readonly hostMarks?: readonly Mark[];
    }
  | { readonly leftOut: OmissionReason };

/** The facts about a folder once every head was read. */
export interface FolderScan {
  /** By path of the file, in order of path. */
  readonly pages: ReadonlyMap<string, PageDecision>;
  readonly addresses: AddressTable;
  /** By the site's sitemaps. */
  readonly translations: Translations;
  readonly base: SiteBase | undefined;
  /** The file of the front page, or of the page to which it forwards. */
  readonly front: string | undefined;
  readonly titles: TitleParts;
  /** Texts that occur on many pages in the same words. */
  readonly frame: SiteFrame;
  /** Places in the navigation of the site by the key of the address. */
  readonly navigation: ReadonlyMap<string, NavPlace>;
  /** Values that most pages or the front page share, and that therefore belong to no other page. */
  readonly commonCanonical: string | undefined;
  readonly commonImage: string | undefined;
  /** Of the pages that name an author. */
  readonly commonAuthor: string | undefined;
  readonly commonDescription: string | undefined;
  /** Descriptions of pages with different titles in one language, such as the default of a generator. */
  readonly sharedDescriptions: ReadonlySet<string>;
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

const MIN_COMMON = 4;

/** What the scan needs besides the heads. */
interface ScanContext {
  /** The folder, absolute. */
  readonly root: string;
  readonly options: HtmlOptions;
  readonly included: ReadonlySet<string>;
  /** How addresses are written according to the configuration of the generator. */
  readonly configured: Partial<AddressStyle>;
  readonly warnings: Warnings;
  /** The text of a page; undefined for an unusable file. */
  readText(path: string): string | undefined;
}

/** The facts of all heads, collected one head after the other. */
class HeadScan {
  readonly pages = new Map<string, PageDecision>();
  readonly notes: HeadNote[] = [];
  readonly menus: PageNavigation[] = [];
  readonly langs = new Map<string, string>();
  readonly titles = new TitleScan();
  readonly frame = new FrameScan();
  readonly images = new MostFrequent();
  readonly descriptions = new MostFrequent();
  readonly authors = new MostFrequent();
  readonly sharedDescriptions = new Set<string>();
  /** Pages with the same bytes, by their digest. */
  readonly files = new Map<string, string[]>();
  /** Titles by language and description. */
  readonly #described = new Map<string, string>();

  constructor(private readonly included: ReadonlySet<string>) {}

  add(path: string, head: Exclude<HeadResult, undefined>): void {
    this.pages.set(path, firstDecision(path, head, this.included));
    if (typeof head === 'string') return;
    if (head.canonical === '' && head.refresh === '') addTo(this.files, head.digest, path);
    if (MIRROR_INDEX.test(head.title)) return;
    // Browsers leave a page that forwards before its text can be read.
    if (head.refresh === '') this.titles.add(path, head);
    this.images.add(head.image);
    this.authors.add(head.author);
    this.descriptions.add(head.description);
    this.#addDescription(head);
    const isList = isHome(path) || suspectByPath(path) !== undefined;
    if (head.blocks !== undefined) this.frame.add(head.lang, head.blocks, isList);
    const { base, lang, lists = [], isText, next, up } = head;
    if (lang !== '') this.langs.set(path, lang);
    if (lists.length > 0 || next !== '') this.menus.push({ file: path, lang, base, lists, isText, next, up });
    this.notes.push(toNote(path, head));
  }

  #addDescription({ lang, description, title }: HeadFacts): void {
    const key = `${lang}\n${description}`;
    if (!this.#described.has(key)) this.#described.set(key, title);
    else if (this.#described.get(key) !== title) this.sharedDescriptions.add(description);
  }
}

/**
 * Computes the facts that depend on all heads together.
 * @param heads of the pages of the folder, in order of path
 */
export async function scanFolder(
  heads: AsyncIterable<readonly [path: string, head: HeadResult]>,
  context: ScanContext,
): Promise<FolderScan> {
  const scan = new HeadScan(context.included);
  for await (const [path, head] of heads) if (head !== undefined) scan.add(path, head);
  const { pages, notes, langs, images, descriptions, authors } = scan;
  suspectLists(pages, context.included);
  leaveOutCopies(scan.files, pages, context.included);
  const count = notes.length;
  const home = notes.find(({ path }) => isHome(path));
  const { base, addresses, translations } = resolvePages(notes, pages, context);
  return {
    pages,
    addresses,
    translations,
    base,
    front: home === undefined || home.refresh === '' ? home?.path : fileOf(forwardKey(home, base), notes),
    titles: scan.titles.result(count),
    frame: scan.frame.result(),
    navigation: navigationOrder(scan.menus, { base, addresses, pages, langs }),
    commonCanonical: sharedCanonical(notes),
    commonImage: images.shared(count, MIN_COMMON) ?? home?.image,
    commonAuthor: authors.shared(authors.size, MIN_COMMON),
    commonDescription: descriptions.shared(count, MIN_COMMON) ?? home?.description,
    sharedDescriptions: scan.sharedDescriptions,
  };
}

/** The first page of a list with further pages may be an archive. */
function suspectLists(pages: Map<string, PageDecision>, included: ReadonlySet<string>): void {
  for (const path of [...pages.keys()]) {
    const first = firstOfList(path);
    const decision = first === undefined ? undefined : pages.get(first);
    if (first !== undefined && decision !== undefined && 'address' in decision && !included.has(first))
      pages.set(first, { ...decision, suspicion: decision.suspicion ?? 'archive' });
  }
}

function fileOf(key: string | undefined, notes: readonly HeadNote[]): string | undefined {
  return key === undefined ? undefined : notes.find(({ path }) => pageKey(`/${path}`) === key)?.path;
}

/** HTTrack forwards from its own page at the top of a folder to the sites that it copied. */
const MIRROR_INDEX = /^Local index - HTTrack/;

function firstDecision(
  path: string,
  head: Exclude<HeadResult, undefined>,
  included: ReadonlySet<string>,
): PageDecision {
  if (typeof head === 'string') return { leftOut: head };
  if (included.has(path)) return { address: '' };
  if (MIRROR_INDEX.test(head.title)) return { leftOut: 'redirect' };
  return isErrorFile(path) ? { leftOut: 'error page' } : { address: '', suspicion: suspectByPath(path) };
}

/** Minimum number of pages that a folder repeats from above it to count as a copy of the site. */
const MIN_COPIED = 3;

/** Excludes the pages of a folder that copies the site, such as Jazzy's docset for Dash. */
function leaveOutCopies(
  files: ReadonlyMap<string, readonly string[]>,
  pages: Map<string, PageDecision>,
  included: ReadonlySet<string>,
): void {
  const copies = new Map<string, string[]>();
  for (const same of files.values()) {
    const [first = '', ...others] = [...same].sort((a, b) => a.length - b.length);
    for (const path of others) {
      if (!path.endsWith(`/${first}`) || included.has(path)) continue;
      const folder = path.slice(0, -first.length);
      addTo(copies, folder, path);
    }
  }
  for (const paths of copies.values())
    if (paths.length >= MIN_COPIED) for (const path of paths) pages.set(path, { leftOut: 'duplicate' });
}

function toNote(path: string, head: HeadFacts): HeadNote {
  const { canonical, socialUrl, refresh, image, description } = head;
  return {
    path,
    canonical,
    socialUrl,
    refresh,
    ...(isHome(path) && refresh === '' ? { image, description } : {}),
  };
}

/** Finds the address of every page, which is added to `pages`. */
function resolvePages(
  notes: readonly HeadNote[],
  pages: Map<string, PageDecision>,
  { root, options, configured, warnings, readText }: ScanContext,
): Pick<FolderScan, 'base' | 'addresses' | 'translations'> {
  const files = notes.map(({ path }) => path);
  const places = fileKindsOf(files);
  const sitemap = readSitemaps(root, places);
  // The canonical address of a redirect is its target, which may be on another site.
  const stated = findBase(notes.filter(({ refresh }) => refresh === ''));
  const base = stated ?? sitemap.base;
  const canonicals = readCanonicals(notes, stated, warnings);
  const silent = notes.filter(({ path }) => !canonicals.has(path));
  const links =
    silent.length === 0
      ? new Map()
      : readLinkForms({ files, base, isPlace: (path) => fitsPlace(path, places), read: readText });
  const file = options.cleanUrls === undefined ? {} : ({ file: options.cleanUrls ? '' : '.html' } as const);
  const evidence = { sitemap: sitemap.paths, links, chosen: file, configured };
  const addressOf = addressFinder(canonicals, evidence, places);
  const addresses = resolveAddresses(notes, pages, { base, canonicals, addressOf });
  const marksOf = readHostRules({ root, files, basePath: base?.path ?? '', warnings });
  for (const [file, decision] of pages) {
    const hostMarks = 'address' in decision ? marksOf(file, decision.address) : [];
    if (hostMarks.length > 0) pages.set(file, { ...decision, hostMarks } as PageDecision);
  }
  warnOfDisallowed({ root, basePath: base?.path ?? '', pages, warnings });
  const translations = translationsOf(sitemap.translations, (key) => addresses.has(key));
  return { base, addresses, translations };
}
