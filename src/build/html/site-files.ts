import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../core/compare.js';

const NOT_PAGES = new Set(['node_modules']);

/**
 * Every HTML file of a built site, ascending. Hidden folders and symbolic links are not followed.
 * @returns paths below the folder, with `/`
 */
export function listPages(folder: string): readonly string[] {
  const found: string[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true }) as Dirent[]) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith('.') && !NOT_PAGES.has(entry.name)) walk(path);
      else if (entry.isFile() && /\.html?$/i.test(entry.name)) found.push(path);
    }
  };
  walk('');
  return found.sort(compareText);
}
