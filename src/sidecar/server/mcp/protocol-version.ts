import type { IncomingHttpHeaders } from 'node:http';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { type Message, messageProblem } from './messages.js';

/** The version without `initialize`; the message itself names it. */
export const MODERN = '2026-07-28';
/** JSON-RPC code for an unsupported version. */
const UNSUPPORTED = -32_022;

/**
 * Refuses an unsupported version in the header field and lists the supported ones, so that a client can continue with
 * one of them. `initialize` determines the version by its body, and the SDK checks messages that name one themselves.
 * @throws AdminProblem 400
 */
export function checkVersion({ id, method, isModern }: Message, headers: IncomingHttpHeaders): void {
  const requested = headers['mcp-protocol-version'];
  if (requested === undefined || requested === '' || isModern || method === 'initialize') return;
  const supported = [MODERN, ...SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== MODERN)];
  if (supported.includes(String(requested))) return;
  const text = `Protocol version ${String(requested)} isn't supported. Use one of: ${supported.join(', ')}.`;
  throw messageProblem(400, UNSUPPORTED, text, { id, data: { supported, requested } });
}
