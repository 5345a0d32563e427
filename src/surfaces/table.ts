import { changes } from './changes.js';
import { feed } from './feed.js';
import { indexMarkdown, llms, llmsCollection } from './llms.js';
import { llmsFull } from './llms-full.js';
import { markdown } from './markdown-twin.js';
import { restIndex, restItem, restList } from './rest-api.js';
import { robots } from './robots.js';
import { sitemap, sitemapPage, sitemapRoot } from './sitemap.js';
import { sitemapMarkdown } from './sitemap-md.js';
import type { Instance, Surface, SurfaceContext } from './surface.js';

/** Every public document, in the order of the docs. Everything else is derived from these rows. */
export const surfaces: readonly Surface[] = [
  llms,
  llmsCollection,
  llmsFull,
  indexMarkdown,
  markdown,
  sitemapMarkdown,
  sitemap,
  sitemapPage,
  sitemapRoot,
  robots,
  changes,
  feed,
  restIndex,
  restList,
  restItem,
];

/**
 * The files of a surface: its instances, or its literal path with its aliases.
 * @param surface a row whose `when` holds
 */
export function* instancesOf(surface: Surface, ctx: SurfaceContext): Iterable<Instance<unknown>> {
  if (surface.instances !== undefined) {
    yield* surface.instances(ctx);
    return;
  }
  for (const path of [surface.path, ...(surface.aliases ?? [])]) yield { path, params: undefined };
}

/** Path of an instance below `out/`, decoded. */
export function fileOf(instance: Instance<unknown>): string {
  return instance.file ?? decodeURIComponent(instance.path.slice(1));
}
