import { resolve } from 'node:path';
import type { ConverterConfig, RawConfig, UnifiedPlugin } from './config.js';
import { invalidValue, type WithOrigin } from './origin.js';

/** The configuration file: the position of its values, and its folder. */
interface Place {
  at<T>(value: T, ...path: readonly (string | number)[]): WithOrigin<T>;
  readonly folder: string;
}

type Raw = Pick<RawConfig, 'converter' | 'rehypePlugins' | 'remarkPlugins'>;

/**
 * Reads the converter and its plugins. Naming a plugin selects the unified stack.
 * @param called value of the flag or environment variable
 * @throws SvcError `SVC_CONFIG_INVALID` when a plugin is neither a name nor a list of a name and options
 */
export function converterOf(
  raw: Raw,
  called: ConverterConfig['kind'] | undefined,
  place: Place,
): ConverterConfig {
  const rehypePlugins = pluginsOf('rehypePlugins', raw, place);
  const remarkPlugins = pluginsOf('remarkPlugins', raw, place);
  const isNamed = rehypePlugins.length + remarkPlugins.length > 0;
  const kind = called ?? raw.converter ?? (isNamed ? 'unified' : 'built-in');
  return { kind, rehypePlugins, remarkPlugins };
}

function pluginsOf(
  key: 'rehypePlugins' | 'remarkPlugins',
  raw: Raw,
  { at, folder }: Place,
): readonly UnifiedPlugin[] {
  return (raw[key] ?? []).map((written, index) => {
    const [name, options, ...more] = typeof written === 'string' ? [written, undefined] : written;
    const isObject = options === undefined || (typeof options === 'object' && options !== null);
    if (typeof name !== 'string' || name === '' || !isObject || more.length > 0)
      throw invalidValue(at(written, key, index), 'a name, or a list of a name and an object of options');
    return { name: /^\.{1,2}[\\/]/.test(name) ? resolve(folder, name) : name, options };
  });
}
