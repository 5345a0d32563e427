import type {
  CallToolResult,
  InputRequiredResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Server,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';
import type { Hooks } from '../../../config/hooks/hooks.js';
import { isObject } from '../../../core/json.js';
import type { LiveDocuments } from '../../../documents/live-content.js';
import {
  type Ability,
  type AbilityCall,
  type AbilityCaller,
  type AccessScope,
  abilityName,
  type JsonSchema,
  wireName,
} from '../../abilities/ability.js';
import { abilitiesNow, mcpResources, mcpTools } from '../../abilities/registry.js';
import type { Properties } from '../../abilities/schema.js';
import type { Services } from '../services.js';

/** An item of `resources/list`. */
interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The tools and resources of the MCP server for one version of the settings and the content. */
export interface McpCatalog {
  /** By wire name; always includes the writing tools, since the permission check handles them. */
  readonly tools: ReadonlyMap<string, Ability>;
  /** The response to `tools/list` by scope of the credential. */
  readonly listed: Readonly<Record<AccessScope, readonly Tool[]>>;
  /** By address. */
  readonly resources: ReadonlyMap<string, { readonly ability: Ability; readonly entry: ResourceEntry }>;
  readonly mayWrite: boolean;
  readonly siteName: string;
  /** True when plugins add tools that may stream more than their result. */
  readonly streams: boolean;
}

/**
 * Creates the catalogue and caches it until settings, content or documents change. Documents follow changed settings
 * with a short delay.
 * @returns a function that returns the current catalogue
 */
export function catalogs(services: Services): () => Promise<McpCatalog> {
  let made: { readonly key: readonly unknown[]; readonly catalog: Promise<McpCatalog> } | undefined;
  return async function currentCatalog() {
    const documents = await services.site.documents();
    const key = [await services.site.settings(), services.site.content(), documents];
    if (made === undefined || made.key.some((part, at) => part !== key[at])) {
      made = { key, catalog: makeCatalog(services, documents) };
      // A failed catalogue is built again by the next request.
      made.catalog.catch(() => {
        made = undefined;
      });
    }
    return made.catalog;
  };
}

async function makeCatalog(services: Services, { ctx }: LiveDocuments): Promise<McpCatalog> {
  const existing = await abilitiesNow(services);
  const tools = await mcpTools(existing, services.hooks);
  const documents = await mcpResources(existing, services.hooks, ctx);
  const call: AbilityCall = { actor: undefined, seesHidden: false, services, now: services.now() };
  const shown = await Promise.all(
    tools.map(async (ability) => ({ ability, tool: await toolOf(ability, call) })),
  );
  const entries = documents.map((ability) => ({ ability, entry: entryOf(ability, ctx.site.baseUrl) }));
  return {
    tools: new Map(tools.map((ability) => [wireName(ability), ability])),
    listed: {
      write: shown.map(({ tool }) => tool),
      read: shown.filter(({ ability }) => ability.tier !== 'write').map(({ tool }) => tool),
    },
    resources: new Map(entries.map((one) => [one.entry.uri, one])),
    mayWrite: ctx.settings.enable_agent_writes,
    siteName: ctx.site.name,
    streams: services.site.content()?.hooks.has('svc_mcp_server') ?? false,
  };
}

async function toolOf(ability: Ability, call: AbilityCall): Promise<Tool> {
  const { label, description, input, output, tier, isDestructive = false } = ability;
  return {
    name: wireName(ability),
    title: label,
    description: (await ability.describe?.(call)) ?? description,
    inputSchema: objectSchema(input),
    outputSchema: objectSchema(outline(output)),
    annotations: { readOnlyHint: tier !== 'write', destructiveHint: isDestructive, title: label },
  };
}

/**
 * The first level of a result, which is what a model needs to choose a tool: with all levels, the list would be twice as
 * long. `GET /abilities` has the whole schema.
 */
function outline({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const members = Object.entries(properties as Properties);
  return {
    ...schema,
    properties: Object.fromEntries(members.map(([name, one]) => [name, withoutMembers(one)])),
  };
}

function withoutMembers({ properties, required, additionalProperties, ...schema }: JsonSchema): JsonSchema {
  const { items, anyOf } = schema;
  return {
    ...schema,
    ...(isObject(items) && { items: { type: items['type'] ?? 'object' } }),
    ...(Array.isArray(anyOf) && { anyOf: (anyOf as JsonSchema[]).map(withoutMembers) }),
  };
}

function objectSchema(schema: JsonSchema): JsonSchema & { readonly type: 'object' } {
  return { ...schema, type: 'object' };
}

function entryOf(ability: Ability, baseUrl: string): ResourceEntry {
  const { label, description, resource } = ability;
  if (resource === undefined) throw new TypeError(`${abilityName(ability)} isn't a document`);
  return {
    uri: baseUrl + resource.path,
    name: wireName(ability),
    title: label,
    description,
    mimeType: resource.mimeType,
  };
}

type Answer<T> = T | Promise<T>;

/** A tool of a plugin that uses more of the protocol than an ability does. */
interface ExtraTool {
  readonly tool: Tool;
  call(
    given: Readonly<Record<string, unknown>>,
    ctx: ServerContext,
  ): Answer<CallToolResult | InputRequiredResult>;
}

/** A resource of a plugin. */
interface ExtraResource {
  readonly resource: Resource;
  read(): Answer<ReadResourceResult>;
}

/** Registers additions of plugins to the MCP server of a request. Plugins check permissions themselves. */
interface McpRegistrar {
  readonly caller: AbilityCaller;
  addTool(extra: ExtraTool): void;
  addResource(extra: ExtraResource): void;
  addTemplate(
    template: ResourceTemplateType,
    read: (uri: string) => Answer<ReadResourceResult | undefined>,
  ): void;
  /** Registers a callback that receives the server before it answers: for prompts, completions and the like. */
  onServer(change: (server: Server) => Answer<void>): void;
}

/** The additions of plugins. */
export interface McpExtras {
  readonly tools: ReadonlyMap<string, ExtraTool>;
  readonly resources: ReadonlyMap<string, ExtraResource>;
  readonly templates: readonly ResourceTemplateType[];
  /** @returns undefined when no plugin provides the resource */
  read(uri: string): Promise<ReadResourceResult | undefined>;
  finish(server: Server): Promise<void>;
}

/** Collects the additions of plugins. */
export async function extend(request: {
  readonly caller: AbilityCaller;
  readonly hooks: Pick<Hooks, 'run'>;
}): Promise<McpExtras> {
  const tools = new Map<string, ExtraTool>();
  const resources = new Map<string, ExtraResource>();
  const templates: { readonly template: ResourceTemplateType; readonly read: TemplateReader }[] = [];
  const changes: ((server: Server) => Answer<void>)[] = [];
  const registrar: McpRegistrar = {
    caller: request.caller,
    addTool: (extra) => void tools.set(extra.tool.name, extra),
    addResource: (extra) => void resources.set(extra.resource.uri, extra),
    addTemplate: (template, read) => void templates.push({ template, read }),
    onServer: (change) => void changes.push(change),
  };
  await request.hooks.run('svc_mcp_server', registrar);
  return {
    tools,
    resources,
    templates: templates.map(({ template }) => template),
    async read(uri) {
      const own = resources.get(uri);
      if (own !== undefined) return own.read();
      for (const { read } of templates) {
        const found = await read(uri);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    async finish(server) {
      for (const change of changes) await change(server);
    },
  };
}

type TemplateReader = (uri: string) => Answer<ReadResourceResult | undefined>;
