import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashTexts } from '../../core/hash.js';
import { CODE, PROGRAM } from '../../core/program-files.js';

/**
 * A text that changes with this program: output of an older version is converted again.
 * Sizes and times of its files are enough, since an installation never changes a file without changing its time.
 */
export function codeVersion(): string {
  version ??= hashCode();
  return version;
}

let version: string | undefined;

function hashCode(): string {
  const beside = ['templates', 'schemas'].map((name) => new URL(name, PROGRAM));
  return hashTexts([CODE, ...beside].flatMap((folder) => [...fileFacts(fileURLToPath(folder))]));
}

function* fileFacts(folder: string): Iterable<string> {
  const names = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of names) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* fileFacts(path);
    else if (/\.(?:c?js|ts|css|json)$/.test(entry.name) && !entry.name.endsWith('.d.ts')) {
      const { size, mtimeMs } = statSync(path);
      yield `${entry.name} ${size} ${mtimeMs}\n`;
    }
  }
}
