import { runBuild } from '../build/build.js';
import type { BuildReport, Progress } from '../build/report.js';
import type { RawConfig } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import { lateAbilityFacts } from '../sidecar/abilities/late-facts.js';
import { openProject, type Project, type SiteOptions } from './project.js';

/** The options of `build`, named like the flags of `svc build`. */
export interface BuildOptions extends SiteOptions {
  /** The last deployment, as a folder or an address, for a machine that keeps no state. */
  readonly previous?: string | undefined;
  /** True ignores the cache. */
  readonly full?: boolean | undefined;
  /** Worker threads, 0 to 64. By default as many as the amount of work calls for. */
  readonly workers?: number | undefined;
  /** Hosts to write header rules for. */
  readonly hosts?: RawConfig['hosts'] | undefined;
  /** True adds to the pages of `site` where they are. */
  readonly inPlace?: boolean | undefined;
  /** True reads the sources of a generator's project, and not its built pages. */
  readonly sourceOnly?: boolean | undefined;
  readonly converter?: 'built-in' | 'unified' | undefined;
  /** True makes skipped content, failed hooks and lost text an error. */
  readonly strict?: boolean | undefined;
  /** Percent of the words that twins and pages must share, 0 to 100. */
  readonly minFidelity?: number | undefined;
  /** True writes nothing, and reports what would change. */
  readonly dryRun?: boolean | undefined;
  /** Receives the progress of the run. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

const FLAGS = [
  ...['previous', 'full', 'workers', 'hosts', 'inPlace', 'sourceOnly', 'converter', 'strict', 'minFidelity'],
  ...['dryRun'],
] as const;

/**
 * Reads the sources and writes the output folder, like `svc build`.
 * @returns the report that `svc build --json` prints; its `added`, `changed` and `removed` are the list to purge
 * @throws SvcError for everything that stops a build; the output folder is then as it was
 */
export async function build(options: BuildOptions = {}): Promise<BuildReport> {
  return buildProject(await openBuild(options), options.onProgress);
}

/** Loads the project of a build. */
export function openBuild(options: BuildOptions): Promise<Project> {
  const flags = Object.fromEntries(
    Object.entries(options).filter(([name]) => FLAGS.some((flag) => flag === name)),
  );
  return openProject(options, [...FLAGS, 'onProgress'], flags);
}

/** Builds a project that is loaded. */
export function buildProject(
  { loaded, cwd, env }: Project,
  onProgress?: (progress: Progress) => void,
): Promise<BuildReport> {
  return runBuild({
    loaded,
    cwd,
    clock: systemClock(env),
    env,
    abilityFacts: lateAbilityFacts,
    ...(onProgress && { onProgress }),
  });
}
