import type { JsonObject } from '../core/json.js';
import { unusedName } from '../core/text.js';
import { servedSkills, skillPath } from './agent-skills.js';
import { type DocumentContext, type DocumentRow, prettyJson } from './document-row.js';
import { clip, tidyLine } from './escape.js';
import { displayName } from './llms-sections.js';
import { availableUrl, cardServers, primaryServer, serverCardPath } from './mcp-server.js';
import { skillDescription } from './skill-md.js';

interface CatalogEntry {
  readonly identifier: string;
  readonly displayName: string;
  readonly type: string;
  readonly url: string;
  readonly description?: string;
  readonly representativeQueries: readonly string[];
}

/**
 * The AI catalog: the agent card, the cards of the MCP servers and the skills, each only where it is served.
 * Interfaces without such a card are in the API catalog.
 * @see AI catalog 1.0, ARD 0.91
 */
function buildAiCatalog(ctx: DocumentContext): JsonObject {
  const { hostname } = new URL(ctx.site.baseUrl);
  const { logo } = ctx.site;
  const guide = availableUrl(ctx, 'llms');
  return {
    specVersion: '1.0',
    host: {
      displayName: displayName(ctx),
      identifier: hostname,
      ...(guide === undefined ? {} : { documentationUrl: guide }),
      ...(logo === '' ? {} : { logoUrl: logo }),
    },
    entries: withOwnIdentifiers([...agentEntries(ctx), ...serverEntries(ctx), ...skillEntries(ctx)]),
  };
}

function agentEntries(ctx: DocumentContext): readonly CatalogEntry[] {
  const url = availableUrl(ctx, 'agent-card');
  if (url === undefined) return [];
  const site = displayName(ctx);
  const skills = ctx.published.resources.flatMap(({ agent }) => agent?.skills ?? []);
  return [
    {
      identifier: identifier(ctx, 'agent', 'site'),
      displayName: site,
      type: 'application/a2a-agent-card+json',
      url,
      ...described(ctx.site.description),
      representativeQueries: queries(
        skills.map((skill) => skill.description),
        [`What does ${site} publish?`, `What can an agent do at ${site}?`],
      ),
    },
  ];
}

function serverEntries(ctx: DocumentContext): readonly CatalogEntry[] {
  const withCard = ctx.served('mcp-server-card-id') ? cardServers(ctx) : [];
  const primary = availableUrl(ctx, 'mcp-server-card') === undefined ? undefined : primaryServer(ctx);
  return ctx.published.servers.flatMap((server) => {
    const url = withCard.includes(server)
      ? ctx.site.baseUrl + serverCardPath(server.id)
      : server === primary
        ? ctx.urlOf('mcp-server-card')
        : undefined;
    if (url === undefined) return [];
    const name = tidyLine(server.name) || tidyLine(server.id) || displayName(ctx);
    const entry: CatalogEntry = {
      identifier: identifier(ctx, 'mcp', server.id),
      displayName: name,
      type: 'application/mcp-server-card+json',
      url,
      ...described(server.description),
      representativeQueries: queries(
        server.tools.map((tool) => tool.description),
        [`What can ${name} do?`, `Which tools does ${name} have?`],
      ),
    };
    return [entry];
  });
}

function skillEntries(ctx: DocumentContext): readonly CatalogEntry[] {
  if (!ctx.served('agent-skill')) return [];
  return servedSkills(ctx).map((named) => {
    const description = skillDescription(ctx, named);
    const name = tidyLine(named.skill.name) || named.name;
    return {
      identifier: identifier(ctx, 'skill', named.name),
      displayName: name,
      type: 'text/markdown; profile="urn:air:agent-skills"',
      url: ctx.site.baseUrl + skillPath(named),
      description,
      representativeQueries: queries([description], [`How do I use ${name} of ${displayName(ctx)}?`]),
    };
  });
}

function described(text: string): { readonly description?: string } {
  const description = tidyLine(text);
  return description === '' ? {} : { description };
}

const MAX_QUERIES = 5;
const MIN_QUERIES = 2;

/** Two to five different lines: the thing's own texts, filled up with generic questions. */
function queries(said: readonly string[], general: readonly string[]): readonly string[] {
  const own = [...new Set(said.map((text) => clip(tidyLine(text), 199)))].filter((text) => text !== '');
  if (own.length >= MIN_QUERIES) return own.slice(0, MAX_QUERIES);
  return [...new Set([...own, ...general])].slice(0, MAX_QUERIES);
}

/** `urn:air:{host}:{path of a site in a subdirectory…}:{kind}:{name}`. */
function identifier(ctx: DocumentContext, kind: string, name: string): string {
  const { hostname, pathname } = new URL(ctx.site.baseUrl);
  const folders = pathname.split('/').filter((part) => part !== '');
  const parts = [...folders, kind, name].map((part) => part.replace(/[^a-zA-Z0-9._-]+/g, '-') || '-');
  return `urn:air:${hostname.replace(/[^a-zA-Z0-9.-]+/g, '-')}:${parts.join(':')}`;
}

// Ids of servers are free text: two of them may be reduced to the same identifier.
function withOwnIdentifiers(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  const taken = new Set<string>();
  return entries.map((entry) => ({ ...entry, identifier: unusedName(entry.identifier, taken) }));
}

/** `/.well-known/ard.json` and, by its older name, `/.well-known/ai-catalog.json`. */
export const aiCatalog: DocumentRow = {
  id: 'ai-catalog',
  path: '/.well-known/ard.json',
  aliases: ['/.well-known/ai-catalog.json'],
  contentType: 'application/ai-catalog+json',
  headers: 'wellKnown',
  summary: 'Catalog of the agent card, the MCP servers and the skills.',
  condition: '`enable_ai_catalog`',
  schema: 'ai-catalog.schema.json',
  docs: 'ai-catalog.md',
  when: (ctx) => ctx.settings.enable_ai_catalog,
  render: (ctx) => prettyJson(buildAiCatalog(ctx)),
};
