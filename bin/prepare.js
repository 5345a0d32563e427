// Runs after `npm ci` and before `npm pack`: checks the types of src/ and makes dist/ of it.
// With --omit=dev there is no compiler; the published package contains dist/, so there is nothing to do.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let compiler;
try {
  const require = createRequire(import.meta.url);
  compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
} catch {
  compiler = undefined;
}
if (compiler === undefined || !existsSync(compiler)) {
  process.stderr.write('prepare: no TypeScript compiler installed, dist/ is left as it is\n');
  if (
    process.env['npm_command'] === 'pack' &&
    !existsSync(fileURLToPath(new URL('../dist/cli', import.meta.url)))
  ) {
    process.stderr.write('prepare: without dist/ the package would be empty. Run "npm ci" first.\n');
    process.exitCode = 1;
  }
} else {
  const bundler = fileURLToPath(new URL('bundle.js', import.meta.url));
  const runs = [[compiler, '-b'], [bundler]].map((args) =>
    spawnSync(process.execPath, args, { stdio: 'inherit' }),
  );
  process.exitCode = runs.every(({ status }) => status === 0) ? 0 : 1;
}
