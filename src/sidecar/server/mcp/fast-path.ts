import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import { isObject } from '../../../core/json.js';
import type { AccessScope } from '../../abilities/ability.js';
import { callTool } from './call-tool.js';
import type { McpCatalog } from './catalog.js';
import { MODERN } from './guards.js';
import { acceptedBy, type Message } from './messages.js';
import { type McpSession, serverInfo } from './sdk-server.js';

type Era = 'legacy' | 'modern';
type Members = Readonly<Record<string, unknown>>;

/** A request in the plain form that the fast path handles. */
interface PlainRequest {
  readonly era: Era;
  readonly id: string | number;
  readonly method: 'tools/list' | 'tools/call';
  readonly params: Members;
}

const LEGACY = new Set<unknown>([undefined, '2025-06-18', '2025-11-25']);
const ENVELOPE = [PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY];

/**
 * Creates a handler for the two most frequent messages in their plain form, with the same responses as the SDK:
 * `tools/list` is answered with the SDK's cached bytes, `tools/call` without the SDK. All other messages, including
 * malformed ones, are left to the SDK.
 * @param answer gets the SDK's response
 * @returns undefined for messages that are left to the SDK
 */
export function fastPath(): (
  message: Message,
  headers: IncomingHttpHeaders,
  session: McpSession,
  answer: () => Promise<Response>,
) => Promise<readonly Buffer[] | undefined> {
  const lists = new WeakMap<McpCatalog, Map<string, Buffer>>();
  return async function quickAnswer(message, headers, session, answer) {
    const request = session.catalog.streams ? undefined : plainRequest(message, headers);
    if (request === undefined) return undefined;
    const { era, id, method, params } = request;
    if (method === 'tools/call') {
      const ability = session.catalog.tools.get(String(params['name']));
      if (ability === undefined) return undefined;
      const result = await callTool(ability, params['arguments'], session);
      return [Buffer.from(resultText(result, era, session.catalog)), endOf(id)];
    }
    const list = await listBytes(lists, session, era, answer);
    return list === undefined ? undefined : [list, endOf(id)];
  };
}

/** Returns the response to `tools/list` for a scope up to the id, as the SDK wrote it the first time. */
async function listBytes(
  lists: WeakMap<McpCatalog, Map<string, Buffer>>,
  { catalog, caller }: McpSession,
  era: Era,
  answer: () => Promise<Response>,
): Promise<Buffer | undefined> {
  const known = lists.get(catalog) ?? new Map<string, Buffer>();
  lists.set(catalog, known);
  const key: `${Era} ${AccessScope}` = `${era} ${caller.scope}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const response = await answer();
  if (response.status !== 200) return undefined;
  const { result } = (await response.json()) as { result?: unknown };
  if (result === undefined) return undefined;
  const bytes = Buffer.from(`{"result":${JSON.stringify(result)}`);
  known.set(key, bytes);
  return bytes;
}

/** Returns the part of a response after the result. */
function endOf(id: string | number): Buffer {
  return Buffer.from(`,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`);
}

/** Writes a response up to its id like the SDK. The output occurs in it twice, but is serialised only once. */
function resultText(result: CallToolResult, era: Era, { siteName }: McpCatalog): string {
  const { content, structuredContent, isError } = result;
  const [first] = content;
  const structured =
    structuredContent !== undefined && first?.type === 'text' ? `"structuredContent":${first.text},` : '';
  const modern =
    era === 'modern'
      ? `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: serverInfo(siteName) })}`
      : '';
  return `{"result":{"content":${JSON.stringify(content)},${structured}"isError":${isError === true}${modern}}`;
}

function plainRequest({ json }: Message, headers: IncomingHttpHeaders): PlainRequest | undefined {
  if (!isObject(json) || !hasOnly(json, ['jsonrpc', 'id', 'method', 'params'])) return undefined;
  const { jsonrpc, id, method, params = {} } = json;
  if (
    jsonrpc !== '2.0' ||
    !isObject(params) ||
    !/^application\/json\b/i.test(headers['content-type'] ?? '')
  ) {
    return undefined;
  }
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  if (method !== 'tools/list' && method !== 'tools/call') return undefined;
  if (!isPlainParams(method, params)) return undefined;
  const era = eraOf(method, params, headers);
  return era && { era, id: id as string | number, method, params };
}

function isPlainParams(method: PlainRequest['method'], params: Members): boolean {
  if (method === 'tools/list') return hasOnly(params, ['_meta']);
  const { name, arguments: given } = params;
  return (
    hasOnly(params, ['name', 'arguments', '_meta']) &&
    typeof name === 'string' &&
    (given === undefined || isObject(given))
  );
}

/** Determines the era from message and header fields; undefined when they aren't conclusive. */
function eraOf(method: string, { name, _meta }: Members, headers: IncomingHttpHeaders): Era | undefined {
  const version = headers['mcp-protocol-version'];
  if (_meta === undefined) {
    return acceptedBy(headers.accept).json && LEGACY.has(version) ? 'legacy' : undefined;
  }
  const isModern =
    version === MODERN &&
    isEnvelope(_meta) &&
    headers['mcp-method'] === method &&
    (method !== 'tools/call' || headers['mcp-name'] === name);
  return isModern ? 'modern' : undefined;
}

function isEnvelope(meta: unknown): boolean {
  if (!isObject(meta) || !hasOnly(meta, ENVELOPE) || meta[PROTOCOL_VERSION_META_KEY] !== MODERN) return false;
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  const client = meta[CLIENT_INFO_META_KEY];
  const isKnown =
    client === undefined ||
    (isObject(client) && typeof client['name'] === 'string' && typeof client['version'] === 'string');
  return isKnown && isObject(capabilities) && Object.values(capabilities).every(isObject);
}

function hasOnly(value: Members, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}
