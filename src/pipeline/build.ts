import { randomBytes } from 'node:crypto';
import { rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadedConfig } from '../config/config.js';
import { settingsHash } from '../config/settings-merge.js';
import type { Clock } from '../core/clock.js';
import { SvcError } from '../core/errors.js';
import { Warnings } from '../core/warnings.js';
import { Output } from '../emit/output.js';
import { recoverStage, stageOf } from '../emit/stage.js';
import { makeResolver } from '../html/resolve.js';
import { MediaIndex } from '../model/media-index.js';
import { resolveSite } from '../model/resolve-site.js';
import { contentTypes } from '../model/types.js';
import { pageFile } from '../pages/page-file.js';
import type { RawTerm } from '../sources/port.js';
import { settleBaseUrl } from './base-url.js';
import { conversionKey } from './cache/conversion-key.js';
import { EntryCache } from './cache/entry-cache.js';
import { LastRunStore } from './cache/last-run.js';
import { surfaceContext } from './context.js';
import { convertAll } from './convert-all.js';
import { askSchema } from './html/head-context.js';
import type { InPlacePages } from './html/in-place.js';
import { STYLE_FILE } from './html/render-run.js';
import { startHtml } from './html/start-html.js';
import { listEntries } from './list-entries.js';
import { takeLock } from './lock.js';
import { MANIFEST_FILE, type Manifest, packManifest, readManifest } from './manifest.js';
import { openSources, type Prepared, prepareRun } from './prepare.js';
import { readPrevious } from './previous.js';
import { askSitemap, findRealFiles } from './real-files.js';
import { type BuildReport, type Progress, Stopwatch } from './report.js';
import { surveySources } from './survey.js';
import { writeSurfaces } from './write-surfaces.js';

/** What a build is handed from outside. */
export interface BuildOptions {
  readonly loaded: LoadedConfig;
  readonly cwd: string;
  readonly clock: Clock;
  onProgress?(progress: Progress): void;
  /** Told the base address of each source, once they have been read. */
  onSources?(bases: readonly (string | undefined)[]): void;
}

/**
 * One build: reads the sources, converts what is public and writes the output folder.
 * @throws SvcError for everything that stops it; the output folder is then as it was
 * @see design section 8
 */
export async function runBuild(options: BuildOptions): Promise<BuildReport> {
  const { config, run, folder } = options.loaded;
  const state = join(folder, '.svc');
  if (run.dryRun) {
    const stage = join(tmpdir(), `svc-dry-run-${randomBytes(6).toString('hex')}`);
    return buildInto(options, { stage, state, aside: join(stage, 'aside') });
  }
  const release = takeLock(state);
  try {
    const stage = stageOf(config.out);
    recoverStage(stage, config.out);
    return await buildInto(options, { stage, state, aside: join(state, 'cache', 'aside') });
  } finally {
    release();
    removeIfEmpty(state);
  }
}

/** Folders that a run writes to before it commits. */
interface Places {
  readonly stage: string;
  /** `.svc` */
  readonly state: string;
  readonly aside: string;
}

async function buildInto(options: BuildOptions, { stage, state, aside }: Places): Promise<BuildReport> {
  const { loaded, clock, onProgress } = options;
  const { config, run } = loaded;
  const warnings = new Warnings();
  const watch = new Stopwatch();
  const began = Date.now();
  const prepared = await prepareRun(loaded, clock, warnings);
  const lastRun = new LastRunStore({ loaded, settings: prepared.settings, state });
  const repeated = lastRun.repeats(clock.now());
  if (repeated !== undefined) {
    assertStrict(repeated, run.strict);
    watch.lap('compare');
    return { ...repeated, dryRun: run.dryRun, timings: watch.timings() };
  }
  const local = await readManifest(config.out);
  const past = run.previous === undefined ? local : await readPrevious(run.previous, warnings);
  const asideBefore = join(state, 'cache', 'aside');
  const output = new Output({ out: config.out, stage, previous: local?.files ?? [], aside, asideBefore });
  const cache = new EntryCache(state, run.full);
  try {
    watch.lap('prepare');
    const started = { prepared, past, output, stage, cache, warnings, watch };
    const { report, until, inPlace } = await readAndWrite(options, started);
    onProgress?.({ stage: 'write', done: 0, total: 0 });
    assertStrict(report, run.strict);
    if (!run.dryRun) {
      // Before the commit, which clears the stage: pages that are changed where they are wait there too.
      inPlace?.commit();
      output.commit(MANIFEST_FILE);
      output.tidyAside();
      cache.save();
      lastRun.save({ report, files: output.files(), began, now: clock.now(), until });
    }
    watch.lap('commit');
    return { ...report, timings: watch.timings() };
  } finally {
    // After a commit there is nothing left to discard.
    output.discard();
  }
}

/** What a run has gathered before it reads the sources. */
interface Run {
  readonly prepared: Prepared;
  readonly past: Manifest | undefined;
  readonly output: Output;
  readonly stage: string;
  readonly cache: EntryCache;
  readonly warnings: Warnings;
  readonly watch: Stopwatch;
}

/** A report, and the Unix time at which an entry or tombstone comes or goes by itself. */
interface Outcome {
  readonly report: BuildReport;
  readonly until: number | undefined;
  readonly inPlace: InPlacePages | undefined;
}

async function readAndWrite(options: BuildOptions, started: Run): Promise<Outcome> {
  const { prepared, past, output, cache, warnings, watch } = started;
  const { loaded, cwd, onProgress } = options;
  const { config, run } = loaded;
  const { settings, rules, hooks } = prepared;
  const sources = await openSources(loaded, cwd, rules.gate.now);
  const timeZone = config.site.timezone ?? 'UTC';
  const total = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  const survey = await surveySources(sources, {
    gate: rules.gate,
    timeZone,
    warnings,
    onBytes: (done) => onProgress?.({ stage: 'read', done, total }),
  });
  watch.lap('read');
  const baseUrl = settleBaseUrl(
    config.site.url,
    survey.sites.map((site) => site.baseUrl),
  );
  const site = resolveSite(config.site, survey.sites, baseUrl);
  const sourceBases = survey.sites.map((one) => one.baseUrl);
  options.onSources?.(sourceBases);
  const types = contentTypes(rules.gate.visibleTypes);
  const found = survey.candidates.size;
  const entries = listEntries(survey.candidates.values(), {
    baseUrl,
    sourceBases,
    restPrefix: config.restPrefix,
    types,
    warnings,
    past,
    now: rules.gate.now,
    lang: site.lang,
    languages: config.languages,
    ...(config.html === 'render' && { pageFile, siteFiles: [STYLE_FILE] }),
  });
  // Everything that is needed of them is in the list; at 100,000 entries they would take as much again.
  survey.candidates.clear();
  const media = new MediaIndex();
  for (const item of survey.media) {
    const resolve = makeResolver({ pageUrl: `${baseUrl}/`, exportBase: sourceBases[item.source], baseUrl });
    media.add(item.media, resolve(item.media.url, 'resource'));
  }
  const own = findRealFiles(config, baseUrl, (file) => output.isOwn(file));
  const real = { ...own, sitemap: await askSitemap(hooks, own.sitemap) };
  const basis = { config, settings, site, types, rules, real };
  watch.lap('place');
  const surface = surfaceContext(basis);
  const html = startHtml({
    basis,
    surface,
    answers: await askSchema(hooks, site.logo),
    entries,
    terms: survey.terms,
    media,
    output,
    stage: started.stage,
    warnings,
  });
  const { parity, converted } = await convertAll(entries, {
    sources,
    output,
    timeZone,
    gate: rules.gate,
    convert: {
      site,
      surface,
      sourceBases,
      authors: survey.authors,
      media,
      pattern: (id) => survey.patterns.get(id),
      topics: rules.topics,
      warnings,
    },
    cache,
    cacheKey: conversionKey({ surface, sourceBases, authors: survey.authors, topics: rules.topics, config }),
    html,
    ...(onProgress && { onProgress }),
  });
  watch.lap('convert');
  const termUrl = (term: Pick<RawTerm, 'taxonomy' | 'slug' | 'url'>) =>
    // No source tells the address of an archive for certain, and none is advertised that may not exist.
    html === undefined ? (term.url ?? '') : html.run.termUrl(term);
  const written = writeSurfaces({ basis, entries, terms: survey.terms, past, output, termUrl });
  for (const page of html?.run.otherPages() ?? []) html?.put(page);
  output.put(
    MANIFEST_FILE,
    await packManifest({
      settings: settingsHash(settings),
      sidecar: config.sidecar,
      baseUrl,
      feed: written.feed,
      entries,
      tombstones: written.tombstones,
      files: output.files(),
    }),
  );
  watch.lap('write');
  const report: BuildReport = {
    ok: true,
    dryRun: run.dryRun,
    baseUrl,
    out: config.out,
    sources: survey.reports,
    entries: Object.fromEntries(
      types.map(({ slug }) => [slug, entries.filter((entry) => entry.type === slug).length]),
    ),
    hidden: survey.hidden,
    skipped: found - entries.length,
    twins: entries.filter((entry) => entry.twin !== '').length,
    converted,
    ...output.changes(),
    parity,
    warnings: warnings.list(),
    notices: hooks.notices(),
    timings: {},
  };
  const oldest = written.tombstones.at(-1)?.deleted;
  const expiry = oldest === undefined ? undefined : oldest + rules.retainDays * 86_400;
  return { report, until: earliest(survey.nextDue, expiry), inPlace: html?.inPlace };
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function assertStrict(report: BuildReport, strict: boolean): void {
  if (!strict) return;
  const skipped = report.warnings.filter((warning) => warning.skipped === true);
  const [first] = skipped;
  const [notice] = report.notices;
  if (first === undefined && notice === undefined) return;
  const count = skipped.length + report.notices.length;
  const example = first?.message ?? `${notice?.origin} failed in ${notice?.hook}: ${notice?.message}`;
  throw new SvcError(
    'SVC_STRICT',
    `--strict: ${count === 1 ? 'one problem' : `${count} problems`}: ${example}`,
    {
      ...(first?.file === undefined ? {} : { file: first.file }),
      ...(first?.line === undefined ? {} : { line: first.line }),
      fix: first?.fix ?? 'Mend the plugin, or build without --strict.',
    },
  );
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds state, which stays.
  }
}
