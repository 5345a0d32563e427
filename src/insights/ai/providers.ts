import { type JsonObject, listOf, textOf, withoutUndefined } from '../../core/json.js';
import { uniqueBy } from '../../core/multimap.js';
import { importOptional } from '../../core/optional-package.js';
import { AiFailure, type AnswerSource, type Prompt, type SourcedAnswer, type TextModel } from './port.js';
import { aiFailure, providerFetch } from './provider-fetch.js';

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
type Opened = Awaited<ReturnType<typeof chatOnly>>;

// Packages leave out settings that a model does not support, and print a warning on standard error.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A model of a provider. It sends nothing yet; the packages are loaded by the first prompt. */
export function openModel(options: ModelOptions): TextModel {
  const ask = async (prompt: Prompt, doesSearch: boolean): Promise<SourcedAnswer> => {
    let sdk: typeof import('ai') | undefined;
    try {
      sdk = await importOptional(() => import('ai'), 'ai', 'a language model');
      const opened = await OPENERS[options.provider](options);
      const { text, response } = await sdk.generateText({
        model: doesSearch ? opened.searching : opened.plain,
        prompt: prompt.text,
        maxOutputTokens: prompt.maxOutputTokens,
        maxRetries: 0,
        abortSignal: AbortSignal.timeout(prompt.timeout),
        ...withoutUndefined({ system: prompt.system, temperature: prompt.temperature }),
        ...(doesSearch && { tools: opened.tools }),
      });
      const sources = opened.cites === undefined ? [] : citedSources(opened.cites, response.body);
      if (text.trim() === '' && sources.length === 0) {
        throw new AiFailure('empty', 'The provider returned an empty response.');
      }
      return { text, sources };
    } catch (error) {
      throw aiFailure(error, options.key, sdk?.APICallError);
    }
  };
  return {
    model: options.model,
    generateText: async (prompt) => (await ask(prompt, false)).text,
    generateWithSources: (prompt) => ask(prompt, true),
  };
}

type Opener = (options: ModelOptions) => Promise<Opened>;

const OPENERS: Readonly<Record<Provider, Opener>> = {
  async openai(options) {
    const openai = await openAi(options);
    return {
      plain: openai.chat(options.model),
      searching: openai.responses(options.model),
      tools: { web_search: openai.tools.webSearch({}) },
      cites: 'openai',
    };
  },
  'openai-compatible': (options) => chatOnly(options, undefined),
  perplexity: (options) =>
    chatOnly({ ...options, baseUrl: options.baseUrl ?? 'https://api.perplexity.ai' }, 'perplexity'),
  async google(options) {
    const { createGoogleGenerativeAI } = await importOptional(
      () => import('@ai-sdk/google'),
      '@ai-sdk/google',
      'the provider Google',
    );
    const google = createGoogleGenerativeAI(connection(options));
    const model = google(options.model);
    return {
      plain: model,
      searching: model,
      tools: { google_search: google.tools.googleSearch({}) },
      cites: 'google',
    };
  },
  async anthropic(options) {
    const { createAnthropic } = await importOptional(
      () => import('@ai-sdk/anthropic'),
      '@ai-sdk/anthropic',
      'the provider Anthropic',
    );
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
async function chatOnly(options: ModelOptions, cites: CitingProvider | undefined) {
  const chat = (await openAi(options)).chat(options.model);
  return { plain: chat, searching: chat, tools: {}, cites };
}

/** OpenAI's protocol, which other providers and local servers speak too. */
async function openAi(options: ModelOptions) {
  const { createOpenAI } = await importOptional(
    () => import('@ai-sdk/openai'),
    '@ai-sdk/openai',
    "OpenAI's protocol",
  );
  return createOpenAI(connection(options));
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

/** Where each provider's answers list their sources. */
const READERS = {
  openai: (body) =>
    list(body, 'output')
      .flatMap((item) => list(item, 'content'))
      .flatMap((part) => list(part, 'annotations'))
      .filter(({ type }) => type === 'url_citation')
      .map((note) => source(note)),
  google: (body) =>
    list(body, 'candidates')
      .flatMap((candidate) => list(object(candidate, 'groundingMetadata'), 'groundingChunks'))
      .map((chunk) => source(object(chunk, 'web'), 'uri')),
  anthropic: (body) =>
    list(body, 'content')
      .flatMap((block) => list(block, 'citations'))
      .filter(({ type }) => type === 'web_search_result_location')
      .map((note) => source(note)),
  perplexity: (body) => {
    const cited = listOf(body['citations']).map((url) => source({ url }));
    return cited.length > 0 ? cited : list(body, 'search_results').map((result) => source(result));
  },
} satisfies Readonly<Record<string, (body: JsonObject) => readonly AnswerSource[]>>;

/** A provider whose answers may name sources. */
type CitingProvider = keyof typeof READERS;

/**
 * The sources of an answer, each once, in their order. A search whose results aren't used in
 * the text doesn't count.
 * @param body of the provider's answer
 */
function citedSources(provider: CitingProvider, body: unknown): readonly AnswerSource[] {
  if (typeof body !== 'object' || body === null) return [];
  return uniqueBy(READERS[provider](body as JsonObject), ({ url }) => url).filter(({ url }) => url !== '');
}

function source(note: JsonObject, key = 'url'): AnswerSource {
  return { url: textOf(note[key]), title: textOf(note['title']) };
}

function object(owner: JsonObject, key: string): JsonObject {
  const value = owner[key];
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

function list(owner: JsonObject, key: string): readonly JsonObject[] {
  const value = owner[key];
  return Array.isArray(value)
    ? value.filter((item): item is JsonObject => typeof item === 'object' && item !== null)
    : [];
}
