import type { IncomingHttpHeaders } from 'node:http';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { type Message, messageProblem } from './messages.js';

/** The version without `initialize`; it is named by the message itself. */
export const MODERN = '2026-07-28';
/** JSON-RPC code for a version that is not spoken here. */
const UNSUPPORTED = -32_022;

/**
 * Refuses a version in the header field that is not spoken here, and says which ones are, so that a client can go on
 * with one of them. `initialize` settles the version by its body, and the SDK judges messages that name one themselves.
 * @throws AdminProblem 400
 */
export function checkVersion({ id, method, isModern }: Message, headers: IncomingHttpHeaders): void {
  const requested = headers['mcp-protocol-version'];
  if (requested === undefined || isModern || method === 'initialize') return;
  const supported = [MODERN, ...SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== MODERN)];
  if (supported.includes(String(requested))) return;
  const text = `Version ${String(requested)} of the protocol is not spoken here, but ${supported.join(', ')}.`;
  throw messageProblem(400, UNSUPPORTED, text, { id, data: { supported, requested } });
}
