import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateNonce, signatureHeaders } from 'web-bot-auth';
import { signerFromJWK } from 'web-bot-auth/crypto';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings, type Settings } from '../../../../../src/config/settings.js';
import { guardedFetch } from '../../../../../src/core/net/guarded-fetch.js';
import { generateKey, privateJwk, type SigningKey } from '../../../../../src/documents/signing/key.js';
import { Verification } from '../../../../../src/insights/activity/verify/verification.js';

const NOW = 1_782_986_400;
const URL_ = 'https://harbour.example/llms.txt';
const GPT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

let key: SigningKey;
let other: SigningKey;
/** The servers of operators: key directory and range file. */
const operator = createServer((request, response) => {
  const isDirectory = request.url?.startsWith('/.well-known/') === true;
  const { kty, crv, x, kid } = key;
  response.end(JSON.stringify(isDirectory ? { keys: [{ kty, crv, x, kid }] } : ['192.0.2.0/24']));
});

beforeAll(async () => {
  [key, other] = [await generateKey(NOW), await generateKey(NOW)];
  await new Promise<void>((resolve) => void operator.listen(0, '127.0.0.1', resolve));
});

afterAll(() => void operator.close());

async function verificationWith(values: Partial<Settings>, hooks = new Hooks()): Promise<Verification> {
  const settings = { ...defaultSettings(), ...values };
  const fetch = guardedFetch({ allowPrivate: ['127.0.0.1'] });
  const { port } = operator.address() as AddressInfo;
  const verification = new Verification({
    settings: async () => settings,
    hooks,
    dns: {
      names: async () => ({ kind: 'unsure' }),
      addresses: async () => ({ kind: 'unsure' }),
    },
    fetch: (url, options) => fetch(url.replace(/^https:\/\/[^/]+/, `http://127.0.0.1:${port}`), options),
    store: { load: async () => [], save: async () => undefined },
    origins: async () => ['https://harbour.example'],
    now: () => NOW,
    logError: (error) => {
      throw error;
    },
  });
  await verification.refreshRanges();
  return verification;
}

interface Draft {
  readonly by?: SigningKey;
  readonly origin?: string;
  readonly userAgent?: string;
}

/** A signed request; the key that is named is always the right one. */
async function visit({ by = key, origin = 'https://chatgpt.com', userAgent = GPT }: Draft = {}) {
  const request = { method: 'GET', url: URL_, headers: { 'signature-agent': `"${origin}"` } };
  const signing = await signerFromJWK(privateJwk(by));
  const signer = { alg: signing.alg, keyid: key.kid, sign: (data: string) => signing.sign(data) };
  const times = { created: new Date(NOW * 1000), expires: new Date((NOW + 60) * 1000) };
  const fields = await signatureHeaders(request, signer, { ...times, nonce: generateNonce() });
  const headers: IncomingHttpHeaders = {
    host: 'harbour.example',
    ...request.headers,
    signature: fields.Signature,
    'signature-input': fields['Signature-Input'],
  };
  return { userAgent, method: 'GET', target: '/llms.txt', headers };
}

const INSIDE = '192.0.2.7';
const OUTSIDE = '198.51.100.7';

describe('the signature of a recognised signer', () => {
  it('decides, whatever the address says', async () => {
    const verification = await verificationWith({ verify_bots: true });
    const [good, forged] = [await visit(), await visit({ by: other })];
    const unsigned = { ...good, headers: {} };
    expect(await verification.check(unsigned, OUTSIDE)).toEqual({ verdict: 2, network: '', signer: '' });
    expect(await verification.check(good, OUTSIDE)).toEqual({
      verdict: 1,
      network: '',
      signer: 'OpenAI agent',
    });
    expect(await verification.check(unsigned, INSIDE)).toEqual({ verdict: 1, network: '', signer: '' });
    expect(await verification.check(forged, INSIDE)).toEqual({
      verdict: 2,
      network: '',
      signer: 'chatgpt.com',
    });
    await verification.close();
  });

  it('leaves the verdict to the address when it is shown again', async () => {
    const verification = await verificationWith({ verify_bots: true });
    const good = await visit();
    await verification.check(good, OUTSIDE);
    expect(await verification.check(good, OUTSIDE)).toEqual({ verdict: 2, network: '', signer: '' });
    await verification.close();
  });

  it('is that of nobody whom nobody knows, unless a plugin does', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_known_signature_agents', (list) => ({ ...list, 'https://tea.example': 'Tea' }));
    const tea = await visit({ origin: 'https://tea.example', userAgent: 'TeaBot/1.0' });
    const forged = await visit({ origin: 'https://tea.example', userAgent: 'TeaBot/1.0', by: other });
    const without = await verificationWith({ verify_bots: true });
    expect((await without.check(tea, OUTSIDE)).verdict).toBe(0);
    expect((await without.check(forged, OUTSIDE)).verdict).toBe(0);
    await without.close();
    const knowing = await verificationWith({ verify_bots: true }, hooks);
    expect(await knowing.check(tea, OUTSIDE)).toMatchObject({ verdict: 1, signer: 'Tea' });
    expect(await knowing.check(forged, OUTSIDE)).toMatchObject({ verdict: 2, signer: 'tea.example' });
    await knowing.close();
  });

  it('counts only while bots are verified', async () => {
    const verification = await verificationWith({ identify_bots: true });
    expect(await verification.check(await visit(), INSIDE)).toMatchObject({ verdict: 1, signer: '' });
    await verification.close();
  });
});
