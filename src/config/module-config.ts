import { pathToFileURL } from 'node:url';
import { errorMessage, SvcError } from '../core/errors.js';
import { fieldName } from './origin.js';
import type { KeyPath } from './parse.js';

/**
 * Loads a configuration module: its default export, or its export `config`.
 * @param name of the file in messages
 * @throws SvcError `SVC_CONFIG_INVALID` when it can't be loaded or exports neither
 */
export async function moduleConfig(file: string, name: string): Promise<unknown> {
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (cause) {
    const message = `the configuration module can't be loaded: ${errorMessage(cause)}`;
    const fix = loadFix(name, cause) ?? `Run "node ${name}" to see why.`;
    throw new SvcError('SVC_CONFIG_INVALID', message, { file: name, fix, cause });
  }
  for (const key of ['config', 'default'])
    if (Object.hasOwn(exported, key)) return exportedData(exported[key], name);
  throw new SvcError('SVC_CONFIG_INVALID', 'expected a default export or an export "config", found neither', {
    file: name,
    fix: 'Write: export default { … };',
  });
}

/** Reading a value may run code of the module, such as a getter. */
function exportedData(value: unknown, name: string): unknown {
  try {
    return dataOf(value, name);
  } catch (cause) {
    if (cause instanceof SvcError) throw cause;
    const fix = `Run "node ${name}" to see why.`;
    const message = "the exported configuration can't be read";
    throw new SvcError('SVC_CONFIG_INVALID', message, { file: name, fix, cause });
  }
}

/**
 * The fix where Node.js takes an ES module for something else: this version doesn't run TypeScript, or `package.json`
 * says that the file is CommonJS.
 * @returns undefined for any other error
 */
export function loadFix(name: string, error: unknown): string | undefined {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const text = String(message);
  const [, ending] = /\.([jt]s)$/.exec(name) ?? [];
  if (ending !== undefined && /import statement outside a module|Unexpected token 'export'/.test(text))
    return `Change the ending of the file to ".m${ending}", or add "type": "module" to package.json.`;
  const isUnknown = code === 'ERR_UNKNOWN_FILE_EXTENSION' || text.includes('Unknown file extension');
  if (!isUnknown || !/\.[cm]?ts$/.test(name)) return undefined;
  return `TypeScript needs Node.js 22.18 or later, and this is ${process.version}. Update Node.js, or compile ${name} to JavaScript.`;
}

/**
 * The plain data of a value from a program: undefined members are left out, and what has a `toJSON`, such as an
 * address, is replaced by its result.
 * @throws SvcError `SVC_CONFIG_INVALID` for a function and for a value that contains itself
 */
export function dataOf(value: unknown, name: string): unknown {
  return plain(value, { path: [], above: [], name });
}

interface Position {
  readonly path: KeyPath;
  /** The objects that the value is in. */
  readonly above: readonly unknown[];
  readonly name: string;
}

function plain(value: unknown, position: Position): unknown {
  const { path, above, name } = position;
  if (['function', 'symbol', 'bigint'].includes(typeof value)) throw notData(position, `a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) throw notData(position, 'a value that contains itself');
  const below = (one: unknown, key: string | number): unknown =>
    plain(one, { path: [...path, key], above: [...above, value], name });
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return plain(toJSON.call(value), position);
  if (Array.isArray(value)) return value.map(below);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(members.map(([key, one]) => [key, below(one, key)]));
}

function notData({ path, name }: Position, found: string): SvcError {
  const field = fieldName(path);
  const message = `${field || 'the configuration'}: expected plain data, found ${found}`;
  const fix =
    'Use texts, numbers, true or false, lists and objects. Code belongs in a plugin, which is a file.';
  return new SvcError('SVC_CONFIG_INVALID', message, { file: name, ...(field !== '' && { field }), fix });
}
