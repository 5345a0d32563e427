import type { DocumentContext } from '../../documents/document-row.js';
import { pageTools } from '../../documents/webmcp-script.js';
import type { ReadinessFacts } from '../../quality/readiness/facts.js';
import { countRuns } from '../../storage/tables/agent-access.js';
import { abilitiesNow, mcpTools } from '../abilities/registry.js';
import type { Services } from './services.js';

/** Seconds within which an agent counts as active. */
const RECENT = 30 * 86_400;

/** The provider of `security.txt`: a file of the site, the service, or nothing (with or without a contact). */
type SecurityTxt = 'file' | 'served' | 'needs-contact' | 'off';

/** The agent features that are on, and their use. */
export interface Systems {
  readonly doors: {
    readonly mcpOn: boolean;
    readonly writesOn: boolean;
    /** Tools of the MCP server; 0 while it is off. */
    readonly tools: number;
    /** Credentials that have run an ability within 30 days. */
    readonly agents30: number;
    readonly runsTotal: number;
    readonly webmcpOn: boolean;
    readonly webmcpTools: number;
    readonly securityTxt: SecurityTxt;
  };
  readonly signals: {
    readonly indexnowOn: boolean;
    readonly sitemapCovered: boolean;
    /** Address of the sitemap visible to agents; empty when there is none. */
    readonly sitemapLabel: string;
    /** Whether the service may add to `robots.txt`. */
    readonly robotsManaged: boolean;
    /** Whether it contains rules for AI models. */
    readonly robotsAi: boolean;
    /** No summary is ever sent. */
    readonly digestOn: false;
  };
  /** No search engine can be connected. */
  readonly search: { readonly connected: false };
  readonly content: { readonly types: number; readonly entries: number };
}

/** Collects the current state of all systems. */
export async function systemsOf(services: Services): Promise<Systems> {
  const { grading, site, storage, now } = services;
  const [{ ctx }, facts, runs] = await Promise.all([
    site.documents(),
    grading.facts(),
    countRuns(storage.db, now() - RECENT),
  ]);
  const { content, settings } = facts;
  return {
    doors: {
      mcpOn: settings.enable_mcp_server,
      writesOn: settings.enable_mcp_server && settings.enable_agent_writes,
      tools: settings.enable_mcp_server ? await toolsOf(services) : 0,
      agents30: runs.agents,
      runsTotal: runs.total,
      webmcpOn: settings.enable_webmcp,
      webmcpTools: settings.enable_webmcp ? pageTools(ctx).length : 0,
      securityTxt: securityTxtOf(facts),
    },
    signals: signalsOf(facts, ctx),
    search: { connected: false },
    content: { types: content.types.length, entries: content.entries },
  };
}

async function toolsOf(services: Services): Promise<number> {
  const tools = await mcpTools(await abilitiesNow(services), services.hooks);
  return tools.length;
}

function securityTxtOf({ securityTxt: { owner, contacts }, settings }: ReadinessFacts): SecurityTxt {
  if (owner === 'file') return 'file';
  if (owner !== 'none') return 'served';
  return settings.enable_security_txt && contacts === 0 ? 'needs-contact' : 'off';
}

function signalsOf({ robots, settings, sitemap }: ReadinessFacts, ctx: DocumentContext): Systems['signals'] {
  const robotsManaged = settings.enable_robots && robots.text !== undefined;
  return {
    indexnowOn: settings.indexnow_enabled,
    sitemapCovered: sitemap !== undefined,
    sitemapLabel: sitemap?.url.replace(`${ctx.site.baseUrl}/`, '/') ?? '',
    robotsManaged,
    robotsAi: /^(?:content-signal:|user-agent: *(?:gptbot|claudebot|ccbot)\b)/im.test(robots.text ?? ''),
    digestOn: false,
  };
}
