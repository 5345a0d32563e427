import type { Config } from '../../config/config.js';
import type { Settings } from '../../config/settings.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import type { Registration, Registrations } from '../../config/hooks/registrations.js';
import type { ContentType, Site } from '../site.js';
import { ClaimList } from './claims.js';
import { handIn, type RegistryDesk, type Take } from './desk.js';
import { normaliseResource } from './normalise/resource.js';
import { declaredTypes } from './normalise/type.js';
import type { Notice } from './notice.js';
import { sidecarAbilities } from './providers/abilities.js';
import { content } from './providers/content.js';
import { feeds } from './providers/feeds.js';
import { mcpServers } from './providers/mcp-servers.js';
import type { BuiltInDefinition, ProviderInput } from './providers/provider.js';
import { cleanNamespaces, restNamespaces } from './providers/rest-namespaces.js';
import { completed, intentAdapters } from './providers/shorthand.js';
import type { Adapter, McpServer, Registry } from './registry.js';
import { reportFor } from './report.js';
import type { JsonObject } from './resource.js';
import { ResourceList } from './resource-list.js';

/** Origin of what the built-in providers register. */
const BUILT_IN = 'svc';
/** Origin of what the configuration declares. */
const CONFIG = 'config';

/** An ability of the service, as far as the public documents may tell of it. */
export interface AbilityFacts {
  /** `namespace/name`. */
  readonly name: string;
  readonly description: string;
  readonly kind: 'read' | 'write';
  /** True where a run may destroy what cannot be brought back. */
  readonly isDestructive?: boolean;
  readonly title?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
}

/** Where abilities come from beside our own, and who hears of those that are wrong. */
export interface AbilityFactsSource {
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly registrations: Pick<Registrations, 'list'>;
  note(notice: Notice): void;
}

/** Tells what the public documents may say of the abilities of the sidecar. */
export type AbilityFactsReader = (
  settings: Settings,
  source: AbilityFactsSource,
) => Promise<readonly AbilityFacts[]>;

/** Absolute addresses of documents that really answer; what does not is left out. */
export interface RegistryAddresses {
  /** Root of the read API, ours or an external one. */
  readonly rest?: string | undefined;
  /** Its description. */
  readonly openapi?: string | undefined;
  readonly changes?: string | undefined;
  readonly feed?: string | undefined;
  readonly sitemap?: string | undefined;
  readonly llms?: string | undefined;
}

/** Everything that the registry is collected from. */
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
  /** Abilities that the sidecar offers; empty while there are none. */
  readonly abilities: readonly AbilityFacts[];
  readonly addresses: RegistryAddresses;
}

/**
 * Collects everything that providers register: plugins by priority, then the configuration, then the built-in
 * providers, which only fill gaps. Never throws because of what a provider does: each failure costs its own
 * entry and leaves a notice.
 * @see reference/public-surface.md section 2
 */
export async function collectRegistry(input: RegistryInput): Promise<Registry> {
  const { site, hooks, registrations, config } = input;
  const notices: Notice[] = [];
  const note = (notice: Notice): void => void notices.push(notice);
  const kinds = declaredTypes(await hooks.apply('svc_resource_types', []), reportFor('svc', note));
  const resources = new ResourceList(site.baseUrl, note);
  const claims = new ClaimList(site.baseUrl, note);
  const normalise = (definition: unknown, origin: string, inferred = false) =>
    normaliseResource(definition, {
      baseUrl: site.baseUrl,
      declaredTypes: kinds,
      origin,
      inferred,
      report: reportFor(origin, note),
    });
  const declare = watched(notices, (definition, origin) => {
    const resource = normalise(definition, origin);
    if (resource !== undefined) resources.declare(resource);
  });
  const claim = watched(notices, (definition, origin) => claims.add(definition, origin));
  const deskFor = (origin: string): RegistryDesk => ({
    register: (definition) => declare(definition, origin),
    add: (definition) => declare(definition, origin),
    addWellKnown: (definition) => claim(definition, origin),
  });

  await handIn(registrations.list('resource'), declare, deskFor, note);
  await handIn(registrations.list('wellKnown'), claim, deskFor, note);
  await handIn(fromConfig(config.resources), declare, deskFor, note);
  const declared = new Set(resources.list().map(({ type }) => type));
  const found = await builtIns(input, resources, note);
  for (const definition of found.definitions) {
    const resource = normalise(definition, BUILT_IN, true);
    if (resource !== undefined) resources.fill(resource);
  }
  return {
    resources: resources.list(),
    claims: claims.list(),
    servers: found.servers,
    adapters: [...found.adapters, ...intentAdapters(declared)],
    notices: withoutRepetitions(notices),
  };
}

/** Entries of the configuration as registrations; short ones are completed. */
function fromConfig(entries: Config['resources']): readonly Registration[] {
  return entries.map((one) => ({ definition: () => completed(one), priority: 0, origin: CONFIG }));
}

/** Makes a taker tell what became of each definition. */
function watched(notices: readonly Notice[], take: (definition: unknown, origin: string) => void): Take {
  return (definition, origin) => {
    const before = notices.length;
    take(definition, origin);
    const own = notices.slice(before);
    return { ok: own.every(({ level }) => level !== 'error'), notices: own };
  };
}

interface Found {
  readonly definitions: readonly BuiltInDefinition[];
  readonly adapters: readonly Adapter[];
  readonly servers: readonly McpServer[];
}

/** What the built-in providers find, after everybody else has spoken. */
async function builtIns(
  input: RegistryInput,
  declared: ResourceList,
  note: (notice: Notice) => void,
): Promise<Found> {
  const { hooks, settings, site } = input;
  const facts: ProviderInput = {
    ...input,
    namespaces: cleanNamespaces(await hooks.apply('svc_rest_namespaces', settings.rest_namespaces)),
    discoverRest: await hooks.apply('svc_rest_discovery', true),
    describes: (address) => declared.describes(address),
  };
  const found = [content, feeds, restNamespaces, sidecarAbilities].map((provider) => provider(facts));
  const mcp = mcpServers(facts, { baseUrl: site.baseUrl, report: reportFor(CONFIG, note) });
  return {
    definitions: found.flatMap(({ resources }) => resources),
    adapters: [...found.map(({ adapter }) => adapter), ...mcp.adapters],
    servers: mcp.servers,
  };
}

function withoutRepetitions(notices: readonly Notice[]): readonly Notice[] {
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()];
}
