/** The purpose of an agent. */
type AgentKind = 'ai' | 'seo' | 'search' | 'social';

/** An agent's identity, and its operator's page about it. */
export interface AgentCard {
  readonly name: string;
  readonly operator: string;
  readonly kind: AgentKind;
  readonly url: string;
}

/** Name, operator, kind and page, in the form of `svc_known_agents`. */
type Row = readonly [name: string, operator: string, kind: AgentKind, url: string];

const OPENAI = 'https://platform.openai.com/docs/bots';
const ANTHROPIC = 'https://support.anthropic.com/en/articles/8896518';
const PERPLEXITY = 'https://docs.perplexity.ai/guides/bots';
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/';
const MOZ = 'https://moz.com/help/moz-procedures/crawlers';

/**
 * Known agents, by a part of the User-Agent in lower case; the first match counts. Search engines
 * that are never refused have labels and no card.
 */
export const KNOWN_AGENTS: Readonly<Record<string, Row>> = {
  'oai-searchbot': ['OAI-SearchBot', 'OpenAI', 'ai', OPENAI],
  'chatgpt-user': ['ChatGPT-User', 'OpenAI', 'ai', OPENAI],
  gptbot: ['GPTBot', 'OpenAI', 'ai', OPENAI],
  'claude-searchbot': ['Claude-SearchBot', 'Anthropic', 'ai', ANTHROPIC],
  'claude-user': ['Claude-User', 'Anthropic', 'ai', ANTHROPIC],
  claudebot: ['ClaudeBot', 'Anthropic', 'ai', ANTHROPIC],
  'anthropic-ai': ['anthropic-ai', 'Anthropic', 'ai', ANTHROPIC],
  'perplexity-user': ['Perplexity-User', 'Perplexity', 'ai', PERPLEXITY],
  perplexitybot: ['PerplexityBot', 'Perplexity', 'ai', PERPLEXITY],
  'google-extended': [
    'Google-Extended',
    'Google',
    'ai',
    'https://developers.google.com/search/docs/crawling-indexing/overview-google-crawlers',
  ],
  'applebot-extended': ['Applebot-Extended', 'Apple', 'ai', 'https://support.apple.com/en-us/119829'],
  'meta-externalagent': ['Meta-ExternalAgent', 'Meta', 'ai', META],
  bytespider: [
    'Bytespider',
    'ByteDance',
    'ai',
    'https://www.cloudflare.com/learning/bots/what-is-bytespider/',
  ],
  ccbot: ['CCBot', 'Common Crawl', 'ai', 'https://commoncrawl.org/faq'],
  amazonbot: ['Amazonbot', 'Amazon', 'ai', 'https://developer.amazon.com/amazonbot'],
  'cohere-ai': ['cohere-ai', 'Cohere', 'ai', 'https://cohere.com'],
  diffbot: ['Diffbot', 'Diffbot', 'ai', 'https://knownagents.com/agents/diffbot'],
  shapbot: ['ShapBot', 'Parallel', 'ai', 'https://parallel.ai'],
  youbot: ['YouBot', 'You.com', 'ai', 'https://knownagents.com/agents/youbot'],
  imagesiftbot: ['ImageSiftBot', 'ImageSift', 'ai', 'https://imagesift.com/about'],
  omgilibot: ['Omgilibot', 'Webz.io', 'ai', 'https://webz.io/bot.html'],
  timpibot: ['Timpibot', 'Timpi', 'ai', 'https://timpi.io'],
  duckassistbot: [
    'DuckAssistBot',
    'DuckDuckGo',
    'ai',
    'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
  ],
  'mistralai-user': ['MistralAI-User', 'Mistral', 'ai', 'https://docs.mistral.ai/robots'],
  'meta-externalfetcher': ['Meta-ExternalFetcher', 'Meta', 'ai', META],
  semrushbot: ['SemrushBot', 'Semrush', 'seo', 'https://www.semrush.com/bot/'],
  ahrefsbot: ['AhrefsBot', 'Ahrefs', 'seo', 'https://ahrefs.com/robot'],
  dataforseobot: ['DataForSeoBot', 'DataForSEO', 'seo', 'https://dataforseo.com/dataforseo-bot'],
  mj12bot: ['MJ12bot', 'Majestic', 'seo', 'https://mj12bot.com/'],
  dotbot: ['DotBot', 'Moz', 'seo', `${MOZ}/dotbot`],
  rogerbot: ['rogerbot', 'Moz', 'seo', `${MOZ}/rogerbot`],
  blexbot: ['BLEXBot', 'WebMeUp', 'seo', 'https://knownagents.com/agents/blexbot'],
  barkrowler: ['Barkrowler', 'Babbar', 'seo', 'https://www.babbar.tech/crawler'],
  petalbot: ['PetalBot', 'Huawei (Petal)', 'search', 'https://aspiegel.com/petalbot'],
  seznambot: ['SeznamBot', 'Seznam', 'search', 'https://napoveda.seznam.cz/en/seznambot-crawler/'],
  mojeekbot: ['MojeekBot', 'Mojeek', 'search', 'https://www.mojeek.com/bot.html'],
  facebookexternalhit: ['Facebook', 'Meta', 'social', META],
  twitterbot: [
    'Twitterbot',
    'X',
    'social',
    'https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started',
  ],
  linkedinbot: ['LinkedInBot', 'LinkedIn', 'social', 'https://www.linkedin.com/help/linkedin'],
  'slackbot-linkexpanding': ['Slackbot', 'Slack', 'social', 'https://api.slack.com/robots'],
  discordbot: ['Discordbot', 'Discord', 'social', 'https://discord.com'],
  telegrambot: ['TelegramBot', 'Telegram', 'social', 'https://core.telegram.org/bots/webapps'],
};

const KINDS: readonly string[] = ['ai', 'seo', 'search', 'social'];

/** The card of a row of the catalogue; undefined for an invalid row of a plugin. */
export function toCard([name = '', operator = '', kind = '', url = '']: readonly string[]):
  | AgentCard
  | undefined {
  if (name === '' || !KINDS.includes(kind)) return undefined;
  return { name, operator, kind: kind as AgentKind, url };
}
