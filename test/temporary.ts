import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'svc-tests-';

/** The folder for all temporary files of one run, which the tests and the programs that they start inherit. */
export const TEMPORARY = join(tmpdir(), `${NAME}${process.pid}`);

/** Creates it, and removes those of runs that were killed. */
export function setup(): void {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length)))) remove(join(tmpdir(), name));
  }
  mkdirSync(TEMPORARY, { recursive: true });
}

/** Removes it. */
export function teardown(): void {
  remove(TEMPORARY);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
