import type { Config } from '../config/config.js';
import type { Settings } from '../config/settings.js';
import type { Hooks } from '../hooks/hooks.js';
import type { Registrations } from '../hooks/registrations.js';
import type { ContentType, Site } from '../model/site.js';
import type { Registry } from './registry.js';
import type { JsonObject } from './resource.js';

/** An ability of the service, as far as the public documents may tell of it. */
export interface AbilityFacts {
  /** `namespace/name`. */
  readonly name: string;
  readonly description: string;
  readonly kind: 'read' | 'write';
  readonly title?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
}

/** Absolute addresses of documents that really answer; what does not is left out. */
export interface RegistryAddresses {
  /** Root of the read API, ours or an external one. */
  readonly rest?: string | undefined;
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
export async function collectRegistry(_input: RegistryInput): Promise<Registry> {
  return { resources: [], claims: [], servers: [], adapters: [], notices: [] };
}
