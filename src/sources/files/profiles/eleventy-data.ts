import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { compareText } from '../../../core/compare.js';
import { configObject } from '../config-values.js';
import type { Project } from '../layout.js';
import { foldersAbove } from '../parent-folders.js';

type Data = Readonly<Record<string, unknown>>;

/** Names of data files. */
export const DATA = /^(.+?)(?:\.11tydata)?\.(json|js|cjs|mjs)$/;
/** The same in the folder of an unknown generator, which may use files of the shorter names for something else. */
export const NAMED_DATA = /^(.+?)\.11tydata\.(json|js|cjs|mjs)$/;
const MAX_LENGTH = 1_000_000;

/**
 * Eleventy's data files: `posts/posts.11tydata.json` applies to all pages below `posts/`, and
 * `tea.11tydata.json` to `tea.md` next to it. A data file that is a program is never run: only plain values in
 * it are read.
 */
export class FolderData {
  /** By folder, or by page without its ending. */
  readonly #data = new Map<string, Data>();

  /** @param files content files below the root of the project */
  constructor({ root }: Pick<Project, 'root'>, files: readonly string[], name: RegExp) {
    const pages = new Set(files.map(stemOf));
    for (const folder of [...new Set(files.flatMap(foldersAbove))].sort(compareText)) {
      for (const file of namesIn(join(root, folder))) {
        const stem = name.exec(file)?.[1];
        if (stem === undefined) continue;
        const page = folder === '' ? stem : `${folder}/${stem}`;
        const key = stem === basename(folder) ? folder : pages.has(page) ? page : undefined;
        if (key !== undefined)
          this.#data.set(key, { ...this.#data.get(key), ...readData(join(root, folder, file)) });
      }
    }
  }

  /** The inherited values of a file; its own data file overrides those of its folders. */
  valuesFor(path: string): Data {
    if (this.#data.size === 0) return {};
    return Object.assign({}, ...[...foldersAbove(path), stemOf(path)].map((key) => this.#data.get(key)));
  }

  /** A fingerprint: other data make other pages. */
  print(): unknown {
    return [...this.#data];
  }
}

function stemOf(path: string): string {
  return path.replace(/\.\w+$/, '');
}

/** Programs come last: `.11tydata.js` decides over `.11tydata.json`. */
function namesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).sort(compareText);
    return [
      ...names.filter((name) => name.endsWith('.json')),
      ...names.filter((name) => /\.[cm]?js$/.test(name)),
    ];
  } catch {
    return [];
  }
}

function readData(path: string): Data {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return {};
  }
  if (text.length > MAX_LENGTH) return {};
  return path.endsWith('.json') ? objectIn(text) : objectOfProgram(text);
}

/** An object literal without calls and functions is YAML except for its comments. */
function objectOfProgram(text: string): Data {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(^|[\s,{[])\/\/.*$/gm, '$1');
  const literal = /(?:export\s+default|module\.exports\s*=)\s*(\{[\s\S]*\})\s*;?\s*$/.exec(code)?.[1];
  const data = literal === undefined ? {} : objectIn(literal);
  return Object.keys(data).length > 0 ? data : switchesIn(code);
}

function objectIn(text: string): Data {
  try {
    return configObject(parseYaml(text, { maxAliasCount: 0, logLevel: 'silent' }));
  } catch {
    return {};
  }
}

/** The literal switches in a program that computes its data. */
function switchesIn(code: string): Data {
  const found = [...code.matchAll(/(?<![\w.$])["']?([A-Za-z]\w*)["']?\s*:\s*(true|false)(?=\s*[,}\n])/g)];
  return Object.fromEntries(found.map(([, key = '', value]) => [key, value === 'true']));
}
