import { SvcError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import type { Warnings } from '../../core/warnings.js';
import type { PublicKey } from '../document-row.js';
import { KeyProblem, keyFromJwk, keyFromPem, retiredFromJwk, type SigningKey } from './key.js';
import { KEY_FILE, KEY_VARIABLE, labelOf, RETIRED_FILE, readStateFile, warnIfReadable } from './key-file.js';

/** The signing key and the keys that it has replaced. */
export interface KeySet {
  readonly current: SigningKey;
  readonly retired: readonly PublicKey[];
}

type Json = Readonly<Record<string, unknown>>;

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
 * Reads the key file; undefined when there is none.
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
      file: labelOf(KEY_FILE),
      fix: 'Restore it from a backup, or move it to another place. The next build then creates a new key.',
    });
  }
}

/**
 * Reads the retired keys; none when there is no such file.
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
      file: labelOf(RETIRED_FILE),
      fix: 'Restore the file, or delete it. Without it, signatures by retired keys can no longer be verified.',
    });
  }
}

/** Errors of the JSON parser repeat their input, so none of them is passed on. */
function parseObject(text: string, otherwise: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new KeyProblem(otherwise);
  }
  if (isObject(value)) return value;
  throw new KeyProblem(otherwise);
}

function assertKeyList(value: unknown): readonly Json[] {
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw new KeyProblem("isn't a list of keys");
}

function problemOf(error: unknown): string {
  return error instanceof KeyProblem ? error.message : "can't be used as an Ed25519 key";
}
