import { readFileSync } from 'node:fs';
import { keyFromJwk, type SigningKey } from '../../../../src/documents/signing/key.js';

/** Text of the key that is published with the source, for tests alone. */
export const TEST_KEY_TEXT = readFileSync('fixtures/signing-key.jwk', 'utf8');

const jwk = JSON.parse(TEST_KEY_TEXT) as Record<string, unknown>;

/** Its secret part, which no output may hold. */
export const TEST_SECRET = String(jwk['d']);

/** When it was made. */
export const TEST_KEY_TIME = 1_767_225_600;

/** The key itself. */
export function testKey(): Promise<SigningKey> {
  return keyFromJwk(jwk);
}
