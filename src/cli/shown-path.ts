import { isAbsolute, relative } from 'node:path';
import { formatLocation, type InputLocation } from '../core/errors.js';

/** A path for people: short below the current folder, complete elsewhere. */
export function shownPath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const way = relative(cwd, path);
  return way === '' ? '.' : way.startsWith('..') ? path : way;
}

/** A location for people; empty when it is unknown. */
export function locationText({ file, ...place }: InputLocation, cwd: string): string {
  return formatLocation(file === undefined ? place : { ...place, file: shownPath(file, cwd) });
}
