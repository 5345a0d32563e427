import { uniqueBy } from '../core/multimap.js';
import type { ApiEntry } from '../site/registry/derive.js';
import type { McpServer } from '../site/registry/registry.js';
import { absoluteUrl } from './addresses.js';
import { discoveryApis } from './discovery/index.js';
import { type DocumentContext, type DocumentRow, prettyJson } from './document-row.js';
import { availableUrl, cardServers, serverCardPath } from './mcp-server.js';
import { restRootUrl } from './rest-addresses.js';

const PATH = '/.well-known/api-catalog';
const JSON_TYPE = 'application/json';

/** The target of a link (RFC 9264 section 4.2.3). */
interface LinkTarget {
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

/** Links with one context (RFC 9264 section 4.2.2). */
interface LinkContext {
  readonly anchor: string;
  readonly item?: readonly LinkTarget[];
  readonly 'service-desc'?: readonly LinkTarget[];
  readonly 'service-doc'?: readonly LinkTarget[];
}

/**
 * The API catalogue: the read API and every other API of the site, each with its description where it has one.
 * @see RFC 9727 section 3; RFC 9264
 */
function buildApiCatalog(ctx: DocumentContext): { readonly linkset: readonly LinkContext[] } {
  const root = restRootUrl(ctx);
  const others = distinctApis(ctx).filter(({ base }) => base !== root);
  const mcp = ctx.published.servers.filter(({ own }) => own);
  return {
    linkset: [
      {
        anchor: absoluteUrl(ctx, PATH),
        item: [
          { href: root, type: JSON_TYPE, title: 'Read API' },
          ...others.map((api) => ({ href: api.base, ...mediaType(api), title: api.id })),
          ...mcp.map(({ endpoint }) => ({ href: endpoint, type: JSON_TYPE, title: 'MCP server' })),
        ],
      },
      describedBy(root, ctx.urlOf('openapi'), 'OpenAPI 3.1'),
      ...others.flatMap(({ base, schema }) => (schema === '' ? [] : describedBy(base, schema))),
      ...mcp.flatMap((server) => describedServer(ctx, server)),
      describedBy(ctx.site.home, ctx.urlOf('discovery'), 'Discovery document'),
    ],
  };
}

/** Our MCP server: its card describes it, the guide explains access. */
function describedServer(ctx: DocumentContext, { id, endpoint }: McpServer): readonly LinkContext[] {
  const isCarded = ctx.served('mcp-server-card-id') && cardServers(ctx).some((server) => server.id === id);
  const guide = availableUrl(ctx, 'auth-md');
  const described: LinkContext = {
    anchor: endpoint,
    ...(isCarded && {
      'service-desc': [
        { href: ctx.site.baseUrl + serverCardPath(id), type: JSON_TYPE, title: 'MCP server card' },
      ],
    }),
    ...(guide !== undefined && { 'service-doc': [{ href: guide, type: 'text/markdown' }] }),
  };
  return Object.keys(described).length > 1 ? [described] : [];
}

/** The APIs of the site, the first of each address. */
function distinctApis(ctx: DocumentContext): readonly ApiEntry[] {
  return uniqueBy(discoveryApis(ctx), ({ base }) => base).filter(({ base }) => base !== '');
}

// SOAP is XML, and a resource may name a document among its endpoints, so no type is given.
function mediaType({ base, type }: ApiEntry): { readonly type?: string } {
  return type === 'soap' || /\.(?:txt|xml|md)$/.test(base) ? {} : { type: JSON_TYPE };
}

function describedBy(anchor: string, href: string, title?: string): LinkContext {
  return { anchor, 'service-desc': [{ href, type: JSON_TYPE, ...(title === undefined ? {} : { title }) }] };
}

/** `/.well-known/api-catalog`. Its own answer links to it, so that a `HEAD` request finds it (RFC 9727 section 2). */
export const apiCatalog: DocumentRow = {
  id: 'api-catalog',
  path: PATH,
  contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  headers: 'wellKnown',
  extraHeaders: { Link: '<api-catalog>; rel="api-catalog"' },
  summary: 'Links to the APIs of the site and their descriptions (RFC 9727).',
  condition: 'always',
  schema: 'api-catalog.schema.json',
  docs: 'api-catalog.md',
  when: () => true,
  render: (ctx) => prettyJson(buildApiCatalog(ctx)),
};
