import { basename } from 'node:path';
import { readGeneratorConfig } from '../files/generator-config.js';
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
  readonly publicDir: string | undefined;
  readonly out: string;
  readonly url: FoundUrl | undefined;
  /** Exports that were found and are not used. */
  readonly others: readonly string[];
}

/** Values that need no detection. */
export interface LookOptions {
  /** The site's address; overrides the detected one. */
  readonly baseUrl?: string | undefined;
}

/**
 * Examines a folder: exports at its top, content files and their generator, built pages, and the address of the
 * site. Nothing is run or fetched, and no repository is read.
 * @param folder absolute path
 */
export async function lookAround(folder: string, { baseUrl }: LookOptions = {}): Promise<Findings> {
  const exports = await findExports(folder);
  const config = readGeneratorConfig(folder);
  const content = exports.sources.length > 0 ? undefined : await findContent(folder, config);
  const siteDir = findBuiltSite(folder);
  const sources = content === undefined ? exports.sources : [content];
  const url =
    baseUrl === undefined
      ? (findUrl(folder, config) ??
        (exports.baseUrl === undefined
          ? undefined
          : { url: exports.baseUrl, from: exports.sources[0]?.path ?? '' }))
      : { url: baseUrl, from: '--base-url' };
  return {
    sources,
    generator: content === undefined ? undefined : config?.generator,
    siteDir,
    publicDir: findPublic(folder, siteDir),
    out: outFor(folder, sources, siteDir),
    url,
    others: exports.others,
  };
}

/** Output must not lie inside an input. */
function outFor(folder: string, sources: readonly FoundSource[], siteDir: string | undefined): string {
  const readsAll = siteDir === '.' || sources.some(({ path }) => path === '.');
  if (readsAll) return `../${basename(folder)}-out`;
  return siteDir === 'out' ? 'svc-out' : 'out';
}
