import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { APICallError } from 'ai';
import { SvcError } from '../../core/errors.js';
import { AiFailure } from './port.js';

/** Maximum length of a provider's answer in bytes. */
const MAX_BYTES = 2 << 20;
/** Maximum delay that a provider may request, in milliseconds. */
const MAX_PATIENCE = 8000;

/**
 * The `fetch` for the providers' packages: answers are bounded, redirects are refused (they would carry the
 * key elsewhere), and after a `Retry-After` the request is repeated once.
 */
export async function providerFetch(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const once = async () => bounded(await fetch(input, { ...init, redirect: 'error' }));
  const first = await once();
  const patience = first.status === 429 ? readPatience(first.headers.get('retry-after')) : undefined;
  if (patience === undefined) return first;
  await setTimeout(patience, undefined, { ...(init.signal && { signal: init.signal }) });
  return once();
}

/** Delay in milliseconds; undefined without one. */
function readPatience(field: string | null): number | undefined {
  if (field === null) return undefined;
  const seconds = /^\d{1,6}$/.test(field.trim()) ? Number(field) : (Date.parse(field) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(MAX_PATIENCE, Math.max(0, seconds * 1000));
}

/** The whole answer in memory. */
async function bounded(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES)
      throw new AiFailure('failed', `The provider's response is longer than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // The body has been decompressed, so its length has changed.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  const body = status === 204 || status === 304 ? null : Buffer.concat(chunks);
  return new Response(body, { status, statusText, headers });
}

/** Maximum length of a provider's message. */
const MAX_MESSAGE = 300;

/**
 * The message of a failure, in the provider's words if there are any.
 * @param key never shown, even where a provider repeats it
 * @param calls tells errors of calls; undefined where the packages aren't loaded
 */
export function aiFailure(error: unknown, key: string, calls?: typeof APICallError): AiFailure {
  if (error instanceof AiFailure) return error;
  // A package that isn't installed.
  if (error instanceof SvcError)
    return new AiFailure('failed', `${error.message}. ${error.fix}`, { cause: error });
  const called = calls?.isInstance(error) ? error : undefined;
  const status = called?.statusCode;
  // Where no call failed, the packages couldn't read the response.
  const isUnread = calls !== undefined && called === undefined;
  const message = providersWords(called?.responseBody) ?? ownWords(error, isUnread ? 200 : status);
  const shown = key === '' ? message : message.replaceAll(key, '…');
  const kind = status === 429 || status === 402 ? 'quota' : 'failed';
  // The log shows causes too.
  const cause = key !== '' && inspect(error).includes(key) ? undefined : error;
  return new AiFailure(kind, shown.replace(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE), { cause });
}

function ownWords(error: unknown, status: number | undefined): string {
  if (error instanceof Error && /^(?:TimeoutError|AbortError)$/.test(error.name)) {
    return "The provider didn't respond in time.";
  }
  if (status === undefined) return "The provider couldn't be reached.";
  return status < 400
    ? 'The provider returned a response in an unknown form.'
    : `The provider responded with status ${status}.`;
}

/** `error.message`, `error`, `detail` or `message` of a JSON body, whichever comes first. */
function providersWords(body: string | undefined): string | undefined {
  if (body === undefined) return undefined;
  try {
    const parsed = JSON.parse(body) as Record<string, unknown> | readonly Record<string, unknown>[] | null;
    // One provider wraps its errors in a list.
    const { error, detail, message } = (Array.isArray(parsed) ? parsed[0] : parsed) ?? {};
    const inner =
      typeof error === 'object' && error !== null ? (error as Record<string, unknown>)['message'] : error;
    return [inner, detail, message].find((text): text is string => typeof text === 'string' && text !== '');
  } catch {
    return undefined;
  }
}
