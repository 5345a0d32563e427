import type { AnswerSource } from './port.js';

type Json = Readonly<Record<string, unknown>>;

/** Where each provider's answers list their sources. */
const READERS = {
  openai: (body: Json) =>
    list(body, 'output')
      .flatMap((item) => list(item, 'content'))
      .flatMap((part) => list(part, 'annotations'))
      .filter(({ type }) => type === 'url_citation')
      .map((note) => source(note)),
  google: (body: Json) =>
    list(body, 'candidates')
      .flatMap((candidate) => list(object(candidate, 'groundingMetadata'), 'groundingChunks'))
      .map((chunk) => source(object(chunk, 'web'), 'uri')),
  anthropic: (body: Json) =>
    list(body, 'content')
      .flatMap((block) => list(block, 'citations'))
      .filter(({ type }) => type === 'web_search_result_location')
      .map((note) => source(note)),
  perplexity: (body: Json) => {
    const cited = (Array.isArray(body['citations']) ? body['citations'] : []).map((url) => source({ url }));
    return cited.length > 0 ? cited : list(body, 'search_results').map((result) => source(result));
  },
} satisfies Readonly<Record<string, (body: Json) => readonly AnswerSource[]>>;

/** A provider whose answers may name sources. */
export type CitingProvider = keyof typeof READERS;

/**
 * The sources of an answer, each once, in their order. A search whose results aren't used in
 * the text doesn't count.
 * @param body of the provider's answer
 */
export function citedSources(provider: CitingProvider, body: unknown): readonly AnswerSource[] {
  if (typeof body !== 'object' || body === null) return [];
  const found = new Map<string, AnswerSource>();
  for (const one of READERS[provider](body as Json)) {
    if (one.url !== '' && !found.has(one.url)) found.set(one.url, one);
  }
  return [...found.values()];
}

function source(note: Json, key = 'url'): AnswerSource {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { url: text(note[key]), title: text(note['title']) };
}

function object(owner: Json, key: string): Json {
  const value = owner[key];
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function list(owner: Json, key: string): readonly Json[] {
  const value = owner[key];
  return Array.isArray(value)
    ? value.filter((item): item is Json => typeof item === 'object' && item !== null)
    : [];
}
