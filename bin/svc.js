#!/usr/bin/env node
// Plain old syntax up to the version check, so that an old Node prints a sentence and not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`svc needs Node.js 20.19 or later; this is ${process.version}.\n`);
  process.exit(2);
}
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
