import { createPublicKey, verify, type webcrypto as webCrypto } from 'node:crypto';
import fc from 'fast-check';
import { createSignature, type Signer, verifySignature, webcrypto } from 'http-message-sig';
import { describe, expect, it } from 'vitest';
import { generateKey, publicHalf, type SigningKey } from '../../../../src/documents/signing/key.js';
import { renewalTime, renewSignature } from '../../../../src/documents/signing/renew.js';
import {
  type DocumentToSign,
  recordOf,
  type SignedHeaders,
  signDocument,
} from '../../../../src/documents/signing/sign.js';
import {
  type ReceivedDocument,
  verifyDocument,
  verifyMessage,
} from '../../../../src/documents/signing/verify.js';
import { NOW } from '../../../support/documents/context.js';
import { testKey } from '../../../support/documents/signing/test-key.js';

const key = await testKey();
const otherKey = await generateKey(0);
const URL_ = 'https://tea.example/.well-known/discovery.json';
const DAY = 86_400;

function document(more: Partial<DocumentToSign> = {}): DocumentToSign {
  return { bytes: Buffer.from('{"a": "ü"}'), url: URL_, key, created: NOW, maxAgeDays: 90, ...more };
}

function received(headers: SignedHeaders, more: Partial<ReceivedDocument> = {}): ReceivedDocument {
  const { bytes, url } = document();
  return { bytes, url, headers: Object.entries(headers), keys: [publicHalf(key)], now: NOW, ...more };
}

describe('a signed document', () => {
  const headers = signDocument(document());

  it('[5-signature-headers] has digests, what was signed and the signature', () => {
    expect(Object.keys(headers)).toEqual(['Content-Digest', 'Repr-Digest', 'Signature-Input', 'Signature']);
    expect(headers['Repr-Digest']).toBe(headers['Content-Digest']);
    expect(headers['Content-Digest']).toMatch(/^sha-256=:[\w+/]{43}=:$/);
    expect(headers['Signature-Input']).toBe(
      `sig1=("@status" "@authority";req "@path";req "content-digest");created=${NOW};expires=${NOW + 90 * DAY};keyid="${key.kid}";alg="ed25519"`,
    );
    expect(headers.Signature).toMatch(/^sig1=:[\w+/]{86}==:$/);
  });

  it('is signed over the base that RFC 9421 describes', () => {
    const base = [
      '"@status": 200',
      '"@authority";req: tea.example',
      '"@path";req: /.well-known/discovery.json',
      `"content-digest": ${headers['Content-Digest']}`,
      `"@signature-params": ${headers['Signature-Input'].slice('sig1='.length)}`,
    ].join('\n');
    const signature = Buffer.from(headers.Signature.slice('sig1=:'.length, -1), 'base64');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' });
    expect(verify(null, Buffer.from(base), publicKey, signature)).toBe(true);
  });

  it('verifies', () => {
    expect(verifyDocument(received(headers))).toEqual({
      outcome: 'verified',
      label: 'sig1',
      keyid: key.kid,
      created: NOW,
      expires: NOW + 90 * DAY,
      tag: undefined,
      components: ['"@status"', '"@authority";req', '"@path";req', '"content-digest"'],
    });
  });

  it.each<[string, Partial<ReceivedDocument>, object]>([
    ['other bytes', { bytes: Buffer.from('{"a": "u"}') }, { outcome: 'invalid', reason: 'digest-mismatch' }],
    ['another path', { url: 'https://tea.example/x' }, { outcome: 'invalid', reason: 'bad-signature' }],
    ['another host', { url: URL_.replace('tea', 'tee') }, { outcome: 'invalid', reason: 'bad-signature' }],
    ['another port', { url: URL_.replace('example', 'example:8443') }, { reason: 'bad-signature' }],
    ['another status', { status: 404 }, { outcome: 'invalid', reason: 'bad-signature' }],
    ['its last second', { now: NOW + 90 * DAY - 1 }, { outcome: 'verified' }],
    ['its expiry', { now: NOW + 90 * DAY }, { outcome: 'invalid', reason: 'expired' }],
    ['its expiry, with clocks that differ', { now: NOW + 90 * DAY, skew: 60 }, { outcome: 'verified' }],
    ['a time before it', { now: NOW - 1 }, { outcome: 'invalid', reason: 'not-yet-valid' }],
    ['no keys', { keys: [] }, { outcome: 'unverified', reason: 'unknown-key' }],
    ['no headers', { headers: [] }, { outcome: 'unverified', reason: 'unsigned' }],
    ['half of the headers', { headers: [['Signature', headers.Signature]] }, { reason: 'unsigned' }],
    [
      'the signature of another label',
      { headers: Object.entries({ ...headers, Signature: headers.Signature.replace('sig1', 'sig2') }) },
      { outcome: 'unverified', reason: 'malformed' },
    ],
    [
      'headers that are no structured fields',
      { headers: [...Object.entries(headers), ['Signature', '(((']] },
      { outcome: 'unverified', reason: 'malformed' },
    ],
    [
      'no digest',
      { headers: Object.entries(headers).filter(([name]) => name !== 'Content-Digest') },
      { outcome: 'invalid', reason: 'component' },
    ],
    [
      'a key that expired',
      { keys: [{ ...publicHalf(key), exp: NOW }] },
      { outcome: 'invalid', reason: 'key-expired' },
    ],
    [
      'a key that is not valid yet',
      { keys: [{ ...publicHalf(key), nbf: NOW + 1 }] },
      { outcome: 'invalid', reason: 'key-expired' },
    ],
    [
      'a key that is not valid yet, with clocks that differ',
      { keys: [{ ...publicHalf(key), nbf: NOW + 60 }], skew: 60 },
      { outcome: 'verified' },
    ],
    [
      'a key that expired, with clocks that differ',
      { keys: [{ ...publicHalf(key), exp: NOW - 59 }], skew: 60 },
      { outcome: 'verified' },
    ],
    ['a time before it, with clocks that differ', { now: NOW - 60, skew: 60 }, { outcome: 'verified' }],
    [
      'a time before it, with clocks that differ by more',
      { now: NOW - 61, skew: 60 },
      { outcome: 'invalid', reason: 'not-yet-valid' },
    ],
    [
      'a key that is none',
      { keys: [{ ...publicHalf(key), x: 'short' }] },
      { outcome: 'unverified', reason: 'unknown-key' },
    ],
    [
      'an algorithm that the key does not have',
      {
        headers: Object.entries({
          ...headers,
          'Signature-Input': headers['Signature-Input'].replace('ed25519', 'hmac-sha256'),
        }),
      },
      { outcome: 'invalid', reason: 'algorithm' },
    ],
  ])('with %s', (_name, change, verdict) => {
    expect(verifyDocument(received(headers, change))).toMatchObject(verdict);
  });

  it('is not verified by another key under its name', async () => {
    const other = await generateKey(NOW);
    const keys = [{ ...publicHalf(other), kid: key.kid }];
    expect(verifyDocument(received(headers, { keys }))).toMatchObject({ reason: 'bad-signature' });
  });

  it('is not verified when the signature covers less than ours do', () => {
    const own = signDocument({ ...document(), form: 'directory' });
    expect(verifyDocument(received(own))).toMatchObject({ outcome: 'unverified', reason: 'uncovered' });
    expect(verifyDocument(received(own, { form: 'directory' }))).toMatchObject({ outcome: 'verified' });
    expect(verifyDocument(received(headers, { form: 'directory' }))).toMatchObject({ reason: 'unsigned' });
  });
});

const bodies = fc.uint8Array({ maxLength: 200 });
const paths = fc.webPath().filter((path) => path.startsWith('/'));
const hosts = fc.webAuthority({ withPort: true });
const times = fc.integer({ min: 1, max: 4_000_000_000 });

/** What can be changed about a document or its headers. */
const changes = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant('path' as const), path: paths }),
  fc.record({ kind: fc.constant('host' as const), host: hosts }),
  fc.record({ kind: fc.constant('status' as const), status: fc.integer({ min: 100, max: 599 }) }),
  fc.record({ kind: fc.constant('created' as const), by: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constant('signature' as const),
    at: fc.nat({ max: 63 }),
    by: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ kind: fc.constant('length' as const), extra: fc.uint8Array({ minLength: 1, maxLength: 3 }) }),
);

function changed(
  one: ReceivedDocument,
  change: typeof changes extends fc.Arbitrary<infer T> ? T : never,
): ReceivedDocument | undefined {
  const headers = new Map(one.headers);
  const bytes = Buffer.from(one.bytes);
  switch (change.kind) {
    case 'byte':
      if (bytes.length === 0) return undefined;
      bytes[change.at % bytes.length] = ((bytes[change.at % bytes.length] ?? 0) + change.by) % 256;
      return { ...one, bytes };
    case 'length':
      return { ...one, bytes: Buffer.concat([bytes, change.extra]) };
    case 'path': {
      const url = new URL(one.url).origin + change.path;
      return new URL(url).pathname === new URL(one.url).pathname ? undefined : { ...one, url };
    }
    case 'host': {
      const url = `https://${change.host}${new URL(one.url).pathname}`;
      return URL.canParse(url) && new URL(url).host !== new URL(one.url).host ? { ...one, url } : undefined;
    }
    case 'status':
      return change.status === 200 ? undefined : { ...one, status: change.status };
    case 'created': {
      const input = headers.get('Signature-Input') ?? '';
      const later = input.replace(
        /created=(\d+)/,
        (_all, time: string) => `created=${Number(time) - change.by}`,
      );
      return { ...one, headers: headers.set('Signature-Input', later) };
    }
    case 'signature': {
      const raw = Buffer.from((headers.get('Signature') ?? '').slice(6, -1), 'base64');
      raw[change.at] = ((raw[change.at] ?? 0) + change.by) % 256;
      return { ...one, headers: headers.set('Signature', `sig1=:${raw.toString('base64')}:`) };
    }
  }
}

describe('for any document', () => {
  const any = fc.record({
    bytes: bodies,
    path: paths,
    host: hosts,
    created: times,
    days: fc.integer({ min: 1, max: 365 }),
  });

  it('what was signed verifies, and nothing that was changed does', () => {
    fc.assert(
      fc.property(any, changes, ({ bytes, path, host, created, days }, change) => {
        const url = `https://${host}${path}`;
        fc.pre(URL.canParse(url));
        const headers = signDocument({ bytes, url, key, created, maxAgeDays: days });
        const whole = {
          bytes,
          url,
          headers: Object.entries(headers),
          keys: [publicHalf({ ...key, nbf: 0 })],
          now: created,
        };
        expect(verifyDocument(whole)).toMatchObject({ outcome: 'verified', created });
        const other = changed(whole, change);
        fc.pre(other !== undefined);
        expect(verifyDocument(other ?? whole).outcome).toBe('invalid');
      }),
      { numRuns: 300 },
    );
  });

  it('nothing that a message says makes verifying throw', () => {
    const field = fc.tuple(fc.constantFrom('Signature', 'Signature-Input', 'Content-Digest'), fc.string());
    const started = fc.tuple(
      fc.constant('Signature-Input'),
      fc.string().map((text) => `sig1=("@status" ${text});keyid="${key.kid}"`),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(field, started)), (fields) => {
        const headers = [...fields, ['Signature', 'sig1=:AAAA:']] as [string, string][];
        expect(verifyDocument(received(signDocument(document()), { headers })).outcome).not.toBe('verified');
      }),
    );
  });
});

describe('a signature that is kept', () => {
  const first = recordOf(document());
  const half = NOW + 45 * DAY;

  it('is the same until half of its validity is spent', () => {
    expect(renewalTime(first)).toBe(half);
    const { record, headers } = renewSignature(first, document({ created: half - 1 }));
    expect(record).toBe(first);
    expect(headers).toEqual(signDocument(document()));
    expect(renewSignature(first, document({ created: half })).record).toMatchObject({ created: half });
  });

  it.each<[string, Partial<DocumentToSign>]>([
    ['other bytes', { bytes: Buffer.from('{}') }],
    ['another path', { url: `${URL_}x` }],
    ['another host', { url: URL_.replace('tea', 'tee') }],
    ['another validity', { maxAgeDays: 91 }],
    ['another key', { key: otherKey }],
    ['another form', { form: 'directory' }],
    ['a clock that was set back', { created: NOW - 1 }],
  ])('is made anew for %s', (_name, change) => {
    const now = NOW + 1;
    const { record } = renewSignature(first, document({ created: now, ...change }));
    expect(record).toMatchObject({ created: change.created ?? now });
    expect(record.signature).not.toBe(first.signature);
  });

  it.each([
    ['none', undefined],
    ['one without a signature', { ...first, signature: undefined as unknown as string }],
    ['one with a foreign signature', { ...first, signature: Buffer.alloc(64).toString('base64') }],
    ['one with times that are none', { ...first, created: NOW - 0.5, expires: NOW + 90 * DAY - 0.5 }],
  ])('is made anew for %s', (_name, previous) => {
    const { headers } = renewSignature(previous, document());
    expect(headers).toEqual(signDocument(document()));
  });
});

/** The judge: a library of others that implements RFC 9421. */
describe('http-message-sig', () => {
  const request = { kind: 'request', method: 'GET', targetUri: URL_, fields: [] } as const;
  const algorithm = { name: 'Ed25519' };

  async function verifier(one: SigningKey) {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: one.x };
    return webcrypto.verifier(await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify']));
  }

  it.each<[string, SignedHeaders, string[]]>([
    ['documents', signDocument(document()), ['@status', 'content-digest']],
    ['key directories', signDocument({ ...document(), form: 'directory' }), ['content-digest']],
  ])('verifies our signatures of %s', async (_name, headers, requiredComponents) => {
    const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
    const message = { kind: 'response', status: 200, fields, request } as const;
    const policy = {
      algorithms: ['ed25519'],
      requiredComponents,
      requiredParameters: ['created', 'expires', 'keyid'],
      now: NOW + 1,
    };
    const theirs = await verifier(key);
    const resolveVerifier = () => theirs;
    const verified = await verifySignature(message, { policy, resolveVerifier });
    expect(verified.parameters).toMatchObject({ keyid: key.kid, created: NOW });
    const other = { ...message, request: { ...request, targetUri: 'https://tee.example/' } };
    await expect(verifySignature(other, { policy, resolveVerifier })).rejects.toMatchObject({
      code: 'VerificationFailed',
    });
  });

  it('makes signatures that we verify', async () => {
    const bytes = Buffer.from('{"from": "elsewhere"}');
    const { 'Content-Digest': digest } = signDocument(document({ bytes }));
    const message = {
      kind: 'response',
      status: 200,
      fields: [{ name: 'Content-Digest', value: digest }],
      request,
    } as const;
    const pair = (await crypto.subtle.generateKey(algorithm, true, [
      'sign',
      'verify',
    ])) as webCrypto.CryptoKeyPair;
    const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    const signer: Signer = webcrypto.signer(pair.privateKey);
    const { signature, signatureInput } = await createSignature(message, {
      label: 'theirs',
      components: ['content-digest', { name: '@path', parameters: { req: true } }],
      parameters: { created: NOW, expires: NOW + 60, keyid: 'k', alg: 'ed25519', nonce: 'n' },
      signer,
    });
    const verdict = verifyMessage(
      {
        kind: 'response',
        status: 200,
        fields: [
          ['Content-Digest', digest],
          ['Signature', signature],
          ['Signature-Input', signatureInput],
        ],
        request: { kind: 'request', method: 'GET', url: URL_, fields: [] },
      },
      { keys: [{ kid: 'k', kty: 'OKP', crv: 'Ed25519', x }], now: NOW, body: bytes },
    );
    expect(verdict).toMatchObject({ outcome: 'verified', label: 'theirs', expires: NOW + 60 });
  });
});
