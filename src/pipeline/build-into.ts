import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { SvcError } from '../core/errors.js';
import { Warnings } from '../core/warnings.js';
import { assertDeployApart } from '../emit/deploy.js';
import { Output } from '../emit/output.js';
import type { Keyring } from '../signing/keys.js';
import type { BuildOptions } from './build.js';
import { codeVersion } from './cache/code-version.js';
import { EntryCache } from './cache/entry-cache.js';
import { JoinedFiles } from './cache/joined-files.js';
import { LastRunStore, UNSURE_MS } from './cache/last-run.js';
import { PassedChecks } from './cache/passed-checks.js';
import { SurveyCache } from './cache/survey-cache.js';
import { committedReader } from './committed-reader.js';
import { runStamp } from './discovery/run-stamp.js';
import { readVerdicts, VerdictFile } from './grading/verdict-file.js';
import { MANIFEST_FILE, readManifest } from './manifest.js';
import { Notices } from './notices.js';
import type { OpenSources } from './open-sources.js';
import { prepareRun } from './prepare.js';
import { readPrevious } from './previous.js';
import type { Outcome, Run } from './produce.js';
import { type BuildReport, Stopwatch } from './report.js';
import { keepNotices } from './stored-notices.js';
import { workerCount } from './workers/worker-count.js';

/** Folders that a run writes to before it commits. */
interface Places {
  readonly stage: string;
  /** `.svc` */
  readonly state: string;
  readonly aside: string;
}

/** A build, and how to open what it reads. */
interface LookedAt extends BuildOptions {
  readonly openSources: OpenSources;
}

/**
 * Builds into an output folder that nobody else writes to.
 * @throws SvcError for everything that stops it; the output folder is then as it was
 */
export async function buildInto(options: LookedAt, { stage, state, aside }: Places): Promise<BuildReport> {
  const { loaded, clock, onProgress } = options;
  const { config, run } = loaded;
  const warnings = new Warnings();
  const watch = new Stopwatch();
  const began = Date.now();
  const prepared = await prepareRun(loaded, clock, warnings);
  const { settings } = prepared;
  const keys = { state, env: options.env ?? {} };
  const signs = settings.enable_signing;
  const deployPlace = { folder: loaded.folder, out: config.out };
  const stamp = () => runStamp(signs ? keys : undefined, deployPlace.folder);
  const lastRun = new LastRunStore({ loaded, settings, state, stamp });
  // A sidecar needs what the documents are made from, not only that nothing has changed.
  const repeated = options.onLive === undefined ? lastRun.repeats(clock.now()) : undefined;
  if (repeated !== undefined && handOverKept(options, settings.enable_page_checks, state)) {
    assertStrict(repeated, run.strict);
    watch.lap('compare');
    return { ...repeated, dryRun: run.dryRun, timings: watch.timings() };
  }
  const local = await readManifest(config.out);
  const past = run.previous === undefined ? local : await readPrevious(run.previous, warnings);
  const asideBefore = join(state, 'cache', 'aside');
  const output = new Output({ out: config.out, stage, previous: local?.files ?? [], aside, asideBefore });
  const use = { ignore: run.full, forget: run.dryRun };
  const cache = new EntryCache(state, use);
  const joined = new JoinedFiles(state, use);
  const verdicts = new VerdictFile(state, use);
  const passed = new PassedChecks(state, use);
  const seen = new SurveyCache(state, { ...use, version: codeVersion(), sureBefore: began - UNSURE_MS });
  try {
    watch.lap('prepare');
    const { onSources } = options;
    const callbacks = { ...(onProgress && { onProgress }), ...(onSources && { onSources }) };
    const place = { ...keys, out: config.out, warnings };
    const isForgotten = run.dryRun || options.state !== undefined;
    if (!isForgotten) await assertDeployApart(deployPlace);
    // Loaded and opened when the first document is signed: whatever stops the run before needs no key.
    const signing = () => import('../signing/keys.js');
    let keyring: Keyring | undefined;
    const openKeyring = async () => {
      if (!signs) return undefined;
      keyring ??= await (await signing()).openKeyring(place, { now: clock.now(), isForgotten });
      return keyring;
    };
    const announces = settings.indexnow_enabled && !isForgotten;
    const indexNow = announces ? await import('./index-now.js') : undefined;
    const key = await indexNow?.indexNowKey(state);
    if (indexNow !== undefined && key !== undefined) output.put(indexNow.keyFileOf(key), key);
    const known = { loaded, prepared, past, openKeyring, notices: new Notices() };
    const caches = { cache, joined, verdicts, passed };
    const started = { ...known, ...caches, output, stage, warnings, watch, ...callbacks };
    const { openSources, onLive } = options;
    const surveyed = { openSources, cache: seen, keepsHidden: onLive !== undefined };
    const { report, until, inPlace, deploy, live, content } = await readAndProduce(started, surveyed);
    onProgress?.({ stage: 'write', done: 0, total: 0 });
    assertStrict(report, run.strict);
    if (!run.dryRun) {
      if (keyring !== undefined && !isForgotten) await (await signing()).keepKeyring(place, keyring);
      options.onCommit?.();
      output.assertRoom();
      // Before the commit, which clears the stage: pages that are changed where they are wait there too.
      inPlace?.commit();
      output.commit(MANIFEST_FILE);
      output.tidyAside();
      if (!isForgotten) {
        // The writers of all hosts, needed by nothing before.
        const { writeDeployFiles } = await import('./deploy-files.js');
        await writeDeployFiles(deployPlace, deploy);
        await keepNotices(state, report.notices);
      }
      // Before the cache of entries: what it keeps, this must know.
      joined.save();
      cache.save();
      verdicts.save();
      passed.save();
      seen.save();
      lastRun.save({ report, files: output.files(), began, now: clock.now(), until });
    }
    const graded = options.onGraded === undefined ? undefined : verdicts.found();
    if (graded !== undefined) options.onGraded?.(graded);
    const reader = run.dryRun ? output : committedReader(config.out, aside);
    if (onLive !== undefined) await onLive(live(reader), content(), report);
    watch.lap('commit');
    if (run.dryRun || isForgotten) return { ...report, timings: watch.timings() };
    const { tellOthers } = await import('./after-commit.js');
    const told = await tellOthers(report, {
      loaded,
      prepared,
      env: options.env ?? {},
      warnings,
      indexNowKey: key,
      live: () => live(reader),
    });
    return { ...told, timings: watch.timings() };
  } finally {
    // After a commit there is nothing left to discard.
    output.discard();
    joined.discard();
    cache.discard();
    verdicts.discard();
    passed.discard();
    seen.discard();
  }
}

/**
 * Hands over the verdicts of the last run, for one that would only repeat it.
 * @returns false when somebody wants them and they are gone
 */
function handOverKept({ onGraded }: BuildOptions, isGraded: boolean, state: string): boolean {
  if (onGraded === undefined || !isGraded) return true;
  const kept = readVerdicts(state);
  if (kept !== undefined) onGraded(kept);
  return kept !== undefined;
}

interface SurveyWishes {
  readonly openSources: OpenSources;
  readonly cache: SurveyCache;
  /** Somebody wants to know of entries that are not public. */
  readonly keepsHidden: boolean;
}

async function readAndProduce(run: Run, { openSources, cache, keepsHidden }: SurveyWishes): Promise<Outcome> {
  const { loaded, prepared, warnings, watch, onProgress } = run;
  const { gate } = prepared.rules;
  const sources = await openSources();
  const timeZone = loaded.config.site.timezone ?? 'UTC';
  const total = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  const onBytes = (done: number) => onProgress?.({ stage: 'read', done, total });
  const { surveySources } = await import('./survey.js');
  const threads = (entries: number) => workerCount(loaded.run.workers, entries, availableParallelism());
  const known = { gate, timeZone, warnings, cache, keepsHidden };
  const survey = await surveySources(sources, { ...known, threads, onBytes });
  watch.lap('read');
  const { produce } = await import('./produce.js');
  return produce(run, { sources, survey, timeZone });
}

function assertStrict(report: BuildReport, strict: boolean): void {
  if (!strict) return;
  const skipped = report.warnings.filter((warning) => warning.skipped === true);
  const [first] = skipped;
  const errors = report.notices.filter(({ level }) => level === 'error');
  const [notice] = errors;
  if (first === undefined && notice === undefined) return;
  const count = skipped.length + errors.length;
  const example = first?.message ?? notice?.message;
  throw new SvcError(
    'SVC_STRICT',
    `--strict: ${count === 1 ? 'one problem' : `${count} problems`}: ${example}`,
    {
      ...(first?.file === undefined ? {} : { file: first.file }),
      ...(first?.line === undefined ? {} : { line: first.line }),
      fix: first?.fix ?? notice?.fix ?? 'Build without --strict.',
    },
  );
}
