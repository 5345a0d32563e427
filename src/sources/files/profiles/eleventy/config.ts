/** Reads the configuration and data files of Eleventy, without running them. */

import { join } from 'node:path';
import { objectOf } from '../../../../core/json.js';
import { type ProgramValues, readProgram } from '../../../../core/program-values.js';
import type { RawSite } from '../../../port.js';
import { isProgram, parseConfig, readProgramFile, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText, siteFromValues } from '../../config-values.js';
import { ignoreTest } from '../../ignore-lines.js';
import type { GeneratorConfig, Project } from '../../layout.js';
import { templateOfFunction } from './template.js';

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

/** Data of a program, without running it. */
interface ProgramData {
  readonly data: ConfigValues;
  /** Keys that only running the program would give a value. */
  readonly computed: readonly string[];
}

/** The values of a data file, and of its keys that fill a permalink. */
export function dataOfProgram({ value, computed, fault }: ProgramValues, code: string): ProgramData {
  const whole = fault !== undefined || computed.includes('');
  const data: Record<string, unknown> = { ...switchesIn(code, whole), ...objectOf(value) };
  for (const key of computed) if (!key.includes('.')) delete data[key];
  const isPermalink = computed.some((key) => key === 'permalink' || key === 'eleventyComputed.permalink');
  const template = isPermalink ? templateOfFunction(code) : undefined;
  if (template !== undefined) data['permalink'] = template;
  return { data, computed: computed.filter((key) => template === undefined || !key.endsWith('permalink')) };
}

/** The literal switches in a program whose data can't be read otherwise. */
function switchesIn(code: string, isUnread: boolean): ConfigValues {
  if (!isUnread) return {};
  const found = [...code.matchAll(/(?<![\w.$])["']?([A-Za-z]\w*)["']?\s*:\s*(true|false)(?=\s*[,}\n])/g)];
  return Object.fromEntries(found.map(([, key = '', value]) => [key, value === 'true']));
}

/** The names that front matter declares, also several in a line. */
const DECLARED =
  /(?:^|;[ \t]*)(?:export\s+)?(?:const|let|var|function)\s+([A-Za-z_$][\w$]*)|,\s*([A-Za-z_$][\w$]*)\s*=(?![=>])/gm;

/**
 * Front matter between `---js`: an object, or declarations of which each is a key.
 * @returns undefined when it can't be read without running it
 */
export function dataOfFrontMatter(code: string): ProgramData | undefined {
  const isObject = /^\s*(?:\/\/.*\n\s*|\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)*\{/.test(code);
  const names = [...code.matchAll(DECLARED)].map(([, first, further]) => first ?? further);
  if (!isObject && names.length === 0) return undefined;
  const plain = code.replace(/^export\s+(?=const|let|var|function)/gm, '');
  const text = isObject
    ? `export default (${code.replace(/;\s*$/, '')}\n);`
    : `${plain}\nexport default { ${names.join(', ')} };`;
  const program = readProgram('front-matter.js', (path) => (path === 'front-matter.js' ? text : undefined));
  if (program.fault !== undefined || program.computed.includes('')) return undefined;
  return dataOfProgram(program, code);
}
