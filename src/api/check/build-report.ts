import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { runBuild } from '../../build/build.js';
import type { SiteContent } from '../../build/content/port.js';
import { readVerdicts, type StoredVerdicts } from '../../build/grading/verdicts.js';
import { readManifest } from '../../build/manifest.js';
import { type BuildReport, fromHook } from '../../build/report.js';
import type { Config, LoadedConfig } from '../../config/config.js';
import { isWithin } from '../../config/out-safety.js';
import type { Clock } from '../../core/clock.js';
import { SvcError } from '../../core/errors.js';
import { entriesOfType } from '../../documents/addresses.js';
import type { LiveContent, LiveDocuments } from '../../documents/live-content.js';
import { gatherFacts, headSummary, type SelfCheck } from '../../quality/readiness/facts.js';
import { filterCheckScope } from '../../quality/readiness/pages/scope.js';
import { readinessReport } from '../../quality/readiness/readiness-report.js';
import { NEVER_CITED } from '../../quality/readiness/score/rungs.js';
import { scoreSite } from '../../quality/readiness/score/score.js';
import { VerdictStore } from '../../quality/readiness/verdicts/store.js';
import { lateAbilityFacts } from '../../sidecar/abilities/late-facts.js';
import type { Notice } from '../../site/registry/notice.js';
import type { CheckPlaces, FoundReport } from './report.js';

export interface CheckBuildOptions {
  readonly loaded: LoadedConfig;
  readonly cwd: string;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives the plugins that had to be ended. */
  onNotice(notice: Notice): void;
}

/** The results of a run that writes nothing. */
interface Seen {
  readonly live: LiveContent;
  readonly content: SiteContent;
  readonly documents: LiveDocuments;
  readonly limits: BuildReport['limits'];
  readonly kept: StoredVerdicts | undefined;
}

/**
 * Checks the content and the output folder of a configuration: a build that writes nothing provides the inputs of the
 * documents, and the quality of the pages.
 * @throws SvcError errors of building
 */
export async function checkBuild(options: CheckBuildOptions): Promise<FoundReport> {
  const { loaded, clock } = options;
  const run = { ...loaded.run, dryRun: true, strict: false, minFidelity: undefined };
  let found: Pick<FoundReport, 'score' | 'readiness' | 'places'> | undefined;
  let graded: StoredVerdicts | undefined;
  let hooks: LiveContent['hooks'] | undefined;
  const report = await runBuild({
    ...options,
    abilityFacts: lateAbilityFacts,
    loaded: { ...loaded, run },
    onGraded: (verdicts) => {
      graded = verdicts;
    },
    // The texts of the run exist until it ends, so everything that uses them runs now.
    onLive: async (live, content, build) => {
      hooks = live.hooks;
      const documents = await live.under(live.settings, clock.now());
      // While checks are switched off, the last verdicts still count.
      const kept = graded ?? readVerdicts(join(loaded.folder, '.svc'));
      found = await evaluate({ live, content, documents, limits: build.limits, kept }, options);
    },
  });
  await hooks?.close();
  if (hooks !== undefined) {
    for (const one of hooks.notices()) if (one.isLost) options.onNotice(fromHook(one));
  }
  if (found === undefined) throw new SvcError('SVC_INTERNAL', 'the build failed without a report');
  return {
    url: report.baseUrl,
    source: 'build',
    ...found,
    unseen: [],
    pending: report.added.length + report.changed.length + report.removed.length,
    home: null,
  };
}

async function evaluate(
  { live, content, documents, limits, kept }: Seen,
  { loaded, clock, cwd }: CheckBuildOptions,
): Promise<Pick<FoundReport, 'score' | 'readiness' | 'places'>> {
  const { config } = loaded;
  const { ctx } = documents;
  const manifest = await readManifest(config.out).catch(() => undefined);
  const facts = gatherFacts({
    documents,
    config,
    schema: content.schema,
    withTopics: (types) => content.store.withTopics(types),
    limits,
    selfCheck: await readHomePage(config, clock.now()),
    ...(manifest !== undefined && { builtWith: manifest.settings }),
  });
  const { rows } = await readinessReport(facts, {
    hooks: live.hooks,
    registrations: content.readinessChecks,
  });
  const counted = ctx.types.map(({ slug, label, plural }) => {
    return { slug, label, plural, count: entriesOfType(ctx, slug).length };
  });
  const score = scoreSite({
    rows,
    store: new VerdictStore(kept?.verdicts),
    settings: ctx.settings,
    scope: await filterCheckScope(live.hooks, ctx.settings, counted),
    ruleset: kept?.ruleset,
    citations: NEVER_CITED,
    now: clock.now(),
    lastRun: kept?.graded ?? 0,
    editUrl: ({ url }) => url,
  });
  const pages = score.content.flatMap((group) => group.pages.map(({ id }) => id));
  return { score, readiness: rows, places: placesOf({ cwd, file: loaded.file, pages, content }) };
}

/** The home page as it was written, or the site's own. */
async function readHomePage({ out, siteDir }: Config, now: number): Promise<SelfCheck> {
  const places = [out, siteDir].filter((folder) => folder !== undefined);
  for (const folder of places) {
    const page = await readFile(join(folder, 'index.html')).catch(() => undefined);
    if (page !== undefined) return { checkedAt: now, error: '', llms: null, head: headSummary(page) };
  }
  return { checkedAt: now, error: '', llms: null, head: null };
}

interface Places {
  readonly cwd: string;
  /** The configuration, absolute. */
  readonly file: string | undefined;
  /** Ids of pages. */
  readonly pages: readonly number[];
  readonly content: Pick<SiteContent, 'store'>;
}

/** The files of findings. Files outside of the repository are left out: code hosts can't show them. */
function placesOf({ cwd, file, pages, content }: Places): CheckPlaces {
  const root = repositoryOf(cwd);
  const files = pages.flatMap((id) => {
    const path = inside(root, content.store.fileOf(id));
    return path === undefined ? [] : [[id, path] as const];
  });
  return { config: inside(root, file) ?? null, pages: Object.fromEntries(files) };
}

/** The folder of the repository; the current one where there is none. */
function repositoryOf(cwd: string): string {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return resolve(cwd);
  }
}

function inside(root: string, file: string | undefined): string | undefined {
  return file !== undefined && isWithin(file, root) ? relative(root, file).split(sep).join('/') : undefined;
}
