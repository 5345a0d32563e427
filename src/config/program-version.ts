import { readFileSync } from 'node:fs';

let version: string | undefined;

/** The version in this program's `package.json`. */
export function programVersion(): string {
  version ??= read();
  return version;
}

// Reached in the same way from `src/` and from `dist/`.
function read(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
