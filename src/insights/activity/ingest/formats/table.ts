import { type LogFormat, markLength, newLine } from '../line.js';
import { bunny } from './bunny.js';
import { cloudfront } from './cloudfront.js';
import { combined, common } from './combined.js';
import { docker } from './docker.js';
import { haproxy } from './haproxy.js';
import { iis } from './iis.js';
import {
  akamai,
  azure,
  azureApp,
  caddy,
  cloudflare,
  fastly,
  google,
  nginxJson,
  traefik,
  vercel,
} from './json.js';
import { alb, envoy, nginxProxyManager, s3 } from './load-balancers.js';
import { logfmt } from './logfmt.js';

/** Every supported access log format. If several match, the first is used. */
export const logFormats: readonly LogFormat[] = [
  s3,
  // In Common Log Format too, with the headers at the end of the line.
  haproxy,
  combined,
  common,
  caddy,
  cloudflare,
  fastly,
  traefik,
  vercel,
  google,
  azure,
  azureApp,
  akamai,
  nginxJson,
  cloudfront,
  iis,
  alb,
  envoy,
  nginxProxyManager,
  bunny,
  docker,
  logfmt,
];

/** Number of lines for detection. */
const LOOK_AT = 50;

/**
 * The format of a log: that of most of its first lines.
 * @param head beginning of the log, Latin-1
 * @returns undefined where none matches
 */
export function detectFormat(head: string): LogFormat | undefined {
  const lines = head.slice(markLength(head)).split(/\r?\n/).slice(0, LOOK_AT);
  let best: { readonly format: LogFormat; readonly read: number } | undefined;
  for (const format of logFormats) {
    const isNameless = format.namesAgents !== undefined && !lines.some(format.namesAgents);
    const read = isNameless ? 0 : countRead(format, lines);
    if (read > (best?.read ?? 0)) best = { format, read };
  }
  return best?.format;
}

function countRead(format: LogFormat, lines: readonly string[]): number {
  const reader = format.create();
  const line = newLine();
  return lines.filter((text) => {
    return text !== '' && reader(text, 0, text.length, line) === 'read';
  }).length;
}
