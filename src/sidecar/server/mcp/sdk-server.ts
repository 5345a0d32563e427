import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Result,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Hooks } from '../../../config/hooks/hooks.js';
import { programVersion } from '../../../config/program-version.js';
import { didYouMean } from '../../../core/did-you-mean.js';
import { isObject, parseJson } from '../../../core/json.js';
import { type RunContext, runAbility } from '../../abilities/run.js';
import { extend, type McpCatalog, type McpExtras } from './catalog.js';
import { type Accepted, callTool, type Message } from './messages.js';

/** Milliseconds for which the client may cache a list. */
const LIST_FOR = 60_000;
/** Milliseconds for which any cache may keep a public document. */
const DOCUMENT_FOR = 300_000;

/** The context of a request. */
export interface McpSession extends RunContext {
  readonly caller: NonNullable<RunContext['caller']>;
  readonly catalog: McpCatalog;
  /** The plugins of the last build. */
  readonly hooks: Pick<Hooks, 'run'>;
}

/** Returns the name and version of the server. */
function serverInfo(siteName: string): { readonly name: string; readonly version: string } {
  return {
    name: siteName === '' ? 'AI visibility' : `${siteName} — AI visibility`,
    version: programVersion(),
  };
}

/**
 * Creates the MCP server of one request. It is stateless: every request gets its own server, which shows only what the
 * caller may use.
 */
async function createSdkServer(session: McpSession): Promise<Server> {
  const { catalog, caller } = session;
  const extras = await extend(session);
  const hasResources = catalog.resources.size > 0 || extras.resources.size > 0;
  const server = new WordedServer(serverInfo(catalog.siteName), {
    capabilities: {
      tools: { listChanged: false },
      ...(hasResources && { resources: { subscribe: false, listChanged: false } }),
    },
    instructions: catalog.mayWrite && caller.scope === 'write' ? READS_AND_WRITES : READS,
    cacheHints: {
      'server/discover': { ttlMs: LIST_FOR, cacheScope: 'private' },
      'tools/list': { ttlMs: LIST_FOR, cacheScope: 'private' },
      'resources/list': { ttlMs: LIST_FOR, cacheScope: 'private' },
      'resources/templates/list': { ttlMs: LIST_FOR, cacheScope: 'private' },
      'resources/read': { ttlMs: DOCUMENT_FOR, cacheScope: 'public' },
    },
  });
  addTools(server, session, extras);
  if (hasResources) addResources(server, session, extras);
  await extras.finish(server);
  return server;
}

const READS =
  'These tools read this site for its owner: readiness and score, findings, traffic from AI assistants, bot ' +
  'requests, the checks and the content of each page, and what the site publishes for software agents. They change ' +
  'nothing. Start with svc-read-readiness or svc-read-findings.';
const READS_AND_WRITES =
  'These tools read this site for its owner: readiness and score, findings, traffic from AI assistants, bot ' +
  'requests, the checks and the content of each page, and what the site publishes for software agents. They also ' +
  'draft and edit content, describe images, set topics, descriptions and search fields, and apply fixes of ' +
  'readiness checks. Read a page with svc-read-content before you change it; new content is a draft unless the ' +
  'owner allows more.';

function addTools(server: Server, session: McpSession, extras: McpExtras): void {
  const { catalog, caller } = session;
  server.setRequestHandler('tools/list', ({ params }) => {
    refuseCursor(params);
    return {
      tools: [...catalog.listed[caller.scope], ...[...extras.tools.values()].map(({ tool }) => tool)],
    };
  });
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const extra = extras.tools.get(params.name);
    if (extra !== undefined) return extra.call(params.arguments ?? {}, ctx);
    const ability = catalog.tools.get(params.name);
    if (ability === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name, session));
    }
    return callTool(ability, params.arguments, session);
  });
}

/** Descriptions name abilities without their prefix, so a model may call a tool by such a name. */
function unknownTool(name: string, { catalog, caller }: McpSession): string {
  const names = catalog.listed[caller.scope].map((tool) => tool.name);
  const near = didYouMean(name.slice(0, 100), names);
  return `There is no tool "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
}

/** Lists are sent whole, so no cursor was ever given out. Some clients send an empty one for the first page. */
function refuseCursor(params: { readonly cursor?: string | undefined } | undefined): void {
  const { cursor = '' } = params ?? {};
  if (cursor === '') return;
  const message = 'The cursor is unknown: this list has one page. Request it without a cursor.';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function addResources(server: Server, session: McpSession, extras: McpExtras): void {
  const { resources } = session.catalog;
  server.setRequestHandler('resources/list', ({ params }) => {
    refuseCursor(params);
    return {
      resources: [
        ...[...resources.values()].map(({ entry }) => ({ ...entry })),
        ...[...extras.resources.values()].map(({ resource }) => resource),
      ],
    };
  });
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    refuseCursor(params);
    return { resourceTemplates: [...extras.templates] };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = resources.get(uri);
    if (found === undefined) return (await extras.read(uri)) ?? notFound(uri);
    const outcome = await runAbility(found.ability, undefined, 'permission-first', session);
    if (outcome.kind !== 'done') {
      throw new ProtocolError(ProtocolErrorCode.InternalError, `${uri} can't be read at the moment.`);
    }
    const { content } = outcome.output as { readonly content: string };
    return { contents: [{ uri, mimeType: found.entry.mimeType, text: content }] };
  });
}

const LISTS: ReadonlyMap<string, string> = new Map([
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
]);

/** Answers requests for lists that the server doesn't have. Some older clients request all lists and fail without one. */
async function emptyList({ method }: { readonly method: string }): Promise<Result> {
  const key = LISTS.get(method);
  if (key === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
  return { [key]: [] };
}

function notFound(uri: string): never {
  throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`);
}

/**
 * Answers one message with the official SDK: versions with sessions and the one without share an address, and neither
 * stores any state.
 */
type Exchange = (request: Request, asked: McpRequest, session: McpSession) => Promise<Response>;

/** A message, and the accepted forms of its response. */
interface McpRequest {
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
  server.fallbackRequestHandler ??= emptyList;
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

/**
 * The SDK's server, except that parameters of a wrong type are refused as invalid parameters and in words. The SDK
 * itself reports them as an internal error, with the list of its schema library as the message.
 */
class WordedServer extends Server {
  /** Called by the SDK for each method, including those of plugins. */
  protected override _wrapHandler(
    ...[method, handler]: Parameters<Server['_wrapHandler']>
  ): ReturnType<Server['_wrapHandler']> {
    const answer = super._wrapHandler(method, handler);
    return async (request, ctx) => {
      try {
        return await answer(request, ctx);
      } catch (error) {
        const words = error instanceof Error ? schemaProblem(error.message) : undefined;
        throw words === undefined ? error : new ProtocolError(ProtocolErrorCode.InvalidParams, words);
      }
    };
  }
}

/** Returns the first problem of a list of the schema library; undefined for other messages. */
function schemaProblem(message: string): string | undefined {
  const issues = parseJson(message.replace(/^Invalid [\w/]+ request: /, ''));
  const issue: unknown = Array.isArray(issues) ? issues[0] : undefined;
  if (!isObject(issue) || !Array.isArray(issue['path']) || issue['path'][0] !== 'params') return undefined;
  const { path, code, expected } = issue as { path: string[]; code?: unknown; expected?: unknown };
  const rule = code === 'invalid_type' ? `must be of type ${String(expected)}` : "isn't valid";
  return `${path.join('.')} ${rule}.`;
}
