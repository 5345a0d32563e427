import type { Config } from '../../config/config.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import type { Registrations } from '../../config/hooks/registrations.js';
import type { Settings } from '../../config/settings.js';
import type { ContentType, Site } from '../site.js';
import type { Notice } from './notice.js';
import type { JsonObject } from './resource.js';

/** An ability of the service, as far as public documents may describe it. */
export interface AbilityFacts {
  /** `namespace/name`. */
  readonly name: string;
  readonly description: string;
  readonly kind: 'read' | 'write';
  /** True where a run may destroy data for good. */
  readonly isDestructive?: boolean;
  readonly title?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
}

/** Sources of plugin abilities, and the receiver of notices about wrong ones. */
export interface AbilityFactsSource {
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly registrations: Pick<Registrations, 'list'>;
  note(notice: Notice): void;
}

/** Reads the public facts of the sidecar's abilities. */
export type AbilityFactsReader = (
  settings: Settings,
  source: AbilityFactsSource,
) => Promise<readonly AbilityFacts[]>;

/** Absolute addresses of documents that really answer; all others are left out. */
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

/** The input of the registry. */
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
  /** Abilities of the sidecar; empty while there are none. */
  readonly abilities: readonly AbilityFacts[];
  readonly addresses: RegistryAddresses;
}
