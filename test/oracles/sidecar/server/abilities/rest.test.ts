import { beforeAll, describe, expect, it } from 'vitest';
import { abilityName } from '../../../../../src/sidecar/abilities/ability.js';
import { abilities } from '../../../../../src/sidecar/abilities/table.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { oauthToken, sharedToken } from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

/** Abilities that tell what they were given. */
const PLUGIN = `
const output = { type: 'object' };
const input = {
  type: 'object',
  properties: {
    count: { type: 'integer', default: 3 },
    share: { type: 'number' },
    flag: { type: 'boolean' },
    word: { type: 'string' },
    words: { type: 'array', items: { type: 'string' } },
    ids: { type: 'array', items: { type: 'integer' } },
    either: { type: ['integer', 'string'] },
    inner: { type: 'object', properties: { depth: { type: 'integer' } }, additionalProperties: false },
  },
  additionalProperties: false,
};
export function register(svc) {
  svc.ability({
    name: 'echo/read', label: 'Echo', description: 'Tells what it was given.', readonly: true,
    permission: 'anybody', input: { ...input, default: {} }, output, run: (given) => ({ given }),
  });
  svc.ability({
    name: 'echo/write', label: 'Echo', description: 'Tells what it was given.',
    permission: (_, { actor }) => actor !== undefined, input, output, run: (given) => ({ given }),
  });
  svc.ability({
    name: 'echo/fail', label: 'Fail', description: 'Fails.', readonly: true,
    permission: 'anybody', output, run: () => { throw new Error('CANARY-SECRET'); },
  });
  svc.ability({
    name: 'echo/lie', label: 'Lie', description: 'Says more than it declared.', readonly: true, permission: 'anybody',
    output: { type: 'object', properties: {}, additionalProperties: false }, run: () => ({ more: 1 }),
  });
}
`;

let site: TestSite;
let admin: Credentials;
let subscriber: Credentials;
let author: Credentials;

beforeAll(async () => {
  site = await serveSite({
    files: { ...HARBOUR, 'echo.js': PLUGIN },
    config: { plugins: ['./echo.js'] },
    settings: { enable_mcp_server: true, enable_agent_writes: true },
  });
  const client = new AdminClient(site);
  admin = await client.as('ada', 'administrator');
  subscriber = await client.as('sam', 'subscriber');
  author = await client.as('una', 'author');
}, 60_000);

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: { readonly code?: string; readonly message?: string; readonly given?: object };
}

async function ask(path: string, credentials: Credentials = {}, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(`${site.url}api/wp-abilities/v1${path}`, {
    ...init,
    headers: { ...(init.body !== undefined && { 'Content-Type': 'application/json' }), ...credentials },
  });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, text, body: (text === '' ? {} : JSON.parse(text)) as Reply['body'] };
}

const run = (name: string, query = '', credentials = admin) =>
  ask(`/abilities/${name}/run${query === '' ? '' : `?${query}`}`, credentials);
const post = (name: string, body: unknown, credentials = admin) =>
  ask(`/abilities/${name}/run`, credentials, { method: 'POST', body: JSON.stringify(body) });

describe('the list of abilities', () => {
  it('[5.1-prefix] [5.1-read-set] [5.1-write-set] has every ability with its schemas, for whoever is signed in', async () => {
    const { status, headers, text } = await ask('/abilities?namespace=svc&per_page=100', subscriber);
    const items = JSON.parse(text) as Readonly<Record<string, unknown>>[];
    expect(status).toBe(200);
    expect(items.map(({ name }) => name)).toEqual(abilities.map(abilityName));
    expect(headers.get('x-platform-total')).toBe('40');
    expect(headers.get('x-platform-totalpages')).toBe('1');
    expect(headers.get('link')).toBeNull();
    const item = items.find(({ name }) => name === 'svc/read-terms');
    expect(item).toMatchObject({
      label: expect.any(String),
      category: 'svc',
      input_schema: { type: 'object', additionalProperties: false, default: {} },
      output_schema: { type: 'object' },
      meta: {
        annotations: { readonly: true, destructive: false, idempotent: null },
        public: false,
        show_in_rest: true,
        mcp: { public: false, annotations: { readonly: true, destructive: false } },
      },
      _links: {
        self: [{ href: 'https://harbour.example/api/wp-abilities/v1/abilities/svc/read-terms' }],
        collection: [{ href: 'https://harbour.example/api/wp-abilities/v1/abilities' }],
        'platform:action-run': [
          { href: 'https://harbour.example/api/wp-abilities/v1/abilities/svc/read-terms/run' },
        ],
      },
    });
    const llms = items.find(({ name }) => name === 'svc/llms-txt');
    expect(llms).toMatchObject({
      meta: { mcp: { uri: 'https://harbour.example/llms.txt', mimeType: 'text/plain' } },
    });
  });

  it('comes in pages', async () => {
    const first = await ask('/abilities?per_page=20', admin);
    expect(JSON.parse(first.text)).toHaveLength(20);
    expect([first.headers.get('x-platform-total'), first.headers.get('x-platform-totalpages')]).toEqual([
      '44',
      '3',
    ]);
    expect(first.headers.get('link')).toBe(
      '<https://harbour.example/api/wp-abilities/v1/abilities?per_page=20&page=2>; rel="next"',
    );
    const second = await ask('/abilities?per_page=20&page=2', admin);
    expect(second.headers.get('link')).toMatch(/page=1>; rel="prev", .*page=3>; rel="next"$/);
    expect(JSON.parse((await ask('/abilities?per_page=20&page=9', admin)).text)).toEqual([]);
    const head = await ask('/abilities?per_page=20', admin, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('x-platform-total')]).toEqual([200, '', '44']);
    for (const query of ['page=0', 'per_page=0', 'per_page=101', 'context=nothing', 'page=x']) {
      expect([query, (await ask(`/abilities?${query}`, admin)).body.code]).toEqual([
        query,
        'rest_invalid_param',
      ]);
    }
  });

  it('is narrowed by namespace, category and annotations, and shown in short', async () => {
    const names = async (query: string) =>
      (JSON.parse((await ask(`/abilities?per_page=100&${query}`, admin)).text) as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names('namespace=echo')).toEqual(['echo/read', 'echo/write', 'echo/fail', 'echo/lie']);
    expect(await names('category=nothing')).toEqual([]);
    expect(await names('category=svc&namespace=echo')).toHaveLength(4);
    expect(await names('meta[annotations][readonly]=false&namespace=svc')).toHaveLength(14);
    expect(await names('meta[annotations][destructive]=true')).toEqual(['svc/update-content']);
    expect(JSON.parse((await ask('/abilities?per_page=1&context=embed', admin)).text)).toEqual([
      { name: 'svc/read-readiness', label: expect.any(String), category: 'svc' },
    ]);
  });

  it('is for nobody without a session and its nonce', async () => {
    const bearers = [await oauthToken(site, 'ada', 'write'), await sharedToken(site, 'ada', 'write')];
    const basic = { Authorization: `Basic ${Buffer.from('ada:x').toString('base64')}` };
    for (const credentials of [{}, { Cookie: admin['Cookie'] ?? '' }, basic, ...bearers]) {
      for (const path of ['/abilities', '/abilities/svc/read-terms', '/categories', '/categories/svc']) {
        const { status, body } = await ask(path, credentials);
        expect([path, status, body.code]).toEqual([path, 401, 'rest_forbidden']);
      }
    }
    const wrong = await ask('/abilities', { ...admin, 'X-Platform-Nonce': 'nonsense' });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'rest_cookie_invalid_nonce']);
  });

  it('tells of one ability, and of the one category', async () => {
    expect((await ask('/abilities/svc/read-terms', admin)).body).toMatchObject({ name: 'svc/read-terms' });
    const unknown = await ask('/abilities/svc/nothing', admin);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'rest_ability_not_found']);
    expect(JSON.parse((await ask('/categories', admin)).text)).toEqual([
      { slug: 'svc', label: expect.any(String), description: expect.any(String), meta: {} },
    ]);
    expect((await ask('/categories/svc', admin)).status).toBe(200);
    const other = await ask('/categories/other', admin);
    expect([other.status, other.body.code]).toEqual([404, 'rest_ability_category_not_found']);
    expect((await ask('/nowhere', admin)).body.code).toBe('rest_no_route');
    expect((await ask('/abilities', admin, { method: 'POST', body: '{}' })).body.code).toBe('rest_no_route');
  });
});

describe('[5.1-run-route] a run', () => {
  it('that reads is a GET, one that writes a POST', async () => {
    const { status, body, headers } = await run('svc/read-terms');
    expect([status, body]).toEqual([200, expect.objectContaining({ postType: 'post' })]);
    expect(headers.get('cache-control')).toContain('no-store');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const wrong = await ask('/abilities/svc/read-terms/run', admin, { method });
      expect([method, wrong.status, wrong.body.code, wrong.headers.get('allow')]).toEqual([
        method,
        405,
        'rest_ability_invalid_method',
        'GET',
      ]);
    }
    for (const method of ['GET', 'DELETE']) {
      const wrong = await ask('/abilities/svc/update-content/run', admin, { method });
      expect([method, wrong.status, wrong.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });

  it('takes its input from the query, in brackets or as JSON, and makes it what the schema wants', async () => {
    const inputs: [string, object][] = [
      ['', { count: 3 }],
      ['input=', { count: 3 }],
      ['input[count]=12', { count: 12 }],
      ['input[share]=0.5&input[flag]=true', { count: 3, share: 0.5, flag: true }],
      ['input[flag]=0', { count: 3, flag: false }],
      ['input[word]=12', { count: 3, word: '12' }],
      ['input[words][]=a&input[words][]=b', { count: 3, words: ['a', 'b'] }],
      ['input[ids][0]=4&input[ids][1]=5', { count: 3, ids: [4, 5] }],
      ['input[ids]=4', { count: 3, ids: [4] }],
      ['input[either]=4', { count: 3, either: '4' }],
      ['input[inner][depth]=2', { count: 3, inner: { depth: 2 } }],
      [`input=${encodeURIComponent('{"count":7,"words":["ä"]}')}`, { count: 7, words: ['ä'] }],
    ];
    for (const [query, given] of inputs) {
      expect([query, (await run('echo/read', query)).body]).toEqual([query, { given }]);
    }
  });

  it('takes its input from the body', async () => {
    expect((await post('echo/write', { input: { count: 4, words: ['a'] } })).body).toEqual({
      given: { count: 4, words: ['a'] },
    });
    for (const body of [{}, { input: null }]) {
      const missing = await post('echo/write', body);
      expect([missing.status, missing.body.code]).toEqual([400, 'ability_invalid_input']);
    }
    const broken = await ask('/abilities/echo/write/run', admin, { method: 'POST', body: '{"input"' });
    expect([broken.status, broken.body.code]).toEqual([400, 'rest_invalid_json']);
  });

  it.each([
    ['input[count]=many', 'input.count must be integer'],
    ['input[flag]=maybe', 'input.flag must be boolean'],
    [
      'input[nothing]=1',
      'input has no member "nothing", only count, share, flag, word, words, ids, either, inner',
    ],
    ['input[inner][other]=1', 'input.inner has no member "other", only depth'],
    ['input=3', 'input must be object'],
    ['input={"count":1e400}', 'input.count must be integer'],
    [
      'input[count]=99999999999999999999',
      'input.count must be between -9007199254740991 and 9007199254740991',
    ],
    ['input[__proto__][x]=1&input[count]=x', 'input.count must be integer'],
  ])('is refused with what is wrong first: %s', async (query, problem) => {
    const { status, body } = await run('echo/read', query);
    expect([status, body.code]).toEqual([400, 'ability_invalid_input']);
    expect(body.message).toBe(`The input of echo/read isn't valid: ${problem}.`);
  });

  it('is refused with input that is nested beyond measure, here and at the MCP server', async () => {
    const deep = `{"input":${'{"inner":'.repeat(60_000)}1${'}'.repeat(60_000)}}`;
    const path = '/abilities/echo/write/run';
    for (const credentials of [{}, admin]) {
      const { status, body } = await ask(path, credentials, { method: 'POST', body: deep });
      expect([status, body.code]).toEqual([400, 'ability_invalid_input']);
      expect(body.message).toContain('input is nested more than 32 times');
    }
    const bearer = await sharedToken(site, 'ada', 'read');
    const params = `{"name":"echo-read","arguments":${deep}}`;
    const accept = { Accept: 'application/json, text/event-stream' };
    const { status, text } = await ask(
      '/../../svc/v1/mcp',
      { ...bearer, ...accept },
      {
        method: 'POST',
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
      },
    );
    expect([status, text]).toEqual([200, expect.stringContaining('nested more than 32 times')]);
  });

  it('passes its gates in their order: existence, method, input, permission', async () => {
    const wrongEverywhere = (name: string, method: string, credentials: Credentials) =>
      ask(`/abilities/${name}/run?input[post_id]=x`, credentials, { method });
    expect((await wrongEverywhere('svc/nothing', 'POST', {})).status).toBe(404);
    expect((await wrongEverywhere('svc/check-page', 'POST', {})).status).toBe(405);
    expect((await wrongEverywhere('svc/check-page', 'GET', {})).status).toBe(400);
    expect((await run('svc/check-page', 'input[post_id]=2', {})).status).toBe(401);
    expect((await run('svc/check-page', 'input[post_id]=2', subscriber)).status).toBe(403);
    expect((await run('svc/check-page', 'input[post_id]=9999')).status).toBe(404);
  });

  it('[5-read-permissions] is for those who may', async () => {
    const status = async (name: string, query: string, credentials: Credentials) =>
      (await run(name, query, credentials)).status;
    for (const name of [
      'svc/read-readiness',
      'svc/read-request-log',
      'svc/read-terms',
      'svc/preview-schema',
    ]) {
      expect([name, await status(name, '', admin)]).toEqual([name, 200]);
      expect([name, await status(name, '', author), await status(name, '', {})]).toEqual([name, 403, 401]);
    }
    // `upload_files`, which authors have.
    expect(await status('svc/search-media', '', author)).toBe(200);
    expect(await status('svc/search-media', '', subscriber)).toBe(403);
    for (const credentials of [subscriber, author, {}]) {
      const refused = await run('svc/check-page', 'input[post_id]=2', credentials);
      expect(refused.body.code).toBe('rest_ability_cannot_execute');
    }
    // Public documents are for everybody.
    expect((await run('svc/llms-txt', '', {})).body).toEqual({
      content: expect.stringContaining('# Harbour'),
    });
  });

  it('that fails says so without a word of what went wrong inside', async () => {
    const failed = await run('echo/fail');
    expect([failed.status, failed.body.code]).toEqual([500, 'ability_callback_exception']);
    expect(failed.text).not.toContain('CANARY-SECRET');
    expect(site.log.join('\n')).toContain('CANARY-SECRET');
    const lied = await run('echo/lie');
    expect([lied.status, lied.body.code]).toEqual([500, 'ability_invalid_output']);
    const known = await run('svc/read-terms', 'input[post_type]=nothing');
    expect([known.status, known.body.code]).toEqual([400, 'svc_bad_type']);
  });
});
