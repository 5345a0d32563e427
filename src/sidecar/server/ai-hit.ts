import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../core/json.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { isOwner } from './admin/authenticate.js';
import { readBody } from './http/request.js';
import type { Services } from './services.js';

/** Maximum size of a message in bytes. */
const MAX_BYTES = 4096;

/**
 * `POST {admin_api}/ai-hit`: receives the reports of the page script in CDN mode. The response is always 204 without a
 * body, so that it doesn't reveal what was counted.
 */
export async function handleAiHit(
  request: IncomingMessage,
  response: ServerResponse,
  services: Services,
): Promise<void> {
  try {
    const body = await readBody(request, MAX_BYTES);
    if (body.kind === 'read') await take(request, body.bytes, services);
  } catch (error) {
    services.logError(error, 'counting a visit from an assistant');
  }
  if (!response.destroyed) {
    response.writeHead(204, { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }).end();
  }
}

async function take(request: IncomingMessage, bytes: Buffer, services: Services): Promise<void> {
  const { ctx } = await services.site.documents();
  if (!ctx.served('arrivals-script') || !isOfSite(request, ctx.site.baseUrl)) return;
  const told = readMessage(bytes);
  if (told === undefined || (await isSkipped(request, services))) return;
  const userAgent = request.headers['user-agent'] ?? '';
  await services.referralCounter.take({ ...told, userAgent });
}

/** Checks whether a page of the site sent the report; the script sends none from other origins. */
function isOfSite({ headers: { origin, referer } }: IncomingMessage, baseUrl: string): boolean {
  const from = origin ?? referer ?? '';
  return isParsableUrl(from) && new URL(from).host === new URL(baseUrl).host;
}

function readMessage(bytes: Buffer) {
  const told = parseJson(bytes);
  if (typeof told !== 'object' || told === null) return undefined;
  const { ref, utm, path } = told as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return typeof path === 'string' ? { referrer: text(ref), utm: text(utm), path } : undefined;
}

/** Checks whether the owner sent the request: the owner's own views aren't visits, unless a plugin counts them. */
async function isSkipped(request: IncomingMessage, { storage, hooks, now }: Services): Promise<boolean> {
  return (await isOwner(request, storage, now())) && hooks.apply('svc_activity_skip_self', true);
}
