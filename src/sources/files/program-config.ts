import { readFileSync, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { type ProgramValues, readProgram } from '../../core/program-values.js';

/** The files of a site as programs import them; a link that leads out of the folder counts as missing. */
function textsOf(root: string): (path: string) => string | undefined {
  const top = resolve(root);
  return (path) => {
    try {
      const file = realpathSync(join(top, path));
      return file.startsWith(realpathSync(top) + sep) ? readFileSync(file, 'utf8') : undefined;
    } catch {
      return undefined;
    }
  };
}

/**
 * Reads a file of a site that is a program as data. It never runs.
 * @param path from the root, with `/`
 */
export function readProgramFile(root: string, path: string, name?: string): ProgramValues {
  return readProgram(path, textsOf(root), name);
}

/** True for the name of a JavaScript or TypeScript file. */
export function isProgram(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}
