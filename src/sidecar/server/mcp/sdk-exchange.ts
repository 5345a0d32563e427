import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Accepted } from './accept.js';
import type { Message } from './messages.js';
import { createSdkServer, type McpSession } from './sdk-server.js';

/**
 * Answers one message with the official SDK: versions with sessions and the one without share an address, and neither
 * stores any state.
 */
export type Exchange = (request: Request, asked: McpRequest, session: McpSession) => Promise<Response>;

/** A message, and the accepted forms of its response. */
export interface McpRequest {
  readonly message: Message;
  readonly accepted: Accepted;
}

/**
 * Maximum number of open streams of changes. Nothing is ever sent on them, since the lists of a server don't change.
 */
const MAX_STREAMS = 16;

/** Creates the exchange of a sidecar. */
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
  return async function answer(request, asked, session) {
    const parsedBody = asked.message.json;
    if (
      isJsonContentType(request.headers.get('content-type')) &&
      (await isLegacyRequest(request, parsedBody))
    ) {
      return answerLegacy(request, asked, session);
    }
    sessions.set(request, session);
    const response = await modern.fetch(request, { parsedBody });
    return asked.accepted.streams ? response : withoutStream(response, asked.message);
  };
}

/**
 * Answers a message of the protocol versions with sessions, sent without a session. The response is JSON, except for
 * calls with a progress token and for clients that accept only streams.
 */
async function answerLegacy(
  request: Request,
  { message, accepted }: McpRequest,
  session: McpSession,
): Promise<Response> {
  const server = await createSdkServer(session);
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse:
      accepted.json && !(accepted.streams && (message.wantsProgress || session.catalog.streams)),
  });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: message.json });
  response.headers.delete('connection');
  return response;
}

/** Returns the last event of a stream for a client that accepts none; refuses a stream that never ends. */
async function withoutStream(response: Response, { method }: Message): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  if (method === 'subscriptions/listen') {
    await response.body?.cancel();
    return new Response(null, { status: 406 });
  }
  const events = (await response.text()).split(/\n\n/);
  const data = events.map((event) => /^data: ?(.+)$/m.exec(event)?.[1]).filter((text) => text !== undefined);
  return new Response(data.at(-1) ?? '', {
    status: response.status,
    headers: { 'Content-Type': 'application/json' },
  });
}
