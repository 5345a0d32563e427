import { pathToFileURL } from 'node:url';
import type { ConverterConfig, UnifiedPlugin } from '../config/config.js';
import { resolvePackage } from '../config/hooks/package-entry.js';
import type { UnifiedConverter } from '../content/markdown/unified.js';
import { SvcError } from '../core/errors.js';

/**
 * Loads the converter that the configuration asks for, with its plugins.
 * @param folder the configuration's; packages are looked for from here
 * @returns undefined for the built-in converter
 * @throws SvcError `SVC_CONFIG_INVALID` for a plugin that is missing or is no plugin
 */
export async function loadUnifiedConverter(
  { kind, rehypePlugins, remarkPlugins }: ConverterConfig,
  folder: string,
): Promise<UnifiedConverter | undefined> {
  if (kind === 'built-in') return undefined;
  const { createUnifiedConverter } = await import('../content/markdown/unified.js');
  return createUnifiedConverter({
    rehype: await loadAll(rehypePlugins, 'rehypePlugins', folder),
    remark: await loadAll(remarkPlugins, 'remarkPlugins', folder),
  });
}

type Loaded = Parameters<typeof import('../content/markdown/unified.js').createUnifiedConverter>[0]['rehype'];

async function loadAll(plugins: readonly UnifiedPlugin[], key: string, folder: string): Promise<Loaded> {
  const loaded: Loaded = [];
  for (const { name, options } of plugins) {
    const plugin = await loadPlugin(name, key, folder);
    loaded.push(options === undefined ? plugin : [plugin, options]);
  }
  return loaded;
}

async function loadPlugin(name: string, key: string, folder: string): Promise<Loaded[number] & object> {
  const isPath = /^(?:[\\/]|[a-z]:[\\/])/i.test(name);
  const file = isPath ? name : await resolvePackage(name, folder);
  if (file === undefined)
    throw wrong(key, `the package "${name}" is not installed`, `Run: npm install ${name}`);
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw wrong(key, `"${name}" cannot be loaded`, `Run "node ${file}" to see why.`, cause);
  }
  const { default: plugin } = module;
  if (typeof plugin !== 'function' && !isPreset(plugin))
    throw wrong(key, `"${name}" has no plugin as its default export`, 'Name a plugin for unified 11.');
  return plugin as Loaded[number] & object;
}

function isPreset(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('plugins' in value || 'settings' in value);
}

function wrong(key: string, message: string, fix: string, cause?: unknown): SvcError {
  return new SvcError('SVC_CONFIG_INVALID', `${key}: ${message}`, { fix, cause });
}
