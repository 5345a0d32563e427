import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { SvcError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import type { LoadedConfig, RawConfig } from './config.js';
import { type Environment, type Flags, readOverrides } from './env.js';
import { dataOf, moduleConfig } from './module-config.js';
import { normaliseConfig } from './normalise.js';
import { fieldName, fileOrigin, isSecretField, resolvePath, type WithOrigin } from './origin.js';
import { assertOutSafe } from './out-safety.js';
import { type ParsedText, parseJsonText, utf8Text } from './parse.js';
import { configSchema, schemaProblems } from './schema.js';

/** File names of a configuration in the current folder. */
export const CONFIG_FILES = [
  'svc.config.json',
  'svc.config.yaml',
  'svc.config.yml',
  'svc.config.mjs',
  'svc.config.js',
  'svc.config.ts',
  'svc.config.mts',
] as const;

/** Modules that export a configuration. */
const MODULES = new Set(['.js', '.mjs', '.ts', '.mts']);

interface LoadOptions {
  /** The current folder. */
  readonly cwd: string;
  /** A configuration file relative to `cwd`; else `--config`, `SVC_CONFIG`, or one of the usual names. */
  readonly configPath?: string | undefined;
  /** The configuration itself, in place of a file; its relative paths start at `cwd`. */
  readonly value?: object | undefined;
  readonly flags: Flags;
  readonly env: Environment;
  /** True where a library call gives `flags`: messages then name `out` and not `--out`. */
  readonly isLibrary?: boolean | undefined;
}

/**
 * Finds and reads the configuration: file, then environment, then flags. Without a file the current folder is
 * the configuration's folder and every key has its default.
 * @throws SvcError `SVC_CONFIG_INVALID` for the file, `SVC_USAGE` for flags and variables, `SVC_OUT_UNSAFE`
 * for an output folder that overlaps an input
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const { cwd, flags, env, value } = options;
  const named = options.configPath ?? flags.config;
  const overrides = readOverrides({ ...flags, config: named }, env, cwd, options.isLibrary);
  const file = value === undefined ? await fileOf(overrides.config, cwd) : undefined;
  const folder = file === undefined ? cwd : dirname(file);
  const name = nameOf(file, options);
  const parsed = file === undefined ? plainData(dataOf(value ?? {}, name)) : await readConfig(file, name);
  const raw = checkConfig(parsed, name, folder);
  const config = normaliseConfig({ raw, name, folder, locate: parsed.locate }, overrides);
  await assertOutSafe(config, folder);
  return { config, run: overrides.run, file, folder };
}

/**
 * The configuration of a folder.
 * @returns its absolute path; undefined when there is none
 * @throws SvcError `SVC_CONFIG_INVALID` when there are several, or something that isn't a file
 */
export async function findConfig(cwd: string): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of CONFIG_FILES) {
    if (await isThere(join(cwd, name))) found.push(name);
  }
  if (found.length > 1) {
    throw new SvcError('SVC_CONFIG_INVALID', `expected one configuration, found ${found.join(' and ')}`, {
      fix: 'Remove all but one, or name one with --config.',
    });
  }
  const [name] = found;
  if (name === undefined) return undefined;
  // Without its configuration, a site might publish content that the owner holds back.
  if (await isFile(join(cwd, name))) return join(cwd, name);
  const fix = 'Replace it with a file; if it is a link, correct its target.';
  throw new SvcError('SVC_CONFIG_INVALID', "the configuration isn't a file", { file: name, fix });
}

async function fileOf(named: WithOrigin<string> | undefined, cwd: string): Promise<string | undefined> {
  return named === undefined ? findConfig(cwd) : namedConfig(named);
}

async function namedConfig(given: WithOrigin<string>): Promise<string> {
  const path = resolvePath(given);
  if (await isFile(path)) return path;
  const message = `expected a configuration file, found none at ${given.value}`;
  const fix = 'Check the path; relative paths start at the current folder.';
  throw new SvcError('SVC_USAGE', message, { ...given.origin.location, fix });
}

/** Returns true also for a broken symbolic link. */
async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The name of a configuration in messages. */
function nameOf(file: string | undefined, { cwd, value }: LoadOptions): string {
  if (file !== undefined) return displayName(file, cwd);
  return value === undefined ? 'svc.config.json' : 'config';
}

/** Values that no file has the positions of. */
function plainData(value: unknown): ParsedText {
  return { value, locate: () => undefined };
}

/** Short where the file is below the current folder, complete elsewhere. */
function displayName(file: string, cwd: string): string {
  const way = relative(resolve(cwd), file);
  return way.startsWith('..') ? file : way;
}

async function readConfig(file: string, name: string): Promise<ParsedText> {
  const kind = extname(file).toLowerCase();
  if (MODULES.has(kind)) return plainData(await moduleConfig(file, name));
  const text = utf8Text(await readBytes(file, name), name, 'SVC_CONFIG_INVALID');
  if (kind === '.yaml' || kind === '.yml') {
    // Loaded on demand: it takes longer to load than everything else here together.
    const { parseYamlText } = await import('./parse-yaml.js');
    const { value, locate } = parseYamlText(text, name, 'SVC_CONFIG_INVALID');
    return withoutEmptyKeys({ value: dataOf(value, name), locate });
  }
  return parseJsonText(text, name, 'SVC_CONFIG_INVALID');
}

function readBytes(file: string, name: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    const fix = 'Check that the file may be read.';
    throw new SvcError('SVC_CONFIG_INVALID', "the configuration can't be read", { file: name, fix, cause });
  });
}

/** A key of YAML whose lines are all switched off isn't set: `site:` above `#  url: …`. */
function withoutEmptyKeys({ value, locate }: ParsedText): ParsedText {
  if (!isObject(value)) return { value, locate };
  return { value: Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)), locate };
}

/**
 * Checks a configuration against its schema.
 * @param file name for messages
 * @param folder of the configuration
 * @throws SvcError `SVC_CONFIG_INVALID` for the first problem of the file: field, expected, found, and for an
 * unknown key the one that was probably meant
 */
function checkConfig(parsed: ParsedText, file: string, folder: string): RawConfig {
  const [first, ...others] = schemaProblems(configSchema(), parsed.value, isSecretField);
  if (first === undefined) return parsed.value as RawConfig;
  const { location } = fileOrigin(file, folder, first.path, parsed.locate);
  const name = fieldName(first.path) || 'the configuration';
  const fields = others.slice(0, 5).map(({ path }) => fieldName(path));
  const problems = others.length === 1 ? 'problem' : 'problems';
  const more = others.length === 0 ? '' : ` (and ${others.length} more ${problems}: ${fields.join(', ')})`;
  const fix = first.fix;
  throw new SvcError('SVC_CONFIG_INVALID', `${name}: ${first.message}${more}`, { ...location, fix });
}
