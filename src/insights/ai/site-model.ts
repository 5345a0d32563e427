import type { AiConfig } from '../../config/config.js';
import type { TextModel } from './port.js';
import type { Provider } from './providers.js';

/** The environment variable of each provider's key, and the default model. */
const DEFAULTS: Readonly<Record<Provider, { readonly keyEnv: string; readonly model: string }>> = {
  openai: { keyEnv: 'OPENAI_API_KEY', model: 'gpt-4o-mini' },
  // Local servers serve the model they were started with, so its name is required.
  'openai-compatible': { keyEnv: 'OPENAI_COMPATIBLE_API_KEY', model: '' },
  anthropic: { keyEnv: 'ANTHROPIC_API_KEY', model: 'claude-haiku-4-5-20251001' },
  google: { keyEnv: 'GOOGLE_GENERATIVE_AI_API_KEY', model: 'gemini-flash-latest' },
  perplexity: { keyEnv: 'PERPLEXITY_API_KEY', model: 'sonar' },
};

/** The site's own language model, for help with writing. */
export interface SiteAi {
  /** Whether provider, key and model are there. Sends no request. */
  readonly isAvailable: boolean;
  /** The model; undefined when it is not available. The provider's package is loaded now. */
  open(): Promise<TextModel | undefined>;
}

/** The model of the configuration, with its key from the environment. */
export function siteAi(
  config: AiConfig | undefined,
  env: Readonly<Record<string, string | undefined>>,
): SiteAi {
  if (config === undefined) return NONE;
  const { provider, baseUrl } = config;
  const key = env[config.keyEnv ?? DEFAULTS[provider].keyEnv] ?? '';
  const model = config.model ?? DEFAULTS[provider].model;
  const needsKey = provider !== 'openai-compatible';
  if (model === '' || (needsKey ? key === '' : baseUrl === undefined)) return NONE;
  return {
    isAvailable: true,
    async open() {
      const { openModel } = await import('./providers.js');
      return openModel({ provider, model, key, baseUrl });
    },
  };
}

const NONE: SiteAi = { isAvailable: false, open: () => Promise.resolve(undefined) };
