import { type AgentEntry, type ApiEntry, agents, apis, capabilities } from '../../site/registry/derive.js';
import type { JsonObject, Resource } from '../../site/registry/resource.js';
import { prettyJson } from '../serialise.js';
import type { Surface, SurfaceContext } from '../surface.js';
import { type DocumentsMap, documentsMap } from './documents-map.js';
import { type IdentityFacts, identityFacts, type SiteFacts, siteFacts } from './identity.js';
import { isClaimed } from './presence.js';
import { refineDiscovery } from './refine.js';
import { discoverySchema, SCHEMA_PATH } from './schema.js';
import { type Trust, trustFacts } from './trust.js';
import { type WellKnownEntry, wellKnownIndex } from './well-known-index.js';

/** The discovery document, wire format 1.0; the members in wire order (spec section 2.1). */
export interface DiscoveryDocument {
  readonly $schema: string;
  readonly spec_version: '1.0';
  readonly site: SiteFacts;
  readonly identity: IdentityFacts;
  readonly documents: DocumentsMap;
  readonly well_known: readonly WellKnownEntry[];
  readonly apis: readonly ApiEntry[];
  readonly agents: readonly AgentEntry[];
  readonly resources: readonly Resource[];
  readonly capabilities: readonly string[];
  readonly trust: Trust;
}

/**
 * The discovery document before any filter: a projection of the registry and of the table of documents. It contains
 * no time, so the same site gives the same bytes.
 * @see spec section 2.1
 */
function buildDiscovery(ctx: SurfaceContext): DiscoveryDocument {
  const { resources } = ctx.published;
  return {
    $schema: schemaUrl(ctx),
    spec_version: '1.0',
    site: siteFacts(ctx),
    identity: identityFacts(ctx),
    documents: documentsMap(ctx),
    well_known: wellKnownIndex(ctx),
    apis: discoveryApis(ctx),
    agents: discoveryAgents(ctx),
    resources,
    capabilities: capabilities(resources),
    trust: trustFacts(ctx),
  };
}

/** `apis` of the discovery document; the API catalogue lists the same. */
export function discoveryApis(ctx: SurfaceContext): readonly ApiEntry[] {
  const authDocs = {
    oauth2: foreignDocument(ctx, 'oauth-authorization-server'),
    oidc: foreignDocument(ctx, 'openid-configuration'),
  };
  return apis(ctx.published.resources, { authDocs });
}

/** `agents` of the discovery document; the agent card lists the same. */
export function discoveryAgents(ctx: SurfaceContext): readonly AgentEntry[] {
  return agents(ctx.published.resources, ctx.site.baseUrl);
}

// Ours would describe the MCP server's sign-in, not that of another API.
function foreignDocument(ctx: SurfaceContext, name: string): string | undefined {
  const isThere = ctx.files.has(`/.well-known/${name}`) || isClaimed(ctx, name);
  return isThere ? `${ctx.site.baseUrl}/.well-known/${name}` : undefined;
}

function schemaUrl(ctx: SurfaceContext): string {
  return ctx.asked.schemaUrl ?? ctx.site.baseUrl + SCHEMA_PATH;
}

/** `/.well-known/discovery.json`: the index of everything else. */
export const discovery: Surface = {
  id: 'discovery',
  path: '/.well-known/discovery.json',
  contentType: 'application/json',
  headers: 'wellKnown',
  summary: 'Index of the site for agents: identity, documents, APIs, agents, resources and capabilities.',
  condition: 'always',
  schema: 'discovery.schema.json',
  sign: true,
  docs: 'discovery.md',
  purge: true,
  inHead: true,
  live: { key: 'discovery', rank: 5, label: 'Discovery document', cors: true },
  when: () => true,
  render: (ctx) => prettyJson(buildDiscovery(ctx)),
  refine: (body, ctx, hooks) => refineDiscovery(body, ctx.published.hidden, hooks),
};

/** The schema of the discovery document, at the address in its `$schema`. */
export const discoverySchemaFile: Surface = {
  id: 'discovery-schema',
  path: SCHEMA_PATH,
  contentType: 'application/schema+json',
  headers: 'wellKnown',
  preflight: false,
  summary: 'JSON Schema of the discovery document, wire format 1.0.',
  condition: '`svc_schema_url` names no other schema',
  docs: 'discovery.md',
  when: (ctx) => ctx.asked.schemaUrl === undefined,
  render: (ctx) => prettyJson({ ...(discoverySchema as JsonObject), $id: schemaUrl(ctx) }),
};
