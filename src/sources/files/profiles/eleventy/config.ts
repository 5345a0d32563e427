import { join } from 'node:path';
import { objectOf } from '../../../../core/json.js';
import type { RawSite } from '../../../port.js';
import { isProgram, parseConfig, readProgramFile, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText, siteFromValues } from '../../config-values.js';
import { ignoreTest } from '../../ignore-lines.js';
import type { GeneratorConfig, Project } from '../../layout.js';
import { dataOfProgram } from './program-data.js';

/** Calls by which a configuration names its folders, and the key that they set. */
const CALLS = { setInputDirectory: 'input', setOutputDirectory: 'output', setDataDirectory: 'data' };

/** The configuration: what its function returns, its export `config`, and the calls that name folders. */
export function readEleventyConfig(root: string, file: string, text: string): ConfigValues {
  const returned = objectOf(readProgramFile(root, file).value);
  const exported = objectOf(readProgramFile(root, file, 'config').value);
  const called = Object.entries(CALLS).flatMap(([name, key]) => {
    const folder = new RegExp(`\\.${name}\\(\\s*["'\`]([^"'\`]+)["'\`]\\s*\\)`).exec(text)?.[1];
    return folder === undefined ? [] : [[key, folder]];
  });
  const listed = /\.setTemplateFormats\(\s*(\[[^\]]*\]|["'`][^"'`]*["'`])/.exec(text)?.[1];
  const formats = listed?.match(/[\w-]+/g);
  const ignored = [...text.matchAll(/\.ignores\.add\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(([, glob]) => glob);
  const dir = { ...objectOf(returned['dir']), ...objectOf(exported['dir']), ...Object.fromEntries(called) };
  return { ...returned, ...exported, ...(formats && { templateFormats: formats }), dir, ignored };
}

/** A folder of the configuration, without slashes at the ends; empty for the folder of the project. */
export function folderOf(values: ConfigValues, key: string, standard: string): string {
  const written = configText(objectOf(values['dir']), key) ?? standard;
  return written.replace(/^(?:\.\/+)+|^\.$|\/+$/g, '');
}

/** Endings of programs; since version 3, projects may register those of TypeScript. */
export const PROGRAM_ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];
const ENDINGS = ['json', ...PROGRAM_ENDINGS];

/** A global data file, which is a key for every page. */
export function globalData({ root, config }: Pick<Project, 'root' | 'config'>, name: string): unknown {
  const values = config?.values ?? {};
  const top = config?.root ?? root;
  const folder = join(folderOf(values, 'input', '.'), folderOf(values, 'data', '_data'));
  for (const ending of ENDINGS) {
    const path = join(folder, `${name}.${ending}`).replaceAll('\\', '/');
    const text = path.startsWith('..') ? undefined : readProjectText(top, path);
    if (text === undefined) continue;
    if (!isProgram(path)) return parseConfig(path, text);
    return dataOfProgram(readProgramFile(top, path), text).data;
  }
  return undefined;
}

/** The facts about the site in its global data. */
export function siteOfData(config: GeneratorConfig, root: string): RawSite {
  const found = ['site', 'metadata', 'meta', 'config'].map((name) =>
    siteFromValues(objectOf(globalData({ root, config }, name))),
  );
  return found.find(({ title }) => title !== undefined) ?? {};
}

/** Whether Eleventy passes a file over: by `.eleventyignore`, `.gitignore` or the configuration. */
export function ignoredByEleventy({ root, config }: Project): (path: string) => boolean {
  const lines = ['.eleventyignore', '.gitignore'].flatMap((name) =>
    (readProjectText(config?.root ?? root, name) ?? '').split(/\r?\n/),
  );
  const own = config?.values['ignored'];
  return ignoreTest([...lines, ...(Array.isArray(own) ? own.map(String) : [])]);
}
