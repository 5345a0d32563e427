import { type ProgramValues, readProgram } from '../../core/program-values.js';
import { readProjectText } from './config-file.js';

/**
 * Reads a file of a site that is a program as data. It never runs.
 * @param path from the root, with `/`
 */
export function readProgramFile(root: string, path: string, name?: string): ProgramValues {
  return readProgram(path, (file) => readProjectText(root, file), name);
}

/** True for the name of a JavaScript or TypeScript file. */
export function isProgram(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}
