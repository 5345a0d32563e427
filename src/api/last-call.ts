import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/config.js';
import { type Environment, type Flags, options } from '../config/env.js';
import { findConfig } from '../config/load.js';
import { isObject, withoutUndefined } from '../core/json.js';

/** Flags for the inputs and outputs of a build. */
const KEPT = ['source', 'sourceOnly', 'site', 'baseUrl', 'out', 'inPlace'] as const;
type LastFlags = Pick<Flags, (typeof KEPT)[number]>;

interface LastCall extends LastFlags {
  /** True for a build by the generator. */
  readonly isIntegration?: boolean;
}

const FILE = 'last-call.json';

/**
 * Keeps the flags of a build without a configuration file, so that `svc validate` and `svc check` use the same
 * site without repeating them. With a configuration file this isn't needed.
 */
export function keepCall({ file, folder, run }: LoadedConfig, flags: Flags, env: Environment): void {
  if (file !== undefined || run.dryRun) return;
  const said = KEPT.map((flag) => [flag, flags[flag] ?? variableOf(flag, env)] as const);
  write(folder, Object.fromEntries(said));
}

/**
 * Keeps what the integration of a generator has built. The generator's configuration contains it, not ours, so it counts
 * together with a configuration file too.
 */
export function keepIntegration({ folder }: LoadedConfig, flags: LastFlags): void {
  write(folder, { ...flags, isIntegration: true });
}

function write(folder: string, call: LastCall): void {
  const text = `${JSON.stringify(call, null, 2)}\n`;
  const path = join(folder, '.svc', FILE);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(join(folder, '.svc'), { recursive: true });
  writeFileSync(path, text);
}

/**
 * The flags of a call, completed with those of the last build in the current folder.
 * @param dir the output folder, where the call names it in another way than by its flag
 * @returns the flags unchanged where a configuration has them, or where they name another site or output folder
 */
export async function withLastCall(
  flags: Flags,
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
  dir?: string,
): Promise<Flags> {
  const config = flags.config ?? variableOf('config', env) ?? (await findConfig(cwd));
  const last = readCall(cwd);
  if (last === undefined || (config !== undefined && last.isIntegration !== true)) return flags;
  if (!isOfCall({ ...flags, out: dir ?? flags.out }, last, env, cwd)) return flags;
  const missing = KEPT.filter((flag) => flags[flag] === undefined && variableOf(flag, env) === undefined);
  return { ...Object.fromEntries(missing.map((flag) => [flag, last[flag]])), ...withoutUndefined(flags) };
}

function readCall(cwd: string): LastCall | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(cwd, '.svc', FILE), 'utf8'));
    return isObject(value) ? (value as LastCall) : undefined;
  } catch {
    return undefined;
  }
}

/** Given paths have to equal those of the last build: another folder may belong to another site. */
function isOfCall(flags: Flags, last: LastFlags, env: Environment, cwd: string): boolean {
  return (['site', 'out'] as const).every((flag) => {
    const given = flags[flag] ?? variableOf(flag, env);
    const kept = last[flag] ?? (flag === 'out' ? defaultOut(last) : undefined);
    return given === undefined || (kept !== undefined && resolve(cwd, given) === resolve(cwd, kept));
  });
}

function defaultOut({ inPlace, site }: LastFlags): string {
  return inPlace === true && site !== undefined ? site : 'out';
}

function variableOf(flag: keyof Flags, env: Environment): string | undefined {
  const name = options.find((one) => one.flag === flag)?.variable ?? '';
  return env[name]?.trim() || undefined;
}
