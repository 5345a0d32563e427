import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { AbilityCaller } from '../../abilities/caller.js';
import type { AbilityEvent } from '../../abilities/run.js';
import type { Services } from '../services.js';
import type { McpCatalog } from './catalog.js';
import type { Message } from './messages.js';
import { createSdkServer, type McpSession } from './sdk-server.js';

/** Who asks, and what there is. */
export interface ExchangeInput {
  readonly caller: AbilityCaller;
  readonly catalog: McpCatalog;
  record(event: AbilityEvent): void;
}

/**
 * Answers one message with the official SDK: versions with sessions and the one without at one address, both without
 * keeping anything.
 */
export type Exchange = (request: Request, message: Message, input: ExchangeInput) => Promise<Response>;

/** Streams of changes that may be open at the same time. Nothing is ever told on them: the lists do not change in between. */
const MAX_STREAMS = 16;

/** Makes the exchange of a sidecar. */
export function sdkExchange(services: Services): Exchange {
  const sessions = new WeakMap<Request, McpSession>();
  const serverFor: McpServerFactory = ({ requestInfo }) => {
    const session = requestInfo && sessions.get(requestInfo);
    if (session === undefined) throw new TypeError('a request without its session');
    return createSdkServer(session);
  };
  const modern = createMcpHandler(serverFor, {
    legacy: 'reject',
    onerror: () => undefined,
    maxSubscriptions: MAX_STREAMS,
    keepAliveMs: 15_000,
  });
  return async function answer(request, message, input) {
    const session = await sessionOf(services, input);
    const parsedBody = message.json;
    if (
      isJsonContentType(request.headers.get('content-type')) &&
      (await isLegacyRequest(request, parsedBody))
    ) {
      return answerLegacy(request, message, session);
    }
    sessions.set(request, session);
    return modern.fetch(request, { parsedBody });
  };
}

async function sessionOf(services: Services, input: ExchangeInput): Promise<McpSession> {
  const { ctx } = await services.site.documents();
  return { ...input, services, siteName: ctx.site.name, hooks: services.hooks };
}

/**
 * A message of the versions with sessions, without one. The answer is JSON, but for a call whose progress somebody
 * wants to follow.
 */
async function answerLegacy(request: Request, message: Message, session: McpSession): Promise<Response> {
  const server = await createSdkServer(session);
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !message.wantsProgress && !session.catalog.streams,
  });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: message.json });
  response.headers.delete('connection');
  return response;
}
