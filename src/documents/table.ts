import { agentCard } from './agent-card.js';
import { agentSkill, agentSkillsIndex } from './agent-skills.js';
import { aiCatalog } from './ai-catalog.js';
import { apiCatalog } from './api-catalog.js';
import { arrivalsScript } from './arrivals-script.js';
import { authGuide } from './auth-md.js';
import { changes } from './changes.js';
import { discovery, discoverySchemaFile } from './discovery/index.js';
import type { DocumentRow } from './document-row.js';
import { feed } from './feed.js';
import { indexMarkdown, llms, llmsCollection, llmsFullCollection } from './llms.js';
import { llmsFull } from './llms-full.js';
import { markdown } from './markdown-twin.js';
import { mcp } from './mcp.js';
import { mcpServerCard, mcpServerCardById } from './mcp-server.js';
import {
  oauthAuthorizationServer,
  oauthAuthorizationServerMcp,
  oauthProtectedResource,
  oauthProtectedResourceMcp,
} from './oauth-metadata.js';
import { openapi } from './openapi.js';
import { restIndex, restItem, restList } from './rest-addresses.js';
import { robots } from './robots.js';
import { securityTxt } from './security-txt.js';
import { signaturesDirectory } from './signatures-directory.js';
import { sitemap, sitemapPage, sitemapRoot } from './sitemap.js';
import { sitemapMarkdown } from './sitemap-md.js';
import { tdmrep } from './tdmrep.js';
import { termMarkdown } from './term-markdown.js';
import { webMcpScript } from './webmcp-script.js';

export { fileOf, instancesOf } from './instances.js';

/** Every public document, in the order of the docs. Everything else is derived from these rows. */
export const documentTable: readonly DocumentRow[] = [
  discovery,
  discoverySchemaFile,
  agentCard,
  mcp,
  openapi,
  apiCatalog,
  mcpServerCard,
  mcpServerCardById,
  agentSkillsIndex,
  agentSkill,
  oauthProtectedResource,
  oauthProtectedResourceMcp,
  oauthAuthorizationServer,
  oauthAuthorizationServerMcp,
  tdmrep,
  signaturesDirectory,
  securityTxt,
  aiCatalog,
  authGuide,
  llms,
  llmsCollection,
  llmsFull,
  llmsFullCollection,
  indexMarkdown,
  markdown,
  termMarkdown,
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
  arrivalsScript,
  webMcpScript,
];
