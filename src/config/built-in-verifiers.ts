/**
 * Tokens and User-Agent needles of the bots that can be verified without configuration. The rest of what is
 * known of them (domains, range files) belongs to the verifier; settings only need the names.
 */
export const BUILT_IN_VERIFIERS: readonly { readonly token: string; readonly ua: string }[] = [
  'googlebot',
  'bingbot',
  'duckduckbot',
  'applebot',
  'yandex',
  'gptbot',
  'oai-searchbot',
  'perplexitybot',
].map((token) => ({ token, ua: token }));
