/** A bot whose claim can be verified by its address. */
export interface Verifier {
  /** Stable while the row exists. */
  readonly token: string;
  readonly label: string;
  /** Lower-case text looked for in the User-Agent. */
  readonly ua: string;
  /** Host suffixes with a leading dot, for reverse DNS. */
  readonly domains: readonly string[];
  /** https address of the operator's range file, or empty. */
  readonly url: string;
}

/** The bots that can be verified without configuration. */
export const BUILT_IN_VERIFIERS: readonly Verifier[] = [
  verifier('googlebot', {
    label: 'Googlebot',
    domains: ['.googlebot.com', '.google.com'],
    url: 'https://developers.google.com/search/apis/ipranges/googlebot.json',
  }),
  verifier('bingbot', {
    label: 'Bingbot',
    domains: ['.search.msn.com'],
    url: 'https://www.bing.com/toolbox/bingbot.json',
  }),
  verifier('duckduckbot', {
    label: 'DuckDuckBot',
    domains: ['.duckduckgo.com'],
    url: 'https://duckduckgo.com/duckduckbot.json',
  }),
  verifier('applebot', {
    label: 'Applebot',
    domains: ['.applebot.apple.com', '.apple.com'],
    url: 'https://search.developer.apple.com/applebot.json',
  }),
  verifier('yandex', { label: 'Yandex', domains: ['.yandex.com', '.yandex.net', '.yandex.ru'] }),
  verifier('gptbot', { label: 'GPTBot (OpenAI)', url: 'https://openai.com/gptbot.json' }),
  verifier('oai-searchbot', { label: 'OAI-SearchBot (OpenAI)', url: 'https://openai.com/searchbot.json' }),
  verifier('perplexitybot', { label: 'PerplexityBot', url: 'https://www.perplexity.ai/perplexitybot.json' }),
];

function verifier(
  token: string,
  facts: Pick<Verifier, 'label'> & Partial<Pick<Verifier, 'domains' | 'url'>>,
): Verifier {
  return { token, ua: token, domains: [], url: '', ...facts };
}
