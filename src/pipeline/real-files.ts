import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Hooks } from '../hooks/hooks.js';
import type { Surface } from '../surfaces/surface.js';

/** Files that the site brings along; the service never takes their place. */
export interface RealFiles {
  /** True when the site has a file of its own at the path of a surface. robots.txt is added to, not replaced. */
  has(surface: Surface): boolean;
  readonly robots: string | undefined;
  /** Absolute URL of a sitemap or feed that the site brings or the configuration names. */
  readonly sitemap: string | undefined;
  readonly feed: string | undefined;
}

const SITEMAPS = ['sitemap_index.xml', 'sitemap-index.xml', 'sitemap.xml'];
const FEEDS = ['feed.xml', 'rss.xml', 'atom.xml', 'feed/index.xml', 'index.xml'];

/**
 * Looks for the site's own files in `siteDir` and `publicDir`.
 * @param isOurs true for a file that an earlier build wrote: in a site that is its own output folder such a file
 * is not the site's
 */
export function findRealFiles(config: Config, baseUrl: string, isOurs: (file: string) => boolean): RealFiles {
  const folders = [config.publicDir, config.siteDir].filter((folder) => folder !== undefined);
  const isOutput = (folder: string) =>
    isFolder(config.out) && realpathSync(folder) === realpathSync(config.out);
  // robots.txt is added to: what an earlier build made of it holds the site's part too.
  const isMade = (file: string) => file !== 'robots.txt' && isOurs(file);
  const find = (file: string): string | undefined =>
    folders
      .filter((folder) => isFolder(folder) && !(isMade(file) && isOutput(folder)))
      .map((folder) => join(folder, file))
      .find((path) => isFile(path));
  const urlOf = (files: readonly string[]): string | undefined => {
    const file = files.find((name) => find(name) !== undefined);
    return file === undefined ? undefined : `${baseUrl}/${file}`;
  };
  const absolute = (url: string | undefined) => (url?.startsWith('/') ? baseUrl + url : url);
  const robots = find('robots.txt');
  return {
    has: ({ id, path }) => id !== 'robots' && !path.includes('{') && find(path.slice(1)) !== undefined,
    robots: robots === undefined ? undefined : readFileSync(robots, 'utf8'),
    sitemap: absolute(config.sitemap.url) ?? urlOf(SITEMAPS),
    feed: absolute(config.feed.url) ?? urlOf(FEEDS),
  };
}

/**
 * The sitemap that somebody else makes, after plugins have been asked.
 * @returns absolute URL; undefined when there is none and ours is built
 */
export async function askSitemap(hooks: Hooks, found: string | undefined): Promise<string | undefined> {
  const asked = { url: found ?? '', source: found === undefined ? '' : 'site', label: '' };
  const { url } = await hooks.apply('svc_sitemap', asked);
  if (url === '') return undefined;
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : found;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
