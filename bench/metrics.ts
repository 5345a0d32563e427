/**
 * Counts what the project's bounds of size are about and prints one table: `npm run metrics`. With `--list` also the
 * longest functions and files and the modules that an entry passes. See README.md beside this file.
 */

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { type CodeFile, readCodeFile } from './metrics/code-lines.js';
import { modulesOfEntry } from './metrics/entry-path.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** TypeScript and JavaScript that ships or of which what ships is made. */
const SHIPPED = ['src/**/*.ts', 'bin/**/*.js', 'templates/**/*.js'];
const MAX_CODE = 70_000;
const MAX_FUNCTION = 80;
const MAX_FILE = 300;
const MAX_MODULES = 15;
const LISTED = 20;

interface Metric {
  readonly what: string;
  readonly value: number;
  readonly bound: number;
  readonly list: readonly string[];
}

const files = fastGlob.sync(SHIPPED, { cwd: ROOT, absolute: true }).sort().map(readCodeFile);
const metrics = [codeLines(files), longFunctions(files), longFiles(files), await entryModules()];
for (const { what, value, bound } of metrics) {
  const verdict = value <= bound ? 'ok' : 'over';
  console.log(
    `${what.padEnd(58)} ${String(value).padStart(7)}  bound ${String(bound).padStart(6)}  ${verdict}`,
  );
}
if (process.argv.includes('--list')) {
  for (const { what, list } of metrics) if (list.length > 0) console.log(`\n${what}:\n${list.join('\n')}`);
}

function codeLines(all: readonly CodeFile[]): Metric {
  const folders = new Map<string, number>();
  for (const { file, code } of all) {
    const folder = relative(ROOT, file).split('/').slice(0, 2).join('/');
    folders.set(folder, (folders.get(folder) ?? 0) + code);
  }
  const list = [...folders].sort(([, a], [, b]) => b - a).map(([folder, code]) => `${code} ${folder}`);
  const value = all.reduce((sum, { code }) => sum + code, 0);
  return { what: `lines of code, in ${all.length} files`, value, bound: MAX_CODE, list };
}

function longFunctions(all: readonly CodeFile[]): Metric {
  const long = all.flatMap(({ functions }) => functions).filter(({ lines }) => lines > MAX_FUNCTION);
  const list = long
    .sort((a, b) => b.lines - a.lines)
    .map(({ lines, name, file, line }) => `${lines} ${name}, ${relative(ROOT, file)}:${line}`);
  return { what: `functions of more than ${MAX_FUNCTION} lines of code`, value: long.length, bound: 0, list };
}

function longFiles(all: readonly CodeFile[]): Metric {
  const long = all.filter(({ lines }) => lines > MAX_FILE).sort((a, b) => b.lines - a.lines);
  const list = long.slice(0, LISTED).map(({ file, lines }) => `${lines} ${relative(ROOT, file)}`);
  return {
    what: `files of more than ${MAX_FILE} lines, tables of data included`,
    value: long.length,
    bound: 0,
    list,
  };
}

async function entryModules(): Promise<Metric> {
  const list = await modulesOfEntry();
  return {
    what: 'modules between an entry of an export and its twin',
    value: list.length,
    bound: MAX_MODULES,
    list,
  };
}
