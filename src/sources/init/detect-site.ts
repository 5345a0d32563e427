import { existsSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { Host } from '../../config/config.js';
import { SITE_FOLDERS } from '../files/find-root.js';
import { readGeneratorConfig } from '../files/generator-config.js';
import { type FoundProject, findProject } from '../project/find-project.js';
import { OWN_MANIFEST } from '../sample-files.js';
import { type FoundSource, findContent, findExports } from './find-content.js';
import { type FoundUrl, findBuiltSite, findPublic, findUrl } from './find-site.js';

/**
 * The detected contents of a folder, as far as a configuration has a key for them. Paths are relative to it, with `/`.
 */
export interface Findings {
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
export interface DetectOptions {
  /** The site's address; overrides the detected one. */
  readonly baseUrl?: string | undefined;
}

/**
 * Examines a folder: exports at its top, content files and their generator, built pages, and the address of the
 * site. Nothing is run or fetched, and no repository is read.
 * @param folder absolute path
 */
export async function detectSite(folder: string, { baseUrl }: DetectOptions = {}): Promise<Findings> {
  const exports = await findExports(folder);
  const config = readGeneratorConfig(folder);
  const hasExports = exports.sources.length > 0;
  const place = hasExports ? undefined : await findPlace(folder);
  const project = place?.project;
  const content = hasExports || project?.built !== undefined ? undefined : await findContent(folder, config);
  const siteDir = builtFolder(folder, place) ?? findBuiltSite(folder);
  const found: readonly FoundSource[] =
    place?.project.built === undefined
      ? [content].flatMap((one) => one ?? [])
      : [{ type: 'project', path: place.path }];
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

function toNotBuilt(folder: string, { project }: Place): Findings['notBuilt'] {
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
