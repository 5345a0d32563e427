import type { Config, McpServerConfig } from '../../config/config.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import type { Registrations } from '../../config/hooks/registrations.js';
import type { Settings } from '../../config/settings.js';
import type { JsonObject } from '../../core/json.js';
import type { ContentType, Site } from '../site.js';
import type { Notice } from './notice.js';
import type { RegisteredResource, Resource, Tool } from './resource.js';

/** The origin of the body of a provider's well-known document. */
export type WellKnownSource =
  | { readonly kind: 'redirect'; readonly to: string }
  /** Path relative to the project or absolute. */
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'callback'; readonly body: () => unknown };

/** A well-known name that a provider has claimed. The first claim of a name stands. */
export interface WellKnownClaim {
  /** Flat name below `/.well-known/`. */
  readonly name: string;
  readonly contentType: string;
  readonly source: WellKnownSource;
  readonly origin: string;
}

/** The answer of a claim: a body, or an address to redirect to. */
export type ClaimedDocument =
  | { readonly kind: 'file'; readonly claim: WellKnownClaim; readonly body: string | Uint8Array }
  | { readonly kind: 'redirect'; readonly claim: WellKnownClaim; readonly to: string };

/** An MCP server of the site: its own, or one from the configuration. */
export interface McpServer extends McpServerConfig {
  /** True for the sidecar's own. */
  readonly own: boolean;
}

/** A built-in provider, for the overview of possible sources. */
export interface Adapter {
  readonly id: string;
  readonly title: string;
  readonly available: boolean;
}

/** All registrations of providers, including suppressed and private ones. */
export interface Registry {
  /** In order of registration; a later registration of an id replaces the earlier one. */
  readonly resources: readonly RegisteredResource[];
  readonly claims: readonly WellKnownClaim[];
  readonly servers: readonly McpServer[];
  readonly adapters: readonly Adapter[];
  readonly notices: readonly Notice[];
}

/** A row of the agent skills list: every skill of every published resource. */
export interface SkillRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Id of the resource. */
  readonly resource: string;
}

/** The public part of the registry, addresses absolute: what passed the publication gate. */
export interface PublishedRegistry {
  readonly resources: readonly Resource[];
  /** Callable tools, the first of each name. */
  readonly tools: readonly Tool[];
  /** After `svc_agent_skills`. */
  readonly skills: readonly SkillRow[];
  /** The MCP servers, ours first. */
  readonly servers: readonly McpServer[];
  /** Documents below `/.well-known/` that providers serve. */
  readonly claims: readonly WellKnownClaim[];
  /** What no filter may bring back; none of it is in any document. */
  readonly hidden: HiddenNames;
}

/** Names that the owner hides. */
export interface HiddenNames {
  /** Ids of resources. */
  readonly resources: ReadonlySet<string>;
  /** Names of tools that only hidden resources have. */
  readonly tools: ReadonlySet<string>;
}

/** Empty. */
export const NOTHING_PUBLISHED: PublishedRegistry = {
  resources: [],
  tools: [],
  skills: [],
  servers: [],
  claims: [],
  hidden: { resources: new Set(), tools: new Set() },
};

/** An ability of the service, as far as public documents may describe it. */
export interface AbilityFacts {
  /** `namespace/name`. */
  readonly name: string;
  readonly description: string;
  readonly kind: 'read' | 'write';
  /** True where a run may destroy data for good. */
  readonly isDestructive?: boolean;
  readonly title?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
}

/** Sources of plugin abilities, and the receiver of notices about wrong ones. */
export interface AbilityFactsSource {
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly registrations: Pick<Registrations, 'list'>;
  note(notice: Notice): void;
}

/** Reads the public facts of the sidecar's abilities. */
export type AbilityFactsReader = (
  settings: Settings,
  source: AbilityFactsSource,
) => Promise<readonly AbilityFacts[]>;

/** Absolute addresses of documents that really answer; all others are left out. */
interface RegistryAddresses {
  /** Root of the read API, ours or an external one. */
  readonly rest?: string | undefined;
  /** Its description. */
  readonly openapi?: string | undefined;
  readonly changes?: string | undefined;
  readonly feed?: string | undefined;
  readonly sitemap?: string | undefined;
  readonly llms?: string | undefined;
}

/** The input of the registry. */
export interface RegistryInput {
  readonly site: Pick<Site, 'baseUrl' | 'name'>;
  readonly settings: Pick<Settings, 'rest_namespaces' | 'enable_mcp_server' | 'enable_agent_writes'>;
  readonly config: Pick<Config, 'resources' | 'mcpServers'>;
  readonly registrations: Pick<Registrations, 'list'>;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Agent-visible types in configured order. */
  readonly types: readonly ContentType[];
  /** Slugs of taxonomies that public entries use. */
  readonly taxonomies: readonly string[];
  readonly restPrefix: string;
  /** Absolute address below which the sidecar answers; undefined without one. */
  readonly sidecarBase: string | undefined;
  /** Version of this program. */
  readonly version: string;
  /** Abilities of the sidecar; empty while there are none. */
  readonly abilities: readonly AbilityFacts[];
  readonly addresses: RegistryAddresses;
}
