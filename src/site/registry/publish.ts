import type { Hooks } from '../../config/hooks/hooks.js';
import type { Settings } from '../../config/settings.js';
import { asText } from '../../config/text.js';
import type { JsonObject } from '../../core/json.js';
import { uniqueBy } from '../../core/multimap.js';
import { lastName, onSite } from '../../core/paths.js';
import type { Site } from '../site.js';
import { cleanText } from './normalise/text.js';
import { type Notice, quoted, type Report, reportFor } from './notice.js';
import { OWN_ABILITIES } from './providers/abilities.js';
import { toolName } from './providers/mcp-servers.js';
import type { McpServer, PublishedRegistry, Registry, SkillRow, WellKnownClaim } from './registry.js';
import type { RegisteredResource, RegisteredTool, Resource, Tool } from './resource.js';

/** The inputs of publication besides the registry itself. */
export interface PublishOptions {
  readonly site: Pick<Site, 'baseUrl'>;
  readonly settings: Pick<Settings, 'suppressed_resources' | 'hold_back_changing_jobs'>;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Called with unusable results of filters. */
  note(notice: Notice): void;
}

/**
 * The one gate between the registry and every public document: what it holds back is in none of them.
 * Addresses come out absolute.
 */
export async function publishRegistry(
  registry: Registry,
  { site, settings, hooks, note }: PublishOptions,
): Promise<PublishedRegistry> {
  const rules: GateRules = {
    suppressed: new Set(settings.suppressed_resources),
    publishGated: await hooks.apply('svc_publish_gated_abilities', false),
    hiddenAbilities: await filterHiddenAbilities(registry, hooks),
    holdBackChanges: settings.hold_back_changing_jobs,
  };
  const published = registry.resources.filter((resource) => isPublished(resource, rules));
  const visible = published.flatMap((resource) => withContent(resource, rules));
  const resources = visible.map((resource) => wireResource(resource, site.baseUrl));
  const ownTools = toolsOfOwnServer(registry, rules);
  const tools = callableTools([
    ...visible.filter((resource) => !isOwnAbilities(resource)).flatMap((resource) => resource.tools),
    ...ownTools,
  ]);
  return {
    resources,
    tools,
    skills: await publishedSkills(resources, hooks, reportFor('svc', note)),
    servers: registry.servers.map((server) => publishedServer(server, ownTools)),
    claims: registry.claims.map((claim) => absoluteClaim(claim, site.baseUrl)),
    hidden: { resources: rules.suppressed, tools: hiddenTools(registry, rules, tools) },
  };
}

/** Tools of hidden resources, except those that a published one has too. */
function hiddenTools(
  { resources }: Registry,
  { suppressed }: GateRules,
  published: readonly Tool[],
): ReadonlySet<string> {
  const names = new Set(
    resources.filter(({ id }) => suppressed.has(id)).flatMap(({ tools }) => tools.map(({ name }) => name)),
  );
  for (const { name } of published) names.delete(name);
  return names;
}

/** The owner's list comes last, so that it can't be bypassed. */
function isPublished(resource: RegisteredResource, { suppressed, publishGated }: GateRules): boolean {
  const isOffered = resource.public || (publishGated && isOwnAbilities(resource));
  return isOffered && !suppressed.has(resource.id);
}

/** A resource that had addresses and has none left is left out. */
function withContent(resource: RegisteredResource, rules: GateRules): readonly RegisteredResource[] {
  const visible = visibleParts(resource, rules);
  return offersSomething(resource) && !offersSomething(visible) ? [] : [visible];
}

/** The tools of our own abilities: only our own MCP server can run them, so they are published while it runs. */
function toolsOfOwnServer({ resources, servers }: Registry, rules: GateRules): readonly RegisteredTool[] {
  if (!servers.some(({ own }) => own)) return [];
  return resources
    .filter((resource) => isOwnAbilities(resource) && !rules.suppressed.has(resource.id))
    .flatMap((resource) => visibleParts(resource, rules).tools);
}

function callableTools(tools: readonly RegisteredTool[]): readonly Tool[] {
  const callable = tools.filter(({ kind }) => kind === 'tool');
  return uniqueBy(callable, ({ name }) => name).map(wireTool);
}

function publishedServer(server: McpServer, ownTools: readonly RegisteredTool[]): McpServer {
  if (!server.own) return server;
  return { ...server, tools: ownTools.map(({ name, description }) => ({ name, description })) };
}

function absoluteClaim(claim: WellKnownClaim, baseUrl: string): WellKnownClaim {
  const { source } = claim;
  if (source.kind !== 'redirect') return claim;
  return { ...claim, source: { kind: 'redirect', to: onSite(source.to, baseUrl) } };
}

/**
 * The skills of all published resources, as plugins leave them. A row stays only while its resource is published:
 * no plugin brings back what the owner hides.
 */
async function publishedSkills(
  resources: readonly Resource[],
  hooks: Pick<Hooks, 'apply'>,
  report: Report,
): Promise<readonly SkillRow[]> {
  const rows = resources.flatMap(({ id: resource, agent }) =>
    (agent?.skills ?? []).map(({ id, description }) => ({ id, name: id, description, resource })),
  );
  const published = new Set(resources.map(({ id }) => id));
  const filtered = await hooks.apply('svc_agent_skills', rows);
  return filtered.flatMap((row) => skillOf(row, published, report) ?? []);
}

function skillOf(row: JsonObject, published: ReadonlySet<string>, report: Report): SkillRow | undefined {
  const id = cleanText(row['id']);
  const resource = asText(row['resource']) ?? '';
  if (id === '' || !published.has(resource)) {
    report.warn(
      'filter_result',
      `svc_agent_skills returned the skill ${quoted(row['id'])} of ${quoted(row['resource'])}, which was left out.`,
      'Give each row an "id" and, as "resource", the id of a published resource.',
    );
    return undefined;
  }
  return { id, name: cleanText(row['name']) || id, description: cleanText(row['description']), resource };
}

/**
 * A resource as documents show it: members in wire order, addresses absolute, nothing internal.
 * @param baseUrl address of the site without trailing slash
 */
function wireResource(resource: RegisteredResource, baseUrl: string): Resource {
  const absolute = (address: string): string => onSite(address, baseUrl);
  const { auth, agent } = resource;
  return {
    id: resource.id,
    title: resource.title,
    type: resource.type,
    description: resource.description,
    version: resource.version,
    capabilities: resource.capabilities,
    abilities: resource.abilities,
    tools: resource.tools.map(wireTool),
    endpoints: resource.endpoints.map((endpoint) => ({ ...endpoint, url: absolute(endpoint.url) })),
    schemas: resource.schemas.map(absolute),
    auth: { type: auth.type, oidc: absolute(auth.oidc), scopes: auth.scopes, docs: absolute(auth.docs) },
    well_known: resource.well_known.map(({ name, url }) => ({ name, url: absolute(url) })),
    ...(agent === undefined ? {} : { agent: { ...agent, endpoint: absolute(agent.endpoint) } }),
    docs: absolute(resource.docs),
    provider: resource.provider,
  };
}

/** A tool as documents show it. */
function wireTool(tool: RegisteredTool): Tool {
  const { kind: _kind, public: _public, uri: _uri, ...shown } = tool;
  return shown;
}

/** The inputs of the gate. */
interface GateRules {
  /** Ids that the owner hides. */
  readonly suppressed: ReadonlySet<string>;
  /** Whether the service's own abilities are published although they need sign-in. */
  readonly publishGated: boolean;
  /** Names of abilities that no document shows. */
  readonly hiddenAbilities: ReadonlySet<string>;
  readonly holdBackChanges: boolean;
}

/** True for the resource of our own abilities, and not for a foreign one with its id. */
function isOwnAbilities({ id, inferred }: RegisteredResource): boolean {
  return id === OWN_ABILITIES && inferred;
}

/** Checks every ability once for whether documents may show it. Returns the hidden ones. */
async function filterHiddenAbilities(
  { resources }: Registry,
  hooks: Pick<Hooks, 'apply'>,
): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  for (const name of new Set(resources.flatMap(({ abilities }) => abilities))) {
    if (!(await hooks.apply('svc_discoverable_ability', true, name))) hidden.add(name);
  }
  return hidden;
}

/** A resource with its visible tools and abilities. */
function visibleParts(resource: RegisteredResource, rules: GateRules): RegisteredResource {
  const tools = resource.tools.filter(
    (tool) =>
      tool.public &&
      !(rules.holdBackChanges && !isReadOnly(tool)) &&
      !hasHiddenAbility(tool.name, resource, rules),
  );
  const abilities = resource.abilities.filter(
    (name) => !rules.hiddenAbilities.has(name) && !(rules.holdBackChanges && !isReadAbility(name, resource)),
  );
  return { ...resource, tools, abilities, ...agentOf(resource, abilities) };
}

/** A tool has its ability's name, or that name in MCP's form. */
function hasHiddenAbility(
  tool: string,
  { abilities }: RegisteredResource,
  { hiddenAbilities }: GateRules,
): boolean {
  return abilities.some((name) => (name === tool || toolName(name) === tool) && hiddenAbilities.has(name));
}

function isReadAbility(name: string, { tools }: RegisteredResource): boolean {
  const tool = tools.find((one) => one.name === name || one.name === toolName(name));
  return tool === undefined ? readsByName(name) : isReadOnly(tool);
}

/** The skills of our own agent are its abilities, so they are shown and hidden with them. */
function agentOf(
  resource: RegisteredResource,
  abilities: readonly string[],
): Pick<RegisteredResource, 'agent'> {
  const { agent } = resource;
  if (agent === undefined || !isOwnAbilities(resource)) return {};
  const names = new Set(abilities.map(lastName));
  return { agent: { ...agent, skills: agent.skills.filter(({ id }) => names.has(id)) } };
}

/** True for a resource that has anything to use. */
function offersSomething({ endpoints, tools, abilities, agent }: RegisteredResource): boolean {
  return [endpoints, tools, abilities, agent?.skills ?? []].some((list) => list.length > 0);
}

const READS = /^(?:get|list|read|search|find|fetch|query|count|view)[-_]/;
const CHANGES = new Set(
  (
    'create add update edit set put delete remove destroy clear reset prune purge sync send cancel refund import ' +
    'export write save store generate issue revoke approve reject'
  ).split(' '),
);

/**
 * True for a tool that changes nothing: by its own declaration, else because it is only an attached document, else by
 * its name.
 */
export function isReadOnly(tool: Pick<RegisteredTool, 'name' | 'annotations' | 'kind' | 'uri'>): boolean {
  const declared = tool.annotations['readOnlyHint'];
  if (declared !== undefined) return declared;
  return tool.kind === 'resource' || tool.uri !== '' || readsByName(tool.name);
}

/**
 * True for a name that starts with a word for reading and has none for changing: `shop/find-tea`, but not
 * `shop/get-and-delete`.
 */
export function readsByName(name: string): boolean {
  const short = lastName(name).toLowerCase();
  return READS.test(short) && !short.split(/[-_.]/).some((word) => CHANGES.has(word));
}
