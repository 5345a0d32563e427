#!/usr/bin/env node
// Syntax that Node.js 12 can parse, so that an old Node prints a sentence and not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`svc needs Node.js 20.19 or later; this is ${process.version}.\n`);
  process.exit(2);
}
// A reader of the output may stop early (`svc … | head`): the work goes on, and its exit code counts.
let isOutputLost = false;
process.stdout.on('error', ({ code, message }) => {
  if (code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  process.stderr.write(`error: the output can't be written: ${message}\n`);
});
// Messages and the log of a server go here. Where they can't be written, as on a full disk, no one can be told.
process.stderr.on('error', () => undefined);
async function run() {
  const { enableCompileCache } = await import('node:module');
  // From Node.js 22.1 on compiled code stays on disk, so that the next start need not compile it again.
  if (enableCompileCache !== undefined) enableCompileCache();
  const program = new URL('../dist/cli/main.js', import.meta.url);
  let main;
  try {
    ({ main } = await import(program.href));
  } catch (error) {
    const { existsSync } = await import('node:fs');
    if (existsSync(program)) throw error;
    process.stderr.write('svc has not been built yet.\nfix:   Run "npm run build" in its folder.\n');
    process.exit(2);
  }
  let isDone = false;
  process.on('exit', (code) => {
    if (isOutputLost && code === 0) process.exitCode = 1;
    // Reports a configuration module that never settles or ends the process. Otherwise, the command would end silently.
    if (isDone || code !== 0) return;
    process.stderr.write('error: the process ended before the command was done\n');
    process.stderr.write(
      'fix:   Look for an "await" that never ends, or a call of process.exit, in the configuration.\n',
    );
    process.exitCode = 1;
  });
  process.exitCode = await main(process.argv.slice(2));
  isDone = true;
}
run();
