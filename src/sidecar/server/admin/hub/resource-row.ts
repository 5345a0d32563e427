import type { SurfaceContext } from '../../../../documents/surface.js';
import type { Endpoint, RegisteredResource } from '../../../../site/registry/resource.js';

/** The inputs of a row. */
export interface RowFacts {
  readonly ctx: Pick<SurfaceContext, 'site'>;
  /** Ids of the resources that the owner hides. */
  readonly suppressed: ReadonlySet<string>;
}

/** Builds the Discovery Hub's row of a registered resource. */
export function resourceRow(resource: RegisteredResource, { ctx, suppressed }: RowFacts) {
  const tools = resource.tools.filter(({ kind }) => kind === 'tool');
  const reads = tools.filter(({ annotations }) => annotations['readOnlyHint'] === true).length;
  const changing = tools.filter(({ annotations }) => annotations['readOnlyHint'] !== true);
  const isSuppressed = suppressed.has(resource.id);
  return {
    id: resource.id,
    title: resource.title,
    type: resource.type,
    description: resource.description,
    version: resource.version,
    provider: resource.provider.plugin,
    auto: resource.inferred,
    own: resource.id === 'abilities-svc',
    siteContent: resource.id === 'platform-core',
    described: false,
    engine: engineOf(resource),
    suppressed: isSuppressed,
    notPublic: !resource.public,
    capabilities: resource.capabilities,
    endpoints: resource.endpoints.map((endpoint) => endpointRow(endpoint, resource, { ctx, isSuppressed })),
    hasAgent: resource.agent !== undefined,
    tools: tools.length,
    reads,
    changes: tools.length - reads,
    announcedChanges: changing.filter((tool) => tool.public).length,
    docs: resource.tools.length - tools.length,
    toolList: resource.tools.map(({ name, title, kind, uri, annotations }) => ({
      name,
      title,
      kind,
      uri,
      reads: annotations['readOnlyHint'] === true,
    })),
    abilities: resource.abilities,
  };
}

function engineOf({ id, inferred }: RegisteredResource): 'REST API' | 'Abilities API' | '' {
  if (!inferred) return '';
  return id.startsWith('abilities-') ? 'Abilities API' : 'REST API';
}

function endpointRow(
  { url, type, auth }: Endpoint,
  resource: RegisteredResource,
  { ctx, isSuppressed }: { readonly ctx: RowFacts['ctx']; readonly isSuppressed: boolean },
) {
  const effective = auth || resource.auth.type;
  const isOpen = effective === 'none' && type === 'rest';
  return {
    url,
    href: url.startsWith('/') ? ctx.site.baseUrl + url : url,
    type,
    auth: effective,
    open: {
      state: isOpen ? 'unchecked' : 'not-claimed',
      why: '',
      label: isOpen ? 'Not checked' : 'Sign-in needed',
      published: !isSuppressed && resource.public,
      checkedAt: 0,
    },
  };
}
