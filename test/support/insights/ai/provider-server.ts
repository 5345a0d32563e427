import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider is asked, as it came. */
export interface ProviderCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  /** The question, wherever the provider's format has it. */
  readonly question: string;
}

/** What it answers: a text with its sources, or a status with a body. */
export type ProviderAnswer =
  | { readonly text: string; readonly sources?: readonly { readonly url: string; readonly title?: string }[] }
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

/** A server that speaks the wire formats of all providers, told apart by their paths. */
export interface ProviderServer {
  readonly url: string;
  readonly calls: ProviderCall[];
  answer: (call: ProviderCall) => ProviderAnswer | Promise<ProviderAnswer>;
  close(): Promise<void>;
}

export async function startProvider(): Promise<ProviderServer> {
  const provider: ProviderServer = {
    url: '',
    calls: [],
    answer: () => ({ text: 'An answer.' }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += String(chunk);
    const body = JSON.parse(raw) as Record<string, unknown>;
    const call = { path: request.url ?? '', headers: request.headers, body, question: questionOf(body) };
    provider.calls.push(call);
    const answer = await provider.answer(call);
    const [status, sent, headers] =
      'status' in answer
        ? [answer.status, answer.body, answer.headers ?? {}]
        : [200, wire(call, answer.text, answer.sources ?? []), {}];
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return Object.assign(provider, { url: `http://127.0.0.1:${port}` });
}

type Source = { readonly url: string; readonly title?: string };

/** The answer in the format that belongs to the path. */
function wire({ path, body }: ProviderCall, text: string, sources: readonly Source[]): unknown {
  const model = String(body['model'] ?? 'a-model');
  if (path.endsWith('/responses')) return responses(model, text, sources);
  if (path.endsWith('/chat/completions')) return chat(model, text, sources);
  if (path.endsWith('/messages')) return messages(model, text, sources);
  return gemini(text, sources);
}

function chat(model: string, text: string, sources: readonly Source[]): unknown {
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    ...(sources.length > 0 && { citations: sources.map(({ url }) => url) }),
  };
}

function responses(model: string, text: string, sources: readonly Source[]): unknown {
  const annotations = sources.map(({ url, title = '' }) => ({
    type: 'url_citation',
    url,
    title,
    start_index: 0,
    end_index: 1,
  }));
  return {
    id: 'r1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model,
    output: [
      { type: 'web_search_call', id: 'w1', status: 'completed', action: { type: 'search', query: 'q' } },
      {
        type: 'message',
        id: 'm1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations }],
      },
    ],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
}

function messages(model: string, text: string, sources: readonly Source[]): unknown {
  const citations = sources.map(({ url, title = '' }) => ({
    type: 'web_search_result_location',
    url,
    title,
    encrypted_index: 'e',
    cited_text: 'cited',
  }));
  return {
    id: 'a1',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text, ...(citations.length > 0 && { citations }) }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function gemini(text: string, sources: readonly Source[]): unknown {
  const groundingChunks = sources.map(({ url, title = '' }) => ({ web: { uri: url, title } }));
  return {
    candidates: [
      {
        content: { role: 'model', parts: [{ text }] },
        finishReason: 'STOP',
        ...(groundingChunks.length > 0 && { groundingMetadata: { groundingChunks } }),
      },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}

function questionOf(body: Readonly<Record<string, unknown>>): string {
  const list = (body['messages'] ?? body['input'] ?? body['contents']) as
    | readonly Record<string, unknown>[]
    | undefined;
  const last = list?.at(-1);
  const content = last?.['content'] ?? last?.['parts'];
  if (typeof content === 'string') return content;
  return (content as readonly { text?: string }[] | undefined)?.map(({ text = '' }) => text).join('') ?? '';
}
