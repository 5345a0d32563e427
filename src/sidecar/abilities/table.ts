import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsHash } from '../../config/settings-merge.js';
import { bodyText } from '../../documents/document-row.js';
import { documentTable } from '../../documents/table.js';
import { type Ability, type AbilityCall, AbilityError } from './ability.js';
import { readAiTraffic, readAiVisibility, readAudience } from './read/audience.js';
import { checkPage, previewMarkdown, previewSchema } from './read/check-page.js';
import { findContent, readTerms } from './read/find-content.js';
import { readContent } from './read/read-content.js';
import { identifyBot, readReadiness, readRequestLog } from './read/read-readiness.js';
import { scanExposedFiles } from './read/scan-exposed-files.js';
import { searchMedia, suggestInternalLinks } from './read/search-media.js';
import {
  readEdgeTraffic,
  readGoogleIndex,
  readSearchOpportunities,
  readSearchPerformance,
  readSearchVisibility,
} from './read/search-results.js';
import { readContentIssues, readFindings } from './read/worklist.js';
import { inputOf, outputOf, textOf } from './schema.js';
import { createContent } from './write/create-content.js';
import { describeContentImage } from './write/describe-content-image.js';
import { describeImage } from './write/describe-image.js';
import { editContent, restoreContent } from './write/edit-content.js';
import { recheckClient, reviewClient } from './write/review-client.js';
import { applyFix, retryAnnouncement, setAsidePage } from './write/set-aside-page.js';
import { updateContent, writeDescription, writeSearchFields, writeTopics } from './write/update-content.js';

/** The abilities that read, in the order of lists. */
export const readAbilities: readonly Ability[] = [
  readReadiness,
  readAiVisibility,
  readAiTraffic,
  readRequestLog,
  readEdgeTraffic,
  readSearchVisibility,
  readGoogleIndex,
  readSearchPerformance,
  readSearchOpportunities,
  identifyBot,
  readContentIssues,
  readTerms,
  checkPage,
  readContent,
  previewSchema,
  previewMarkdown,
  scanExposedFiles,
  suggestInternalLinks,
  searchMedia,
  readFindings,
  readAudience,
  findContent,
];

/** The abilities that write, in the order of lists. */
const writeAbilities: readonly Ability[] = [
  createContent,
  updateContent,
  editContent,
  describeImage,
  describeContentImage,
  writeDescription,
  writeTopics,
  writeSearchFields,
  applyFix,
  setAsidePage,
  retryAnnouncement,
  reviewClient,
  recheckClient,
  restoreContent,
];

/** What the service says of a document that it offers to assistants. */
interface DocumentFacts {
  readonly slug: string;
  readonly label: string;
  readonly description: string;
  readonly path: string;
  readonly mimeType: string;
}

/** The public documents as abilities: resources of the MCP server, never its tools. */
const documentAbilities: readonly Ability[] = [
  document({
    slug: 'llms-txt',
    label: 'Index for language models',
    description: 'A short overview of this site and its pages: llms.txt.',
    path: '/llms.txt',
    mimeType: 'text/plain',
  }),
  document({
    slug: 'llms-full-txt',
    label: 'Full text for language models',
    description: 'Complete pages of this site in one text: llms-full.txt.',
    path: '/llms-full.txt',
    mimeType: 'text/plain',
  }),
  document({
    slug: 'discovery-json',
    label: 'Discovery document',
    description: 'Everything that this site offers to agents, with addresses: discovery.json.',
    path: '/.well-known/discovery.json',
    mimeType: 'application/json',
  }),
  document({
    slug: 'agent-card-json',
    label: 'Agent card',
    description: 'The A2A agent card of this site: agent-card.json.',
    path: '/.well-known/agent-card.json',
    mimeType: 'application/json',
  }),
];

function document({ path, mimeType, ...facts }: DocumentFacts): Ability {
  return {
    ...facts,
    tier: 'document',
    permission: 'anybody',
    input: inputOf(),
    output: outputOf({ content: textOf('The text of the document.') }),
    resource: { path, mimeType },
    run: async (_, call) => ({ content: await documentText(path, call) }),
  };
}

/** The text that the public address answers with: the file of the build while the settings are its own, else made now. */
async function documentText(path: string, { services }: AbilityCall): Promise<string> {
  const { ctx, render } = await services.site.documents();
  const row = documentTable.find((one) => one.path === path);
  if (row === undefined || !ctx.served(row.id)) {
    throw new AbilityError(404, 'svc_not_served', `This site doesn't currently serve ${path}.`);
  }
  const live = services.site.content();
  if (live !== undefined && settingsHash(ctx.settings) === live.builtWith) {
    const written = await readFile(join(live.out, path), 'utf8').catch(() => undefined);
    if (written !== undefined) return written;
  }
  return bodyText(await render(row, { path, params: undefined }));
}

/**
 * Every ability, in the order in which they are listed: those that read, those that write, and the documents. Whether
 * one exists at a moment is for `registry.ts` to say.
 */
export const abilities: readonly Ability[] = [...readAbilities, ...writeAbilities, ...documentAbilities];
