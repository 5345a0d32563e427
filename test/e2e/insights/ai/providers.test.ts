import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AiFailure } from '../../../../src/insights/ai/port.js';
import { openModel, type Provider } from '../../../../src/insights/ai/providers.js';
import { type ProviderServer, startProvider } from '../../../support/insights/ai/provider-server.js';

const KEY = 'key-of-the-lighthouse';
const PROMPT = { text: 'Which lighthouse is the oldest?', maxOutputTokens: 100, timeout: 20_000 };
const SOURCES = [
  { url: 'https://lamps.example/oldest', title: 'lamps.example' },
  { url: 'https://coast.example/', title: 'The coast' },
];

let server: ProviderServer;
beforeAll(async () => {
  server = await startProvider();
});
beforeEach(() => {
  server.calls.length = 0;
  server.answer = () => ({ text: 'The one on the headland.' });
});
afterAll(() => server.close());

const open = (provider: Provider, model = 'some-model') =>
  openModel({ provider, model, key: KEY, baseUrl: server.url });

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error as AiFailure,
  );

describe.each([
  ['openai', '/chat/completions', '/responses', 'authorization', `Bearer ${KEY}`],
  ['openai-compatible', '/chat/completions', '/chat/completions', 'authorization', `Bearer ${KEY}`],
  ['perplexity', '/chat/completions', '/chat/completions', 'authorization', `Bearer ${KEY}`],
  ['anthropic', '/messages', '/messages', 'x-api-key', KEY],
  [
    'google',
    '/models/some-model:generateContent',
    '/models/some-model:generateContent',
    'x-goog-api-key',
    KEY,
  ],
] as const)('%s', (provider, plainPath, searchPath, header, value) => {
  it('is asked in its own format', async () => {
    const prompt = { ...PROMPT, system: 'Be short.', temperature: 0.4 };
    expect(await open(provider).generateText(prompt)).toBe('The one on the headland.');
    const [call] = server.calls;
    expect([call?.path, call?.headers[header], call?.question]).toEqual([plainPath, value, PROMPT.text]);
    expect(JSON.stringify(call?.body)).toContain('Be short.');
    expect(JSON.stringify(call?.body)).toMatch(/"(?:max_tokens|maxOutputTokens)":100/);
    expect(JSON.stringify(call?.body)).not.toMatch(/web_search|google_search/);
  });

  it('names what an answer is taken from', async () => {
    server.answer = () => ({ text: 'See there.', sources: SOURCES });
    const answer = await open(provider).generateWithSources(PROMPT);
    expect(server.calls[0]?.path).toBe(searchPath);
    expect(answer.text).toBe('See there.');
    const urls = provider === 'openai-compatible' ? [] : SOURCES.map(({ url }) => url);
    expect(answer.sources.map(({ url }) => url)).toEqual(urls);
  });

  it('says in its own words what went wrong', async () => {
    const error = {
      error: { message: `No such key: ${KEY}`, type: 'auth', code: 401, status: 'UNAUTHENTICATED' },
    };
    server.answer = () => ({ status: 401, body: error });
    const failed = await failure(open(provider).generateText(PROMPT));
    expect([failed.name, failed.kind, failed.message]).toEqual(['AiFailure', 'failed', 'No such key: …']);
    expect(inspect(failed)).not.toContain(KEY);
    expect(server.calls).toHaveLength(1);
  });

  it('asks once more when it is told when', async () => {
    server.answer = () =>
      server.calls.length === 1
        ? { status: 429, body: { error: { message: 'slow down' } }, headers: { 'Retry-After': '0' } }
        : { text: 'Now.' };
    expect(await open(provider).generateText(PROMPT)).toBe('Now.');
    server.calls.length = 0;
    server.answer = () => ({ status: 429, body: { error: { message: 'too much' } } });
    const failed = await failure(open(provider).generateText(PROMPT));
    expect([failed.kind, failed.message, server.calls.length]).toEqual(['quota', 'too much', 1]);
  });

  it('has no quota left where it wants to be paid', async () => {
    server.answer = () => ({ status: 402, body: { error: { message: 'Top up your account.' } } });
    const failed = await failure(open(provider).generateText(PROMPT));
    expect([failed.kind, failed.message, server.calls.length]).toEqual(['quota', 'Top up your account.', 1]);
  });

  it.each([
    ['an empty answer', { text: '' }, /^empty$/],
    // In which one of the providers' packages sees an answer without text.
    ['another shape', { status: 200, body: { hello: 'there' } }, /^(?:failed|empty)$/],
    ['no choices', { status: 200, body: { choices: [] } }, /^(?:failed|empty)$/],
    ['no JSON', { status: 200, body: '<html>gateway</html>' }, /^failed$/],
    ['a page that is no JSON', { status: 502, body: '<html>bad gateway</html>' }, /^failed$/],
  ])('fails on %s', async (_, answer, kind) => {
    server.answer = () => answer;
    const failed = await failure(open(provider).generateText(PROMPT));
    expect(failed.kind).toMatch(kind);
    expect(failed.message).toMatch(/^The provider (?:returned|responded with status 502)/);
  });
});

describe('any provider', () => {
  it('is given up after a while', async () => {
    server.answer = () => new Promise((resolve) => setTimeout(() => resolve({ text: 'late' }), 3000).unref());
    const failed = await failure(open('openai').generateText({ ...PROMPT, timeout: 300 }));
    expect(failed.message).toBe("The provider didn't respond in time.");
  });

  it('is asked once more at the date that it names', async () => {
    const retryAt = new Date(Date.now() + 2000).toUTCString();
    const times: number[] = [];
    server.answer = () => {
      times.push(Date.now());
      return times.length === 1
        ? { status: 429, body: { error: { message: 'slow down' } }, headers: { 'Retry-After': retryAt } }
        : { text: 'Now.' };
    };
    expect(await open('openai').generateText(PROMPT)).toBe('Now.');
    // The date has whole seconds; eight seconds are the longest wait.
    const [first = 0, second = 0] = times;
    expect(second - first).toBeLessThan(7000);
  });

  it('may not send megabytes, nor send elsewhere', async () => {
    server.answer = () => ({ text: 'x'.repeat(3 << 20) });
    expect(await failure(open('anthropic').generateText(PROMPT))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('longer than'),
    });
    server.calls.length = 0;
    server.answer = () => ({ status: 302, body: '', headers: { Location: `${server.url}/elsewhere` } });
    expect((await failure(open('anthropic').generateText(PROMPT))).kind).toBe('failed');
    expect(server.calls).toHaveLength(1);
  });

  it('that is not there is said to be so', async () => {
    const nowhere = openModel({ provider: 'openai', model: 'm', key: KEY, baseUrl: 'http://127.0.0.1:9/v1' });
    expect((await failure(nowhere.generateText(PROMPT))).message).toBe("The provider couldn't be reached.");
  });

  it.each([
    ['claude-sonnet-4-20250514', 'web_search_20250305'],
    ['claude-haiku-4-5-20251001', 'web_search_20250305'],
    ['claude-opus-4-8', 'web_search_20260209'],
    ['claude-sonnet-5', 'web_search_20260209'],
  ])('of Anthropic searches with the tool of its family: %s', async (model, tool) => {
    await open('anthropic', model).generateWithSources(PROMPT);
    expect(JSON.stringify(server.calls[0]?.body['tools'])).toContain(tool);
  });
});
