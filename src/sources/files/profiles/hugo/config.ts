import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { isObject } from '../../../../core/is-object.js';
import { parseConfig, readConfigFile } from '../../config-file.js';
import type { ConfigValues } from '../../config-values.js';

/** Deeper folders and further files aren't read. */
const MAX_DEPTH = 5;
const MAX_FILES = 200;

/**
 * The configuration of a Hugo site: its file, and those of the folders `config/_default` and `config/production`,
 * where `params.toml` holds what is below `params`, `languages.en.toml` what is below `languages.en`, and `menus.en.toml`
 * what is below `languages.en.menus`.
 * @param file the configuration file that was found, from the root
 */
export function readHugoConfig(root: string, file: string, text: string): ConfigValues {
  const first = file.startsWith('config/') ? {} : parseConfig(file, text);
  const folders = ['config/_default', 'config/production'];
  return folders
    .flatMap((folder) => filesBelow(root, folder))
    .reduce((all, path) => merged(all, valuesOf(root, path)), first);
}

function filesBelow(root: string, folder: string): readonly string[] {
  const found: string[] = [];
  walk(folder, 0);
  return found;

  function walk(path: string, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const entry of listed(join(root, path))) {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) walk(inner, depth + 1);
      else if (/\.(?:toml|ya?ml|json)$/.test(inner) && found.length < MAX_FILES) found.push(inner);
    }
  }
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name));
  } catch {
    return [];
  }
}

function valuesOf(root: string, path: string): ConfigValues {
  const values = readConfigFile(root, path);
  const [, name = '', lang] = /([^/.]+)(?:\.([\w-]+))?\.\w+$/.exec(path) ?? [];
  const keys = Object.keys(values);
  const isWhole = name === 'hugo' || name === 'config';
  const isLanguage = name === 'languages' && lang !== undefined;
  const isNamed = keys.length === 1 && keys[0]?.toLowerCase() === name.toLowerCase();
  const own = isWhole || isNamed || isLanguage ? values : { [name]: values };
  return lang === undefined ? own : { languages: { [lang]: own } };
}

function merged(all: ConfigValues, more: ConfigValues): ConfigValues {
  const result: Record<string, unknown> = { ...all };
  for (const [key, value] of Object.entries(more)) {
    const known = Object.keys(result).find((name) => name.toLowerCase() === key.toLowerCase()) ?? key;
    const before = result[known];
    result[known] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}
