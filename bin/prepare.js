// Runs after `npm ci` and before `npm pack`: compiles src/ to dist/.
// With --omit=dev there is no compiler; the published package brings dist/ along, so nothing is to be done.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

let compiler;
try {
  const require = createRequire(import.meta.url);
  compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
} catch {
  compiler = undefined;
}
if (compiler === undefined || !existsSync(compiler)) {
  process.stderr.write('prepare: no TypeScript compiler installed, dist/ is left as it is\n');
} else {
  const run = spawnSync(process.execPath, [compiler, '-b'], { stdio: 'inherit' });
  process.exitCode = run.status ?? 1;
}
