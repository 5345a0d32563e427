import express, { type Router } from 'express';
import type { Services } from '../services.js';
import type { McpCall } from './endpoint.js';
import { answerServerCard } from './server-card.js';

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
