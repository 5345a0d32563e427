import { readFileSync } from 'node:fs';
import { PROGRAM } from '../core/files.js';

let version: string | undefined;

/** The version in this program's `package.json`. */
export function programVersion(): string {
  version ??= read();
  return version;
}

function read(): string {
  const text = readFileSync(new URL('package.json', PROGRAM), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
