import { basename } from 'node:path';
import { packTexts } from '../core/packed-texts.js';
import { HEADERS_FILE } from '../deploy/deploy.js';
import { manifestText } from '../deploy/manifests/neutral.js';
import { changeTime } from '../site/history.js';
import { MediaIndex } from '../site/media-index.js';
import { pageFile } from '../site/page-file.js';
import { findTranslations } from '../site/translations.js';
import type { RawTerm, Source } from '../sources/port.js';
import { traitsOf } from '../sources/table.js';
import type { BuildOutcome, Run, ScannedSources } from './build.js';
import { convertContext, listedTest, termKeys } from './callbacks.js';
import type { SkippedEntry } from './content/content-store.js';
import { documentContextOf } from './context.js';
import { convertAll } from './convert-all.js';
import { Grading } from './grading/grading.js';
import { putHostFiles, putManifest } from './host-files.js';
import { filterSchema } from './html/head-context.js';
import { privatePaths } from './html/private-pages.js';
import { STYLE_FILE } from './html/render-run.js';
import { type HtmlWork, startHtml } from './html/start-html.js';
import { pathsById, warnOfBrokenLinks } from './link-graph.js';
import { dateConverted, listEntries } from './list-entries.js';
import { placeReadApi, warnOfOwnIndexes, warnOfYielded } from './make-room.js';
import { otherPages } from './other-pages.js';
import { outcomeOf } from './outcome.js';
import { pageRedirects } from './redirects.js';
import { mediaOf, resolveSiteFacts } from './site-facts.js';
import { codeVersion, conversionKey } from './state/last-run.js';
import { loadUnifiedConverter } from './unified-converter.js';
import type { ConverterPool } from './workers/converter-pool.js';
import type { PackableContext } from './workers/shared-context.js';
import { writeTable } from './write-table.js';

/**
 * Turns scanned sources into staged files: addresses, conversion, documents, manifest. A separate module, so that a run
 * with nothing to do, or one that fails while it reads, doesn't load the converter.
 * @throws SvcError any error of a step
 */
export async function generate(run: Run, scanned: ScannedSources): Promise<BuildOutcome> {
  const placed = await placeScanned(run, scanned);
  run.watch.lap('place');
  const converted = await convertPlaced(run, scanned, placed);
  run.watch.lap('convert');
  const written = await writeConverted(run, scanned, placed, converted);
  run.watch.lap('write');
  return outcomeOf(run, scanned, placed, converted, written);
}

export type Placed = Awaited<ReturnType<typeof placeScanned>>;
export type Converted = Awaited<ReturnType<typeof convertPlaced>>;
export type WrittenAll = Awaited<ReturnType<typeof writeConverted>>;

/** Determines the facts of the site and the addresses of all entries. */
async function placeScanned(run: Run, { scan, sources }: ScannedSources) {
  const { prepared, past, warnings } = run;
  const { config } = run.loaded;
  const { settings, rules } = prepared;
  const facts = await resolveSiteFacts(run, scan.sites);
  const { baseUrl, site, sourceBases, types, real } = facts;
  run.onSources?.(sourceBases);
  const before = documentContextOf({ config, settings, site, types, rules, real });
  const skipped: SkippedEntry[] = [];
  const entries = listEntries(scan.entries, {
    baseUrl,
    sourceBases,
    folders: sources.map(({ path }) => basename(path)),
    ctx: before,
    warnings,
    past,
    now: rules.gate.now,
    lang: site.lang,
    languages: config.languages,
    // An imported folder is divided as its export is.
    isFolder: (source) => isDividedByFolders(sources[source] as Source),
    onSkipped: (entry, hasAddress) => skipped.push({ entry, hasAddress }),
    ...(config.html === 'render' && { pageFile, siteFiles: [STYLE_FILE] }),
  });
  const readPrefix = placeReadApi(before, entries, warnings);
  warnOfYielded(before, entries, warnings);
  warnOfOwnIndexes(before, warnings);
  const media = new MediaIndex(listedTest(entries));
  const movers = scan.sites.map((_, source) => mediaOf(facts, source));
  for (const item of scan.media) {
    const moved = movers[item.source]?.(item.media);
    if (moved !== undefined) media.add(moved);
  }
  const translations = findTranslations(entries, config.languages);
  const baseFacts = { config, settings, site, types, rules, real, translations, readPrefix };
  return { facts, entries, skipped, media, baseFacts, documentContext: documentContextOf(baseFacts) };
}

/** Converts the entries, renders their pages and dates them. */
async function convertPlaced(run: Run, scanned: ScannedSources, placed: Placed) {
  const { sources, scan, timeZone, threads } = scanned;
  const { facts, entries, media, baseFacts, documentContext } = placed;
  const { prepared, past, output, last, next, warnings, onProgress } = run;
  const { rules, hooks } = prepared;
  const { baseUrl, site, sourceBases } = facts;
  const answers = await filterSchema(hooks, site.logo, baseFacts.config.structuredData);
  const html = startHtml({
    baseFacts,
    documentContext,
    answers,
    entries,
    held: privatePaths(scan.hiddenEntries.values(), { gate: rules.gate, baseUrl, sourceBases }),
    terms: scan.terms,
    media,
    output,
    stage: run.stage,
    warnings,
  });
  const grading = gradingOf(run, scanned, placed);
  const { authors, patterns } = scan;
  const basesOf = (source: number) => [sourceBases[source] ?? baseUrl, baseUrl];
  const paths = packTexts(pathsById(entries, sources, basesOf));
  const unified = await loadUnifiedConverter(baseFacts.config.converter, run.loaded.folder);
  const convert = convertContext(run, facts, { documentContext, authors, media, patterns, paths, unified });
  const { fidelity, converted, links } = await convertAll(entries, {
    sources,
    output,
    timeZone,
    gate: rules.gate,
    convert,
    last,
    next,
    sharedKey: conversionKey({ ...convert, config: baseFacts.config }),
    html,
    longBody: run.isServed ? LONG_BODY.served : LONG_BODY.built,
    startWorkers: (waiting) => startPool(run, scanned, waiting, convert),
    ...(onProgress && { onProgress }),
  });
  // Their memory is free for what follows.
  await threads.close();
  const changed = changeTime(past, rules.gate.now);
  for (const entry of entries) dateConverted(entry, past, changed);
  if (facts.checks === undefined) run.verdicts.retain(entries);
  else run.verdicts.begin(facts.checks.ruleset, rules.gate.now);
  return { answers, html, grading, convert, fidelity, converted, links };
}

/** Length of a body that goes to a thread of its own, so that a sidecar stays responsive. */
const LONG_BODY = { served: 30_000, built: 200_000 };

/** Threads that convert entries; undefined where the build's own thread converts them. */
async function startPool(
  { output }: Run,
  { threads, scan }: ScannedSources,
  waiting: number,
  context: PackableContext,
): Promise<ConverterPool | undefined> {
  const { ConverterPool } = await import('./workers/converter-pool.js');
  if (!ConverterPool.isAvailable) return undefined;
  const isForLongBodies = waiting === Number.POSITIVE_INFINITY;
  const started = isForLongBodies
    ? await threads.forOne()
    : await threads.forWork({ entries: waiting, length: waiting * scan.bodyLength });
  return started && new ConverterPool(started, context, output.places);
}

function gradingOf(run: Run, { scan }: ScannedSources, { facts }: Placed): Grading | undefined {
  const { prepared, loaded } = run;
  const { checks, baseUrl } = facts;
  return (
    checks &&
    new Grading({
      version: codeVersion(),
      rules: checks,
      hooks: prepared.hooks,
      now: prepared.rules.gate.now,
      baseUrl,
      hasPlugins: loaded.config.plugins.length > 0,
      termsOf: termKeys(scan.terms),
    })
  );
}

/** Writes everything that combines several entries: documents, lists, host rules, the manifest. */
async function writeConverted(
  run: Run,
  { scan, sources }: ScannedSources,
  placed: Placed,
  converted: Converted,
) {
  const { output } = run;
  const { facts, entries, baseFacts, documentContext } = placed;
  const { html, grading, links } = converted;
  const termUrl = termUrlOf(html);
  const archives = html?.run.archives() ?? [];
  const isRendered = baseFacts.config.html === 'render';
  const redirects = pageRedirects(
    { media: scan.media, entries, kept: [...archives, `/${documentContext.readPrefix}`, '/svc'], isRendered },
    facts,
    run.warnings,
  );
  const written = await writeTable(run, {
    baseFacts,
    entries,
    terms: scan.terms,
    archives,
    redirects,
    termUrl,
  });
  const terms = scan.terms.used(
    entries.map((entry) => entry.terms),
    termUrl,
  );
  const others = [
    ...terms.map(({ url }) => url.slice(facts.baseUrl.length)),
    `/${documentContext.readPrefix}/`,
  ];
  const { siteDir, publicDir } = baseFacts.config;
  const isElsewhere = otherPages({
    sources,
    folders: [siteDir, publicDir].filter((folder) => folder !== undefined),
    files: facts.real.files,
    bases: [facts.baseUrl, ...facts.sourceBases.filter((base) => base !== undefined)],
    archives,
    others,
  });
  warnOfBrokenLinks(links.broken(isElsewhere), run.warnings);
  const graded = await grading?.grade(entries, run.verdicts);
  for (const page of html?.run.otherPages() ?? []) html?.put(page);
  const hosts = putHostFiles(baseFacts.config, written.headers, { output, digests: written.digests });
  const deploy = new Map([[HEADERS_FILE, manifestText(written.headers)], ...hosts.deploy]);
  const foreign = [facts.real.sitemap, facts.real.feed];
  putManifest(run, { baseUrl: facts.baseUrl, foreign, entries, written, deploy });
  return { written, graded, hosts, deploy, archives, redirects, termUrl };
}

/** Without rendered pages only addresses from the source count: an archive that may not exist isn't advertised. */
function termUrlOf(html: HtmlWork | undefined): (term: Pick<RawTerm, 'taxonomy' | 'slug' | 'url'>) => string {
  return (term) => (html === undefined ? (term.url ?? '') : html.run.termUrl(term));
}

function isDividedByFolders({ type, linksByIds }: Source): boolean {
  return traitsOf(type).isFolder && linksByIds !== true;
}
