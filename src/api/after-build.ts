import { relative } from 'node:path';
import type { BuildReport } from '../build/report.js';
import { counted } from '../core/text.js';
import { type BuildOptions, buildProject, openBuild } from './build.js';
import { keepIntegration } from './last-call.js';
import type { Project } from './project.js';

/** The options of every integration, named like those of `build`. */
export interface IntegrationOptions
  extends Pick<
    BuildOptions,
    'config' | 'env' | 'baseUrl' | 'previous' | 'hosts' | 'workers' | 'full' | 'strict' | 'minFidelity'
  > {
  /** False reads the built pages alone: no dates, people, terms and drafts from the project's Markdown files. */
  readonly sources?: boolean | undefined;
  readonly onReport?: ((report: BuildReport) => void) | undefined;
}

/** What a generator says about a finished build. */
export interface BuiltSite {
  /** Folder of the project, with `svc.config.*` if there is one. */
  readonly root: string;
  /** Folder of the generator's configuration where that is another. */
  readonly project?: string | undefined;
  /** Folder of the built pages. */
  readonly outDir: string;
  /** Address of the site as the generator is configured; an option wins. */
  readonly baseUrl: string | undefined;
  /** Source files, absolute, by addresses of their pages below that of the site, where the generator names them. */
  readonly pairs?: Iterable<readonly [address: string, file: string]> | undefined;
  /** Prints a line. */
  log(line: string): void;
}

/**
 * Adds what agents read to the pages that a generator has just built, in their folder.
 * @throws SvcError everything that stops a build
 */
export async function afterBuild(site: BuiltSite, options: IntegrationOptions): Promise<void> {
  const { onReport, sources = true, baseUrl = site.baseUrl, ...rest } = options;
  const { root, outDir } = site;
  const project = await openBuild({ ...rest, cwd: root, site: outDir, inPlace: true, baseUrl });
  const complete = sources ? await withSources(project, site) : project;
  const report = await buildProject(complete);
  const path = complete === project ? undefined : complete.loaded.config.source[0]?.path;
  keepIntegration(project.loaded, {
    ...(path === undefined ? {} : { source: [relative(root, path) || '.'] }),
    site: relative(root, outDir) || '.',
    baseUrl: report.baseUrl,
    inPlace: true,
  });
  onReport?.(report);
  const { twins, warnings, hidden } = report;
  const held = Object.values(hidden).reduce((sum, number) => sum + number, 0);
  const more = [
    ...(held === 0 ? [] : [`${held} held back`]),
    ...(warnings.length === 0 ? [] : [counted(warnings.length, 'warning')]),
  ];
  site.log(`Files for agents: ${['llms.txt', counted(twins, 'Markdown twin'), ...more].join(', ')}.`);
  for (const { file, message, fix = '' } of warnings.slice(0, MAX_WARNINGS))
    site.log(`  ${file === undefined ? '' : `${file}: `}${message} ${fix}`.trimEnd());
}

/** Dates, people, terms and drafts come from the generator's sources, unless the configuration names others. */
async function withSources(project: Project, site: BuiltSite): Promise<Project> {
  const { config } = project.loaded;
  const [only, ...others] = config.source;
  if (others.length > 0 || only?.type !== 'html' || only.path !== config.siteDir) return project;
  const { projectSource } = await import('./project-source.js');
  const source = await projectSource(site);
  if (source === undefined) return project;
  return { ...project, loaded: { ...project.loaded, config: { ...config, source: [source] } } };
}

/** Maximum number of warnings shown; `onReport` gets all of them. */
const MAX_WARNINGS = 10;
