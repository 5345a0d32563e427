import type { Config } from '../../config/config.js';
import type { Registration } from '../../config/hooks/registrations.js';
import { isObject } from '../../core/json.js';
import { uniqueBy } from '../../core/multimap.js';
import { ClaimList } from './claims.js';
import { targetKey } from './normalise/address.js';
import { normaliseResource } from './normalise/resource.js';
import { declaredTypes } from './normalise/type.js';
import { type Notice, quoted, reportFor } from './notice.js';
import { sidecarAbilities } from './providers/abilities.js';
import { cleanNamespaces, content, feeds, restNamespaces } from './providers/content.js';
import { mcpServers } from './providers/mcp-servers.js';
import type { BuiltInDefinition, ProviderInput } from './providers/provider.js';
import { completed, intentAdapters } from './providers/shorthand.js';
import type { Adapter, McpServer, Registry, RegistryInput } from './registry.js';
import type { Endpoint, RegisteredResource } from './resource.js';

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
  const registrarFor = (origin: string): Registrar => ({
    register: (definition) => declare(definition, origin),
    add: (definition) => declare(definition, origin),
    addWellKnown: (definition) => claim(definition, origin),
  });

  await registerAll(registrations.list('resource'), declare, registrarFor, note);
  await registerAll(registrations.list('wellKnown'), claim, registrarFor, note);
  await registerAll(fromConfig(config.resources), declare, registrarFor, note);
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
  return uniqueBy(notices, (notice) => JSON.stringify(notice));
}

/** The argument of a registered function: it may add as many definitions as it likes. */
export interface Registrar {
  /** Declares a resource. */
  register(definition: unknown): RegistrationOutcome;
  /** Alias of `register`. */
  add(definition: unknown): RegistrationOutcome;
  /** Claims a document below `/.well-known/`. */
  addWellKnown(definition: unknown): RegistrationOutcome;
}

/** The result for a definition. */
interface RegistrationOutcome {
  /** False when it was refused. */
  readonly ok: boolean;
  readonly notices: readonly Notice[];
}

type Take = (definition: unknown, origin: string) => RegistrationOutcome;

/**
 * Adds everything that plugins registered: a definition, a list of them, or a function (which may be asynchronous) that
 * returns them or uses the registrar. A failure costs its own entry only.
 * @param take takes the definitions of these registrations
 * @param registrarFor the registrar of a provider
 */
async function registerAll(
  registrations: readonly Registration[],
  take: Take,
  registrarFor: (origin: string) => Registrar,
  note: (notice: Notice) => void,
): Promise<void> {
  for (const { definition, origin } of registrations) {
    try {
      for (const one of await definitionsOf(definition, registrarFor(origin))) take(one, origin);
    } catch (error) {
      reportFor(origin, note).error(
        'provider_error',
        `The provider ${origin} failed while it registered: ${messageOf(error)}`,
        'Correct the plugin. Earlier registrations are kept.',
      );
    }
  }
}

async function definitionsOf(definition: unknown, registrar: Registrar): Promise<readonly unknown[]> {
  const isFunction = typeof definition === 'function';
  const result: unknown = await (isFunction ? definition(registrar) : definition);
  // A function may have nothing to register, or have used the registrar.
  if (isFunction && result === undefined) return [];
  return Array.isArray(result) ? [...result] : [result];
}

/** The message of an error, whatever was thrown. */
function messageOf(error: unknown): string {
  try {
    if (error instanceof Error) return `${String(error.name)}: ${String(error.message)}`;
    return isObject(error) ? "something that isn't an error" : quoted(error);
  } catch {
    return "something that isn't an error";
  }
}

/** The resources collected so far, each id once. */
class ResourceList {
  readonly #byId = new Map<string, RegisteredResource>();

  /** @param baseUrl address of the site, used to compare endpoints */
  constructor(
    private readonly baseUrl: string,
    private readonly note: (notice: Notice) => void,
  ) {}

  /** Adds a declared resource. A later one of the same id replaces the earlier. */
  declare(resource: RegisteredResource): void {
    const earlier = this.#byId.get(resource.id);
    if (earlier !== undefined) this.#warnOfDuplicate(earlier, resource);
    this.#byId.set(resource.id, resource);
  }

  /**
   * Adds what a built-in provider found, unless it was declared: neither a resource of its id, nor its
   * endpoints one by one.
   */
  fill(resource: RegisteredResource): void {
    if (this.#byId.has(resource.id)) return;
    const endpoints = resource.endpoints.filter((endpoint) => !this.#isDeclared(endpoint));
    if (resource.endpoints.length > 0 && endpoints.length === 0) return;
    this.#byId.set(resource.id, { ...resource, endpoints });
  }

  /** True when an endpoint at or below an address was declared. */
  describes(address: string): boolean {
    const key = targetKey(address, this.baseUrl);
    return this.#declaredTargets().some((target) => target === key || target.startsWith(`${key}/`));
  }

  list(): readonly RegisteredResource[] {
    return [...this.#byId.values()];
  }

  #isDeclared({ url }: Endpoint): boolean {
    return this.#declaredTargets().includes(targetKey(url, this.baseUrl));
  }

  #declaredTargets(): readonly string[] {
    return this.list()
      .filter((resource) => !resource.inferred)
      .flatMap(({ endpoints }) => endpoints.map(({ url }) => targetKey(url, this.baseUrl)));
  }

  #warnOfDuplicate(earlier: RegisteredResource, { id, provider }: RegisteredResource): void {
    reportFor(provider.plugin, this.note).warn(
      'resource_duplicate',
      `The resource "${id}" of ${provider.plugin} replaces the resource that ${earlier.provider.plugin} registered.`,
      'Give one of them another id, or remove it.',
    );
  }
}
