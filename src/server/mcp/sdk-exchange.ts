import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Message } from './messages.js';
import { createSdkServer, type McpSession } from './sdk-server.js';

/**
 * Answers one message with the official SDK: versions with sessions and the one without at one address, both without
 * keeping anything.
 */
export type Exchange = (request: Request, message: Message, session: McpSession) => Promise<Response>;

/** Streams of changes that may be open at the same time. Nothing is ever told on them: the lists do not change in between. */
const MAX_STREAMS = 16;

/** Makes the exchange of a sidecar. */
export function sdkExchange(): Exchange {
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
  return async function answer(request, message, session) {
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
