import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { type CreateSignatureOptions, createSignature, webcrypto } from 'http-message-sig';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateNonce, signatureHeaders } from 'web-bot-auth';
import { signerFromJWK } from 'web-bot-auth/crypto';
import { type GuardedFetch, guardedFetch } from '../../../../../src/core/net/guarded-fetch.js';
import { generateKey, privateJwk, type SigningKey } from '../../../../../src/documents/signing/key.js';
import {
  readBotSignature,
  type SignedFacts,
  signerOrigin,
} from '../../../../../src/insights/activity/verify/signed-request.js';
import {
  KeyDirectories,
  readKeySet,
  WebBotAuth,
} from '../../../../../src/insights/activity/verify/web-bot-auth.js';

const NOW = 1_782_986_400;
const SITE = 'https://harbour.example';
const BOT = 'https://bot.example';
const KNOWN = { [BOT]: 'Example bot' };
const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** The bot's own server, and what it publishes. */
let directory: { status: number; body: string };
let fetched: string[] = [];
let redirects = 0;
const server = createServer((request, response) => {
  fetched.push(request.url ?? '');
  if (redirects > 0 && request.url === DIRECTORY) {
    response.writeHead(302, { Location: redirects > 1 ? DIRECTORY : '/keys' }).end();
    return;
  }
  response.writeHead(directory.status).end(directory.body);
});

let key: SigningKey;
let other: SigningKey;
let now: number;
let limit: number;
let bots: WebBotAuth;

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  [key, other] = [await generateKey(NOW - 100), await generateKey(NOW - 100)];
});

afterAll(() => void server.close());

beforeEach(() => {
  directory = { status: 200, body: keySet(key) };
  [fetched, redirects, now, limit] = [[], 0, NOW, 10];
  bots = new WebBotAuth({
    directories: new KeyDirectories({ fetch: toOwnServer(), limit: async () => limit, now: () => now }),
    origins: async () => [SITE],
    now: () => now,
  });
});

/** The guarded fetch, with the bot's server in the place of its host. */
function toOwnServer(): GuardedFetch {
  const fetch = guardedFetch({ allowPrivate: ['127.0.0.1'] });
  const { port } = server.address() as AddressInfo;
  return (url, options) => fetch(url.replace(/^https:\/\/[^/]+/, `http://127.0.0.1:${port}`), options);
}

function keySet(...keys: readonly SigningKey[]): string {
  return JSON.stringify({ keys: keys.map(({ kid, kty, crv, x }) => ({ kid, kty, crv, x, use: 'sig' })) });
}

interface Draft {
  readonly by?: SigningKey;
  readonly agent?: string;
  readonly url?: string;
  readonly created?: number;
  readonly expires?: number;
  readonly nonce?: string;
}

/** A request as the library of others signs it. */
async function signed({
  by = key,
  agent = `"${BOT}"`,
  url = `${SITE}/llms.txt`,
  created = NOW,
  expires = NOW + 300,
  nonce = generateNonce(),
}: Draft = {}): Promise<SignedFacts> {
  const signer = await signerFromJWK(privateJwk(by));
  const headers = { 'signature-agent': agent };
  const request = { method: 'GET', url, headers };
  const times = { created: new Date(created * 1000), expires: new Date(expires * 1000) };
  const fields = await signatureHeaders(request, signer, { ...times, nonce });
  return factsOf(url, {
    ...headers,
    signature: fields.Signature,
    'signature-input': fields['Signature-Input'],
  });
}

function factsOf(url: string, headers: IncomingHttpHeaders): SignedFacts {
  const { host, pathname, search } = new URL(url);
  return { method: 'GET', target: pathname + search, headers: { host, ...headers } };
}

/** A request signed with whatever components and parameters. */
async function signedWith(
  components: CreateSignatureOptions['components'],
  parameters: Readonly<Record<string, string | number>> = {},
  fields: Readonly<Record<string, string>> = { 'signature-agent': `"${BOT}"` },
  { label = 'sig1', url = `${SITE}/llms.txt?since=1` } = {},
): Promise<SignedFacts> {
  const jwk = privateJwk(key);
  const algorithm = { name: 'Ed25519' };
  const signer = webcrypto.signer(
    await crypto.subtle.importKey('jwk', { ...jwk }, algorithm, true, ['sign']),
  );
  const message = {
    kind: 'request',
    method: 'GET',
    targetUri: url,
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
  } as const;
  const base = { created: NOW, expires: NOW + 300, keyid: key.kid, tag: 'web-bot-auth' };
  const { signature, signatureInput } = await createSignature(message, {
    label,
    components,
    parameters: { ...base, ...parameters },
    signer,
  });
  return factsOf(url, { ...fields, signature, 'signature-input': signatureInput });
}

const state = async (facts: SignedFacts) => (await bots.check(facts, KNOWN)).state;

describe('a request that a library of others has signed', () => {
  it('is verified with the key that the signer publishes', async () => {
    expect(await bots.check(await signed(), KNOWN)).toEqual({ state: 'verified', signer: 'Example bot' });
    expect(fetched).toEqual([DIRECTORY]);
  });

  it('is a failure when it is signed with another key under the name of the right one', async () => {
    const forged = await signed({ by: other });
    const headers = {
      ...forged.headers,
      'signature-input': String(forged.headers['signature-input']).replace(other.kid, key.kid),
    };
    const verdict = await bots.check({ ...forged, headers }, KNOWN);
    expect(verdict).toEqual({ state: 'failed', signer: 'bot.example' });
  });

  it('is a failure when it was changed on the way', async () => {
    const facts = await signedWith(['@authority', '@path', 'signature-agent']);
    expect(await state(facts)).toBe('verified');
    expect(await state({ ...facts, target: '/llms-full.txt' })).toBe('failed');
  });

  it.each([
    ['@authority', ['@authority', 'signature-agent']],
    ['@target-uri', ['@target-uri', 'signature-agent']],
    ['every part of the target', ['@method', '@scheme', '@authority', '@path', '@query', 'signature-agent']],
    ['a header', ['@authority', 'signature-agent', 'accept']],
  ])('may cover %s', async (_, components) => {
    const fields = { 'signature-agent': `"${BOT}"`, accept: 'text/markdown' };
    expect(await state(await signedWith(components, {}, fields))).toBe('verified');
  });

  it('may name its signer as a member of a dictionary', async () => {
    const agent = { name: 'signature-agent', parameters: { key: 'sig1' } };
    const fields = { 'signature-agent': `other="https://else.example", sig1="${BOT}"` };
    expect(await state(await signedWith(['@authority', agent], {}, fields))).toBe('verified');
    expect(await state(await signedWith(['@authority', 'signature-agent'], {}, fields))).toBe(
      'indeterminate',
    );
  });

  it('may carry other signatures', async () => {
    const facts = await signedWith(['@authority', 'signature-agent'], {}, undefined, { label: 'bot' });
    const { signature, 'signature-input': input } = facts.headers;
    const headers = {
      ...facts.headers,
      'signature-input': `proxy=("@method");created=1;keyid="p";tag="other", ${String(input)}`,
      signature: `proxy=:AAAA:, ${String(signature)}`,
    };
    expect(await state({ ...facts, headers })).toBe('verified');
  });
});

describe('nothing follows from a request', () => {
  it('without a signature, or with one of another kind', async () => {
    expect(await state(factsOf(SITE, {}))).toBe('unsigned');
    expect(await state(await signedWith(['@authority', 'signature-agent'], { tag: 'other' }))).toBe(
      'unsigned',
    );
    expect(fetched).toEqual([]);
  });

  it.each<readonly [string, () => Promise<SignedFacts>]>([
    ['that is not valid yet', () => signed({ created: NOW + 121, expires: NOW + 300 })],
    ['that has expired', () => signed({ created: NOW - 400, expires: NOW - 120 })],
    ['that is valid for longer than a day', () => signed({ created: NOW, expires: NOW + 86_401 })],
    [
      'that expires before it begins',
      () => signedWith(['@authority', 'signature-agent'], { created: NOW + 9, expires: NOW + 8 }),
    ],
    ['for no site', () => signedWith(['@path', 'signature-agent'])],
    ['that does not cover who signs', () => signedWith(['@authority'])],
    [
      'that covers what is not there any more',
      async () => {
        const fields = { 'signature-agent': `"${BOT}"`, accept: 'text/markdown' };
        return without(await signedWith(['@authority', 'signature-agent', 'accept'], {}, fields), 'accept');
      },
    ],
  ])('%s', async (_, draft) => {
    expect(await state(await draft())).toBe('indeterminate');
  });

  it.each(['created', 'expires', 'keyid'])('without %s', async (name) => {
    const facts = await signed();
    const input = String(facts.headers['signature-input']).replace(
      new RegExp(`;${name}=(?:"[^"]*"|\\d+)`),
      '',
    );
    const headers = { ...facts.headers, 'signature-input': input };
    expect(readBotSignature({ headers }, NOW)).toBe('unusable');
  });

  it('within two minutes that clocks may differ', async () => {
    expect(await state(await signed({ created: NOW + 120, expires: NOW + 300 }))).toBe('verified');
    expect(await state(await signed({ created: NOW - 400, expires: NOW - 119 }))).toBe('verified');
  });

  it('that was made for another site, whoever shows it', async () => {
    const stolen = await signed({ url: 'https://elsewhere.example/llms.txt' });
    expect(await state(stolen)).toBe('indeterminate');
    // Under our own name it is forged.
    expect(await state({ ...stolen, headers: { ...stolen.headers, host: 'harbour.example' } })).toBe(
      'failed',
    );
  });

  it('at an address of loopback is as good as at the site', async () => {
    expect(await state(await signed({ url: 'http://127.0.0.1:8787/llms.txt' }))).toBe('verified');
  });

  it('that is shown again', async () => {
    const facts = await signed();
    expect([await state(facts), await state(facts)]).toEqual(['verified', 'indeterminate']);
    now += 300 + 119;
    expect(await state(facts)).toBe('indeterminate');
    const without = await signedWith(['@authority', 'signature-agent'], { expires: now + 300 });
    expect([await state(without), await state(without)]).toEqual(['verified', 'verified']);
  });

  it('and a forged one does not use up the nonce of a good one', async () => {
    const good = await signed();
    const forged = { ...good, headers: { ...good.headers, signature: 'sig1=:AAAA:' } };
    expect(await state(forged)).toBe('failed');
    expect(await state(good)).toBe('verified');
  });

  it('of a signer that nobody knows, who is not even asked', async () => {
    expect(await state(await signed({ agent: '"https://stranger.example"' }))).toBe('indeterminate');
    expect(fetched).toEqual([]);
  });

  it('whatever it says', async () => {
    const field = fc.oneof(
      fc.string(),
      fc.constantFrom('sig1=()', 'sig1=("@authority");tag="web-bot-auth"', '=', '"'),
    );
    await fc.assert(
      fc.asyncProperty(field, field, field, async (signature, input, agent) => {
        const headers = { signature, 'signature-input': input, 'signature-agent': agent };
        expect(['unsigned', 'indeterminate']).toContain(await state(factsOf(SITE, headers)));
      }),
    );
  });
});

describe('the directory of a signer', () => {
  it('is remembered for six hours', async () => {
    await state(await signed());
    directory = { status: 200, body: keySet(other) };
    now += 6 * 3600 - 1;
    expect(await state(await signed({ created: now, expires: now + 60 }))).toBe('verified');
    now += 1;
    expect(await state(await signed({ created: now, expires: now + 60 }))).toBe('indeterminate');
    expect(fetched).toHaveLength(2);
  });

  it.each([
    ['missing', 404, ''],
    ['failing', 500, ''],
    ['a page', 200, '<!doctype html>'],
    ['without keys', 200, '{"keys":[]}'],
    ['too long', 200, `{"keys":[]}${' '.repeat(65_536)}`],
  ])('that is %s is asked for again after five minutes', async (_, status, body) => {
    directory = { status, body };
    expect(await state(await signed())).toBe('indeterminate');
    directory = { status: 200, body: keySet(key) };
    now += 299;
    expect(await state(await signed())).toBe('indeterminate');
    now += 1;
    expect(await state(await signed())).toBe('verified');
    expect(fetched).toHaveLength(2);
  });

  it('may redirect once', async () => {
    redirects = 1;
    expect(await state(await signed())).toBe('verified');
    redirects = 2;
    now += 6 * 3600;
    expect(await state(await signed({ created: now, expires: now + 60 }))).toBe('indeterminate');
  });

  it('is asked for at most ten times a minute, and once by visits at the same time', async () => {
    limit = 1;
    const both = await Promise.all([signed(), signed()].map(async (facts) => state(await facts)));
    expect(both).toEqual(['verified', 'verified']);
    expect(fetched).toHaveLength(1);
    now += 6 * 3600;
    limit = 0;
    expect(await state(await signed({ created: now, expires: now + 60 }))).toBe('indeterminate');
    expect(fetched).toHaveLength(1);
  });

  it('has keys that are valid for a time', async () => {
    const { kty, crv, x } = key;
    directory.body = JSON.stringify({ keys: [{ kty, crv, x, nbf: NOW + 10, exp: NOW + 20 }] });
    expect(await state(await signed())).toBe('indeterminate');
    now = NOW + 10;
    expect(await state(await signed())).toBe('verified');
    now = NOW + 20;
    expect(await state(await signed())).toBe('indeterminate');
  });

  it('names keys by their thumbprints alone', async () => {
    const { kid, kty, crv, x } = key;
    const rows = [
      { kid: 'mine', kty, crv, x },
      { kid, kty, crv, x: other.x },
      { kid, kty: 'RSA', n: 'x' },
      { kid, kty, crv: 'X25519', x },
      { kid, kty, crv, x: 'short' },
      { kid, kty, crv, x, use: 'enc' },
      null,
    ];
    const keys = await readKeySet(JSON.stringify({ keys: rows }));
    expect(keys.map((one) => one.kid)).toEqual([key.kid, other.kid]);
  });
});

describe('the origin of a signer', () => {
  it.each([
    ['https://bot.example', 'https://bot.example'],
    ['HTTPS://Bot.Example/', 'https://bot.example'],
    ['https://bot.example:443', 'https://bot.example'],
    ['https://xn--bt-fka.example', 'https://xn--bt-fka.example'],
  ])('%s', (text, origin) => {
    expect(signerOrigin(text)).toBe(origin);
  });

  it.each([
    'http://bot.example',
    'https://bot.example:8443',
    'https://bot.example/keys',
    'https://bot.example?x',
    'https://bot.example#x',
    'https://user@bot.example',
    'https://user:secret@bot.example',
    'https://localhost',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://bot.123',
    'bot.example',
    '',
    7,
    undefined,
  ])('is not %s', (value) => {
    expect(signerOrigin(value)).toBeUndefined();
  });
});

function without(facts: SignedFacts, name: string): SignedFacts {
  const headers = { ...facts.headers };
  delete headers[name];
  return { ...facts, headers };
}
