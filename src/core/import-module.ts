import { pathToFileURL } from 'node:url';

/**
 * Loads a module that is no part of this program. In a file of its own, and asked for late, since what is kept
 * compiled cannot import without a warning: `src/cli/compile-cache.ts`.
 * @param file absolute
 */
export async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
}
