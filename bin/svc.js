#!/usr/bin/env node
// Plain old syntax up to the version check, so that an old Node prints a sentence and not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`svc needs Node.js 20.19 or later; this is ${process.version}.\n`);
  process.exit(2);
}
// Node.js 22.1 and later keep compiled modules on disk, so that the next start need not compile them again.
const { enableCompileCache } = await import('node:module');
if (enableCompileCache) enableCompileCache();
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
