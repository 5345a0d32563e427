import { objectOf } from '../../../../core/json.js';
import { type ProgramValues, readProgram } from '../../../../core/program-values.js';
import type { ConfigValues } from '../../config-values.js';
import { templateOfFunction } from './template.js';

/** Data of a program, without running it. */
export interface ProgramData {
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

/**
 * Front matter between `---js`: an object, or declarations of which each is a key.
 * @returns undefined when it can't be read without running it
 */
export function dataOfFrontMatter(code: string): ProgramData | undefined {
  const isObject = /^\s*(?:\/\/.*\n\s*|\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)*\{/.test(code);
  const names = [
    ...code.matchAll(/^(?:export\s+)?(?:(?:const|let|var|function)\s+)([A-Za-z_$][\w$]*)/gm),
  ].map(([, name]) => name);
  if (!isObject && names.length === 0) return undefined;
  const plain = code.replace(/^export\s+(?=const|let|var|function)/gm, '');
  const text = isObject
    ? `export default (${code.replace(/;\s*$/, '')}\n);`
    : `${plain}\nexport default { ${names.join(', ')} };`;
  const program = readProgram('front-matter.js', (path) => (path === 'front-matter.js' ? text : undefined));
  if (program.fault !== undefined || program.computed.includes('')) return undefined;
  return dataOfProgram(program, code);
}
