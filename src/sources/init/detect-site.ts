import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { Host } from '../../config/config.js';
import { readTextIfThere } from '../../core/files.js';
import { isHttpUrl } from '../../core/parsable-url.js';
import { words } from '../../core/text.js';
import { SITE_FOLDERS } from '../files/find-root.js';
import { type FoundConfig, readGeneratorConfig, siteFromConfig } from '../files/generator-config.js';
import { isOwnOutput } from '../own-output.js';
import { type FoundProject, findProject } from '../project/find-project.js';
import { readStart } from '../read-start.js';
import { OWN_MANIFEST } from '../walk-folder.js';
import { type FoundSource, findContent, findExports } from './find-content.js';

/**
 * The detected contents of a folder, as far as a configuration has a key for them. Paths are relative to it, with `/`.
 */
export interface DetectedSite {
  /** Empty when there is nothing to read, or only built pages. */
  readonly sources: readonly FoundSource[];
  /** Name of the generator that makes the site. */
  readonly generator: string | undefined;
  readonly siteDir: string | undefined;
  /** True where the built site has files of an earlier build, as after the integration of a generator. */
  readonly inPlace: boolean;
  /** The command that builds the site, and the folder that it writes; undefined where there is a built site. */
  readonly notBuilt: { readonly command: string; readonly folder: string } | undefined;
  readonly publicDir: string | undefined;
  readonly out: string;
  readonly url: FoundUrl | undefined;
  /** Hosts to write rules for. */
  readonly hosts: readonly Host[];
  /** Exports that were found and are not used. */
  readonly others: readonly string[];
}

/** Values that need no detection. */
interface DetectOptions {
  /** The site's address; overrides the detected one. */
  readonly baseUrl?: string | undefined;
}

/**
 * Examines a folder: exports at its top, content files and their generator, built pages, and the address of the
 * site. Nothing is run or fetched, and no repository is read.
 * @param folder absolute path
 */
export async function detectSite(folder: string, { baseUrl }: DetectOptions): Promise<DetectedSite> {
  const exports = await findExports(folder);
  const config = readGeneratorConfig(folder);
  const hasExports = exports.sources.length > 0;
  const place = hasExports ? undefined : await findPlace(folder);
  const project = place?.project;
  // Without its pages, a project whose sources aren't read has nothing to publish.
  const isProject = project !== undefined && (project.built !== undefined || !project.isReadable);
  const content = hasExports || isProject ? undefined : await findContent(folder, config);
  const siteDir = builtFolder(folder, place) ?? findBuiltSite(folder);
  const found: readonly FoundSource[] =
    place !== undefined && isProject
      ? [{ type: 'project', path: place.path }]
      : [content].flatMap((one) => one ?? []);
  const sources = hasExports ? exports.sources : found;
  const url =
    baseUrl === undefined
      ? (findUrl(folder, config) ??
        (exports.baseUrl === undefined
          ? undefined
          : { url: exports.baseUrl, from: exports.sources[0]?.path ?? '' }))
      : { url: baseUrl, from: '--base-url' };
  return {
    sources,
    generator: found.length === 0 ? undefined : project?.label,
    notBuilt: place === undefined || siteDir !== undefined ? undefined : toNotBuilt(folder, place),
    siteDir,
    inPlace: siteDir !== undefined && existsSync(join(folder, siteDir, OWN_MANIFEST)),
    publicDir: findPublic(folder, siteDir),
    out: outFor(folder, sources, siteDir),
    url,
    hosts: [],
    others: exports.others,
  };
}

interface Place {
  /** From the searched folder; `.` for the folder itself. */
  readonly path: string;
  readonly project: FoundProject;
}

/** The project of the folder; else the first one in a folder of it that is built. */
async function findPlace(folder: string): Promise<Place | undefined> {
  const own = await findProject(folder);
  if (own !== undefined) return { path: '.', project: own };
  for (const path of SITE_FOLDERS) {
    const project = await findProject(join(folder, path));
    if (project?.built !== undefined) return { path, project };
  }
  return undefined;
}

function builtFolder(folder: string, place: Place | undefined): string | undefined {
  const built = place?.project.built;
  return built === undefined || place === undefined ? undefined : fromFolder(folder, place.project, built);
}

function toNotBuilt(folder: string, { project }: Place): DetectedSite['notBuilt'] {
  return { command: project.buildCommand, folder: fromFolder(folder, project, project.expected) };
}

function fromFolder(folder: string, { root }: FoundProject, path: string): string {
  return relative(folder, join(root, path)).split(sep).join('/');
}

/** Output must not lie inside a built site, and only in a new folder of a source. */
function outFor(folder: string, sources: readonly FoundSource[], siteDir: string | undefined): string {
  const own = join(folder, 'out');
  const isTaken =
    sources.some(({ path }) => path === '.') && existsSync(own) && !existsSync(join(own, OWN_MANIFEST));
  if (siteDir === '.' || isTaken) return `../${basename(folder)}-out`;
  return siteDir === 'out' ? 'svc-out' : 'out';
}

/** An address and its origin. */
interface FoundUrl {
  readonly url: string;
  readonly from: string;
}

const BUILT_FOLDERS = words(`
  _site public dist out build site _build/html build/site .output/public website/build docs/build
  docs/book book docs/.vitepress/dist .vitepress/dist docs/.vuepress/dist .vuepress/dist docs/_build/html
  docs/_site
`);
/** Folders of files that are published as they are. */
const PUBLIC_FOLDERS = ['public', 'static'];
const HEAD_BYTES = 4096;

/** Finds a folder of built pages: its `index.html` is a page that this program didn't write. */
function findBuiltSite(folder: string): string | undefined {
  return ['.', ...BUILT_FOLDERS].find(
    (name) => isPage(join(folder, name, 'index.html')) && !isOwnOutput(join(folder, name)),
  );
}

function isPage(file: string): boolean {
  // A page with front matter is a source, not a built page.
  const start = readStart(file, HEAD_BYTES);
  return /^\uFEFF?\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\b|html\b)/i.test(start);
}

/** Finds the folder of real files that belong to the site, such as `robots.txt` and images. */
function findPublic(folder: string, built: string | undefined): string | undefined {
  return PUBLIC_FOLDERS.find(
    (name) =>
      name !== built &&
      statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true &&
      !isOwnOutput(join(folder, name)) &&
      readdirSync(join(folder, name)).some((file) => file !== 'index.html'),
  );
}

/**
 * Finds the address of the site: in the generator's configuration, in a `CNAME` file, as `homepage` of
 * `package.json`, in that order. Placeholders that generators and tools leave behind do not count.
 */
function findUrl(folder: string, config: FoundConfig | undefined): FoundUrl | undefined {
  const candidates: readonly (readonly [from: string, url: string | undefined])[] = [
    [config?.file ?? '', config && siteFromConfig(config, folder).baseUrl],
    ...['CNAME', 'public/CNAME', 'static/CNAME', 'docs/CNAME'].map(
      (name) => [name, cnameUrl(join(folder, name))] as const,
    ),
    ['package.json', homepage(join(folder, 'package.json'))],
  ];
  for (const [from, url] of candidates) {
    const usable = url === undefined ? undefined : usableUrl(url);
    if (usable !== undefined) return { url: usable, from };
  }
  return undefined;
}

function cnameUrl(file: string): string | undefined {
  const host = readTextIfThere(file)?.trim().split(/\s/, 1)[0] ?? '';
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(host) ? `https://${host.toLowerCase()}` : undefined;
}

function homepage(file: string): string | undefined {
  try {
    const { homepage: written } = JSON.parse(readTextIfThere(file) ?? '{}') as {
      readonly homepage?: unknown;
    };
    // Many packages name the page of their repository.
    return typeof written === 'string' && !/github\.com|gitlab\.com|npmjs\.com/i.test(written)
      ? written
      : undefined;
  } catch {
    return undefined;
  }
}

const PLACEHOLDER =
  /^(?:localhost|(?:www\.)?example\.(?:com|org|net)|(?:www\.)?(?:yoursite|your-domain|mysite|yourdomain)\.\w+|\d+(?:\.\d+){3})$/i;

function usableUrl(text: string): string | undefined {
  if (!isHttpUrl(text)) return undefined;
  const { hostname, origin, pathname } = new URL(text);
  return PLACEHOLDER.test(hostname) ? undefined : origin + pathname.replace(/\/+$/, '');
}
