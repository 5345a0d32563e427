import type { IncomingHttpHeaders } from 'node:http';
import { attempt } from '../../../core/attempt.js';
import { isObject } from '../../../core/json.js';
import type { JsonSchema } from '../../abilities/ability.js';
import type { AdminProblem } from '../admin/problem.js';
import { extend } from './extras.js';
import { type Message, messageProblem } from './messages.js';
import type { McpSession } from './sdk-server.js';

/** JSON-RPC code for header fields that contradict the message. */
const MISMATCH = -32_020;
const ENCODED = /^=\?base64\?(.*)\?=$/s;
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Checks calls of the protocol version whose tools may repeat arguments in header fields: every argument whose schema
 * names an `x-mcp-header` must also be sent as `Mcp-Param-<name>`, with the same value. The SDK checks `Mcp-Name`.
 * @throws AdminProblem 400 with code -32020
 * @see MCP 2026-07-28, Streamable HTTP, "Custom headers"; SEP-2243
 */
export async function checkParamHeaders(
  message: Message,
  headers: IncomingHttpHeaders,
  session: McpSession,
): Promise<void> {
  if (!message.isModern || message.method !== 'tools/call') return;
  const bad = Object.keys(headers).find((name) => isParam(name) && decoded(headers[name]) === undefined);
  if (bad !== undefined) throw mismatch(message, `The field ${bad} isn't valid base64 of UTF-8 text.`);
  const schema = await schemaOf(message.name ?? '', session);
  if (schema === undefined) return;
  for (const { field, value } of declared(schema, argumentsOf(message))) {
    const given = decoded(headers[field]);
    if (headers[field] === undefined) throw mismatch(message, `The field ${field} is missing.`);
    if (given === undefined || !isSame(given, value)) {
      throw mismatch(message, `The field ${field} and the argument of the message differ.`);
    }
  }
}

function mismatch({ id }: Message, text: string): AdminProblem {
  return messageProblem(400, MISMATCH, text, { id });
}

function isParam(name: string): boolean {
  return name.startsWith('mcp-param-');
}

async function schemaOf(name: string, session: McpSession): Promise<JsonSchema | undefined> {
  const ability = session.catalog.tools.get(name);
  if (ability !== undefined || !session.catalog.streams) return ability?.input;
  const { tools } = await extend(session);
  return tools.get(name)?.tool.inputSchema as JsonSchema | undefined;
}

function argumentsOf({ json }: Message): unknown {
  const params = isObject(json) ? json['params'] : undefined;
  return isObject(params) ? params['arguments'] : undefined;
}

interface Declared {
  readonly field: string;
  readonly value: string | number | boolean;
}

/** Returns the given arguments whose schema names a field, including those of nested objects. */
function declared(schema: JsonSchema, given: unknown): readonly Declared[] {
  const { properties } = schema;
  if (!isObject(properties) || !isObject(given)) return [];
  return Object.entries(properties).flatMap(([name, part]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (!isObject(part) || value === undefined || value === null) return [];
    const header = part['x-mcp-header'];
    if (typeof header !== 'string') return declared(part, value);
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? [{ field: `mcp-param-${header.toLowerCase()}`, value }] : [];
  });
}

/** Decodes the value of a field; undefined where the field is missing or not encoded correctly. */
function decoded(given: string | readonly string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  const field = String(given);
  const text = ENCODED.exec(field)?.[1];
  if (text === undefined) return field;
  if (!CANONICAL.test(text)) return undefined;
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64')));
}

/** Compares a field with an argument; numbers by value, so that `42.0` equals 42. */
function isSame(given: string, value: Declared['value']): boolean {
  if (typeof value === 'number' && /^-?\d+(?:\.\d+)?$/.test(given)) return Number(given) === value;
  return given === String(value);
}
