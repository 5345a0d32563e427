import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { isWithin } from '../../config/out-safety.js';
import { attempt } from '../../core/attempt.js';
import { SvcError } from '../../core/errors.js';
import { objectOf } from '../../core/json.js';
import { parseToml } from '../../core/parse-toml.js';
import { type ProgramValues, readProgram } from '../../core/program-values.js';
import type { ConfigValues } from './config-values.js';

const MAX_BYTES = 1_000_000;

/**
 * The text of a configuration or data file of a project; undefined for a missing, unreadable or huge one.
 * @param path from the root
 * @param isOptional true for a file that may have no rules: a link that leads out counts as missing
 * @throws SvcError `SVC_SOURCE_MALFORMED` for a link that leads out of the root: without the file, its rules about
 * drafts would be missing
 */
export function readProjectText(root: string, path: string, isOptional = false): string | undefined {
  const file = join(root, path);
  if (!existsWithin(root, file, isOptional)) return undefined;
  return attempt(() => (statSync(file).size > MAX_BYTES ? undefined : readFileSync(file, 'utf8')));
}

function existsWithin(root: string, file: string, isOptional: boolean): boolean {
  try {
    if (isWithin(realpathSync(file), realpathSync(root))) return true;
  } catch {
    return false;
  }
  if (isOptional) return false;
  throw new SvcError('SVC_SOURCE_MALFORMED', `the file is a link that leads out of the folder "${root}"`, {
    file,
    fix: 'Replace the link with the file itself, or make the folder above both of them the path of the source.',
  });
}

/**
 * The data in a file in YAML, TOML or JSON; undefined for any other format, and for a file that can't be parsed.
 * @param name with an ending that shows the format
 */
export function parseData(name: string, text: string): unknown {
  try {
    if (/\.ya?ml$/.test(name))
      return parseYaml(text, { merge: true, maxAliasCount: 100, logLevel: 'silent' });
    if (name.endsWith('.toml')) return parseToml(text);
    return name.endsWith('.json') ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The values of a configuration file of a project; see `readProjectText`. */
export function readConfigFile(root: string, path: string): ConfigValues {
  return parseConfig(path, readProjectText(root, path) ?? '');
}

/** The values of a configuration file. An unreadable one counts as empty. */
export function parseConfig(name: string, text: string): ConfigValues {
  return objectOf(parseData(name, text));
}

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
