import { systemClock } from '../core/clock.js';
import { SvcError } from '../core/errors.js';
import type { Notice } from '../site/registry/notice.js';
import type { CheckReport, FoundReport } from './check/report.js';
import { assertOptions, openProject, type Project, type SiteOptions } from './project.js';

/** The options of `check`, named like the flags of `svc check`. */
export interface CheckOptions extends SiteOptions {
  /** Lowest score for `ok`, 0 to 100. */
  readonly minScore?: number | undefined;
  /** Address of a live site to check in place of a project. */
  readonly url?: string | undefined;
  /** Receives the plugins that had to be ended. */
  readonly onNotice?: ((notice: Notice) => void) | undefined;
}

/**
 * How ready a project or a live site is for agents, like `svc check`. Nothing is written.
 * @returns the report that `svc check --json` prints
 * @throws SvcError errors of building, `SVC_UNREACHABLE` for a site that doesn't answer
 */
export async function check(options: CheckOptions = {}): Promise<CheckReport> {
  const { url, minScore, env = process.env, onNotice = () => undefined } = options;
  if (minScore !== undefined && !(minScore >= 0 && minScore <= 100)) {
    const message = `minScore is ${minScore}, not a number from 0 to 100`;
    const fix = 'Give a number such as 90, or leave it out.';
    throw new SvcError('SVC_USAGE', message, { field: 'minScore', fix });
  }
  const own = ['minScore', 'url', 'onNotice'];
  if (url !== undefined) {
    assertOptions(options, ['env', ...own]);
    return checkSite(url, env, minScore);
  }
  return checkProject(await openProject(options, own), onNotice, minScore);
}

/** Checks a project that is loaded. */
export async function checkProject(
  { loaded, cwd, env }: Project,
  onNotice: (notice: Notice) => void,
  minScore?: number,
): Promise<CheckReport> {
  const { checkBuild } = await import('./check/build-report.js');
  const found = await checkBuild({ loaded, cwd, clock: systemClock(env), env, onNotice });
  return withVerdict(found, minScore);
}

/** Checks a live site. */
export async function checkSite(url: string, env: Project['env'], minScore?: number): Promise<CheckReport> {
  const { checkLive } = await import('./check/live-report.js');
  return withVerdict(await checkLive(url, systemClock(env).now()), minScore);
}

function withVerdict(found: FoundReport, minScore: number | undefined): CheckReport {
  return { ok: found.score.score >= (minScore ?? 0), minScore: minScore ?? null, limits: [], ...found };
}
