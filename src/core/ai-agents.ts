/**
 * Programs that fetch pages for language models and identify themselves in their `User-Agent`. Crawlers of search
 * engines that also serve people are not among them.
 */
export const AI_AGENTS: readonly string[] = [
  'AI2Bot',
  'Amazonbot',
  'Amzn-User',
  'anthropic-ai',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-Code',
  'Claude-SearchBot',
  'Claude-User',
  'Claude-Web',
  'ClaudeBot',
  'cohere-ai',
  'DeepSeekBot',
  'DuckAssistBot',
  'Gemini-Deep-Research',
  'Google-Agent',
  'Google-NotebookLM',
  'GPTBot',
  'meta-externalagent',
  'meta-externalfetcher',
  'MistralAI-User',
  'OAI-SearchBot',
  'Perplexity-User',
  'PerplexityBot',
  'YouBot',
];
