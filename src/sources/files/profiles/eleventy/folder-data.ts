import { basename, join, posix } from 'node:path';
import { attempt } from '../../../../core/attempt.js';
import { compareText } from '../../../../core/compare.js';
import { listNames } from '../../../../core/files.js';
import { type JsonObject, objectOf } from '../../../../core/json.js';
import { foldersAbove } from '../../../../core/paths.js';
import { isProgram, parseConfig, readProgramFile, readProjectText } from '../../config-file.js';
import { readMarkedLines } from '../../key-lines.js';
import type { Project } from '../../layout.js';
import { dataOfProgram } from './config.js';

/** Names of data files. */
export const DATA = /^(.+?)(?:(?:\.11tydata)?\.(?:json|[cm]?js)|\.11tydata\.[cm]?ts)$/;
/**
 * Data files in the folder of an unknown generator, which may use the shorter names for something else; also those of
 * Nikola (`tea.meta`), TiddlyWiki (`tea.md.meta`) and Nanoc (`tea.yaml`).
 */
export const NAMED_DATA = /^(.+?)(?:\.11tydata\.(?:json|[cm]?[jt]s)|(?:\.(?:md|html))?\.meta|\.ya?ml)$/;
/** Data files of one page, even if its folder has the same name. */
const OF_PAGE = /\.(?:meta|ya?ml)$/;
/** Without any of these keys, YAML next to a page is something else, such as an example. */
const PAGE_KEYS = ['title', 'draft', 'published', 'publish', 'status', 'visibility'];

/**
 * Eleventy's data files: `posts/posts.11tydata.json` applies to all pages below `posts/`, and
 * `tea.11tydata.json` to `tea.md` next to it. A data file that is a program is never run: only plain values in
 * it are read.
 */
export class FolderData {
  /** By folder, or by page without its ending. */
  readonly #data = new Map<string, JsonObject>();
  /** Data files that compute their permalink when they run. */
  readonly computedPermalinks: string[] = [];

  /** @param files content files below the root of the project */
  constructor({ root }: Pick<Project, 'root'>, files: readonly string[], name: RegExp) {
    const pages = new Set(files.map(stemOf));
    for (const folder of [...new Set(files.flatMap(foldersAbove))].sort(compareText)) {
      for (const file of dataFilesIn(join(root, folder))) {
        const stem = name.exec(file)?.[1];
        if (stem === undefined) continue;
        const page = folder === '' ? stem : `${folder}/${stem}`;
        const key =
          stem === basename(folder) && !OF_PAGE.test(file) ? folder : pages.has(page) ? page : undefined;
        if (key !== undefined)
          this.#data.set(key, { ...this.#data.get(key), ...this.#read(root, posix.join(folder, file)) });
      }
    }
  }

  /** The inherited values of a file; its own data file overrides those of its folders. */
  valuesFor(path: string): JsonObject {
    if (this.#data.size === 0) return {};
    return Object.assign({}, ...[...foldersAbove(path), stemOf(path)].map((key) => this.#data.get(key)));
  }

  #read(root: string, path: string): JsonObject {
    const text = readProjectText(root, path);
    if (text === undefined) return {};
    if (OF_PAGE.test(path)) return dataOfPage(path, text);
    if (!isProgram(path)) return withPermalink(parseConfig(path, text));
    const { data, computed } = dataOfProgram(readProgramFile(root, path), text);
    if (computed.some((key) => key.endsWith('permalink'))) this.computedPermalinks.push(path);
    return withPermalink(data);
  }

  /** A fingerprint: other data make other pages. */
  print(): unknown {
    return [...this.#data];
  }
}

function dataOfPage(path: string, text: string): JsonObject {
  if (!path.endsWith('.meta')) {
    const values = parseConfig(path, text);
    return PAGE_KEYS.some((key) => Object.hasOwn(values, key)) ? values : {};
  }
  // Keys that contradict each other hold the page back.
  const marked = attempt(() => readMarkedLines(text)?.data ?? {}) ?? { draft: true };
  if (Object.keys(marked).length > 0) return marked;
  const lines = [...text.matchAll(/^([\w.-]+):[ \t]*(.*)$/gm)].map(([, key = '', value = '']) => [
    key === 'draft.of' ? 'draft' : key,
    key === 'draft.of' || value,
  ]);
  return Object.fromEntries(lines.filter(([key]) => PAGE_KEYS.includes(String(key))));
}

function stemOf(path: string): string {
  return path.replace(/\.\w+$/, '');
}

/** Programs come last: `.11tydata.js` decides over `.11tydata.json`. */
function dataFilesIn(folder: string): readonly string[] {
  const names = listNames(folder);
  return [
    ...names.filter((name) => name.endsWith('.json') || OF_PAGE.test(name)),
    ...names.filter((name) => isProgram(name)),
  ];
}

/** A computed value decides over all others. */
function withPermalink(data: JsonObject): JsonObject {
  const { permalink } = objectOf(data['eleventyComputed']);
  return typeof permalink === 'string' ? { ...data, permalink } : data;
}
