import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../core/parse-json.js';
import { readBody } from './http/read-body.js';
import { isOwner } from './owner.js';
import type { Services } from './services.js';

/** The most bytes of a message. */
const MAX_BYTES = 4096;

/**
 * `POST {admin_api}/ai-hit`: takes what the script of a page tells in CDN mode. The answer is always 204 without a
 * body, so that it does not reveal what was counted.
 * @see reference/admin-api.md section 8.3
 */
export async function takeAiHit(
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

/** Only pages of the site report; another origin could not have been sent there by the script. */
function isOfSite({ headers: { origin, referer } }: IncomingMessage, baseUrl: string): boolean {
  const from = origin ?? referer ?? '';
  return URL.canParse(from) && new URL(from).host === new URL(baseUrl).host;
}

function readMessage(bytes: Buffer) {
  const told = parseJson(bytes.toString('utf8'));
  if (typeof told !== 'object' || told === null) return undefined;
  const { ref, utm, path } = told as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return typeof path === 'string' ? { referrer: text(ref), utm: text(utm), path } : undefined;
}

/** What the owner reads is no visit, unless a plugin wants it counted. */
async function isSkipped(request: IncomingMessage, { storage, hooks, now }: Services): Promise<boolean> {
  return (await isOwner(request, storage, now())) && hooks.apply('svc_activity_skip_self', true);
}
