import {
  type AgentFragment,
  API_TYPES,
  type ApiType,
  AUTH_SCHEMES,
  type AuthScheme,
  type Endpoint,
  type Resource,
} from './resource.js';

/** A row of `apis` in the discovery document, in wire order (spec section 2.1.5). */
export interface ApiEntry {
  /** Id of the resource. */
  readonly id: string;
  readonly type: ApiType;
  readonly base: string;
  /** Address of its description, or empty. */
  readonly schema: string;
  readonly auth: { readonly type: AuthScheme; readonly docs: string };
}

/** A row of `agents` in the discovery document, in wire order (spec section 2.1.6). */
export interface AgentEntry extends AgentFragment {
  readonly id: string;
  readonly card: string;
}

/** Documents about sign-in that this site really serves; a fallback where a resource names none. */
interface AuthDocs {
  /** `/.well-known/oauth-authorization-server`, if a real file or a provider serves it. */
  readonly oauth2?: string | undefined;
  /** `/.well-known/openid-configuration`, if a real file or a provider serves it. */
  readonly oidc?: string | undefined;
}

/** The union of the capabilities of all resources, in the order of their first mention. */
export function capabilities(
  resources: readonly { readonly capabilities?: readonly string[] }[],
): readonly string[] {
  return [...new Set(resources.flatMap((resource) => resource.capabilities ?? []))];
}

/**
 * One agent for every resource that has one.
 * @param baseUrl address of the site without trailing slash
 */
export function agents(resources: readonly Resource[], baseUrl: string): readonly AgentEntry[] {
  return resources.flatMap(({ id, agent }) =>
    agent === undefined ? [] : { ...agent, id, card: `${baseUrl}/.well-known/agent-card.json#${id}` },
  );
}

/**
 * One row for every endpoint that is an API. The endpoint's own sign-in wins over its resource's.
 * @param options.authDocs fallback documents where a resource names none
 */
export function apis(
  resources: readonly Resource[],
  { authDocs }: { readonly authDocs: AuthDocs },
): readonly ApiEntry[] {
  return resources.flatMap((resource) =>
    resource.endpoints.flatMap((endpoint) => {
      const type = API_TYPES.find((known) => known === endpoint.type);
      return type === undefined ? [] : apiOf(resource, endpoint, type, authDocs);
    }),
  );
}

function apiOf(
  { id, schemas, auth }: Resource,
  endpoint: Endpoint,
  type: ApiType,
  authDocs: AuthDocs,
): ApiEntry {
  const token = endpoint.auth || auth.type;
  return {
    id,
    type,
    base: endpoint.url,
    schema: schemas[0] ?? '',
    auth: { type: schemeOf(token), docs: auth.docs || auth.oidc || docsFor(token, authDocs) },
  };
}

function schemeOf(token: string): AuthScheme {
  return AUTH_SCHEMES.find((scheme) => scheme === token) ?? 'custom';
}

function docsFor(token: string, { oauth2, oidc }: AuthDocs): string {
  if (token === 'oauth' || token === 'oauth2') return oauth2 ?? '';
  return token === 'oidc' ? (oidc ?? '') : '';
}
