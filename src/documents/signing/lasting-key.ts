import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Warnings } from '../../core/warnings.js';
import { KEY_FILE, KEY_VARIABLE } from './key-file.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether the environment is a CI job, whose folder is temporary. */
export function isCi(env: Env): boolean {
  return !['', '0', 'false'].includes(env['CI']?.trim().toLowerCase() ?? '');
}

/**
 * Whether a build's signatures can be verified after its end: outside CI a new key is kept; in CI one has to
 * be provided.
 * @param state the folder `.svc`, absolute
 */
export function hasLastingKey(state: string, env: Env): boolean {
  if (!isCi(env) || (env[KEY_VARIABLE]?.trim() ?? '') !== '') return true;
  // A dangling link counts: reading it then reports the fault.
  return lstatSync(join(state, KEY_FILE), { throwIfNoEntry: false }) !== undefined;
}

/** Warns that nothing is signed, and explains how to provide a key. */
export function warnOfNoKey(warnings: Warnings): void {
  const message = `Nothing is signed: ${KEY_VARIABLE} isn't set, and CI would lose a new key.`;
  const fix = `Run "svc keys generate --print" once, and store its output as the secret ${KEY_VARIABLE}, or set enable_signing to false.`;
  warnings.add({ code: 'signing-no-key', message, fix });
}
