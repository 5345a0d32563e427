/** Finds the file in the output folder that an address stands for. */

import { listOf, objectOf, textOf } from '../../core/json.js';
import { isHttpUrl, isParsableUrl } from '../../core/parsable-url.js';
import { apiFolders } from '../../documents/rest-addresses.js';
import type { Folder } from './folder.js';

/** The facts about the deployment that addresses belong to. */
export interface Deployment {
  /** Absolute, without trailing slash. */
  readonly baseUrl: string;
  readonly restPrefix: string;
  /** Of the read API, which may have moved. */
  readonly readPrefix: string;
  /** True: a sidecar answers on this origin; an address: a sidecar answers there. */
  readonly sidecar: boolean | string;
  /**
   * Whether the pages for people are in the folder: all of them, some (the site's own were copied), or none, then
   * the site has them elsewhere.
   */
  readonly pages: 'all' | 'some' | 'none';
  /** Paths below the base, with leading slash, that the host redirects. */
  readonly redirects: ReadonlySet<string>;
  /** Addresses that a provider has declared as answered elsewhere. */
  readonly declared: ReadonlySet<string>;
  /** Addresses that belong to another program with everything below them. */
  readonly foreign: readonly string[];
  /** True for a file that the site brings along, outside the output folder: its path with leading slash. */
  siteHas(path: string): boolean;
}

/**
 * The target of an address: a file of the folder, a page that the site lacks, nothing (`missing`), or something that
 * this folder need not contain (`elsewhere`).
 */
type Target = 'file' | 'elsewhere' | 'missing-page' | 'missing' | 'bad';

/** Endings of the service's files; anything else is a page or a picture of the site. */
const DOCUMENT = /\.(?:md|json|xml|txt|ya?ml|gz)$/i;
const PAGE = /(?:^|\/)[^/.]*$|\.(?:html?|php|aspx?)$|\.\d+$/i;

/**
 * Follows an address as a static host does: the file itself, `index.html` or `index.json` of a folder.
 * @param url as it is advertised; fragment and query are ignored
 */
export function resolveUrl(url: string, deployment: Deployment, folder: Folder): Target {
  if (!isHttpUrl(url) || /[\s<>"|\\^`]/.test(url)) return 'bad';
  const path = pathBelow(url, deployment.baseUrl);
  // Braces are a template (RFC 6570), without a file.
  if (path === undefined || /[{}]/.test(url)) return 'elsewhere';
  const [plain = ''] = path.split(/[?#]/, 1);
  const file = decodedFile(plain);
  if (file === undefined) return 'missing';
  if (firstFile(file, deployment, folder) !== undefined) return 'file';
  if (isDeclared(url, deployment) || isSidecars(plain, deployment)) return 'elsewhere';
  if (deployment.redirects.has(plain) || isSites(file, deployment)) return 'elsewhere';
  return isServices(plain, deployment) || DOCUMENT.test(plain)
    ? 'missing'
    : pageTarget(path, plain, deployment);
}

/** The file at an address. Returns its path below the output folder; undefined when none does. */
export function fileBehind(
  url: string,
  deployment: Pick<Deployment, 'baseUrl' | 'sidecar'>,
  folder: Folder,
): string | undefined {
  const path = isParsableUrl(url) ? pathBelow(url, deployment.baseUrl) : undefined;
  const file = path === undefined ? undefined : decodedFile(path.split(/[?#]/, 1)[0] ?? '');
  return file === undefined ? undefined : firstFile(file, deployment, folder);
}

function firstFile(
  file: string,
  deployment: Pick<Deployment, 'sidecar'>,
  folder: Folder,
): string | undefined {
  return candidates(file, deployment).find((candidate) => folder.has(candidate));
}

function pageTarget(path: string, plain: string, { pages }: Deployment): Target {
  // A page with a query is never a file; pictures and the like are the site's.
  return pages === 'none' || path.includes('?') || !PAGE.test(plain) ? 'elsewhere' : 'missing-page';
}

/** The part of an absolute address below the base, from its slash on; undefined for another site. */
export function pathBelow(url: string, baseUrl: string): string | undefined {
  const own = new URL(baseUrl);
  const other = new URL(url);
  if (other.origin !== own.origin) return undefined;
  // The address as written: parsing would resolve dots that a file system treats as names.
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const base = own.pathname.replace(/\/+$/, '');
  if (rest === base) return '/';
  return rest.startsWith(`${base}/`)
    ? rest.slice(base.length)
    : rest.startsWith('?')
      ? `/${rest}`
      : undefined;
}

/** The root of the read API, which is the first item of the catalog of APIs; empty without one. */
export function readApiRoot(catalog: unknown): string {
  const item = objectOf(listOf(objectOf(listOf(objectOf(catalog)['linkset'])[0])['item'])[0]);
  return textOf(item['href']);
}

/** The prefix of the read API by the catalog of APIs. */
export function readPrefixOf(catalog: unknown, baseUrl: string): string | undefined {
  const root = readApiRoot(catalog);
  const path = isParsableUrl(root) ? pathBelow(root, baseUrl) : undefined;
  return /^\/([\w/-]+?)\/$/.exec(path ?? '')?.[1];
}

function decodedFile(path: string): string | undefined {
  try {
    const file = decodeURIComponent(path.slice(1)).normalize('NFC');
    const names = file.split('/');
    const isUnsafe = /[\\\u0000-\u001f]/.test(file) || names.some((name) => name === '.' || name === '..');
    // An encoded slash is part of a name, and no file can have that name.
    return isUnsafe || /%2f/i.test(path) ? undefined : file;
  } catch {
    return undefined;
  }
}

function candidates(file: string, { sidecar }: Pick<Deployment, 'sidecar'>): readonly string[] {
  const indexes = ['index.html', 'index.json', 'index.htm'];
  if (file === '' || file.endsWith('/')) return indexes.map((index) => file + index);
  const files = [file, ...indexes.map((index) => `${file}/${index}`), `${file}.html`];
  // With a sidecar, items of the read API have addresses without the ending of their files.
  return sidecar === false ? files : [...files, `${file}.json`];
}

/** Files that the site brings along are deployed next to those of the folder. */
function isSites(file: string, deployment: Deployment): boolean {
  return candidates(file, deployment).some((candidate) => deployment.siteHas(`/${candidate}`));
}

/** Routes that a sidecar answers on this origin. */
function isSidecars(path: string, { sidecar, baseUrl, ...prefixes }: Deployment): boolean {
  const prefix = typeof sidecar === 'string' ? pathBelow(sidecar, baseUrl)?.replace(/\/+$/, '') : '';
  if (sidecar === false || prefix === undefined) return false;
  return [...apiFolders(prefixes), '/svc/'].some((route) => path.startsWith(prefix + route));
}

/** Paths that only the service answers. */
function isServices(path: string, deployment: Deployment): boolean {
  return [...apiFolders(deployment), '/svc/', '/schemas/', '/.well-known/'].some((route) =>
    path.startsWith(route),
  );
}

function isDeclared(url: string, { declared, foreign }: Deployment): boolean {
  return declared.has(url) || foreign.some((one) => `${url}/`.startsWith(`${one.replace(/\/+$/, '')}/`));
}
