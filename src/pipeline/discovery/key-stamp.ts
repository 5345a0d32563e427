import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILE, RETIRED_FILE } from '../../signing/key-file.js';

/** Where the keys of a run come from. */
export interface KeySources {
  /** `.svc` */
  readonly state: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A text that changes with the keys, made without reading or parsing any: a run that repeats another is quick. */
export function keyStamp({ state, env }: KeySources): string {
  const hash = createHash('sha256').update(env['SVC_SIGNING_KEY'] ?? '');
  for (const file of [KEY_FILE, RETIRED_FILE]) {
    const found = statSync(join(state, file), { throwIfNoEntry: false });
    hash.update(found === undefined ? '\n-' : `\n${found.size} ${found.mtimeMs} ${found.ino}`);
  }
  return hash.digest('hex');
}
