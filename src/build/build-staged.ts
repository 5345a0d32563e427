import { join } from 'node:path';
import { assertOutNotContent } from '../config/out-safety.js';
import { Warnings } from '../core/warnings.js';
import { assertDeployApart } from '../deploy/deploy.js';
import { Output } from '../deploy/output.js';
import { assertFidelity, assertStrict } from './assert-strict.js';
import type { BuildOptions, BuildOutcome, Run } from './build.js';
import { Verdicts, verdictsIn } from './grading/verdicts.js';
import { MANIFEST_FILE } from './manifest.js';
import type { OpenSources } from './open-sources.js';
import { prepareRun } from './prepare.js';
import { copyManifest, entryFilesOf, readOwn, readPrevious } from './previous.js';
import { readAndGenerate } from './read-and-generate.js';
import { type BuildReport, keepNotices, Notices, Stopwatch } from './report.js';
import { type RunKeyring, runKeyring, runStamp, withLastingKey } from './run-keyring.js';
import { LastState, NewState } from './state/build-state.js';
import {
  canBeRepeated,
  listInputs,
  recordRun,
  repeatedReport,
  statInputs,
  UNSURE_MS,
} from './state/last-run.js';
import { committedReader } from './twin-files.js';

/** Folders that a run writes to before it commits. */
interface Places {
  readonly stage: string;
  /** `.svc` */
  readonly state: string;
  readonly aside: string;
}

interface OpenedBuild extends BuildOptions {
  readonly openSources: OpenSources;
}

/** A running build. */
type StartedBuild = Awaited<ReturnType<typeof begin>>;

/**
 * Builds into an output folder that no other process writes to.
 * @throws SvcError for everything that stops it; the output folder is then as it was
 */
export async function buildStaged(options: OpenedBuild, places: Places): Promise<BuildReport> {
  const begun = await begin(options, places);
  const { hooks } = begun.prepared;
  let isServed = false;
  try {
    const report = repeatLastRun(begun) ?? (await buildAnew(begun));
    isServed = options.onLive !== undefined;
    return report;
  } finally {
    // A sidecar keeps calling its plugins.
    if (!isServed) await hooks.close();
  }
}

async function begin(options: OpenedBuild, places: Places) {
  const { loaded, clock } = options;
  await assertOutNotContent(loaded.config, MANIFEST_FILE);
  const { state } = places;
  const warnings = new Warnings();
  const watch = new Stopwatch();
  const began = Date.now();
  const plain = await prepareRun(loaded, clock, warnings, options);
  const prepared = withLastingKey(plain, options, { state, warnings });
  const { settings } = prepared;
  const last = loaded.run.full ? LastState.empty() : LastState.read(state);
  const inputs = canBeRepeated(loaded) ? statInputs(listInputs(loaded.config)) : undefined;
  const keys = settings.enable_signing ? { state, env: options.env ?? {} } : undefined;
  const stamp = () => runStamp(keys, loaded.folder);
  const identity = { loaded, inputs, settings, stamp };
  const isForgotten = loaded.run.dryRun || options.state !== undefined;
  return { options, places, prepared, warnings, watch, began, last, identity, isForgotten };
}

/** The report of the last run, where this one would only repeat it. */
function repeatLastRun({ options, prepared, watch, last, identity }: StartedBuild): BuildReport | undefined {
  // A sidecar needs the inputs of the documents, not only that nothing has changed.
  if (options.onLive !== undefined) return undefined;
  const { run } = options.loaded;
  const repeated = repeatedReport(identity, last, options.clock.now());
  if (repeated === undefined) return undefined;
  if (!handOverKept(options, prepared.settings.enable_page_checks, last)) return undefined;
  assertStrict(repeated, run.strict);
  assertFidelity(repeated.fidelity, run);
  watch.lap('compare');
  return { ...repeated, dryRun: run.dryRun, timings: watch.timings() };
}

/**
 * Passes the verdicts of the last run on, for a run that would only repeat it.
 * @returns false when they are wanted and gone
 */
function handOverKept({ onGraded }: BuildOptions, isGraded: boolean, last: LastState): boolean {
  if (onGraded === undefined || !isGraded) return true;
  const kept = verdictsIn(last);
  if (kept !== undefined) onGraded(kept);
  return kept !== undefined;
}

async function buildAnew(begun: StartedBuild): Promise<BuildReport> {
  const { options, places, warnings, last, isForgotten } = begun;
  const { config, run, folder } = options.loaded;
  const { stage, state, aside } = places;
  const local = await readOwn(config.out, state, warnings);
  const past = run.previous === undefined ? local : await readPrevious(run.previous, warnings);
  const asideBefore = join(state, 'cache', 'aside');
  const previous = local?.files ?? entryFilesOf(config.out, state);
  const output = new Output({ out: config.out, stage, previous, aside, asideBefore });
  const next = new NewState(state, last, run.dryRun);
  try {
    begun.watch.lap('prepare');
    if (!isForgotten) await assertDeployApart({ folder, out: config.out });
    return await buildWith(begun, { output, next, past });
  } finally {
    // After a commit there is nothing left to discard.
    output.discard();
    next.discard();
  }
}

interface Opened {
  readonly output: Output;
  readonly next: NewState;
  readonly past: Run['past'];
}

async function buildWith(begun: StartedBuild, opened: Opened): Promise<BuildReport> {
  const { options, places, prepared, warnings, watch, began, last, isForgotten } = begun;
  const { output, next, past } = opened;
  const { loaded, clock, env = {}, onProgress, onSources, onLive } = options;
  const { config, run } = loaded;
  const { settings } = prepared;
  const place = { state: places.state, out: config.out, env, warnings };
  const keyring = runKeyring(place, { signs: settings.enable_signing, isForgotten, now: clock.now() });
  const indexNowKey = await announceKey(begun, output);
  const verdicts = new Verdicts(last, next, options.onGraded !== undefined);
  const started: Run = {
    loaded,
    prepared,
    past,
    openKeyring: keyring.open,
    isServed: onLive !== undefined,
    notices: new Notices(),
    last,
    next,
    verdicts,
    output,
    stage: places.stage,
    warnings,
    watch,
    ...(onProgress && { onProgress }),
    ...(onSources && { onSources }),
    ...(options.findImages && { findImages: options.findImages }),
  };
  // A built site may have pages of entries that aren't public: those are left alone.
  const keepsHidden = onLive !== undefined || loaded.config.html === 'augment';
  const sureBefore = began - UNSURE_MS;
  const { openSources } = options;
  const outcome = await readAndGenerate(started, { openSources, sureBefore, keepsHidden });
  const { live, content } = outcome;
  let { report } = outcome;
  onProgress?.({ stage: 'write', done: 0, total: 0 });
  assertStrict(report, run.strict);
  assertFidelity(report.fidelity, run);
  if (!run.dryRun) {
    const hostRules = await commit(begun, outcome, { output, next, keyring });
    if (hostRules.length > 0) report = { ...report, hostRules };
  }
  const graded = options.onGraded === undefined ? undefined : verdicts.found();
  if (graded !== undefined) options.onGraded?.(graded);
  const reader = run.dryRun ? output : committedReader(config.out, places.aside);
  if (onLive !== undefined) await onLive(live(reader), content(), report);
  watch.lap('commit');
  if (isForgotten) return { ...report, timings: watch.timings() };
  const { announceChanges } = await import('./after-commit.js');
  const facts = {
    loaded,
    prepared,
    env,
    warnings,
    state: places.state,
    indexNowKey,
    live: () => live(reader),
  };
  return { ...(await announceChanges(report, facts)), timings: watch.timings() };
}

/** The key that search engines verify before they accept changes; it is in a file of the site. */
async function announceKey(
  { prepared, places, isForgotten }: StartedBuild,
  output: Output,
): Promise<string | undefined> {
  if (!prepared.settings.indexnow_enabled || isForgotten) return undefined;
  const { indexNowKey, keyFileOf } = await import('./index-now.js');
  const key = await indexNowKey(places.state);
  if (key !== undefined) output.put(keyFileOf(key), key);
  return key;
}

interface CommitInput {
  readonly output: Output;
  readonly next: NewState;
  readonly keyring: RunKeyring;
}

/**
 * Puts the files into place, and then saves the state for the next build.
 * @returns the hosts' rules that have changed
 */
async function commit(
  { options, places, began, identity, isForgotten }: StartedBuild,
  { report, until, inPlace, deploy }: BuildOutcome,
  { output, next, keyring }: CommitInput,
): Promise<readonly string[]> {
  const { config, folder } = options.loaded;
  await keyring.keep();
  options.onCommit?.();
  output.assertRoom();
  // Before the commit, which clears the stage: pages that are changed in place wait there too.
  inPlace?.commit();
  output.commit(MANIFEST_FILE);
  output.aside.tidy();
  let hostRules: readonly string[] = [];
  if (!isForgotten) {
    // Loaded late: the writers of all hosts.
    const { writeDeployFiles } = await import('./deploy-files.js');
    hostRules = await writeDeployFiles({ folder, out: config.out }, deploy);
    await keepNotices(places.state, report.notices);
  }
  if (options.onLive !== undefined) await copyManifest(config.out, places.state);
  recordRun(next, identity, { report, began, now: options.clock.now(), until }, output);
  next.save();
  return hostRules;
}
