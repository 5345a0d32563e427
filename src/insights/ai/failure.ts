import type { APICallError } from 'ai';
import { SvcError } from '../../core/errors.js';
import { AiFailure } from './port.js';

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
  const message = providersWords(called?.responseBody) ?? ownWords(error, status);
  const shown = key === '' ? message : message.replaceAll(key, '…');
  const kind = status === 429 || status === 402 ? 'quota' : 'failed';
  return new AiFailure(kind, shown.replace(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE), { cause: error });
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
