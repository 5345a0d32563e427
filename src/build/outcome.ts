import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Registration } from '../config/hooks/registrations.js';
import { attempt } from '../core/attempt.js';
import type { DocumentContext } from '../documents/document-row.js';
import { reservations } from '../documents/robots.js';
import type { IndexEntry } from '../site/site.js';
import { readWithin } from '../sources/read-bytes.js';
import type { BuildOutcome, Run, ScannedSources } from './build.js';
import { imageFinder, termKeys } from './callbacks.js';
import { BuiltContent, type FoundContent } from './content/content-store.js';
import type { SchemaAnswers, SiteContent } from './content/port.js';
import { type PreviewContext, type PreviewOptions, Previews } from './content/previews.js';
import { liveContent } from './finished-run.js';
import type { Converted, Placed, WrittenAll } from './generate.js';
import type { HtmlPage } from './html/html-run.js';
import type { HtmlWork } from './html/start-html.js';
import { type BuildReport, changesOf, publicChanges } from './report.js';

/** Creates the result of a run: its report, and the content that a sidecar serves. */
export function outcomeOf(
  run: Run,
  scanned: ScannedSources,
  placed: Placed,
  converted: Converted,
  all: WrittenAll,
): BuildOutcome {
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
        baseFacts: placed.baseFacts,
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
  { facts, entries, skipped, media, baseFacts }: Placed,
  { answers, html, grading, convert }: Converted,
  { termUrl }: WrittenAll,
): SiteContent {
  const { config } = run.loaded;
  const { rules, registrations } = run.prepared;
  return siteContent({
    site: baseFacts.site,
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
function reservationsOf(ctx: DocumentContext): Pick<BuildReport, 'reservations'> {
  const found = reservations(ctx);
  return found.turnedAway.length + found.reserved.length === 0 ? {} : { reservations: found };
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Larger files aren't searched, and no more files than these. */
const MAX_BYTES = 1_000_000;
const MAX_FILES = 200;

/**
 * Finds the lines of texts in the files of the sources. A body has lost its front matter and contains other files when
 * it is converted, so that its own lines aren't those of its file.
 * @param sources their folders
 */
function lineFinder(
  sources: readonly { readonly path: string }[],
): (file: string, text: string | RegExp) => number | undefined {
  const texts = new Map<string, string | undefined>();
  const textOf = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, texts.size < MAX_FILES ? readFirst(file, sources) : undefined);
    return texts.get(file);
  };
  return (file, text) => {
    const whole = textOf(file) ?? '';
    const at = typeof text === 'string' ? whole.indexOf(text) : whole.search(text);
    return at < 0 ? undefined : whole.slice(0, at).split('\n').length;
  };
}

function readFirst(file: string, sources: readonly { readonly path: string }[]): string | undefined {
  for (const { path } of sources) {
    try {
      const bytes = readWithin(join(path, file), MAX_BYTES);
      if (typeof bytes !== 'number') return bytes.toString('utf8');
    } catch {
      // Another source has it.
    }
  }
  return undefined;
}

/** The inputs of the private side of a build. */
interface SiteContentOptions extends Omit<FoundContent, 'authors' | 'media' | 'sourceBases'> {
  readonly media: FoundContent['media'];
  readonly convert: Omit<PreviewContext, 'media'>;
  readonly answers: SchemaAnswers;
  readonly isOwnHtml: boolean;
  readonly writtenPage: PreviewOptions['writtenPage'];
  readonly typesWithImages: ReadonlySet<string>;
  readonly readinessChecks: readonly Registration[];
}

/** The content of a finished build, for users who may see drafts: kept separate from everything public. */
function siteContent(options: SiteContentOptions): SiteContent {
  const { convert, media, answers, isOwnHtml, writtenPage, typesWithImages, readinessChecks } = options;
  const { sourceBases, authors } = convert;
  const store = new BuiltContent({ ...options, sourceBases, authors, media });
  const previews = new Previews({
    store,
    convert: { ...convert, media },
    mediaOfHidden: media.forEditors(),
    answers,
    isOwnHtml,
    writtenPage,
  });
  return { store, previews, schema: answers, typesWithImages, readinessChecks };
}

/** Finds the pages of entries in a finished build; undefined for an entry without one, or whose page is gone. */
function writtenPages(
  html: HtmlWork | undefined,
  { out, siteDir }: Pick<Config, 'out' | 'siteDir'>,
): (entry: IndexEntry) => HtmlPage | undefined {
  const root = html?.inPlace === undefined ? out : siteDir;
  const run = html?.run;
  return (entry) => {
    const file = run?.fileOf(entry);
    if (file === undefined || root === undefined) return undefined;
    return attempt(() => ({ file, bytes: readFileSync(join(root, file)) }));
  };
}
