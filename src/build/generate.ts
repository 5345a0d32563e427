import { availableParallelism } from 'node:os';
import type { Config, LoadedConfig } from '../config/config.js';
import type { Media } from '../content/body/port.js';
import type { Warnings } from '../core/warnings.js';
import { HEADERS_FILE } from '../deploy/deploy.js';
import { FileJoiner } from '../deploy/file-joiner.js';
import { manifestText } from '../deploy/manifests/neutral.js';
import type { Output } from '../deploy/output.js';
import type { LiveContent } from '../documents/live-content.js';
import { reservations } from '../documents/robots.js';
import type { Keyring } from '../documents/signing/keys.js';
import type { SurfaceContext } from '../documents/surface.js';
import { changeTime } from '../site/history.js';
import { MediaIndex } from '../site/media-index.js';
import { pageFile } from '../site/page-file.js';
import { findTranslations } from '../site/translations.js';
import type { RawTerm, Source } from '../sources/port.js';
import { codeVersion } from './cache/code-version.js';
import { conversionKey } from './cache/conversion-key.js';
import type { EntryCache } from './cache/entry-cache.js';
import type { JoinedFiles } from './cache/joined-files.js';
import type { PassedChecks } from './cache/passed-checks.js';
import { imageFinder, listedTest, termKeys } from './callbacks.js';
import type { SkippedEntry } from './content/content-store.js';
import type { SiteContent } from './content/port.js';
import { siteContent } from './content/site-content.js';
import { surfaceContext } from './context.js';
import { convertAll, type TwinReader } from './convert-all.js';
import { convertContext } from './convert-context.js';
import { Grading } from './grading/grading.js';
import type { VerdictFile } from './grading/verdict-file.js';
import { putHostFiles } from './host-files.js';
import { askSchema } from './html/head-context.js';
import type { InPlacePages } from './html/in-place.js';
import { privatePaths } from './html/private-pages.js';
import { STYLE_FILE } from './html/render-run.js';
import { startHtml } from './html/start-html.js';
import { writtenPages } from './html/written-page.js';
import { pathsById } from './id-links.js';
import { dateEntries, listEntries } from './list-entries.js';
import { liveContent } from './live-content.js';
import type { LastDeployment, ManifestBefore } from './manifest.js';
import type { Notices } from './notices.js';
import type { Prepared } from './prepare.js';
import { putManifest } from './put-manifest.js';
import { type BuildReport, changesOf, type Progress, type Stopwatch } from './report.js';
import type { Scan } from './scan.js';
import { mediaOf, settleSite } from './site-facts.js';
import type { ConvertAhead } from './workers/convert-ahead.js';
import type { ConvertThreads } from './workers/convert-threads.js';
import { workerCount } from './workers/worker-count.js';
import { writeSurfaces } from './write-surfaces.js';

/** What a run has gathered before it reads the sources. */
export interface Run {
  readonly loaded: LoadedConfig;
  readonly prepared: Prepared;
  readonly past: LastDeployment | undefined;
  /** The manifest in the output folder, where the last build here has written it. */
  readonly manifestBefore: ManifestBefore | undefined;
  /** The keys of the site, opened when they are first asked for; undefined while signing is off. */
  openKeyring(): Promise<Keyring | undefined>;
  readonly notices: Notices;
  readonly output: Output;
  readonly stage: string;
  readonly cache: EntryCache;
  readonly joined: JoinedFiles;
  readonly verdicts: VerdictFile;
  readonly passed: PassedChecks;
  readonly warnings: Warnings;
  readonly watch: Stopwatch;
  onProgress?(progress: Progress): void;
  /** Told the base address of each source, once they have been read. */
  onSources?(bases: readonly (string | undefined)[]): void;
  /** Image files beside the content that its media library does not know. */
  findImages?(config: Config, baseUrl: string): readonly Media[];
}

/** Sources that have been read for the first time. */
export interface ScannedSources {
  readonly sources: readonly Source[];
  readonly scan: Scan;
  readonly timeZone: string;
  readonly converters: ConvertThreads;
  /** Where entries were converted while they were read. */
  readonly ahead?: ConvertAhead;
}

/** A report, and the Unix time at which an entry or tombstone comes or goes by itself. */
export interface Outcome {
  readonly report: BuildReport;
  readonly until: number | undefined;
  readonly inPlace: InPlacePages | undefined;
  /** Files for `deploy/`, by name. */
  readonly deploy: ReadonlyMap<string, string>;
  /** Keeps what a sidecar answers from; called when the output has been committed. */
  live(reader: TwinReader): LiveContent;
  /** The private side of it, with drafts; empty of them unless the scan kept them. */
  content(): SiteContent;
}

/**
 * Everything from the scan of the sources to the staged files: addresses, conversion, documents, manifest.
 * A module of its own, so that a run that has nothing to do, or that fails while it reads, does not load the
 * converter.
 * @throws SvcError what the steps throw
 */
export async function generate(run: Run, scanned: ScannedSources): Promise<Outcome> {
  const { sources, scan, timeZone, converters, ahead } = scanned;
  const { prepared, past, output, cache, warnings, watch, onProgress } = run;
  const { config } = run.loaded;
  const { settings, rules, hooks } = prepared;
  const facts = ahead?.factsOf(scan.sites) ?? (await settleSite(run, scan.sites));
  const { baseUrl, site, sourceBases, types, real, checks } = facts;
  run.onSources?.(sourceBases);
  const found = scan.entries.publicCount;
  const skipped: SkippedEntry[] = [];
  const entries = listEntries(scan.entries, {
    baseUrl,
    sourceBases,
    restPrefix: config.restPrefix,
    types,
    warnings,
    passed: { checks: run.passed, seed: run.joined.seed },
    past,
    now: rules.gate.now,
    lang: site.lang,
    languages: config.languages,
    onSkipped: (entry, hasAddress) => skipped.push({ entry, hasAddress }),
    ...(config.html === 'render' && { pageFile, siteFiles: [STYLE_FILE] }),
  });
  const media = new MediaIndex(listedTest(entries));
  const movers = scan.sites.map((_, source) => mediaOf(facts, source));
  for (const item of scan.media) {
    const moved = movers[item.source]?.(item.media);
    if (moved !== undefined) media.add(moved);
  }
  const translations = findTranslations(entries, config.languages);
  const basis = { config, settings, site, types, rules, real, translations };
  watch.lap('place');
  const surface = surfaceContext(basis);
  const answers = await askSchema(hooks, site.logo);
  const html = startHtml({
    basis,
    surface,
    answers,
    entries,
    held: privatePaths(scan.hiddenEntries.values(), { gate: rules.gate, baseUrl, sourceBases }),
    terms: scan.terms,
    media,
    output,
    stage: run.stage,
    warnings,
  });
  const termsOf = termKeys(scan.terms);
  const grading =
    checks &&
    new Grading({
      version: codeVersion(),
      rules: checks,
      hooks,
      now: rules.gate.now,
      baseUrl,
      hasPlugins: config.plugins.length > 0,
      checkupOf: (slot) => cache.checkupOf(slot),
      termsOf,
    });
  const { authors, patterns } = scan;
  const paths = pathsById(entries, sources);
  const convert = convertContext(run, facts, { surface, authors, media, patterns, paths });
  const cacheKey = conversionKey({ ...convert, config });
  const known = ahead?.poolFor(cacheKey, authors);
  known?.learn({ media: [], patterns: new Map(), paths });
  const { fidelity, converted } = await convertAll(entries, {
    sources,
    output,
    timeZone,
    gate: rules.gate,
    convert,
    cache,
    cacheKey,
    ...(known && ahead && { early: ahead }),
    html,
    grading,
    // Pages look at other entries, which only this thread knows.
    ...(html === undefined && {
      startWorkers: async (waiting) => known ?? converters.share(waiting, convert),
    }),
    ...(onProgress && { onProgress }),
  });
  const isOwnPast = past?.entries === cache.last;
  const isKept = (slot: number) => isOwnPast && cache.isKept(slot);
  dateEntries(entries, past, changeTime(past, rules.gate.now), isKept);
  if (checks === undefined) run.verdicts.retain(entries);
  else run.verdicts.begin(checks.ruleset, rules.gate.now);
  watch.lap('convert');
  const termUrl = (term: Pick<RawTerm, 'taxonomy' | 'slug' | 'url'>) =>
    // No source tells the address of an archive for certain, and none is advertised that may not exist.
    html === undefined ? (term.url ?? '') : html.run.termUrl(term);
  const isLarge = workerCount(run.loaded.run.workers, converted, availableParallelism()) > 0;
  const { written, graded, hosts, deploy } = await FileJoiner.during(isLarge, async (joiner) => {
    const written = await writeSurfaces(run, {
      basis,
      entries,
      terms: scan.terms,
      archives: html?.run.archives() ?? [],
      joiner,
      isKept,
      termUrl,
    });
    const graded = await grading?.judge(entries, run.verdicts);
    for (const page of html?.run.otherPages() ?? []) html?.put(page);
    const hosts = putHostFiles(config, written.headers, { output, digests: written.digests });
    const deploy = new Map([[HEADERS_FILE, manifestText(written.headers)], ...hosts.deploy]);
    putManifest(run, { baseUrl, foreign: [real.sitemap, real.feed], entries, written, deploy });
    // They have been joined meanwhile.
    await written.settleLists();
    return { written, graded, hosts, deploy };
  });
  watch.lap('write');
  const report: BuildReport = {
    ok: true,
    dryRun: run.loaded.run.dryRun,
    baseUrl,
    out: config.out,
    sources: scan.reports,
    entries: Object.fromEntries(
      types.map(({ slug }) => [slug, entries.filter((entry) => entry.type === slug).length]),
    ),
    hidden: scan.hidden,
    skipped: found - entries.length,
    twins: entries.filter((entry) => entry.hasTwin).length,
    converted,
    ...changesOf(output, html?.inPlace),
    fidelity,
    warnings: warnings.list(),
    notices: run.notices.list(hooks.notices()),
    limits: hosts.limits,
    ...(past === undefined && reservationsOf(surface)),
    timings: {},
  };
  const oldest = written.tombstones.at(-1)?.deleted;
  const expiry = oldest === undefined ? undefined : oldest + rules.retainDays * 86_400;
  const until = earliest([scan.nextDue, expiry, written.until, graded?.until]);
  return {
    report,
    until,
    inPlace: html?.inPlace,
    deploy,
    live: (reader) =>
      liveContent({
        prepared,
        basis,
        collected: written.collectedFrom(reader),
        security: written.security,
        keyring: written.keyring,
        signatures: written.signed.map(({ record }) => record),
        archives: html?.run.archives() ?? [],
        until,
        folder: run.loaded.folder,
      }),
    content: () =>
      siteContent({
        site,
        sources,
        timeZone,
        languages: config.languages,
        now: rules.gate.now,
        media,
        imageFiles: imageFinder(run, baseUrl),
        terms: scan.terms.all(
          entries.map((entry) => entry.terms),
          termUrl,
        ),
        termsOf,
        listed: entries,
        skipped,
        hidden: scan.hiddenEntries,
        convert,
        answers,
        isOwnHtml: config.html === 'render',
        writtenPage: writtenPages(html, config),
        typesWithImages: grading?.typesWithImages ?? new Set(),
        readinessChecks: prepared.registrations.list('readinessCheck'),
      }),
  };
}

/** Said once: later builds change nothing about it by themselves. */
function reservationsOf(surface: SurfaceContext): Pick<BuildReport, 'reservations'> {
  const found = reservations(surface);
  return found.turnedAway.length + found.reserved.length === 0 ? {} : { reservations: found };
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
