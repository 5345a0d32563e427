import { absoluteAddress } from './normalise/address.js';
import type { RegisteredResource, RegisteredTool, Resource, Tool } from './resource.js';

/**
 * A resource as documents show it: members in wire order, addresses absolute, nothing internal.
 * @param baseUrl address of the site without trailing slash
 * @see spec section 2.1.7
 */
export function wireResource(resource: RegisteredResource, baseUrl: string): Resource {
  const absolute = (address: string): string => absoluteAddress(address, baseUrl);
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
export function wireTool(tool: RegisteredTool): Tool {
  const { kind: _kind, public: _public, uri: _uri, ...shown } = tool;
  return shown;
}
