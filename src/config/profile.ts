import { defaultSettings, type Settings } from './settings.js';

/** `default` is the specification's; `max-readiness` also turns on what readiness scanners reward. */
export type Profile = 'default' | 'max-readiness';

/** Crawlers of AI vendors, for search, for answers and for training. */
const AI_CRAWLERS = [
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'Claude-User',
  'ClaudeBot',
  'DuckAssistBot',
  'GPTBot',
  'Google-Extended',
  'MistralAI-User',
  'OAI-SearchBot',
  'Perplexity-User',
  'PerplexityBot',
  'meta-externalagent',
];

const MAX_READINESS = {
  enable_ai_catalog: true,
  enable_root_oauth_metadata: true,
  markdown_for_ai_agents: true,
  soft_404_markdown: true,
  enable_root_sitemap: true,
  blocked_trainers: [],
  named_crawlers: AI_CRAWLERS,
  llms_only_markdown: true,
  registered_directory_type: true,
} satisfies Partial<Settings>;

/** The differences of a profile from the defaults. */
export function profileSettings(profile: Profile): Partial<Settings> {
  return profile === 'max-readiness' ? structuredClone(MAX_READINESS) : {};
}

/**
 * The settings before anything is stored: the defaults, then the profile, then the identity in the
 * configuration.
 */
export function baseSettings(profile: Profile, identity: Partial<Settings['identity']> = {}): Settings {
  const defaults = defaultSettings();
  return { ...defaults, ...profileSettings(profile), identity: { ...defaults.identity, ...identity } };
}
