import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Media } from '../content/body/port.js';
import { makeResolver } from '../content/html/resolve.js';
import { oneSpaced } from '../content/html/text.js';
import { type CheckRules, filterCheckRules } from '../quality/readiness/pages/grade.js';
import { toMedia } from '../site/media-index.js';
import { resolveSite } from '../site/resolve-site.js';
import type { ContentType, Site } from '../site/site.js';
import { contentTypes } from '../site/types.js';
import type { RawMedia, RawSite } from '../sources/port.js';
import { resolveBaseUrl } from './base-url.js';
import type { Run } from './build.js';
import { filterSitemap, findRealFiles, type RealFiles } from './real-files.js';

/** The facts about a site after its sources have named it, whatever their content. */
export interface SiteFacts {
  /** Without trailing slash. */
  readonly baseUrl: string;
  readonly site: Site;
  readonly sourceBases: readonly (string | undefined)[];
  readonly types: readonly ContentType[];
  readonly real: RealFiles;
  /** The rules of page checks; undefined where they are switched off. */
  readonly checks: CheckRules | undefined;
}

/**
 * Determines the site's identity, and runs the plugins' filters on it.
 * @param sites one for each source
 * @throws SvcError `SVC_USAGE` when the site's address is unknown
 */
export async function resolveSiteFacts(
  { loaded, prepared, output, warnings }: Pick<Run, 'loaded' | 'prepared' | 'output' | 'warnings'>,
  sites: readonly RawSite[],
): Promise<SiteFacts> {
  const { config } = loaded;
  const { settings, rules, hooks } = prepared;
  const sourceBases = sites.map((site) => site.baseUrl);
  const baseUrl = resolveBaseUrl(config.site.url, sourceBases);
  const own = findRealFiles(config, baseUrl, (file) => output.isOwn(file));
  if (config.publicDir !== undefined && !existsSync(config.publicDir)) {
    const message = `There is no folder "${basename(config.publicDir)}", so none of your own files is published.`;
    const fix = 'Correct "publicDir" in the configuration, or create the folder.';
    warnings.add({ code: 'public-missing', field: 'publicDir', message, fix });
  }
  return {
    baseUrl,
    site: named(resolveSite(config.site, sites, baseUrl), settings.identity.name),
    sourceBases,
    types: contentTypes(rules.gate.visibleTypes),
    real: { ...own, sitemap: await filterSitemap(hooks, own.sitemap) },
    checks: settings.enable_page_checks ? await filterCheckRules(hooks, settings, config.html) : undefined,
  };
}

/** A site without a title has its owner's name in feeds and page frames, as in llms.txt, rather than its address. */
function named(site: Site, owner: string): Site {
  return site.name === '' ? { ...site, name: oneSpaced(owner) } : site;
}

/** Moves media of a source to the built site. */
export function mediaOf({ baseUrl, sourceBases }: SiteFacts, source: number): (media: RawMedia) => Media {
  const resolve = makeResolver({ pageUrl: `${baseUrl}/`, exportBase: sourceBases[source], baseUrl });
  return (media) => {
    const page = media.page === undefined ? undefined : resolve(media.page, 'link');
    return toMedia(media, resolve(media.url, 'resource'), page);
  };
}
