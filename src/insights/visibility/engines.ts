import type { Provider } from '../ai/providers.js';

/** Answer engines that can be asked, by the names of the admin API. */
export const ENGINES = ['openai', 'gemini', 'anthropic', 'perplexity'] as const;

/** One of them. */
export type EngineId = (typeof ENGINES)[number];

/** What is known of an engine beforehand. */
export interface Engine {
  readonly provider: Provider;
  readonly label: string;
  readonly defaultModel: string;
  /** Offered; any other name is taken too. */
  readonly models: readonly string[];
  /** How its keys begin. */
  readonly keyHint: string;
  /** Where keys are made. */
  readonly helpUrl: string;
  /** Answers from the web, always. */
  readonly grounded: boolean;
  /** Can be told to look things up. */
  readonly webSearchCapable: boolean;
}

/** @see reference/admin-api.md section 9.1 */
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
