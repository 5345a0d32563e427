import { changes } from './changes.js';
import { feed } from './feed.js';
import { indexMarkdown, llms, llmsCollection } from './llms.js';
import { llmsFull } from './llms-full.js';
import { markdown } from './markdown-twin.js';
import { restIndex, restItem, restList } from './rest-api.js';
import { robots } from './robots.js';
import { sitemap, sitemapPage, sitemapRoot } from './sitemap.js';
import { sitemapMarkdown } from './sitemap-md.js';
import type { Surface } from './surface.js';

export { fileOf, instancesOf } from './instances.js';

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
