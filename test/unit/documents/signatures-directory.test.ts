import { describe, expect, it } from 'vitest';
import { headersOf } from '../../../src/documents/headers.js';
import { publicHalf } from '../../../src/documents/signing/key.js';
import { publishedKeys, rotated } from '../../../src/documents/signing/keys.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import { documentRow, filesOf, NOW, testContext } from '../../support/documents/context.js';
import { TEST_KEY_TIME, TEST_SECRET, testKey } from '../../support/documents/signing/test-key.js';

const FILE = '.well-known/http-message-signatures-directory';
const SCHEMA = 'http-message-signatures-directory.schema.json';
const key = await testKey();

function directory(keys: Parameters<typeof publishedKeys>[0]) {
  const signing = { keys: publishedKeys(keys, NOW, 90), signedIds: new Set<string>() };
  const text = filesOf('signatures-directory', testContext({ signing }))[FILE] ?? '';
  return { text, document: JSON.parse(text) as { keys: Record<string, unknown>[] } };
}

describe('the key directory', () => {
  it('[4.2-key-directory] lists the public key under its thumbprint', () => {
    const { text, document } = directory({ current: key, retired: [] });
    expect(text).toBe(`{
    "keys": [
        {
            "kid": "${key.kid}",
            "kty": "OKP",
            "crv": "Ed25519",
            "x": "${key.x}",
            "alg": "EdDSA",
            "use": "sig",
            "nbf": ${TEST_KEY_TIME},
            "exp": ${TEST_KEY_TIME + 63_072_000}
        }
    ]
}`);
    expect(schemaErrors(SCHEMA, document)).toEqual([]);
  });

  it('[4.2-key-directory] exists only while signing is on', () => {
    expect(filesOf('signatures-directory', testContext())).toEqual({});
    expect(testContext().served('signatures-directory')).toBe(false);
  });

  it('lists retired keys behind the current one', async () => {
    const { text, document } = directory(await rotated({ current: key, retired: [] }, NOW, 90));
    expect(document.keys.map(({ kid }) => kid)[1]).toBe(key.kid);
    expect(document.keys[1]).toMatchObject({ exp: NOW + 90 * 86_400 });
    expect(schemaErrors(SCHEMA, document)).toEqual([]);
    expect(text).not.toContain(TEST_SECRET);
  });

  it('knows no times of a key from the environment', () => {
    const { nbf: _nbf, ...current } = key;
    expect(directory({ current, retired: [] }).document.keys[0]).not.toHaveProperty('exp');
  });

  it('never holds a secret, by its schema', () => {
    const one = { ...publicHalf(key), alg: 'EdDSA', use: 'sig' };
    expect(schemaErrors(SCHEMA, { keys: [one] })).toEqual([]);
    expect(schemaErrors(SCHEMA, { keys: [{ ...one, d: TEST_SECRET }] })).not.toEqual([]);
    expect(schemaErrors(SCHEMA, { keys: [] })).not.toEqual([]);
    expect(schemaErrors(SCHEMA, { keys: [{ ...one, kid: 'short' }] })).not.toEqual([]);
  });
});

it('has its registered type where the owner wants that', () => {
  const type = (registered_directory_type: boolean) =>
    headersOf(documentRow('signatures-directory'), {
      bypass_shared_cache: false,
      registered_directory_type,
    })['Content-Type'];
  expect(type(true)).toBe('application/http-message-signatures-directory+json');
  expect(type(false)).toBe('application/json; charset=UTF-8');
});
