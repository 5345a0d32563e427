import type { Adapter, RegistryInput } from '../registry.js';
import type { Endpoint } from '../resource.js';

/** What a built-in provider may use. */
export type ProviderInput = Omit<RegistryInput, 'registrations' | 'hooks'> & {
  /** `rest_namespaces` after its filter. */
  readonly namespaces: readonly string[];
  /** False keeps the read API out of the documents. */
  readonly discoverRest: boolean;
  /** True when an endpoint at or below an address was declared. */
  describes(address: string): boolean;
};

/** A resource as a built-in provider writes it; it is normalised like any other. */
export interface BuiltInDefinition {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly description: string;
  readonly capabilities?: readonly string[];
  readonly endpoints?: readonly Partial<Endpoint>[];
  readonly [key: string]: unknown;
}

/** The findings of a built-in provider. */
export interface BuiltIn {
  readonly adapter: Adapter;
  readonly resources: readonly BuiltInDefinition[];
}

/** A public endpoint. */
export function openEndpoint(url: string, description: string): Partial<Endpoint> {
  return { url, type: 'rest', methods: ['GET'], auth: 'none', description };
}
