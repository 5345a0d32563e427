import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const COMPILER = 'node_modules/typescript/bin/tsc';

/** Compiles `src/` before the tests that start the real program, unless `dist/` is up to date. */
export function setup(): void {
  const compiled = changedAt('dist/.tsbuildinfo');
  const newest = Math.max(changedAt('tsconfig.json'), ...sourcesBelow('src').map(changedAt));
  if (compiled >= newest) return;
  const { status, stdout } = spawnSync(process.execPath, [COMPILER, '-b'], { encoding: 'utf8' });
  if (status === 0) return;
  // Without its notes the compiler tries again the next time.
  rmSync('dist/.tsbuildinfo', { force: true });
  process.stderr.write(`dist/ is not that of src/, which cannot be compiled:\n${stdout}\n`);
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
