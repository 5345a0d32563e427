/** Where a configuration value was written: a file, a variable, a flag or a call. */

import { resolve } from 'node:path';
import { type InputLocation, SvcError } from '../core/errors.js';
import type { KeyPath, ParsedText } from './parse.js';

/** Where a configuration value was written, for messages and for relative paths. */
export interface Origin {
  /** A wrong value of the call is a usage error; a wrong value of the file is not. */
  readonly code: 'SVC_USAGE' | 'SVC_CONFIG_INVALID';
  readonly location: InputLocation;
  /** Relative paths start here. */
  readonly folder: string;
  /** True where the value may hold a password or key, so that no message repeats it. */
  readonly secret: boolean;
}

/** A value with its origin. */
export interface WithOrigin<T> {
  readonly value: T;
  readonly origin: Origin;
}

const SECRET_FIELDS = new Set(['database', 'ai', 'purge']);

/** True below keys whose values may be passwords or say where one is. */
export function isSecretField(path: KeyPath): boolean {
  return SECRET_FIELDS.has(String(path[0]));
}

/** The origin of a key in the configuration file. */
export function fileOrigin(
  file: string,
  folder: string,
  path: KeyPath,
  locate: ParsedText['locate'],
): Origin {
  return {
    code: 'SVC_CONFIG_INVALID',
    location: { file, ...locate(path), ...(path.length === 0 ? {} : { field: fieldName(path) }) },
    folder,
    secret: isSecretField(path),
  };
}

/** The origin of a flag (`--out`) or an environment variable (`SVC_OUT`). */
export function callOrigin(name: string, cwd: string): Origin {
  return { code: 'SVC_USAGE', location: { field: name }, folder: cwd, secret: false };
}

/** `source[1].path` */
export function fieldName(path: KeyPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? part : `${name}.${part}`;
  }, '');
}

/** An absolute path from one that the user wrote. */
export function resolvePath(given: WithOrigin<string>): string {
  return resolve(given.origin.folder, given.value);
}

/** The error for an invalid value: it names field, expected and found. */
export function invalidValue(given: WithOrigin<unknown>, expected: string, fix?: string): SvcError {
  const found = describeFound(given.value, given.origin.secret);
  const name = given.origin.location.field ?? 'the value';
  return new SvcError(given.origin.code, `${name}: expected ${expected}, found ${found}`, {
    ...given.origin.location,
    fix: fix ?? `Write ${expected}.`,
  });
}

/**
 * A value for a message: short, and without possible passwords.
 * @param secret true: show only the kind of the value
 */
export function describeFound(value: unknown, secret: boolean): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return String(value);
  if (secret) return 'a text';
  const hidden = value.replace(/\/\/[^/]*@/, '//…@');
  return JSON.stringify(hidden.length > 80 ? `${hidden.slice(0, 79)}…` : hidden);
}
