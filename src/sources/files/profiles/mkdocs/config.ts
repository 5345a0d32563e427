/** Reads `mkdocs.yml`, and the files it inherits from. */

import { posix } from 'node:path';
import { type CollectionTag, isSeq, parseDocument, type ScalarTag } from 'yaml';
import { isObject, objectOf } from '../../../../core/json.js';
import { parseConfig, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';
import { folderMetadata } from '../../folder-metadata.js';
import type { Inherited } from '../../inherited.js';
import type { Project } from '../../layout.js';

/** Environment variables aren't read: the last item of a list is the default, a single one has no value. */
const ENV: readonly (ScalarTag | CollectionTag)[] = [
  { tag: '!ENV', resolve: () => null },
  {
    tag: '!ENV',
    collection: 'seq',
    resolve: (node) => (isSeq(node) && node.items.length > 1 ? node.items.at(-1) : null),
  },
];

/** Files that one after the other inherit from. */
const MAX_DEPTH = 5;

/** The configuration of MkDocs. Its tags for Python objects have no value, and files that it inherits from count. */
export function readMkdocsConfig(root: string, file: string, text: string, depth = 0): ConfigValues {
  // In TOML, Zensical puts everything below `project`.
  const values = file.endsWith('.toml') ? objectOf(parseConfig(file, text)['project']) : parsed(text);
  const parent = values['INHERIT'];
  if (typeof parent !== 'string' || depth >= MAX_DEPTH) return values;
  const path = posix.join(posix.dirname(file), parent);
  const above = path.startsWith('..') ? undefined : readProjectText(root, path);
  return above === undefined ? values : merged(readMkdocsConfig(root, path, above, depth + 1), values);
}

function parsed(text: string): ConfigValues {
  try {
    const document = parseDocument(text, {
      merge: true,
      uniqueKeys: false,
      logLevel: 'silent',
      customTags: (tags) => [...tags, ...(ENV as ScalarTag[])],
    });
    return objectOf(document.toJS({ maxAliasCount: 100 }));
  } catch {
    return {};
  }
}

function merged(all: ConfigValues, more: ConfigValues): ConfigValues {
  const result: Record<string, unknown> = { ...all };
  for (const [key, value] of Object.entries(more)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}

/** The settings of every plugin by its name, without the name of its package. */
export function pluginsOf(values: ConfigValues): ReadonlyMap<string, ConfigValues> {
  const { plugins } = values;
  const list = Array.isArray(plugins)
    ? plugins
    : Object.entries(objectOf(plugins)).map(([k, v]) => ({ [k]: v }));
  return new Map(
    list.flatMap((item) =>
      typeof item === 'string'
        ? [[shortName(item), {}] as const]
        : Object.entries(objectOf(item)).map(([name, own]) => [shortName(name), objectOf(own)] as const),
    ),
  );
}

/** Whether an extension of Python-Markdown is switched on. */
export function hasExtension(values: ConfigValues, name: string): boolean {
  const { markdown_extensions: extensions } = values;
  const names = Array.isArray(extensions)
    ? extensions.flatMap((item) => (typeof item === 'string' ? item : Object.keys(objectOf(item))))
    : Object.keys(objectOf(extensions));
  // In TOML, the dots of a name are levels.
  return (
    names.includes(name) ||
    name.split('.').reduce<unknown>((at, key) => objectOf(at)[key], extensions) !== undefined
  );
}

function shortName(name: string): string {
  return name.replace(/^.*\//, '');
}

/** The lines of a setting that holds patterns. */
export function linesOf(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split(/\r?\n/) : [];
}

/**
 * What pages of MkDocs inherit: front matter for whole folders, from the files of the plugin `meta` of Material, and a
 * password for all pages, from the plugin `encryptcontent`.
 */
export function mkdocsInherited(
  { root }: Pick<Project, 'root'>,
  plugins: ReadonlyMap<string, ConfigValues>,
  files: readonly string[],
): Inherited {
  const meta = plugins.get('meta') ?? plugins.get('material/meta');
  const name = meta === undefined ? undefined : (configText(meta, 'meta_file') ?? '.meta.yml');
  const { global_password: all, password_inventory: inventory } = plugins.get('encryptcontent') ?? {};
  const password = objectOf(inventory)['_global'] ?? all;
  const common = password === undefined || password === '' ? {} : { password: true };
  return folderMetadata(root, files, name, common);
}
