import type { Provider } from '../ai/providers.js';

/** The supported answer engines, by their names in the admin API. */
export const ENGINES = ['openai', 'gemini', 'anthropic', 'perplexity'] as const;

/** One of them. */
export type EngineId = (typeof ENGINES)[number];

/** The static data of an engine. */
export interface Engine {
  readonly provider: Provider;
  readonly label: string;
  readonly defaultModel: string;
  /** Suggested models; any other name is accepted too. */
  readonly models: readonly string[];
  /** The prefix of its keys. */
  readonly keyHint: string;
  /** Where keys are created. */
  readonly helpUrl: string;
  /** Always answers from the web. */
  readonly grounded: boolean;
  /** Can search the web. */
  readonly webSearchCapable: boolean;
}

/** Every engine that can be asked, by its id. */
export const engines: Readonly<Record<EngineId, Engine>> = {
  openai: {
    provider: 'openai',
    label: 'ChatGPT (OpenAI)',
    defaultModel: 'gpt-4o-mini',
    models: ['gpt-4o-mini', 'gpt-4o', 'gpt-4.1-mini', 'gpt-4.1'],
    keyHint: 'sk-…',
    helpUrl: 'https://platform.openai.com/api-keys',
    grounded: false,
    webSearchCapable: true,
  },
  gemini: {
    provider: 'google',
    label: 'Gemini (Google)',
    defaultModel: 'gemini-flash-latest',
    models: ['gemini-flash-latest', 'gemini-flash-lite-latest', 'gemini-3.5-flash'],
    keyHint: 'AIza…',
    helpUrl: 'https://aistudio.google.com/app/apikey',
    grounded: false,
    webSearchCapable: true,
  },
  anthropic: {
    provider: 'anthropic',
    label: 'Claude (Anthropic)',
    defaultModel: 'claude-opus-4-8',
    models: ['claude-opus-4-8', 'claude-sonnet-5', 'claude-haiku-4-5-20251001'],
    keyHint: 'sk-ant-…',
    helpUrl: 'https://console.anthropic.com/settings/keys',
    grounded: false,
    webSearchCapable: true,
  },
  perplexity: {
    provider: 'perplexity',
    label: 'Perplexity',
    defaultModel: 'sonar',
    models: ['sonar', 'sonar-pro', 'sonar-reasoning'],
    keyHint: 'pplx-…',
    helpUrl: 'https://www.perplexity.ai/settings/api',
    grounded: true,
    webSearchCapable: false,
  },
};

/** Whether a text names an engine. */
export function isEngine(text: unknown): text is EngineId {
  return (ENGINES as readonly unknown[]).includes(text);
}
