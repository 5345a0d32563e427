/** Signing keys: making, reading and publishing them. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { SvcError } from '../../core/errors.js';
import { isObject, type JsonObject, withoutUndefined } from '../../core/json.js';
import type { Warnings } from '../../core/warnings.js';
import type { PublicKey } from '../document-row.js';
import {
  KEY_FILE,
  KEY_VARIABLE,
  RETIRED_FILE,
  readStateFile,
  stateFileLabel,
  warnIfReadable,
} from './key-file.js';

/** An Ed25519 key that can sign. Its secret part stays inside `privateKey`, which prints as nothing. */
export interface SigningKey extends PublicKey {
  readonly privateKey: KeyObject;
}

/** A key that can sign, as JSON: RFC 8037 section 2. Never print it unless it was requested. */
interface PrivateJwk extends Omit<PublicKey, 'exp'> {
  readonly d: string;
}

/** The fault of a key, in words that never repeat any of it. */
class KeyProblem extends Error {}

/** PKCS #8 of an Ed25519 key up to its 32 secret bytes (RFC 8410 section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** 32 bytes in base64url without padding. */
const BYTES_32 = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** A new key. The only randomness of the program that lasts. */
export async function generateKey(now: number): Promise<SigningKey> {
  return describeKey(generateKeyPairSync('ed25519').privateKey, now);
}

/** A private key with its public half and the thumbprint of that (RFC 7638). */
async function describeKey(privateKey: KeyObject, nbf: number | undefined): Promise<SigningKey> {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = await thumbprint(x);
  return { kid, kty: 'OKP', crv: 'Ed25519', x, ...(nbf === undefined ? {} : { nbf }), privateKey };
}

/**
 * The RFC 7638 thumbprint of an Ed25519 key.
 * @param x the public key in base64url
 * @see https://www.rfc-editor.org/rfc/rfc8037#appendix-A.3
 */
export function thumbprint(x: string): Promise<string> {
  return calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x });
}

/** Only the public half of a key. */
export function publicHalf({ kid, kty, crv, x, nbf, exp }: PublicKey): PublicKey {
  return { kid, kty, crv, x, ...withoutUndefined({ nbf, exp }) };
}

/** The whole key, for the key file and for `svc keys generate --print`. */
export function privateJwk(key: SigningKey): PrivateJwk {
  const { d = '' } = key.privateKey.export({ format: 'jwk' });
  const { kid, kty, crv, x, nbf } = key;
  return { kty, crv, x, d, kid, ...(nbf === undefined ? {} : { nbf }) };
}

/**
 * Reads an Ed25519 private key from PEM.
 * @throws KeyProblem
 */
async function keyFromPem(pem: string): Promise<SigningKey> {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch {
    throw new KeyProblem("isn't a readable PEM private key without a passphrase");
  }
  if (privateKey.asymmetricKeyType !== 'ed25519') {
    throw new KeyProblem(`is a key of type ${privateKey.asymmetricKeyType}, not Ed25519`);
  }
  return describeKey(privateKey, undefined);
}

/**
 * Reads an Ed25519 private key from a JWK. Its `kid` is ignored: ours is always the thumbprint.
 * @throws KeyProblem
 */
export async function keyFromJwk(jwk: Readonly<Record<string, unknown>>): Promise<SigningKey> {
  assertEd25519(jwk);
  const { d, x, nbf } = jwk;
  if (d === undefined) throw new KeyProblem('is a public key: the member "d" is missing');
  if (!isBytes32(d)) throw new KeyProblem('has a member "d" that isn\'t 32 bytes in base64url');
  if (nbf !== undefined && !isTime(nbf))
    throw new KeyProblem('has a member "nbf" that isn\'t a time in seconds');
  const der = Buffer.concat([PKCS8_HEAD, Buffer.from(d, 'base64url')]);
  const key = await describeKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), nbf);
  if (x !== undefined && x !== key.x)
    throw new KeyProblem('has members "x" and "d" that don\'t belong together');
  return key;
}

/**
 * Reads the public half of a key that no longer signs.
 * @throws KeyProblem
 */
async function retiredFromJwk(jwk: Readonly<Record<string, unknown>>): Promise<PublicKey> {
  assertEd25519(jwk);
  const { x, nbf, exp } = jwk;
  if (!isBytes32(x)) throw new KeyProblem('has a member "x" that isn\'t 32 bytes in base64url');
  if (!isTime(exp)) throw new KeyProblem('is retired, but has no member "exp" with a time in seconds');
  const kid = await thumbprint(x);
  return { kid, kty: 'OKP', crv: 'Ed25519', x, ...(isTime(nbf) ? { nbf } : {}), exp };
}

function assertEd25519({ kty, crv }: Readonly<Record<string, unknown>>): void {
  if (kty === 'OKP' && crv === 'Ed25519') return;
  throw new KeyProblem(`isn't an Ed25519 key: its JWK needs "kty": "OKP" and "crv": "Ed25519"`);
}

function isBytes32(value: unknown): value is string {
  return typeof value === 'string' && BYTES_32.test(value);
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The signing key and the keys that it has replaced. */
export interface KeySet {
  readonly current: SigningKey;
  readonly retired: readonly PublicKey[];
}

/**
 * Reads `SVC_SIGNING_KEY`: a JWK, a PEM (line ends may be written `\n`), or a JWK set of one private key and the
 * public halves of retired ones. A key from the environment has no creation time.
 * @param text not empty
 * @throws SvcError `SVC_USAGE` that names the variable and repeats none of it
 */
export async function keysFromVariable(text: string): Promise<KeySet> {
  try {
    const { current, retired } = await readKeyText(text.trim());
    const { nbf: _nbf, ...undated } = current;
    return { current: undated, retired };
  } catch (error) {
    const fix = `Set it to the output of "svc keys generate --print", or to a JWK or PEM of an Ed25519 key, or unset it.`;
    throw new SvcError('SVC_USAGE', `${KEY_VARIABLE} ${problemOf(error)}`, { field: KEY_VARIABLE, fix });
  }
}

async function readKeyText(text: string): Promise<KeySet> {
  if (text.includes('-----BEGIN ')) {
    return { current: await keyFromPem(text.replaceAll('\\n', '\n')), retired: [] };
  }
  const value = parseObject(text, 'is neither a JWK nor a PEM');
  const { keys } = value;
  if (keys === undefined) return { current: await keyFromJwk(value), retired: [] };
  const list = assertKeyList(keys);
  const [secret, ...more] = list.filter((jwk) => jwk['d'] !== undefined);
  if (secret === undefined || more.length > 0) {
    throw new KeyProblem("is a JWK set that doesn't contain exactly one private key");
  }
  const others = list.filter((jwk) => jwk !== secret);
  return { current: await keyFromJwk(secret), retired: await Promise.all(others.map(retiredFromJwk)) };
}

/**
 * Reads the key file; undefined without one.
 * @throws SvcError `SVC_KEY_INVALID` that names the file and repeats none of it
 */
export async function keyFromFile(state: string, warnings: Warnings): Promise<SigningKey | undefined> {
  const text = await readStateFile(state, KEY_FILE);
  if (text === undefined) return undefined;
  await warnIfReadable(state, warnings);
  try {
    return await keyFromJwk(parseObject(text, "isn't a JWK"));
  } catch (error) {
    throw new SvcError('SVC_KEY_INVALID', `the signing key ${problemOf(error)}`, {
      file: stateFileLabel(KEY_FILE),
      fix: 'Restore it from a backup, or move it to another place. The next build then creates a new key.',
    });
  }
}

/**
 * Reads the retired keys; an empty list without a file.
 * @throws SvcError `SVC_KEY_INVALID`
 */
export async function retiredFromFile(state: string): Promise<readonly PublicKey[]> {
  const text = await readStateFile(state, RETIRED_FILE);
  if (text === undefined) return [];
  let what = 'the file';
  try {
    const list = assertKeyList(parseObject(text, "doesn't contain a JSON object")['keys']);
    what = 'a key';
    return await Promise.all(list.map(retiredFromJwk));
  } catch (error) {
    throw new SvcError('SVC_KEY_INVALID', `the retired keys can't be used: ${what} ${problemOf(error)}`, {
      file: stateFileLabel(RETIRED_FILE),
      fix: 'Restore the file, or delete it. Without it, signatures by retired keys can no longer be verified.',
    });
  }
}

/** Errors of the JSON parser repeat their input, so none of them is passed on. */
function parseObject(text: string, otherwise: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new KeyProblem(otherwise);
  }
  if (isObject(value)) return value;
  throw new KeyProblem(otherwise);
}

function assertKeyList(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw new KeyProblem("isn't a list of keys");
}

function problemOf(error: unknown): string {
  return error instanceof KeyProblem ? error.message : "can't be used as an Ed25519 key";
}
