import { spawnSync } from 'node:child_process';

/** Makes `dist/` of `src/` before the tests, for those that start the real program; a moment when nothing has changed. */
export function setup(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/prepare.js'], { encoding: 'utf8' });
  if (status !== 0)
    process.stderr.write(`dist/ may not be that of src/, which has errors:\n${stdout}${stderr}\n`);
}
