import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The entry file of an installed package, seen from a folder. `require.resolve` refuses packages that only
 * offer an `import` entry, so these are read from their package.json.
 * @returns undefined when the package is not installed
 */
export async function resolvePackage(name: string, folder: string): Promise<string | undefined> {
  const require = createRequire(join(folder, 'package.json'));
  try {
    return require.resolve(name);
  } catch {
    const parts = name.split('/');
    const size = name.startsWith('@') ? 2 : 1;
    const packageName = parts.slice(0, size).join('/');
    const subpath = ['.', ...parts.slice(size)].join('/');
    return importEntry(packageName, subpath, require.resolve.paths(name) ?? []);
  }
}

async function importEntry(
  name: string,
  subpath: string,
  roots: readonly string[],
): Promise<string | undefined> {
  for (const root of roots) {
    const manifest = await readJson(join(root, name, 'package.json'));
    const entry = targetOf(manifest?.['exports'], subpath);
    if (entry !== undefined) return join(root, name, entry);
  }
  return undefined;
}

async function readJson(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The target of a subpath: a text, or the first condition that an import meets. */
function targetOf(exports: unknown, subpath: string): string | undefined {
  if (typeof exports === 'string') return subpath === '.' ? exports : undefined;
  if (typeof exports !== 'object' || exports === null) return undefined;
  for (const [key, value] of Object.entries(exports)) {
    if (key === subpath) return targetOf(value, '.');
    if (subpath === '.' && ['import', 'node', 'default'].includes(key)) return targetOf(value, '.');
  }
  return undefined;
}
