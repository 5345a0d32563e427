/** The keyring of a site: the key that signs, and those that readers may still need. */

import { join } from 'node:path';
import { isWithin, realPathOf } from '../../config/out-safety.js';
import { SvcError } from '../../core/errors.js';
import { uniqueBy } from '../../core/multimap.js';
import type { Warnings } from '../../core/warnings.js';
import type { PublicKey } from '../document-row.js';
import {
  generateKey,
  type KeySet,
  keyFromFile,
  keysFromVariable,
  privateJwk,
  publicHalf,
  retiredFromFile,
  type SigningKey,
} from './key.js';
import {
  KEY_FILE,
  KEY_VARIABLE,
  RETIRED_FILE,
  replaceStateFile,
  stateFileLabel,
  warnIfReadable,
  writeNew,
} from './key-file.js';
import { isCi } from './lasting-key.js';

const DAY = 86_400;

/** Seconds for which a key is announced: two years. */
const KEY_TERM = 730 * DAY;

/** The origin of a key: `SVC_SIGNING_KEY`, the key file, or created for this run only. */
type KeyOrigin = 'environment' | 'file' | 'ephemeral';

/** The keys of a site. */
export interface Keyring extends KeySet {
  readonly origin: KeyOrigin;
}

/** Where keys are searched. */
export interface KeyPlace {
  /** The folder `.svc`, absolute. */
  readonly state: string;
  /** The output folder, absolute: no key may be in it. */
  readonly out: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warnings: Warnings;
}

/**
 * The keys of a site, if it has any: those of `SVC_SIGNING_KEY`, else those in `.svc`.
 * @throws SvcError `SVC_USAGE` for the variable, `SVC_KEY_INVALID` for a file, `SVC_OUT_UNSAFE` when `.svc` lies
 * in the output folder. No message repeats any part of a key.
 */
export async function findKeyring({ state, out, env, warnings }: KeyPlace): Promise<Keyring | undefined> {
  const variable = env[KEY_VARIABLE]?.trim() ?? '';
  await assertOutside(state, out);
  const stored = await retiredFromFile(state);
  if (variable !== '') {
    const { current, retired } = await keysFromVariable(variable);
    return { current, retired: withoutDoubles(current, [...retired, ...stored]), origin: 'environment' };
  }
  const current = await keyFromFile(state, warnings);
  return current && { current, retired: withoutDoubles(current, stored), origin: 'file' };
}

/** How a build without a key gets one. */
interface MissingKey {
  /** Unix seconds: its `nbf`. */
  readonly now: number;
  /** True for a run that keeps nothing: its key is discarded after it, without a warning. */
  readonly isForgotten: boolean;
}

/**
 * The keys that a build signs with. A build without one creates one and warns; `keepKeyring` then writes it, once
 * the build has succeeded.
 * @throws SvcError what `findKeyring` throws
 */
export async function openKeyring(place: KeyPlace, { now, isForgotten }: MissingKey): Promise<Keyring> {
  const found = await findKeyring(place);
  if (found !== undefined) return found;
  const current = await generateKey(now);
  if (!isForgotten) warnOfNewKey(place);
  return { current, retired: await retiredFromFile(place.state), origin: 'ephemeral' };
}

/**
 * Writes a key that was created for a build.
 * @throws SvcError `SVC_KEY_EXISTS` when one has been created since
 */
export async function keepKeyring(place: KeyPlace, { current, origin }: Keyring): Promise<void> {
  if (origin !== 'ephemeral' || (await writeNew(place.state, KEY_FILE, keyText(current)))) return;
  const message = 'another process has just created a signing key';
  const fix = 'Build again to use the existing key.';
  throw new SvcError('SVC_KEY_EXISTS', message, { file: stateFileLabel(KEY_FILE), fix });
}

function warnOfNewKey({ env, warnings }: KeyPlace): void {
  const inCi = isCi(env);
  const message = inCi
    ? `${KEY_VARIABLE} isn't set: this run signs with a new key, which is lost afterwards. The next run signs with another.`
    : 'A new key signs the documents, because there was none.';
  const fix = inCi
    ? `Run "svc keys generate --print" once and store its output as the secret ${KEY_VARIABLE}.`
    : `Keep the file, but not in version control. For CI, store its contents as the secret ${KEY_VARIABLE}.`;
  warnings.add({ code: 'signing-key-created', file: stateFileLabel(KEY_FILE), message, fix });
}

/**
 * Creates the key file.
 * @throws SvcError `SVC_KEY_EXISTS` when there is one: it is never overwritten
 */
export async function createKey({ state, out, warnings }: KeyPlace, now: number): Promise<SigningKey> {
  await assertOutside(state, out);
  const key = await generateKey(now);
  if (await writeNew(state, KEY_FILE, keyText(key))) return key;
  await warnIfReadable(state, warnings);
  throw new SvcError('SVC_KEY_EXISTS', "there is already a signing key; it isn't overwritten", {
    file: stateFileLabel(KEY_FILE),
    fix: 'Run "svc keys rotate" to create a new key and keep old signatures valid, or "svc keys show" to see the existing key.',
  });
}

/**
 * The keys after a rotation: a new one, and the old one until its last signature expires.
 * @param maxAgeDays the setting `signature_max_age_days`
 */
export async function rotated(ring: KeySet, now: number, maxAgeDays: number): Promise<KeySet> {
  const old: PublicKey = { ...publicHalf(ring.current), exp: now + maxAgeDays * DAY };
  const current = await generateKey(now);
  return { current, retired: [old, ...unexpired(ring.retired, now)] };
}

/** Writes the keys of a rotation. The retired one first: after a crash it is in both files, which is harmless. */
export async function storeRotated(state: string, { current, retired }: KeySet): Promise<void> {
  await replaceStateFile(state, RETIRED_FILE, `${JSON.stringify({ keys: retired }, null, 4)}\n`);
  await replaceStateFile(state, KEY_FILE, keyText(current));
}

/** A key set as one line for `SVC_SIGNING_KEY`: a JWK, or a JWK set when there are retired keys. */
export function variableText({ current, retired }: KeySet): string {
  const { nbf: _nbf, ...jwk } = privateJwk(current);
  return JSON.stringify(retired.length === 0 ? jwk : { keys: [jwk, ...retired] });
}

/** The keys in the key directory: the current key, then the retired ones whose signatures may still be valid. */
export function publishedKeys(
  { current, retired }: KeySet,
  now: number,
  maxAgeDays: number,
): readonly PublicKey[] {
  const { nbf } = current;
  // Announced for two years, and for two more whenever a signature made now would outlive that.
  const terms = nbf === undefined ? 0 : Math.max(1, Math.ceil((now + maxAgeDays * DAY - nbf) / KEY_TERM));
  const exp = nbf === undefined ? {} : { exp: nbf + terms * KEY_TERM };
  return [{ ...publicHalf(current), ...exp }, ...unexpired(retired, now)];
}

/**
 * When the key directory changes by itself: a build must not be skipped then.
 * @param keys result of `publishedKeys`
 * @returns Unix seconds; undefined when never
 */
export function keysChangeAt(
  [current, ...retired]: readonly PublicKey[],
  maxAgeDays: number,
): number | undefined {
  const times = retired.flatMap(({ exp }) => exp ?? []);
  if (current?.exp !== undefined) times.push(current.exp - maxAgeDays * DAY + 1);
  return times.length === 0 ? undefined : Math.min(...times);
}

function unexpired(keys: readonly PublicKey[], now: number): readonly PublicKey[] {
  return keys.filter(({ exp }) => exp !== undefined && exp > now);
}

function withoutDoubles(current: PublicKey, keys: readonly PublicKey[]): readonly PublicKey[] {
  return uniqueBy(keys, ({ kid }) => kid).filter(({ kid }) => kid !== current.kid);
}

function keyText(key: SigningKey): string {
  return `${JSON.stringify(privateJwk(key), null, 4)}\n`;
}

async function assertOutside(state: string, out: string): Promise<void> {
  const root = await realPathOf(out);
  // The key itself too: it may be a link.
  const paths = await Promise.all([state, join(state, KEY_FILE)].map(realPathOf));
  if (!paths.some((path) => isWithin(path, root))) return;
  const message = 'the signing key, or the folder .svc for it, is in the output folder';
  const fix = 'Choose another output folder: everything in it is published.';
  throw new SvcError('SVC_OUT_UNSAFE', message, { field: 'out', fix });
}
