import type { IncomingMessage } from 'node:http';
import type { GuardOutcome } from '../activity/guard/port.js';
import type { Visit } from '../activity/port.js';
import type { Answer } from './public/answer.js';

/**
 * What is recorded of a request that was answered.
 * @param answer what was asked for
 * @param now Unix seconds
 * @returns undefined for a request that leaves no trace: for an ordinary page, unless somebody has sent the reader
 */
export function visitOf(
  request: IncomingMessage,
  answer: Answer,
  { refusal, finding }: GuardOutcome,
  now: number,
): Visit | undefined {
  const { endpoint, isPage, status } = answer;
  const { headers, method = 'GET', url: target = '/' } = request;
  if (endpoint === undefined && (isPage !== true || !isSent(headers.referer, target))) return undefined;
  const refused = refusal !== undefined;
  const visit = {
    endpoint,
    method,
    target,
    status: refused ? 403 : status,
    refused,
    at: now,
    userAgent: headers['user-agent'] ?? '',
    peer: request.socket.remoteAddress ?? '',
    headers,
  };
  return finding === undefined ? visit : { ...visit, finding };
}

function isSent(referer: string | undefined, target: string): boolean {
  return (referer !== undefined && referer !== '') || target.includes('utm_source=');
}
