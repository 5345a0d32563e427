import { posix } from 'node:path';
import { LazyMap, UNKNOWN } from '../../../content/body/template-values.js';
import { parseData } from '../config-file.js';
import type { Includes } from './includes.js';

/** The data files of a folder. Each is read when a template uses it. */
export function dataFolder(root: string, includes: Includes): LazyMap {
  const folder = (path: string): LazyMap =>
    new LazyMap((name) => {
      if (!/^[\w-]+$/.test(name)) return undefined;
      const file = posix.join(path, name);
      for (const ending of ['yaml', 'yml', 'toml', 'json']) {
        const text = includes.quietText(`${file}.${ending}`);
        if (text === undefined) continue;
        const data = parseData(`${file}.${ending}`, text);
        return data === undefined ? UNKNOWN : data;
      }
      return path.split('/').length < MAX_FOLDERS ? folder(file) : undefined;
    });
  return folder(root);
}

const MAX_FOLDERS = 6;
