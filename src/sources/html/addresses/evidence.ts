import { MostFrequent } from '../most-frequent.js';
import { type AddressStyle, addressOfFile, type Canonicals, pageKey, styleOf } from './page-address.js';
import type { LinkForms } from './resolve.js';
import type { SitemapAddresses } from './sitemaps.js';

/** Why the address of a page isn't certain: nothing names it, or two things name it differently. */
export type Doubt = 'silent' | 'disagree';

/** The address of a page, and why it isn't certain. */
export interface PageAddress {
  readonly address: string;
  readonly doubt?: Doubt;
}

/** What shows how the addresses of the pages of a site are written, besides the pages' own canonical addresses. */
interface AddressEvidence {
  readonly sitemap: SitemapAddresses['paths'];
  readonly links: LinkForms;
  /** What the owner has set. */
  readonly chosen: Partial<AddressStyle>;
  /** What the configuration of the generator says. */
  readonly configured: Partial<AddressStyle>;
}

/** The kind of file at a place; `both` where `a.html` and `a/index.html` are two pages. */
type FileKinds = ReadonlyMap<string, 'file' | 'index' | 'both'>;

/** The places of pages by key. */
export function fileKindsOf(files: Iterable<string>): FileKinds {
  const places = new Map<string, 'file' | 'index' | 'both'>();
  for (const file of files) {
    const key = pageKey(`/${file}`);
    places.set(key, places.has(key) ? 'both' : isIndex(file) ? 'index' : 'file');
  }
  return places;
}

function isIndex(file: string): boolean {
  return /(?:^|\/)index\.x?html?$/i.test(file);
}

/** Whether an address can be that of the page at its place; of two pages at one place it isn't clear which one. */
export function fitsPlace(path: string, places: FileKinds): boolean {
  const kind = places.get(pageKey(path));
  return kind === 'file' || (kind === 'index' && !/\.x?html?$/i.test(path));
}

/**
 * Makes the function that finds the address of a page: its canonical address, the one in the sitemap, the one in most
 * links, and the one that the configuration shows, in this order. If nothing names it, it is written as most are.
 */
export function addressFinder(
  canonicals: Canonicals,
  evidence: AddressEvidence,
  places: FileKinds,
): (file: string) => PageAddress {
  const style = findStyle(canonicals, evidence, places);
  return (file) => {
    const canonical = canonicals.get(file);
    if (canonical !== undefined && canonical !== 'foreign') return { address: canonical };
    const byPlace = addressOfFile(file, style);
    // The page itself says where its original is.
    if (canonical === 'foreign' || byPlace === '/') return { address: byPlace };
    const kind = isIndex(file) ? 'index' : 'file';
    if (evidence.chosen[kind] !== undefined) return { address: byPlace };
    return named(pageKey(`/${file}`), evidence, places) ?? unnamed(byPlace, evidence.configured[kind]);
  };
}

function unnamed(address: string, configured: string | undefined): PageAddress {
  return configured === undefined ? { address, doubt: 'silent' } : { address };
}

/** The address of a page by sitemap and links. */
function named(key: string, { sitemap, links }: AddressEvidence, places: FileKinds): PageAddress | undefined {
  if (places.get(key) === 'both') return undefined;
  const link = links.get(key);
  const mapped = sitemap.get(key);
  const address = mapped ?? link?.path;
  if (address === undefined || !fitsPlace(address, places)) return undefined;
  const isAmbiguous = sitemap.has(key) && mapped === undefined;
  const isClear = link === undefined || (link.isClear && link.path === address);
  return isClear && !isAmbiguous ? { address } : { address, doubt: 'disagree' };
}

function findStyle(canonicals: Canonicals, evidence: AddressEvidence, places: FileKinds): AddressStyle {
  const { chosen, configured } = evidence;
  const [files, indexes] = [new MostFrequent(), new MostFrequent()];
  const count = (file: string, address: string): void => {
    const style = styleOf(file, address);
    // Empty values are ignored by the count, so they get a placeholder.
    if (style?.file !== undefined) files.add(`file${style.file}`);
    if (style?.index !== undefined) indexes.add(`index${style.index}`);
  };
  for (const [file, canonical] of canonicals) {
    if (canonical !== 'foreign' && pageKey(canonical) === pageKey(`/${file}`)) count(file, canonical);
  }
  for (const [key, kind] of files.size + indexes.size === 0 ? places : []) {
    const address = named(key, evidence, places)?.address;
    if (address !== undefined)
      count(kind === 'index' ? `${key.slice(1)}/index.html` : `${key.slice(1)}.html`, address);
  }
  const file = files.top()?.value.slice('file'.length) as AddressStyle['file'] | undefined;
  const index = indexes.top()?.value.slice('index'.length) as AddressStyle['index'] | undefined;
  return {
    file: chosen.file ?? file ?? configured.file ?? '.html',
    index: chosen.index ?? index ?? configured.index ?? '/',
  };
}
