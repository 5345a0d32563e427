/** A resource that the site offers to agents, and its possible values. */

import type { JsonObject } from '../../core/json.js';

/** Kinds of resources that every reader knows (spec section 2.1.7). */
export const RESOURCE_TYPES = [
  'content',
  'commerce',
  'scheduling',
  'courses',
  'forms',
  'crm',
  'auth',
  'search',
  'media',
  'messaging',
  'analytics',
  'payments',
  'directory',
  'agent',
] as const;

/** Kinds of endpoints (spec section 2.1.7). */
export const ENDPOINT_TYPES = ['rest', 'graphql', 'mcp', 'openapi', 'a2a', 'soap', 'rpc'] as const;

/** Kinds of endpoints that `apis` lists (spec section 2.1.5). */
export const API_TYPES = ['rest', 'graphql', 'openapi', 'soap', 'rpc'] as const;

/** Ways to authenticate (spec section 2.1.7). */
export const AUTH_SCHEMES = ['none', 'apikey', 'basic', 'oauth2', 'oidc', 'custom'] as const;

type EndpointType = (typeof ENDPOINT_TYPES)[number];
export type ApiType = (typeof API_TYPES)[number];
export type AuthScheme = (typeof AUTH_SCHEMES)[number];

/**
 * Pattern of a resource id. It matches the same ids as `^[a-z0-9](-?[a-z0-9]+)*$` of spec section 2.1.7, in linear
 * time: the original takes years for thirty letters and an underscore.
 */
export const RESOURCE_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Members of a resource on the wire (spec section 2.1.7). */
export const RESOURCE_KEYS = [
  'id',
  'title',
  'type',
  'description',
  'version',
  'capabilities',
  'abilities',
  'tools',
  'endpoints',
  'schemas',
  'auth',
  'well_known',
  'agent',
  'docs',
  'provider',
];
/** Pattern of an extension type. */
export const EXTENSION_TYPE = /^x-[a-z0-9]+-[a-z0-9-]+$/;
/** Pattern of a capability. */
export const CAPABILITY = /^[a-z0-9-]+(\.[a-z0-9_-]+)+$/;

/** One address of a resource. */
export interface Endpoint {
  readonly url: string;
  readonly type: EndpointType;
  readonly methods: readonly string[];
  /** Scheme name; empty inherits the resource's. */
  readonly auth: string;
  readonly description: string;
}

export interface ResourceAuth {
  readonly type: AuthScheme;
  readonly oidc: string;
  readonly scopes: readonly string[];
  readonly docs: string;
}

export interface Skill {
  readonly id: string;
  readonly description: string;
}

/** The agent of a resource. */
export interface AgentFragment {
  readonly name: string;
  readonly description: string;
  readonly skills: readonly Skill[];
  readonly endpoint: string;
  readonly auth: string;
}

/** A tool in the shape of MCP's `tools/list`. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly auth: string;
}

/** A reference to a well-known document; it serves nothing. */
export interface WellKnownReference {
  readonly name: string;
  readonly url: string;
}

/** A resource as the documents show it, its members in wire order (spec section 2.1.7). */
export interface Resource {
  readonly id: string;
  readonly title: string;
  /** A known type or an extension token. */
  readonly type: string;
  readonly description: string;
  readonly version: string;
  readonly capabilities: readonly string[];
  readonly abilities: readonly string[];
  readonly tools: readonly Tool[];
  readonly endpoints: readonly Endpoint[];
  readonly schemas: readonly string[];
  readonly auth: ResourceAuth;
  readonly well_known: readonly WellKnownReference[];
  /** Left out of the document when the resource has none. */
  readonly agent?: AgentFragment;
  readonly docs: string;
  readonly provider: { readonly plugin: string };
}

/** A tool as registered: with internal members. */
export interface RegisteredTool extends Tool {
  /** A document that can be attached isn't a callable tool. */
  readonly kind: 'tool' | 'resource';
  readonly public: boolean;
  readonly uri: string;
}

/** A normalised resource before the publication gate. Addresses may still be relative to the site. */
export interface RegisteredResource extends Omit<Resource, 'tools'> {
  readonly tools: readonly RegisteredTool[];
  /** False keeps it out of every document. */
  readonly public: boolean;
  /** Found by a built-in provider: a declared resource wins over it. */
  readonly inferred: boolean;
}
