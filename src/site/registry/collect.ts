import type { Config } from '../../config/config.js';
import type { Registration } from '../../config/hooks/registrations.js';
import { ClaimList } from './claims.js';
import type { RegistryInput } from './input.js';
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
import { type Registrar, registerAll, type Take } from './registrar.js';
import type { Adapter, McpServer, Registry } from './registry.js';
import { reportFor } from './report.js';
import { ResourceList } from './resource-list.js';

/** Origin of registrations by the built-in providers. */
const BUILT_IN = 'svc';
/** Origin of declarations in the configuration. */
const CONFIG = 'config';

/**
 * Collects everything that providers register: plugins by priority, then the configuration, then the built-in
 * providers, which only fill gaps. Never throws because of a provider: each failure costs its own
 * entry and leaves a notice.
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
  const deskFor = (origin: string): Registrar => ({
    register: (definition) => declare(definition, origin),
    add: (definition) => declare(definition, origin),
    addWellKnown: (definition) => claim(definition, origin),
  });

  await registerAll(registrations.list('resource'), declare, deskFor, note);
  await registerAll(registrations.list('wellKnown'), claim, deskFor, note);
  await registerAll(fromConfig(config.resources), declare, deskFor, note);
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

/** Wraps a taker so that it reports the result for each definition. */
function watched(notices: readonly Notice[], take: (definition: unknown, origin: string) => void): Take {
  return (definition, origin) => {
    const before = notices.length;
    take(definition, origin);
    const own = notices.slice(before);
    return { ok: own.every(({ level }) => level !== 'error'), notices: own };
  };
}

interface BuiltInResults {
  readonly definitions: readonly BuiltInDefinition[];
  readonly adapters: readonly Adapter[];
  readonly servers: readonly McpServer[];
}

/** The built-in providers' findings, after all other providers. */
async function builtIns(
  input: RegistryInput,
  declared: ResourceList,
  note: (notice: Notice) => void,
): Promise<BuiltInResults> {
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
