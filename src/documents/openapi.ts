import { absoluteUrl } from './addresses.js';
import { displayName } from './llms-sections.js';
import { openapiPaths, readApi, serverUrl } from './openapi-paths.js';
import { API_ERROR, CONTENT_ITEM, EXTERNAL_ITEM, RENDERED_TEXT } from './openapi-schemas.js';
import { prettyJson } from './serialise.js';
import type { Surface, SurfaceContext } from './surface.js';

/**
 * The OpenAPI 3.1 description of the existing read API; it adds no endpoint, and without a read API `paths` is
 * empty.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
function buildOpenapi(ctx: SurfaceContext) {
  const paths = openapiPaths(ctx);
  return {
    openapi: '3.1.0',
    info: {
      title: `${displayName(ctx)} — content API`,
      version: ctx.version,
      description: 'Public reads of published content. This document only describes what is there.',
      // The licence of the content is the site's decision: nothing is granted here.
      license: { name: 'Terms of the site', url: termsUrl(ctx) },
    },
    servers: [{ url: serverUrl(ctx) }],
    security: [],
    paths,
    components: { schemas: Object.keys(paths).length === 0 ? {} : schemasOf(ctx) },
  };
}

function termsUrl(ctx: SurfaceContext): string {
  const policy = ctx.settings.tdm_policy_url;
  return policy.startsWith('/') ? absoluteUrl(ctx, policy) : policy || ctx.site.home;
}

// Only schemas that a path needs: the web server's errors are not ours.
function schemasOf(ctx: SurfaceContext) {
  const api = readApi(ctx);
  return {
    ContentItem: api === 'external' ? EXTERNAL_ITEM : CONTENT_ITEM,
    RenderedText: RENDERED_TEXT,
    ...(api === 'files' ? {} : { Error: API_ERROR }),
  };
}

/** `/.well-known/openapi.json`. */
export const openapi: Surface = {
  id: 'openapi',
  path: '/.well-known/openapi.json',
  contentType: 'application/json',
  headers: 'wellKnown',
  summary: 'OpenAPI 3.1 description of the public read API.',
  condition: 'always; without a read API its `paths` is empty',
  document: 'openapi',
  schema: 'openapi.schema.json',
  docs: 'openapi.md',
  purge: true,
  inHead: true,
  when: () => true,
  render: (ctx) => prettyJson(buildOpenapi(ctx)),
};
