import { lchownSync, readdirSync } from 'node:fs';

const NOBODY = 65_534;

/**
 * Runs a function without root's rights, so that permissions of files count; for another user it runs as it is.
 * @param folder becomes the property of that user, with everything in it
 */
export async function unprivileged<T>(run: () => Promise<T>, folder: string): Promise<T> {
  if (process.geteuid?.() !== 0) return run();
  for (const file of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(`${folder}/${file}`, NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}
