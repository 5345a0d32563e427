/** The discovery document: what the site offers, and where. */

import { cleanEmail } from '../../config/text.js';
import { readSchema } from '../../core/files.js';
import type { JsonObject } from '../../core/json.js';
import { type AgentEntry, type ApiEntry, agents, apis, capabilities } from '../../site/registry/derive.js';
import type { HiddenNames } from '../../site/registry/registry.js';
import type { Resource } from '../../site/registry/resource.js';
import { isIdentified } from '../../site/site.js';
import { type DocumentContext, type DocumentHooks, type DocumentRow, prettyJson } from '../document-row.js';
import { tidyLine } from '../escape.js';
import { invalidResult, keepValid, putBack } from '../render.js';
import { sitemapUrl } from '../sitemap.js';
import { DISCOVERY_KEYS, SCHEMA_PATH } from './schema.js';
import { type WellKnownEntry, wellKnownIndex } from './well-known-index.js';

/** Name of a document and its address. */
type DocumentsMap = Readonly<Record<string, string>>;

/** The known names in wire order (spec section 2.1.3); further documents follow in the order of the table. */
const ORDER = ['sitemap', 'robots', 'feed', 'openapi', 'auth', 'llms', 'llms_full', 'changes'];

/**
 * `documents` of the discovery document: everything outside `.well-known` and `openapi`, while it is there.
 * `sitemap` keeps the address where one would be, and `feed` is the site's own where it has one.
 */
function documentsMap(ctx: DocumentContext): DocumentsMap {
  const served = servedDocuments(ctx);
  served.set('sitemap', sitemapUrl(ctx));
  if (!ctx.ceded('robots')) served.set('robots', ctx.urlOf('robots'));
  served.set('feed', ctx.otherFeed ?? ctx.urlOf('feed'));
  if (ctx.files.has('/humans.txt')) served.set('humans', `${ctx.site.baseUrl}/humans.txt`);
  if (isSecurityTxtPresent(ctx)) served.set('security', ctx.urlOf('security-txt'));
  return Object.fromEntries([...served].sort(([a], [b]) => place(a) - place(b)));
}

// A file of the site's own at the address of an enabled document is that document.
function servedDocuments(ctx: DocumentContext): Map<string, string> {
  const present = ctx.table.filter(({ id }) => ctx.isAvailable(id));
  return new Map(present.flatMap(({ id, discoveryKey: key }) => (key ? [[key, ctx.urlOf(id)]] : [])));
}

function place(name: string): number {
  const index = ORDER.indexOf(name);
  return index === -1 ? ORDER.length : index;
}

const SCHEMA = 'discovery.schema.json';

/**
 * Passes the discovery document through its filters: `svc_documents` on the map, `svc_envelope` last on the whole.
 * Invalid results are dropped, and so is a top-level key that the format does not define. What the
 * owner hides stays hidden, and `capabilities` stays the union of those of the resources.
 * @param body the rendered document
 */
async function refineDiscovery(body: string, hidden: HiddenNames, hooks: DocumentHooks): Promise<string> {
  const rendered = JSON.parse(body) as JsonObject & Pick<DiscoveryDocument, 'documents'>;
  const documents = await hooks.apply('svc_documents', rendered.documents);
  const mapped = keepValid<JsonObject>(hooks, { filter: 'svc_documents', schema: SCHEMA }, rendered, {
    ...rendered,
    documents: withoutEmpty(documents),
  });
  const envelope = inOrder(await hooks.apply('svc_envelope', mapped), hooks);
  const kept = keepValid<JsonObject>(hooks, { filter: 'svc_envelope', schema: SCHEMA }, mapped, {
    ...envelope,
    ...withoutRepetitions(envelope['capabilities']),
  });
  return prettyJson(derived(kept as Envelope, hidden, hooks));
}

/** They are computed again from the resources, so existing ones that a filter appends do no harm. */
function withoutRepetitions(capabilities: unknown): JsonObject {
  return Array.isArray(capabilities) ? { capabilities: [...new Set(capabilities)] } : {};
}

type Envelope = Pick<DiscoveryDocument, 'resources' | 'apis' | 'agents' | 'capabilities'>;

/** The document without hidden parts, and with the capabilities of its resources. */
function derived(envelope: Envelope, hidden: HiddenNames, { note }: DocumentHooks): JsonObject {
  const shown = <T extends { readonly id: string }>(rows: readonly T[]): readonly T[] =>
    rows.filter(({ id }) => {
      if (hidden.resources.has(id)) note(putBack('svc_envelope', id));
      return !hidden.resources.has(id);
    });
  const resources = shown(envelope.resources);
  const [apis, agents] = [shown(envelope.apis), shown(envelope.agents)];
  return { ...envelope, apis, agents, resources, capabilities: capabilities(resources) };
}

function withoutEmpty(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(map).filter(([, url]) => url !== ''));
}

/** The known members in wire order, then the extensions; others are dropped with a notice. */
function inOrder(envelope: JsonObject, { note }: DocumentHooks): JsonObject {
  const known = new Set<string>(DISCOVERY_KEYS);
  const further = Object.keys(envelope).filter((key) => !known.has(key));
  const extensions = further.filter((key) => key.startsWith('x-'));
  for (const key of further.filter((one) => !extensions.includes(one))) {
    note(invalidResult('svc_envelope', `"${key}" isn't a key of format 1.0; extensions begin with "x-"`));
  }
  const kept = [...DISCOVERY_KEYS.filter((key) => Object.hasOwn(envelope, key)), ...extensions];
  return Object.fromEntries(kept.map((key) => [key, envelope[key]]));
}

/** The discovery document, wire format 1.0; the members in wire order (spec section 2.1). */
interface DiscoveryDocument {
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
 */
function buildDiscovery(ctx: DocumentContext): DiscoveryDocument {
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
export function discoveryApis(ctx: DocumentContext): readonly ApiEntry[] {
  const authDocs = {
    oauth2: foreignDocument(ctx, 'oauth-authorization-server'),
    oidc: foreignDocument(ctx, 'openid-configuration'),
  };
  return apis(ctx.published.resources, { authDocs });
}

/** `agents` of the discovery document; the agent card lists the same. */
export function discoveryAgents(ctx: DocumentContext): readonly AgentEntry[] {
  return agents(ctx.published.resources, ctx.site.baseUrl);
}

// Ours would describe the MCP server's sign-in, not that of another API.
function foreignDocument(ctx: DocumentContext, name: string): string | undefined {
  const isThere = ctx.files.has(`/.well-known/${name}`) || isClaimed(ctx, name);
  return isThere ? `${ctx.site.baseUrl}/.well-known/${name}` : undefined;
}

function schemaUrl(ctx: DocumentContext): string {
  return ctx.asked.schemaUrl ?? ctx.site.baseUrl + SCHEMA_PATH;
}

/** `/.well-known/discovery.json`: the index of everything else. */
export const discovery: DocumentRow = {
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
export const discoverySchemaFile: DocumentRow = {
  id: 'discovery-schema',
  path: SCHEMA_PATH,
  contentType: 'application/schema+json',
  headers: 'wellKnown',
  preflight: false,
  summary: 'JSON Schema of the discovery document, wire format 1.0.',
  condition: '`svc_schema_url` names no other schema',
  docs: 'discovery.md',
  when: (ctx) => ctx.asked.schemaUrl === undefined,
  render: (ctx) => prettyJson({ ...readSchema(SCHEMA), $id: schemaUrl(ctx) }),
};

/** Why a reader can trust the document (spec section 2.1). */
interface Trust {
  readonly signed: boolean;
  readonly signature_alg?: 'ed25519';
  /** Address of the key directory. */
  readonly jwks_uri?: string;
  readonly security_txt?: string;
  /** Address of the privacy policy. */
  readonly policy?: string;
}

/** `trust` of the discovery document: each member only while it is true. */
function trustFacts(ctx: DocumentContext): Trust {
  const { baseUrl, privacyPolicyUrl } = ctx.site;
  const directory = `${baseUrl}/.well-known/http-message-signatures-directory`;
  return {
    signed: ctx.signing !== undefined,
    ...(ctx.signing === undefined ? {} : { signature_alg: 'ed25519', jwks_uri: directory }),
    ...(isSecurityTxtPresent(ctx) ? { security_txt: ctx.urlOf('security-txt') } : {}),
    ...(privacyPolicyUrl === '' ? {} : { policy: privacyPolicyUrl }),
  };
}

/** The part of the context that describes the site and its owner. */
type IdentityContext = Pick<DocumentContext, 'site' | 'settings'>;

/** The site in few words; unknown values are empty (spec section 2.1.1). */
interface SiteFacts {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  /** BCP 47. */
  readonly lang: string;
  /** Absolute URL. */
  readonly logo: string;
}

/** The person or organisation behind the site (spec section 2.1.2). */
type IdentityFacts = ReturnType<typeof identityFacts>;

/** `site` of the discovery document; the agent card and the MCP descriptor begin with the same facts. */
export function siteFacts(ctx: IdentityContext): SiteFacts {
  const { home, description, lang, logo } = ctx.site;
  return { name: identityName(ctx), url: home, description: tidyLine(description), lang, logo };
}

/** `identity` of the discovery document. It only contains an address that the owner published. */
function identityFacts(ctx: IdentityContext) {
  const { entity_type, role, about, same_as, contact_email, not_description, audience } =
    ctx.settings.identity;
  const email = cleanEmail(contact_email);
  return {
    // A type is required: without a statement of its owner a site isn't a person.
    type: entity_type === 'Person' && isIdentified(ctx.settings.identity) ? 'person' : 'organization',
    name: identityName(ctx),
    role,
    about,
    url: ctx.site.home,
    same_as,
    contacts: email === '' ? [] : [{ type: 'email', value: `mailto:${email}` }],
    ...(not_description === '' ? {} : { not_description }),
    ...(audience === '' ? {} : { audience }),
  };
}

function identityName({ site, settings }: IdentityContext): string {
  return tidyLine(settings.identity.name) || tidyLine(site.name);
}

const SECURITY_TXT = 'security.txt';

/** True when a provider serves a name below `/.well-known/`. */
export function isClaimed(ctx: Pick<DocumentContext, 'published'>, name: string): boolean {
  return ctx.published.claims.some((claim) => claim.name === name);
}

/** True when `/.well-known/security.txt` answers: the site's own, a provider's, or ours. */
function isSecurityTxtPresent(ctx: DocumentContext): boolean {
  return (
    ctx.files.has(`/.well-known/${SECURITY_TXT}`) ||
    isClaimed(ctx, SECURITY_TXT) ||
    ctx.served('security-txt')
  );
}
