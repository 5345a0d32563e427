import type { JsonObject } from '../core/json.js';
import { onSite } from '../core/paths.js';
import { unusedName } from '../core/text.js';
import type { ContentType } from '../site/site.js';
import { type DocumentContext, type DocumentRow, prettyJson } from './document-row.js';
import { displayName } from './llms-sections.js';
import { collectionUrl, REST_PAGE_SIZE, restRootUrl } from './rest-addresses.js';

/** The server of the read API: files, a sidecar, or another system. */
type ReadApi = 'files' | 'live' | 'external' | 'none';

/** The server of the read API in this build. */
function readApi({ restApi, sidecar }: Pick<DocumentContext, 'restApi' | 'sidecar'>): ReadApi {
  if (restApi.mode === 'off') return 'none';
  if (restApi.mode === 'external') return 'external';
  return sidecar ? 'live' : 'files';
}

/** Address of the server, the parent of the paths, without trailing slash. */
function serverUrl(ctx: DocumentContext): string {
  const root = ctx.restApi.mode === 'external' ? ctx.restApi.base : restRootUrl(ctx);
  return root.replace(/\/+$/, '');
}

/**
 * One list and one single read for every agent-visible type, at the addresses that the read API really has.
 */
function openapiPaths(ctx: DocumentContext): JsonObject {
  const names = new Set<string>();
  return Object.fromEntries(ctx.types.flatMap((type) => pathsOf(ctx, type, names)));
}

/**
 * The id of an operation: `/content/v1/posts` → `list_content_v1_posts`. Collections that differ only in punctuation would
 * share one.
 */
function operationId(verb: string, path: string, taken: Set<string>): string {
  const words = path.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return unusedName(`${verb}_${words.replace(/^_|_$/g, '')}`, taken, '_');
}

function pathsOf(
  ctx: DocumentContext,
  type: ContentType,
  names: Set<string>,
): readonly (readonly [string, JsonObject])[] {
  const url = collectionUrl(ctx, type);
  if (url === undefined) return [];
  const list = url.slice(serverUrl(ctx).length);
  const ending = readApi(ctx) === 'files' ? '.json' : '';
  const collection = ending === '' ? list : list.slice(0, -ending.length);
  const id = ctx.restApi.mode === 'external' ? ctx.restApi.idParam : 'id';
  return [
    [list, { get: { operationId: operationId('list', collection, names), ...listOperation(ctx, type) } }],
    [
      `${collection}/{${id}}${ending}`,
      {
        get: {
          operationId: operationId('get', `${collection}/${id}`, names),
          ...itemOperation(ctx, type, id),
        },
      },
    ],
  ];
}

function listOperation(ctx: DocumentContext, type: ContentType): JsonObject {
  const api = readApi(ctx);
  const description =
    api === 'files'
      ? `Published entries, newest first, ${REST_PAGE_SIZE} per file. The index of the API at ${restRootUrl(ctx)} ` +
        'names the files of the further pages.'
      : 'Published entries, newest first, in pages; can be searched.';
  const ok = {
    description: 'One page of the list.',
    ...(api === 'live' ? { headers: PAGING_HEADERS } : {}),
    ...jsonContent({ type: 'array', items: { $ref: '#/components/schemas/ContentItem' } }),
  };
  return {
    tags: [type.plural],
    summary: `List ${type.plural}`,
    description,
    ...(api === 'files' ? {} : { parameters: listParameters(api) }),
    responses: { 200: ok, ...(api === 'files' ? FILE_ERROR : { 400: error('A parameter is invalid.') }) },
  };
}

function itemOperation(ctx: DocumentContext, type: ContentType, id: string): JsonObject {
  const api = readApi(ctx);
  return {
    tags: [type.plural],
    summary: `Get one ${type.plural.replace(/s$/, '')} by id`,
    description: 'One published entry by its numeric id.',
    parameters: [{ name: id, in: 'path', required: true, description: 'Id of the entry.', schema: ENTRY_ID }],
    responses: {
      200: { description: 'The entry.', ...jsonContent({ $ref: '#/components/schemas/ContentItem' }) },
      ...(api === 'files' ? FILE_ERROR : { 404: error('There is no such entry.') }),
    },
  };
}

/** The error texts depend on the file server. */
const FILE_ERROR: JsonObject = {
  404: { description: 'There is no such file. The body is that of the web server, not JSON.' },
};

const PAGING_HEADERS: JsonObject = {
  'X-Total': { description: 'Number of entries on all pages.', schema: { type: 'integer' } },
  'X-TotalPages': { description: 'Number of pages.', schema: { type: 'integer' } },
  Link: { description: 'Addresses of the neighbouring pages (RFC 8288).', schema: { type: 'string' } },
};

function listParameters(api: ReadApi): readonly JsonObject[] {
  const page = query('page', 'Page of the list, counted from 1.', { type: 'integer', minimum: 1 });
  const size = query('per_page', 'Entries on a page.', {
    type: 'integer',
    minimum: 1,
    maximum: REST_PAGE_SIZE,
  });
  const search = query('search', 'Only entries that contain these words.', { type: 'string' });
  const since = query('since', 'Only entries changed after this ISO 8601 date or Unix time.', {
    type: 'string',
  });
  return api === 'live' ? [page, size, search, since] : [page, size, search];
}

function query(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: 'query', required: false, description, schema };
}

function error(description: string): JsonObject {
  return { description, ...jsonContent({ $ref: '#/components/schemas/Error' }) };
}

function jsonContent(schema: JsonObject): JsonObject {
  return { content: { 'application/json': { schema } } };
}

/**
 * The OpenAPI 3.1 description of the existing read API; it adds no endpoint, and without a read API `paths` is
 * empty.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
function buildOpenapi(ctx: DocumentContext) {
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

function termsUrl(ctx: DocumentContext): string {
  const policy = ctx.settings.tdm_policy_url;
  return onSite(policy, ctx.site.baseUrl) || ctx.site.home;
}

// Only schemas that a path needs: the web server's errors are not ours.
function schemasOf(ctx: DocumentContext) {
  const api = readApi(ctx);
  return {
    ContentItem: api === 'external' ? EXTERNAL_ITEM : CONTENT_ITEM,
    RenderedText: RENDERED_TEXT,
    ...(api === 'files' ? {} : { Error: API_ERROR }),
  };
}

/** `/.well-known/openapi.json`. */
export const openapi: DocumentRow = {
  id: 'openapi',
  path: '/.well-known/openapi.json',
  contentType: 'application/json',
  headers: 'wellKnown',
  summary: 'OpenAPI 3.1 description of the public read API.',
  condition: 'always; without a read API its `paths` is empty',
  discoveryKey: 'openapi',
  schema: 'openapi.schema.json',
  docs: 'openapi.md',
  purge: true,
  inHead: true,
  when: () => true,
  render: (ctx) => prettyJson(buildOpenapi(ctx)),
};

/** A JSON Schema, as OpenAPI 3.1 uses them. */
type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const uri: Schema = { type: 'string', format: 'uri' };
const texts: Schema = { type: 'array', items: text };
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties });
const link = object({ href: uri, type: text });

/** Ids are made from addresses and do not fit into 32 bits, the size that client generators use for an integer. */
const ENTRY_ID: Schema = { type: 'integer', format: 'int64' };

/** Names, types and order of the members that every read API of this kind has. */
const CORE: Readonly<Record<string, Schema>> = {
  id: ENTRY_ID,
  date: { type: 'string', format: 'date-time' },
  modified: { type: 'string', format: 'date-time' },
  slug: text,
  status: text,
  link: uri,
  title: { $ref: '#/components/schemas/RenderedText' },
  excerpt: { $ref: '#/components/schemas/RenderedText' },
  content: { $ref: '#/components/schemas/RenderedText' },
};

/** HTML as one string. */
const RENDERED_TEXT: Schema = object({ rendered: text });

/**
 * An item of the read API that the build writes.
 * @see schemas/content-item.schema.json, the full definition
 */
const CONTENT_ITEM: Schema = object({
  ...CORE,
  type: text,
  authors: texts,
  categories: texts,
  tags: texts,
  lang: text,
  image: object({ url: uri, alt: text }),
  _links: object({ self: link, collection: link, alternate: link }),
});

/** An item of another system's read API, whose dates may lack their time zone. */
const EXTERNAL_ITEM: Schema = object({ ...CORE, date: text, modified: text });

/** An error of a live read API. */
const API_ERROR: Schema = {
  ...object({ code: text, message: text, data: object({ status: { type: 'integer' } }) }),
  required: ['code', 'message'],
};
