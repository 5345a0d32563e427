import { reservations } from '../documents/robots.js';
import type { SurfaceContext } from '../documents/surface.js';
import { imageFinder, termKeys } from './callbacks.js';
import type { SiteContent } from './content/port.js';
import { siteContent } from './content/site-content.js';
import type { Converted, Placed, WrittenAll } from './generate.js';
import { writtenPages } from './html/written-page.js';
import { liveContent } from './live-content.js';
import { type BuildReport, changesOf, publicChanges } from './report.js';
import type { Outcome, Run, ScannedSources } from './run.js';
import { lineFinder } from './warning-lines.js';

/** Creates the result of a run: its report, and the content that a sidecar serves. */
export function outcomeOf(
  run: Run,
  scanned: ScannedSources,
  placed: Placed,
  converted: Converted,
  all: WrittenAll,
): Outcome {
  const { rules } = run.prepared;
  run.warnings.locate(lineFinder(scanned.sources));
  const { written, graded, deploy, archives, redirects } = all;
  const oldest = written.tombstones.at(-1)?.deleted;
  const expiry = oldest === undefined ? undefined : oldest + rules.retainDays * 86_400;
  const until = earliest([scanned.scan.nextDue, expiry, written.until, graded?.until]);
  return {
    report: reportOf(run, scanned, placed, converted, all),
    until,
    inPlace: converted.html?.inPlace,
    deploy,
    live: (reader) =>
      liveContent({
        prepared: run.prepared,
        basis: placed.basis,
        collected: written.collectedFrom(reader),
        security: written.security,
        keyring: written.keyring,
        signatures: written.signed.map(({ record }) => record),
        archives,
        redirects,
        until,
        folder: run.loaded.folder,
      }),
    content: () => contentOf(run, scanned, placed, converted, all),
  };
}

function reportOf(
  run: Run,
  { scan }: ScannedSources,
  { facts, entries, documentContext }: Placed,
  { html, fidelity, converted }: Converted,
  { hosts }: WrittenAll,
): BuildReport {
  const { loaded, output, past, warnings, notices, prepared } = run;
  return {
    ok: true,
    dryRun: loaded.run.dryRun,
    baseUrl: facts.baseUrl,
    out: loaded.config.out,
    sources: scan.reports,
    entries: Object.fromEntries(
      facts.types.map(({ slug }) => [slug, entries.filter((entry) => entry.type === slug).length]),
    ),
    hidden: scan.hidden,
    skipped: scan.entries.length - entries.length,
    twins: entries.filter((entry) => entry.hasTwin).length,
    converted,
    ...publicChanges(entries, past),
    ...changesOf(output, html?.inPlace),
    fidelity,
    warnings: warnings.list(),
    notices: notices.list(prepared.hooks.notices()),
    limits: hosts.limits,
    ...(past === undefined && reservationsOf(documentContext)),
    timings: {},
  };
}

function contentOf(
  run: Run,
  { sources, scan, timeZone }: ScannedSources,
  { facts, entries, skipped, media, basis }: Placed,
  { answers, html, grading, convert }: Converted,
  { termUrl }: WrittenAll,
): SiteContent {
  const { config } = run.loaded;
  const { rules, registrations } = run.prepared;
  return siteContent({
    site: basis.site,
    sources,
    timeZone,
    languages: config.languages,
    now: rules.gate.now,
    media,
    imageFiles: imageFinder(run, facts.baseUrl),
    terms: scan.terms.all(
      entries.map((entry) => entry.terms),
      termUrl,
    ),
    termsOf: termKeys(scan.terms),
    listed: entries,
    skipped,
    hidden: scan.hiddenEntries,
    convert,
    answers,
    isOwnHtml: config.html === 'render',
    writtenPage: writtenPages(html, config),
    typesWithImages: grading?.typesWithImages ?? new Set(),
    readinessChecks: registrations.list('readinessCheck'),
  });
}

/** Reported by the first build only, since later builds don't change it. */
function reservationsOf(surface: SurfaceContext): Pick<BuildReport, 'reservations'> {
  const found = reservations(surface);
  return found.turnedAway.length + found.reserved.length === 0 ? {} : { reservations: found };
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
