/** Puts load on a server from a process of its own: `load-process.ts <file with LoadOptions as JSON>`. */
import { readFileSync } from 'node:fs';
import { type LoadOptions, load } from './load.js';

process.stdout.write(
  JSON.stringify(await load(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadOptions)),
);
