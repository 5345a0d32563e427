import { onSite } from '../../../../core/paths.js';
import { discoveryApis, siteFacts } from '../../../../documents/discovery/index.js';
import { wellKnownIndex } from '../../../../documents/discovery/well-known-index.js';
import type { DocumentContext } from '../../../../documents/document-row.js';
import type { LiveDocuments } from '../../../../documents/live-content.js';
import { buildMcp } from '../../../../documents/mcp.js';
import { agents, capabilities } from '../../../../site/registry/derive.js';
import type { Endpoint, RegisteredResource } from '../../../../site/registry/resource.js';
import type { AdminRoute } from '../dispatch.js';
import { AdminProblem } from '../problem.js';

/** Maximum number of pages that can be excluded. */
const MAX_SET_ASIDE = 1000;

/** `/readiness`, `/score`, `/optimize/ignore` (spec section 4.1). */
export const gradingRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /readiness',
    summary: 'Returns the readiness rows.',
    schema: 'readiness.schema.json',
    handle: (_, services) => services.grading.readiness(),
  },
  {
    route: 'GET /score',
    summary: 'Recomputes the score, and returns it with the rows behind it.',
    schema: 'admin-score.schema.json',
    async handle(_, services) {
      const readiness = await services.grading.readiness();
      return { score: await services.grading.score(readiness), readiness };
    },
  },
  {
    route: 'POST /optimize/ignore',
    summary: 'Excludes a page from the content checks, or includes it again.',
    params: {
      post: { type: 'integer', text: 'Id of the page.', required: true },
      ignored: { type: 'boolean', text: 'False includes it again.', default: true },
    },
    schema: 'admin-optimize-ignore.schema.json',
    async handle({ params }, services) {
      const post = params['post'] as number;
      if (post < 1) throw new AdminProblem(400, 'svc_bad_post', 'The id of a page must be at least 1.');
      await services.settings.update((current) => {
        const others = current.optimize_ignored.filter((id) => id !== post);
        const list = params['ignored'] === true ? [...others, post] : others;
        return { ...current, optimize_ignored: list.slice(0, MAX_SET_ASIDE) };
      });
      await services.site.settingsChanged();
      return { score: await services.grading.score(), saved: true };
    },
  },
];

/** `/discovery/hub`, `/validate` (spec section 4.1). */
export const discoveryRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /discovery/hub',
    summary: "Returns all registered resources, whether they're published, and if not, why.",
    schema: 'discovery-hub.schema.json',
    handle: async (_, { site, adminApi }) => hubPayload(await site.documents(), adminApi),
  },
  {
    route: 'GET /validate',
    summary: 'Checks whether all registrations are valid.',
    schema: 'admin-validate.schema.json',
    async handle(_, { site }) {
      const { registry, notices } = await site.documents();
      return {
        ok: notices.every(({ level }) => level !== 'error'),
        resources: registry.resources.length,
        notices,
      };
    },
  },
];

/**
 * Builds the payload of the Discovery Hub for the owner: all registrations, including suppressed and private ones.
 */
function hubPayload({ ctx, registry, notices }: LiveDocuments, adminApi: string): object {
  const { published, site, settings } = ctx;
  const suppressed = new Set(settings.suppressed_resources);
  const rows = registry.resources.map((resource) => resourceRow(resource, { ctx, suppressed }));
  const tools = registry.resources.flatMap((resource) => resource.tools);
  const apis = discoveryApis(ctx);
  const caps = capabilities(published.resources);
  const mcp = buildMcp(ctx);
  return {
    endpoints: endpoints(ctx, adminApi),
    site: siteFacts(ctx),
    resources: rows,
    capabilities: caps,
    apis,
    agents: agents(published.resources, site.baseUrl).map(({ id, name, skills }) => ({
      id,
      name,
      skills: skills?.length ?? 0,
    })),
    wellKnown: wellKnownIndex(ctx),
    tools: published.tools,
    mcp,
    abilitiesEndpoint: ctx.sidecar ? `${ctx.sidecarBase}/${ctx.restPrefix}/wp-abilities/v1/abilities` : '',
    adapters: registry.adapters,
    notices,
    // `svc validate` checks files; addresses of other sites are never probed.
    reachability: {
      checkedAt: 0,
      error: '',
      skipped: true,
      stale: false,
      checked: 0,
      open: 0,
      refused: 0,
      unknown: 0,
    },
    counts: {
      resources: published.resources.length,
      resourcesRegistered: registry.resources.length,
      suppressed: rows.filter((row) => row.suppressed).length,
      capabilities: caps.length,
      apis: apis.length,
      apisPublic: apis.filter(({ auth }) => auth.type === 'none').length,
      tools: tools.filter(({ kind }) => kind === 'tool').length,
      docs: tools.filter(({ kind }) => kind === 'resource').length,
      toolsPublished: published.tools.length,
      errors: notices.filter(({ level }) => level === 'error').length,
    },
  };
}

function endpoints(ctx: LiveDocuments['ctx'], adminApi: string): Readonly<Record<string, string>> {
  const at = (name: string) => `${ctx.site.baseUrl}/.well-known/${name}`;
  return {
    discovery: at('discovery.json'),
    agentCard: at('agent-card.json'),
    agentJson: at('agent.json'),
    mcp: at('mcp.json'),
    rest: `${adminApi}/discovery`,
    ...(ctx.served('mcp-server-card') && { mcpServerCard: at('mcp/server-card.json') }),
  };
}

/** The inputs of a row. */
interface RowFacts {
  readonly ctx: Pick<DocumentContext, 'site'>;
  /** Ids of the resources that the owner hides. */
  readonly suppressed: ReadonlySet<string>;
}

function resourceRow(resource: RegisteredResource, { ctx, suppressed }: RowFacts) {
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
    href: onSite(url, ctx.site.baseUrl),
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
