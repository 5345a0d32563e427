import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Router } from 'express';
import { bodyText } from '../../../documents/document-row.js';
import { mcpServerCardById } from '../../../documents/mcp-server.js';
import { entityTag, matchesTag } from '../public/answer.js';
import type { Services } from '../services.js';
import type { McpCall } from './endpoint.js';

/** Creates the routes of the MCP server: its endpoint and its card. The first request that needs the SDK loads it. */
export function mcpRouter(services: Services): Router {
  const router = express.Router();
  let loading: Promise<(call: McpCall) => Promise<void>> | undefined;
  const load = () => {
    loading ??= import('./endpoint.js').then(({ mcpEndpoint }) => mcpEndpoint(services));
    return loading;
  };
  router.all('/', async (request, response) => {
    const answer = await load();
    await answer({ request, response, host: request.hostname ?? '', origin: request.headers.origin });
  });
  router.all('/server-card', async (request, response, next) => {
    if (!(await answerServerCard(request, response, services))) next();
  });
  return router;
}

/** Media type of a card served at its own address. */
const TYPE = 'application/mcp-server-card+json';

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
  'Access-Control-Expose-Headers': 'ETag',
};

/**
 * Answers `{endpoint}/server-card` with the server's card. Clients derive this address from that of the endpoint; it
 * is open to everyone, like the card below `/.well-known/`.
 * @returns false without a card, and for other methods
 * @see SEP-2127
 */
async function answerServerCard(
  request: IncomingMessage,
  response: ServerResponse,
  { site }: Pick<Services, 'site'>,
): Promise<boolean> {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '')) return false;
  const { ctx, render } = await site.documents();
  const [instance] = [...(mcpServerCardById.instances?.(ctx) ?? [])].filter(({ params }) => params.own);
  if (instance === undefined || !ctx.settings.enable_mcp_server) return false;
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { ...CORS, 'Access-Control-Max-Age': '86400', 'Content-Length': '0' }).end();
    return true;
  }
  const bytes = Buffer.from(bodyText(await render(mcpServerCardById, instance)));
  const tag = entityTag(bytes);
  const fields = {
    ...CORS,
    ETag: tag,
    'Cache-Control': 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
  };
  if (matchesTag(request.headers['if-none-match'] ?? '', tag)) {
    response.writeHead(304, fields).end();
    return true;
  }
  response.writeHead(200, { ...fields, 'Content-Type': TYPE, 'Content-Length': String(bytes.length) });
  response.end(request.method === 'HEAD' ? undefined : bytes);
  return true;
}
