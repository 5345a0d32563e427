import { delimiter, resolve } from 'node:path';
import { didYouMean } from '../core/did-you-mean.js';
import type { ConverterConfig, Host } from './config.js';
import { callOrigin, invalidValue, resolvePath, type WithOrigin } from './origin.js';
import { hostNames } from './schema.js';

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Command-line flags with the same meaning as keys of the configuration, and options of a run. */
export interface Flags {
  readonly config?: string | undefined;
  readonly source?: readonly string[] | undefined;
  readonly site?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly out?: string | undefined;
  readonly previous?: string | undefined;
  readonly full?: boolean | undefined;
  readonly workers?: string | number | undefined;
  /** Comma-separated, or already split. */
  readonly hosts?: string | readonly string[] | undefined;
  readonly inPlace?: boolean | undefined;
  readonly sourceOnly?: boolean | undefined;
  readonly converter?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly minFidelity?: string | number | undefined;
  readonly dryRun?: boolean | undefined;
  readonly explain?: string | undefined;
  readonly database?: string | undefined;
  readonly json?: boolean | undefined;
}

/** A flag with its environment variable. */
interface Option {
  readonly flag: keyof Flags;
  readonly variable: string;
  /** A variable that hosting services set, read if `variable` is absent. */
  readonly hostVariable?: string;
  /** The flag on the command line, with its value. */
  readonly usage: string;
  readonly text: string;
}

/** Every flag of `svc build` by its usage; a flag wins over its variable, both over the file. */
const TEXTS: Readonly<Record<string, string>> = {
  '--config <file>': 'Configuration file.',
  '--source <path>': 'What to read; the flag may be repeated, the variable is a list like `PATH`.',
  '--source-only': "Read only the source files of a generator's project, not its built pages.",
  '--site <dir>': 'Folder of the built HTML site (`siteDir`).',
  '-b, --base-url <url>': 'Address of the site (`site.url`).',
  '-o, --out <dir>': 'Folder that the build writes (default: `out`).',
  '--previous <dir or url>': 'The last deployment, for CI jobs that keep no files.',
  '--full': 'Ignore the cache.',
  '--workers <n>': 'Number of worker threads, 0–64; 0 for none.',
  '--hosts <list>': 'Hosts to write header rules for, comma-separated.',
  '--in-place': 'Write into the built site instead of the output folder, unless you pass `--out`.',
  '--converter <name>': 'Program that turns HTML into Markdown: `built-in` or `unified`.',
  '--strict': 'Fail if content is skipped, a hook fails or text is lost.',
  '--min-fidelity <n>':
    'Fail if more words are lost or added than this percentage allows; 99.5 with `--strict`.',
  '--dry-run': 'Show what would change; write nothing.',
  '--explain <page>': 'Explain why a page, given by its address or file, is public or not; write nothing.',
  '--database <url>': 'A `postgres://` address or the path of a SQLite file, for settings and the sidecar.',
  '--json': 'Print one JSON object on standard output.',
};

/** All flags, each with the key and the environment variable that follow from its name. */
export const options: readonly Option[] = Object.entries(TEXTS).map(([usage, text]) => {
  const name = /--([\w-]+)/.exec(usage)?.[1] ?? '';
  const flag = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as keyof Flags;
  const variable = `SVC_${name.toUpperCase().replaceAll('-', '_')}`;
  return { flag, variable, usage, text, ...(flag === 'database' && { hostVariable: 'DATABASE_URL' }) };
});

/** The checked options of the call, with the origin of each value. */
export type Overrides = ReturnType<typeof readOverrides>;

/**
 * Reads flags over environment variables. An empty variable counts as absent.
 * @param isLibrary true where the flags are options of a function, which have no dashes
 * @throws SvcError `SVC_USAGE` that names the flag or variable
 */
export function readOverrides(flags: Flags, env: Environment, cwd: string, isLibrary = false) {
  const get = (flag: keyof Flags) => given(flag, { flags, env, cwd, isLibrary });
  const text = (flag: keyof Flags) => mapGiven(get(flag), nonEmpty);
  const source = mapGiven(get('source'), (one) =>
    listOf(one, delimiter).map((path) => nonEmpty({ ...one, value: path })),
  );
  const hosts = get('hosts');
  const workers = get('workers');
  const previous = text('previous');
  const minFidelity = get('minFidelity');
  return {
    config: text('config'),
    source,
    siteDir: text('site'),
    url: text('baseUrl'),
    out: text('out'),
    database: text('database'),
    hosts: hosts && hostList(hosts),
    inPlace: onOff(get('inPlace')),
    sourceOnly: onOff(get('sourceOnly')),
    converter: mapGiven(get('converter'), converterName)?.value,
    run: {
      previous: previous && previousOf(previous, cwd),
      full: onOff(get('full')) ?? false,
      workers: workers && workerCount(workers),
      strict: onOff(get('strict')) ?? false,
      minFidelity: minFidelity && percentOf(minFidelity),
      dryRun: onOff(get('dryRun')) ?? false,
      explain: text('explain')?.value,
      json: onOff(get('json')) ?? false,
    },
  };
}

/** A database that this program can't use: `DATABASE_URL` is then that of another program, such as `mysql://…`. */
const OTHER_KIND = /^(?!postgres(?:ql)?:|sqlite:)[a-z][a-z\d+.-]+:/i;

interface Call {
  readonly flags: Flags;
  readonly env: Environment;
  readonly cwd: string;
  readonly isLibrary: boolean;
}

function given(flag: keyof Flags, { flags, env, cwd, isLibrary }: Call): WithOrigin<unknown> | undefined {
  const option = options.find((one) => one.flag === flag);
  const fromFlag = flags[flag];
  if (fromFlag !== undefined) {
    const name = isLibrary ? flag : (/--[\w-]+/.exec(option?.usage ?? '')?.[0] ?? flag);
    return { value: fromFlag, origin: callOrigin(name, cwd) };
  }
  for (const variable of [option?.variable ?? '', option?.hostVariable ?? '']) {
    const fromEnv = env[variable] ?? '';
    const isForeign = variable === option?.hostVariable && OTHER_KIND.test(fromEnv);
    if (fromEnv !== '' && !isForeign) return { value: fromEnv, origin: callOrigin(variable, cwd) };
  }
  return undefined;
}

function mapGiven<T>(
  one: WithOrigin<unknown> | undefined,
  read: (one: WithOrigin<unknown>) => T,
): WithOrigin<T> | undefined {
  return one && { value: read(one), origin: one.origin };
}

function nonEmpty(one: WithOrigin<unknown>): string {
  if (typeof one.value === 'string' && one.value.trim() !== '') return one.value.trim();
  throw invalidValue(one, "a text that isn't empty");
}

/** A repeated flag is a list already; only a variable is split. */
function listOf(one: WithOrigin<unknown>, separator: string): readonly string[] {
  const items = Array.isArray(one.value) ? one.value : String(one.value).split(separator);
  const kept = items.map(String).filter((item) => item.trim() !== '');
  if (kept.length === 0) throw invalidValue(one, 'at least one value');
  return kept;
}

function hostList(one: WithOrigin<unknown>): readonly Host[] {
  const names = listOf(one, ',')
    .flatMap((name) => name.split(','))
    .map((name) => name.trim())
    .filter(Boolean);
  const known = hostNames();
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = didYouMean(name, known);
    const fix = near === undefined ? undefined : `Did you mean "${near}"?`;
    throw invalidValue({ ...one, value: name }, `one of ${known.join(', ')}`, fix);
  }
  return [...new Set(names)];
}

function converterName(one: WithOrigin<unknown>): ConverterConfig['kind'] {
  if (one.value === 'built-in' || one.value === 'unified') return one.value;
  throw invalidValue(one, '"built-in" or "unified"');
}

function workerCount(one: WithOrigin<unknown>): number {
  const count = Number(one.value);
  if (/^\d{1,2}$/.test(String(one.value).trim()) && count <= 64) return count;
  throw invalidValue(one, 'a whole number from 0 to 64');
}

function percentOf(one: WithOrigin<unknown>): number {
  const percent = Number(one.value);
  if (/^\d{1,3}(?:\.\d+)?$/.test(String(one.value).trim()) && percent <= 100) return percent;
  throw invalidValue(one, 'a number from 0 to 100');
}

function previousOf(one: WithOrigin<string>, cwd: string): string {
  return /^https?:\/\//i.test(one.value) ? one.value : resolve(cwd, resolvePath(one));
}

const ON = new Set(['1', 'true', 'yes', 'on']);
const OFF = new Set(['0', 'false', 'no', 'off']);

function onOff(one: WithOrigin<unknown> | undefined): boolean | undefined {
  if (one === undefined || typeof one.value === 'boolean') return one?.value as boolean | undefined;
  const word = String(one.value).trim().toLowerCase();
  if (ON.has(word)) return true;
  if (OFF.has(word)) return false;
  throw invalidValue(one, '1 or 0');
}
