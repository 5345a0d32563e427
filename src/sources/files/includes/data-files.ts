import { posix } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { LazyMap, UNKNOWN } from '../../../content/body/hugo/functions.js';
import type { Includes } from './includes.js';

/** The data files of a folder. Each is read when a template uses it. */
export function dataFolder(root: string, includes: Includes): LazyMap {
  const folder = (path: string): LazyMap =>
    new LazyMap((name) => {
      if (!/^[\w-]+$/.test(name)) return undefined;
      const file = posix.join(path, name);
      for (const ending of ['yaml', 'yml', 'toml', 'json']) {
        const text = includes.quietText(`${file}.${ending}`);
        if (text !== undefined) return parseData(text, ending);
      }
      return path.split('/').length < MAX_FOLDERS ? folder(file) : undefined;
    });
  return folder(root);
}

const MAX_FOLDERS = 6;

function parseData(text: string, ending: string): unknown {
  try {
    if (ending === 'toml') return parseToml(text);
    return ending === 'json' ? JSON.parse(text) : parseYaml(text, { maxAliasCount: 100, logLevel: 'silent' });
  } catch {
    return UNKNOWN;
  }
}
