import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Warnings } from '../../core/warnings.js';
import { KEY_FILE, KEY_VARIABLE } from './key-file.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether the environment is that of a CI job, whose folder does not outlive it. */
export function isCi(env: Env): boolean {
  return !['', '0', 'false'].includes(env['CI']?.trim().toLowerCase() ?? '');
}

/**
 * Whether what a build signs can be verified after its end: outside of CI a key that is made is kept; there one has to
 * be given.
 * @param state the folder `.svc`, absolute
 */
export function hasLastingKey(state: string, env: Env): boolean {
  if (!isCi(env) || (env[KEY_VARIABLE]?.trim() ?? '') !== '') return true;
  // A link that leads nowhere counts: reading it then says what is wrong.
  return lstatSync(join(state, KEY_FILE), { throwIfNoEntry: false }) !== undefined;
}

/** Says that nothing is signed, and how a key is given. */
export function warnOfNoKey(warnings: Warnings): void {
  warnings.add({
    code: 'signing-no-key',
    message: `Nothing is signed: in CI a key that is made would be lost, and ${KEY_VARIABLE} is not set.`,
    fix: `Run "svc keys generate --print" once and store what it prints as the secret ${KEY_VARIABLE}, or set enable_signing to false.`,
  });
}
