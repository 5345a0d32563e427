import { resolve } from 'node:path';
import type { LoadedConfig, RawConfig } from '../config/config.js';
import type { Environment, Flags } from '../config/env.js';
import { loadConfig } from '../config/load.js';
import { didYouMean } from '../core/did-you-mean.js';
import { SvcError } from '../core/errors.js';

/** The options of every function that works on a project. */
export interface ProjectOptions {
  /** Relative paths start here. By default the current folder of the process. */
  readonly cwd?: string | undefined;
  /** Path of a configuration file, or the configuration itself. By default `svc.config.*` in `cwd`, if any. */
  readonly config?: string | RawConfig | undefined;
  /** Variables such as `SVC_SIGNING_KEY`. By default those of the process; `{}` for none. */
  readonly env?: Environment | undefined;
}

/** What to read and where to write. Each option overrides the configuration and the environment. */
export interface SiteOptions extends ProjectOptions {
  /** One or more exports, content folders or folders of built pages. */
  readonly source?: string | readonly string[] | undefined;
  /** Folder of the built HTML site. */
  readonly site?: string | undefined;
  /** Address of the site. */
  readonly baseUrl?: string | undefined;
  /** Output folder. */
  readonly out?: string | undefined;
}

/** A project and the circumstances of a run. */
export interface Project {
  readonly loaded: LoadedConfig;
  readonly cwd: string;
  readonly env: Environment;
}

const SITE_KEYS = ['cwd', 'config', 'env', 'source', 'site', 'baseUrl', 'out'];

/**
 * Loads the project of a call.
 * @param own names of the options that the function has besides those of `SiteOptions`
 * @param flags the options that override the configuration
 * @throws SvcError `SVC_USAGE` for an unknown option, and errors of loading the configuration
 */
export async function openProject(
  options: SiteOptions,
  own: readonly string[],
  flags: Flags = {},
): Promise<Project> {
  assertOptions(options, [...SITE_KEYS, ...own]);
  const { config, source, site, baseUrl, out, env = process.env } = options;
  const cwd = resolve(options.cwd ?? '.');
  const sources = typeof source === 'string' ? [source] : source;
  const loaded = await loadConfig({
    cwd,
    env,
    flags: { ...flags, source: sources, site, baseUrl, out },
    isLibrary: true,
    ...(typeof config === 'string' ? { configPath: config } : { value: config }),
  });
  return { loaded, cwd, env };
}

/** @throws SvcError `SVC_USAGE` that names the first unknown option, and the probable one */
export function assertOptions(options: object, known: readonly string[]): void {
  const wrong = Object.keys(options).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const near = didYouMean(wrong, known);
  const fix = near === undefined ? `Use: ${[...known].sort().join(', ')}.` : `Did you mean "${near}"?`;
  throw new SvcError('SVC_USAGE', `there is no option "${wrong}"`, { field: wrong, fix });
}
