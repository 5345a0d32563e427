import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { SvcError } from '../../../src/core/errors.js';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with the given files, removed after the test. A path that ends in `/` is an empty folder. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-config-')));
  made.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(path.endsWith('/') ? join(folder, path) : dirname(join(folder, path)), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The error that a promise is rejected with; anything but an SvcError fails the test. */
export async function failure(promise: Promise<unknown>): Promise<SvcError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SvcError) return error;
  throw new Error(`expected an SvcError, got ${String(error)}`, { cause: error });
}
