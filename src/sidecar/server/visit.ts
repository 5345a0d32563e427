import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../config/settings.js';
import type { GuardOutcome } from '../../insights/activity/guard/port.js';
import type { VisitRecorder } from '../../insights/activity/port.js';
import type { Answer } from './public/answer.js';

/**
 * Records an answered request. An ordinary page isn't recorded, unless it has a referrer that counts.
 * @param answer the requested answer
 * @param now Unix seconds
 * @param settings the current settings
 */
export function recordAnswer(
  recorder: VisitRecorder,
  request: IncomingMessage,
  answer: Answer,
  { refusal, finding }: GuardOutcome,
  { now, settings }: { readonly now: number; readonly settings: Settings },
): void {
  const { endpoint, isPage, status } = answer;
  const { headers, method = 'GET', url: target = '/' } = request;
  if (endpoint === undefined && (isPage !== true || !isSent(headers.referer, target))) return;
  if (!recorder.wants(endpoint, headers, now)) return;
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
  recorder.keep(finding === undefined ? visit : { ...visit, finding }, settings);
}

function isSent(referer: string | undefined, target: string): boolean {
  return (referer !== undefined && referer !== '') || target.includes('utm_source=');
}
