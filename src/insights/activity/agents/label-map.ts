/**
 * Labels of agents in the log, by a part of the User-Agent in lower case; the first match counts.
 * @see reference/admin-api.md section 3.3
 */
export const AGENT_LABELS: Readonly<Record<string, string>> = {
  gptbot: 'GPTBot (OpenAI)',
  'oai-searchbot': 'OpenAI SearchBot',
  'chatgpt-user': 'ChatGPT',
  claudebot: 'ClaudeBot (Anthropic)',
  'claude-user': 'Claude',
  'anthropic-ai': 'Anthropic',
  perplexitybot: 'PerplexityBot',
  'perplexity-user': 'Perplexity',
  'google-extended': 'Google-Extended',
  googlebot: 'Googlebot',
  bingbot: 'Bingbot',
  'applebot-extended': 'Applebot-Extended',
  applebot: 'Applebot',
  amazonbot: 'Amazonbot',
  bytespider: 'Bytespider (ByteDance)',
  ccbot: 'CCBot (Common Crawl)',
  'meta-externalagent': 'Meta',
  facebookexternalhit: 'Meta',
  'cohere-ai': 'Cohere',
  diffbot: 'Diffbot',
  duckduckbot: 'DuckDuckGo',
  yandexbot: 'YandexBot',
};
