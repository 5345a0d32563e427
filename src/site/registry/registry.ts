import type { Notice } from './notice.js';
import type { RegisteredResource, Resource, Tool } from './resource.js';

/** Where the body of a provider's well-known document comes from. */
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

/** What became of a claim: a body, or an address to go to. */
export type ClaimedDocument =
  | { readonly kind: 'file'; readonly claim: WellKnownClaim; readonly body: string | Uint8Array }
  | { readonly kind: 'redirect'; readonly claim: WellKnownClaim; readonly to: string };

/** An MCP server that the site offers: its own, or one that the configuration names. */
export interface McpServer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Absolute. */
  readonly endpoint: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** True for the one that the sidecar runs. */
  readonly own: boolean;
}

/** A built-in provider, for the overview of what could be found. */
export interface Adapter {
  readonly id: string;
  readonly title: string;
  readonly available: boolean;
}

/** Everything that providers have registered, suppressed and private things included. */
export interface Registry {
  /** In order of registration; a later registration of an id takes the place of the earlier one. */
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

/** What the documents show of the registry, addresses absolute: what the one publication gate let through. */
export interface PublishedRegistry {
  readonly resources: readonly Resource[];
  /** Tools that can be called, the first of each name. */
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

/** Names of what the owner hides. */
export interface HiddenNames {
  /** Ids of resources. */
  readonly resources: ReadonlySet<string>;
  /** Names of tools that only hidden resources have. */
  readonly tools: ReadonlySet<string>;
}

/** Nothing published. */
export const NOTHING_PUBLISHED: PublishedRegistry = {
  resources: [],
  tools: [],
  skills: [],
  servers: [],
  claims: [],
  hidden: { resources: new Set(), tools: new Set() },
};
