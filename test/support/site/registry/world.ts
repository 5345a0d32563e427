import { Hooks } from '../../../../src/config/hooks/hooks.js';
import type { Registration, RegistrationKind } from '../../../../src/config/hooks/registrations.js';
import { Registrations } from '../../../../src/config/hooks/registrations.js';
import { collectRegistry } from '../../../../src/site/registry/collect.js';
import type { Notice } from '../../../../src/site/registry/notice.js';
import { type PublishOptions, publishRegistry } from '../../../../src/site/registry/publish.js';
import type { PublishedRegistry, Registry, RegistryInput } from '../../../../src/site/registry/registry.js';
import type { RegisteredResource } from '../../../../src/site/registry/resource.js';

export const BASE = 'https://kettle.example';

/** What a test's plugin registers. */
export type Registered = readonly (readonly [
  kind: RegistrationKind,
  definition: unknown,
  rest?: Partial<Registration>,
])[];

/** A site without content, sidecar or documents, as far as the test does not say otherwise. */
export function world(
  patch: Partial<RegistryInput> = {},
  registered: Registered = [],
): RegistryInput & { hooks: Hooks } {
  const registrations = new Registrations();
  for (const [kind, definition, rest] of registered) {
    registrations.add(kind, { definition, priority: 10, origin: 'plugins/kettle.mjs', ...rest });
  }
  const hooks = new Hooks();
  return {
    site: { baseUrl: BASE, name: 'The Kettle' },
    settings: { rest_namespaces: [], enable_mcp_server: false, enable_agent_writes: false },
    config: { resources: [], mcpServers: [] },
    registrations,
    types: [],
    taxonomies: [],
    restPrefix: 'api',
    sidecarBase: undefined,
    version: '1.2.3',
    abilities: [],
    addresses: {},
    ...patch,
    hooks: (patch.hooks as Hooks | undefined) ?? hooks,
  };
}

/** The registry of resources that a plugin registers, without what built-in providers add. */
export async function registered(...definitions: readonly unknown[]): Promise<{
  readonly resources: readonly RegisteredResource[];
  readonly notices: readonly Notice[];
}> {
  const input = world(
    {},
    definitions.map((definition) => ['resource', definition] as const),
  );
  const { resources, notices } = await collectRegistry(input);
  return { resources: resources.filter(({ inferred }) => !inferred), notices };
}

/** The one resource that a definition becomes, and what was said of it. */
export async function taken(
  definition: Readonly<Record<string, unknown>>,
): Promise<RegisteredResource & { readonly codes: readonly string[] }> {
  const { resources, notices } = await registered({
    id: 'kettle',
    title: 'Kettle',
    type: 'commerce',
    ...definition,
  });
  const [resource] = resources;
  if (resource === undefined) throw new Error(`refused: ${notices.map(({ message }) => message).join(' ')}`);
  return { ...resource, codes: notices.map(({ code }) => code) };
}

/** What documents would show of a registry. */
export function published(
  registry: Registry,
  patch: Partial<PublishOptions> & {
    readonly suppressed?: readonly string[];
    readonly holdBack?: boolean;
  } = {},
): Promise<PublishedRegistry> {
  const { suppressed = [], holdBack = false, ...rest } = patch;
  return publishRegistry(registry, {
    site: { baseUrl: BASE },
    settings: { suppressed_resources: suppressed as string[], hold_back_changing_jobs: holdBack },
    hooks: new Hooks(),
    note: () => undefined,
    ...rest,
  });
}
