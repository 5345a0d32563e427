import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, type LanguageModel, type ToolSet } from 'ai';
import { type CitingProvider, citedSources } from './cited-sources.js';
import { aiFailure } from './failure.js';
import { AiFailure, type Prompt, type SourcedAnswer, type TextModel } from './port.js';
import { providerFetch } from './provider-fetch.js';

/** The supported providers. */
export type Provider = 'openai' | 'openai-compatible' | 'anthropic' | 'google' | 'perplexity';

/** A model, and how to reach it. */
export interface ModelOptions {
  readonly provider: Provider;
  readonly model: string;
  /** Empty for servers without keys. */
  readonly key: string;
  /** Absolute; the provider's own when absent. */
  readonly baseUrl?: string | undefined;
}

/** A model with its web search. */
interface Opened {
  readonly plain: LanguageModel;
  readonly searching: LanguageModel;
  readonly tools: ToolSet;
  readonly cites: CitingProvider | undefined;
}

// Packages leave out settings that a model does not support, and print a warning on standard error.
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * A model of a provider. Nothing is asked yet.
 * A model of a provider. It sends nothing yet.
 */
export function openModel(options: ModelOptions): TextModel {
  const opened = OPENERS[options.provider](options);
  const ask = async (prompt: Prompt, doesSearch: boolean): Promise<SourcedAnswer> => {
    try {
      const { text, response } = await generateText({
        model: doesSearch ? opened.searching : opened.plain,
        prompt: prompt.text,
        maxOutputTokens: prompt.maxOutputTokens,
        maxRetries: 0,
        abortSignal: AbortSignal.timeout(prompt.timeout),
        ...(prompt.system !== undefined && { system: prompt.system }),
        ...(prompt.temperature !== undefined && { temperature: prompt.temperature }),
        ...(doesSearch && { tools: opened.tools }),
      });
      const sources = opened.cites === undefined ? [] : citedSources(opened.cites, response.body);
      if (text.trim() === '' && sources.length === 0) {
        throw new AiFailure('empty', 'The provider gave an empty answer.');
      }
      return { text, sources };
    } catch (error) {
      throw aiFailure(error, options.key);
    }
  };
  return {
    model: options.model,
    generateText: async (prompt) => (await ask(prompt, false)).text,
    generateWithSources: (prompt) => ask(prompt, true),
  };
}

type Opener = (options: ModelOptions) => Opened;

const OPENERS: Readonly<Record<Provider, Opener>> = {
  openai(options) {
    const openai = createOpenAI(connection(options));
    return {
      plain: openai.chat(options.model),
      searching: openai.responses(options.model),
      tools: { web_search: openai.tools.webSearch({}) },
      cites: 'openai',
    };
  },
  'openai-compatible': (options) => chatOnly(options, undefined),
  perplexity: (options) =>
    chatOnly({ baseUrl: 'https://api.perplexity.ai', ...given(options) }, 'perplexity'),
  google(options) {
    const google = createGoogleGenerativeAI(connection(options));
    const model = google(options.model);
    return {
      plain: model,
      searching: model,
      tools: { google_search: google.tools.googleSearch({}) },
      cites: 'google',
    };
  },
  anthropic(options) {
    const anthropic = createAnthropic(connection(options));
    const model = anthropic(options.model);
    const { webSearch_20250305, webSearch_20260209 } = anthropic.tools;
    const search = isNewerFamily(options.model) ? webSearch_20260209 : webSearch_20250305;
    return {
      plain: model,
      searching: model,
      tools: { web_search: search({ maxUses: 3 }) },
      cites: 'anthropic',
    };
  },
};

/** Servers with OpenAI's chat protocol only; their web search isn't controlled from here. */
function chatOnly(options: ModelOptions, cites: CitingProvider | undefined): Opened {
  const chat = createOpenAI(connection(options)).chat(options.model);
  return { plain: chat, searching: chat, tools: {}, cites };
}

/** Claude 4.6 and later support the newer search tool. */
function isNewerFamily(model: string): boolean {
  return /^claude-(?:opus|sonnet|haiku)-(?:4-(?:[6-9]|\d\d)(?:-|$)|[5-9]|\d\d)/.test(model);
}

function connection({ key, baseUrl }: ModelOptions) {
  return {
    // The packages require a key, even for servers that need none.
    apiKey: key === '' ? 'none' : key,
    fetch: providerFetch,
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
  };
}

/** Without undefined values, so that defaults apply. */
function given(options: ModelOptions): ModelOptions {
  const { baseUrl, ...rest } = options;
  return baseUrl === undefined ? rest : { ...rest, baseUrl };
}
