// Part of the Dockerfile: makes the optional packages dependencies, in the versions that the tests use.
//   node bin/with-optional.js [names of packages to leave out...]
import { readFileSync, writeFileSync } from 'node:fs';

const left = process.argv.slice(2);
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
for (const name of Object.keys(manifest.peerDependencies)) {
  if (!left.includes(name)) manifest.dependencies[name] = manifest.devDependencies[name];
  // As an optional peer, `npm prune` would keep a package that is installed.
  delete manifest.peerDependencies[name];
  delete manifest.devDependencies[name];
}
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
