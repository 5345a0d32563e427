import { createPrivateKey } from 'node:crypto';
import { type InnerList, parseDictionary, serializeInnerList } from 'structured-headers';
import { describe, expect, it } from 'vitest';
import { checkContentDigest, contentDigest } from '../../../../src/documents/signing/content-digest.js';
import { keyFromJwk, thumbprint } from '../../../../src/documents/signing/key.js';
import { DIRECTORY_TAG, signDocument, signMessage } from '../../../../src/documents/signing/sign.js';
import {
  type HttpMessage,
  type RequestMessage,
  signatureBase,
} from '../../../../src/documents/signing/signature-base.js';
import { verifyMessage } from '../../../../src/documents/signing/verify.js';

/** The key `test-key-ed25519` of RFC 9421 appendix B.1.4, which everybody knows. */
const RFC_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
} as const;
const RFC_THUMBPRINT = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U';

const PRIVATE = createPrivateKey({ key: { ...RFC_KEY }, format: 'jwk' });

/** The request of RFC 9421 appendix B.2. */
const REQUEST: RequestMessage = {
  kind: 'request',
  method: 'POST',
  url: 'https://example.com/foo?param=Value&Pet=dog',
  fields: [
    ['Host', 'example.com'],
    ['Date', 'Tue, 20 Apr 2021 02:07:55 GMT'],
    ['Content-Type', 'application/json'],
    [
      'Content-Digest',
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    ],
    ['Content-Length', '18'],
  ],
};

function list(input: string): InnerList {
  return parseDictionary(`sig1=${input}`).get('sig1') as InnerList;
}

function signed(message: HttpMessage, input: string): string {
  return signMessage(message, list(input), PRIVATE).toString('base64');
}

describe('RFC 9421', () => {
  const input =
    '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
  const signature =
    'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==';

  it('B.2.6: the signature base and the Ed25519 signature', () => {
    expect(signatureBase(REQUEST, list(input))).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@method": POST',
        '"@path": /foo',
        '"@authority": example.com',
        '"content-type": application/json',
        '"content-length": 18',
        `"@signature-params": ${input}`,
      ].join('\n'),
    );
    expect(signed(REQUEST, input)).toBe(signature);
  });

  it('B.2.6: verifies, and its digest fits the body', () => {
    const fields = [
      ...REQUEST.fields,
      ['Signature-Input', `sig-b26=${input}`],
      ['Signature', `sig-b26=:${signature}:`],
    ];
    const keys = [{ ...RFC_KEY, kid: 'test-key-ed25519' }];
    const message = { ...REQUEST, fields: fields as [string, string][] };
    const verdict = verifyMessage(message, { keys, now: 1_618_884_473 });
    expect(verdict).toMatchObject({ outcome: 'verified', label: 'sig-b26', created: 1_618_884_473 });
    const digest = [...REQUEST.fields].find(([name]) => name === 'Content-Digest')?.[1] ?? '';
    expect(checkContentDigest(digest, Buffer.from('{"hello": "world"}'))).toBe('match');
  });

  it.each([
    ['both fit', '{"hello": "world"}', '{"hello": "world"}', 'match'],
    ['the second is of other bytes', '{"hello": "world"}', '{"hello": "moon"}', 'mismatch'],
    ['the first is of other bytes', '{"hello": "moon"}', '{"hello": "world"}', 'mismatch'],
  ])('of two digests: %s', (_, first, second, result) => {
    const digests = [
      contentDigest(Buffer.from(first), 'sha-256'),
      contentDigest(Buffer.from(second), 'sha-512'),
    ];
    expect(checkContentDigest(digests.join(', '), Buffer.from('{"hello": "world"}'))).toBe(result);
    const passedOver = `other=:AAAA:, ${digests.join(', ')}`;
    expect(checkContentDigest(passedOver, Buffer.from('{"hello": "world"}'))).toBe(result);
  });

  it('a response that covers a component of its request', () => {
    const response: HttpMessage = {
      kind: 'response',
      status: 200,
      request: { kind: 'request', method: 'GET', url: 'https://EXAMPLE.com:443/', fields: [] },
      fields: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['Content-Digest', 'sha-256=:ljjRGRRzXQByAC3U1nxzSpTuegzYRebcvJhO51gYYKc=:'],
      ],
    };
    const input = `("@status" "content-type" "content-digest" "@authority";req);created=1700000000;expires=1700003600;keyid="${RFC_THUMBPRINT}";alg="ed25519"`;
    expect(contentDigest(Buffer.from('{"keys":[]}'))).toBe(
      'sha-256=:ljjRGRRzXQByAC3U1nxzSpTuegzYRebcvJhO51gYYKc=:',
    );
    expect(signed(response, input)).toBe(
      'Vg42CweqNs0KcIfM37+rdoNCr2ntLWFDC4dGJnjx8Uv8JwoTciMKP3PocrWyNLnDYpkXrjQli/ebN+8W+pBuAQ==',
    );
  });
});

describe('RFC 9530', () => {
  it.each([
    ['{"hello": "world"}\n', 'RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg='],
    ['{"hello": "world"}', 'X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE='],
  ])('the digest of %j', (text, digest) => {
    expect(contentDigest(Buffer.from(text))).toBe(`sha-256=:${digest}:`);
  });
});

describe('RFC 7638 and RFC 8037', () => {
  it.each([
    ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'],
    [RFC_KEY.x, RFC_THUMBPRINT],
  ])('the thumbprint of %s', async (x, expected) => {
    expect(await thumbprint(x)).toBe(expected);
  });

  it('the key of RFC 8037 appendix A.1 is read from its secret half', async () => {
    const d = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';
    const key = await keyFromJwk({ kty: 'OKP', crv: 'Ed25519', d });
    expect(key).toMatchObject({
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    });
  });
});

describe('Web Bot Auth', () => {
  it('the signature of a key directory', async () => {
    const body = `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"${RFC_KEY.x}","kid":"${RFC_THUMBPRINT}","use":"sig","nbf":1700000000,"exp":1800000000}]}`;
    const digest = 'sha-256=:MO+VXdVqmfguk7a+5gNomnagnVj6iiWlYx0uxR0709o=:';
    expect(contentDigest(Buffer.from(body))).toBe(digest);
    const input = `("@authority";req "content-digest");created=1700000000;expires=1700000300;keyid="${RFC_THUMBPRINT}";tag="${DIRECTORY_TAG}"`;
    const response: HttpMessage = {
      kind: 'response',
      status: 200,
      fields: [['content-digest', digest]],
      request: { kind: 'request', method: 'GET', url: 'https://example.com/x', fields: [] },
    };
    expect(signed(response, input)).toBe(
      '78E9WqdglU1NEFDVVv1b5VeZ6gI51wJaYwxGZ+9YbV/aeaxRc3t5vHathEQoqp3Q7cLfS6vJtWlaXf3cJPqkDg==',
    );
    // Ours is of the same form, for as long as signatures of documents last.
    const headers = signDocument({
      form: 'directory',
      bytes: Buffer.from(body),
      url: 'https://example.com/.well-known/http-message-signatures-directory',
      key: await keyFromJwk(RFC_KEY),
      created: 1_700_000_000,
      maxAgeDays: 1,
    });
    expect(headers['Signature-Input']).toBe(`sig1=${input.replace('1700000300', '1700086400')}`);
    expect(serializeInnerList(list(input))).toBe(input);
  });
});
