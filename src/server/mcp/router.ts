import express, { type Router } from 'express';
import type { Services } from '../services.js';
import type { McpCall } from './endpoint.js';

/** The route of the MCP server. The SDK is loaded with the first request that needs it. */
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
  return router;
}
