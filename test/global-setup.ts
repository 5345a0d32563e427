import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Compiles `src/` before the tests that start the real program, unless `dist/` is up to date. */
export function setup(): void {
  const compiled = changedAt('dist/.tsbuildinfo');
  const newest = Math.max(changedAt('tsconfig.json'), ...sourcesBelow('src').map(changedAt));
  if (compiled >= newest) return;
  const { status, stdout, stderr } = spawnSync('npx', ['tsc', '-b'], { encoding: 'utf8' });
  if (status !== 0) process.stderr.write(`dist/ could not be compiled cleanly:\n${stdout}${stderr}\n`);
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
