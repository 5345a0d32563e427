import { isObject, parseJson } from '../../core/json.js';
import { FetchError } from '../../core/net/fetch-error.js';
import type { Fetched, GuardedFetch } from '../../core/net/guarded-fetch.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { allowedRedirects, clientName } from './register.js';

/** Limits for fetching a document. */
const MAX_BYTES = 16 * 1024;
const TIMEOUT_MS = 5000;
/** Maximum length of a document's address. */
const MAX_ADDRESS = 512;
/** Maximum and default cache lifetime of a document, in seconds. */
const MAX_AGE = 86_400;
const DEFAULT_AGE = 3600;

/** A client's metadata document; its address is the client id. */
interface ClientDocument {
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Unix seconds until which the document doesn't need to be fetched again. */
  readonly freshUntil: number;
}

/** A document, or a sentence for the owner that describes why there is none. */
type DocumentResult =
  | { readonly kind: 'document'; readonly document: ClientDocument }
  | { readonly kind: 'problem'; readonly problem: string };

/**
 * Checks whether a client id is the address of a client metadata document: https, with a path, in normal form, without
 * user name, password and fragment.
 * @see draft-ietf-oauth-client-id-metadata-document-02 section 3
 */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith('https://') || id.length > MAX_ADDRESS || !isParsableUrl(id)) return false;
  const url = new URL(id);
  return url.href === id && url.pathname !== '/' && !id.includes('#') && url.username + url.password === '';
}

/**
 * Fetches a client's metadata document. Doesn't follow redirects and doesn't connect to addresses of the local
 * network.
 * @param now Unix seconds
 * @see draft-ietf-oauth-client-id-metadata-document-02 section 4
 */
export async function fetchClientDocument(
  fetch: GuardedFetch,
  id: string,
  now: number,
): Promise<DocumentResult> {
  try {
    const options = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, maxRedirects: 0, httpsOnly: true };
    const accept = ['application/json', 'application/*+json'];
    return readDocument(await fetch(id, { ...options, accept }), id, now);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return problem(`This site couldn't fetch the client's metadata document: ${error.message}.`);
  }
}

function readDocument({ status, body, headers }: Fetched, id: string, now: number): DocumentResult {
  if (status !== 200) {
    return problem(
      `The client's metadata document returned status ${status}. Some sites block requests from programs. ` +
        'The client can register instead of using a metadata document.',
    );
  }
  const document = parseJson(body.toString('utf8'));
  if (!isObject(document)) return problem("The client's metadata document isn't a JSON object.");
  if (document['client_id'] !== id)
    return problem("The client's metadata document names a different client.");
  const method = document['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none' || document['client_secret'] !== undefined) {
    return problem(
      "The client wants to authenticate with its own secret or key, which this site doesn't support.",
    );
  }
  const redirectUris = allowedRedirects(document['redirect_uris']);
  if (redirectUris.length === 0) return problem("The client's metadata document has no valid redirect URI.");
  const freshUntil = now + maxAge(headers['cache-control'] ?? '');
  return {
    kind: 'document',
    document: { name: clientName(document['client_name']), redirectUris, freshUntil },
  };
}

/** Returns the cache lifetime from `Cache-Control` in seconds, at most a day. */
function maxAge(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const given = /\bmax-age\s*=\s*"?(\d{1,10})/i.exec(cacheControl)?.[1];
  return Math.min(given === undefined ? DEFAULT_AGE : Number(given), MAX_AGE);
}

function problem(text: string): DocumentResult {
  return { kind: 'problem', problem: text };
}
