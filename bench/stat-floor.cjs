// The least that a program must do to see that nothing has changed: it starts, parses what it knows of the last build
// and looks at every file of the source and of the output. Arguments: a JSON file, then the folders or files.
const fs = require('node:fs');
const { join } = require('node:path');

const [manifest, ...roots] = process.argv.slice(2);
const known = JSON.parse(fs.readFileSync(manifest, 'utf8'));
let files = 0;

function look(path) {
  const found = fs.statSync(path);
  if (found.isDirectory()) for (const name of fs.readdirSync(path)) look(join(path, name));
  else files += 1;
}

for (const root of roots) look(root);
console.log(`${files} files, ${known.entries.length} entries`);
