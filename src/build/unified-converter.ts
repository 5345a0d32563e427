import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pluggable } from 'unified';
import type { ConverterConfig, UnifiedPlugin } from '../config/config.js';
import { resolvePackage } from '../config/hooks/plugins.js';
import type { UnifiedConverter } from '../content/markdown/unified.js';
import { SvcError } from '../core/errors.js';

/**
 * Loads the configured converter with its plugins.
 * @param folder folder of the configuration, in which packages are looked up
 * @returns undefined for the built-in converter
 * @throws SvcError `SVC_CONFIG_INVALID` when a plugin isn't installed, can't be loaded or has no default export
 */
export async function loadUnifiedConverter(
  { kind, rehypePlugins, remarkPlugins }: ConverterConfig,
  folder: string,
): Promise<UnifiedConverter | undefined> {
  if (kind === 'built-in') return undefined;
  const { createUnifiedConverter } = await import('../content/markdown/unified.js');
  const load = (plugins: readonly UnifiedPlugin[], key: string) =>
    Promise.all(plugins.map((plugin) => loadPlugin(plugin, key, folder)));
  return createUnifiedConverter({
    rehype: await load(rehypePlugins, 'rehypePlugins'),
    remark: await load(remarkPlugins, 'remarkPlugins'),
  });
}

/** @param key of the configuration, for messages */
async function loadPlugin({ name, options }: UnifiedPlugin, key: string, folder: string): Promise<Pluggable> {
  const fail = (message: string, fix: string, cause?: unknown) =>
    new SvcError('SVC_CONFIG_INVALID', `${key}: ${message}`, { fix, cause });
  const file = isAbsolute(name) ? name : await resolvePackage(name, folder);
  if (file === undefined) throw fail(`the package "${name}" isn't installed`, `Run: npm install ${name}`);
  const module = await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw fail(`"${name}" can't be loaded`, `Run "node ${file}" to see why.`, cause);
  });
  const { default: plugin } = module as { readonly default?: unknown };
  if (typeof plugin !== 'function')
    throw fail(`"${name}" has no plugin as its default export`, 'Name a plugin for unified 11.');
  return options === undefined ? (plugin as Pluggable & object) : [plugin as never, options];
}
