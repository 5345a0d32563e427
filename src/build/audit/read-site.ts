import type { LoadedConfig } from '../../config/config.js';
import type { Clock } from '../../core/clock.js';
import { type Warning, Warnings } from '../../core/warnings.js';
import type { GateContext } from '../../site/gate.js';
import { pageFile } from '../../site/page-file.js';
import { resolveSite } from '../../site/resolve-site.js';
import { contentTypes } from '../../site/types.js';
import { resolveBaseUrl } from '../base-url.js';
import { documentContextOf } from '../context.js';
import { STYLE_FILE } from '../html/render-run.js';
import { statSources } from '../open-sources.js';
import { placeEntries } from '../place.js';
import { prepareRun } from '../prepare.js';
import { findRealFiles } from '../real-files.js';
import { fromHook, type SourceReport } from '../report.js';
import { scanSources } from '../scan.js';
import { AuditRecord } from './gates.js';

/** The inputs of an audit. */
export interface AuditOptions {
  readonly loaded: LoadedConfig;
  readonly cwd: string;
  readonly clock: Clock;
}

/** A public entry that has an address. */
interface PlacedEntry {
  /** Below the base, as in `IndexEntry`. */
  readonly path: string;
  readonly twin: string;
}

/** A site as a build would read it, with the reasons for everything that isn't public. */
export interface AuditedSite {
  readonly baseUrl: string;
  readonly sourceBases: readonly (string | undefined)[];
  readonly sources: readonly SourceReport[];
  readonly gate: GateContext;
  /** Types that the owner's veto excludes. */
  readonly vetoed: readonly string[];
  readonly record: AuditRecord;
  /** By id. */
  readonly placed: ReadonlyMap<number, PlacedEntry>;
  /** Public entries without an address, by id. */
  readonly skipped: ReadonlyMap<number, Warning>;
  readonly warnings: Warnings;
}

/**
 * Reads all sources like a build, without a cache, and assigns addresses; converts and writes nothing.
 * @throws SvcError errors of reading
 */
export async function readSiteForAudit({ loaded, cwd, clock }: AuditOptions): Promise<AuditedSite> {
  const { config } = loaded;
  const warnings = new Warnings();
  const openSources = await statSources(loaded, cwd, clock.now());
  const { hooks, rules, settings } = await prepareRun(loaded, clock, warnings);
  await hooks.close();
  for (const notice of hooks.notices()) warnings.add(fromHook(notice));
  const { gate } = rules;
  const record = new AuditRecord();
  const timeZone = config.site.timezone ?? 'UTC';
  const scan = await scanSources(await openSources(), {
    gate,
    timeZone,
    warnings,
    audit: record,
    ...(config.site.url === undefined && { assertBase: (bases) => void resolveBaseUrl(undefined, bases) }),
  });
  const sourceBases = scan.sites.map((site) => site.baseUrl);
  const baseUrl = resolveBaseUrl(config.site.url, sourceBases);
  const ctx = documentContextOf({
    config,
    settings,
    rules,
    site: resolveSite(config.site, scan.sites, baseUrl),
    types: contentTypes(gate.visibleTypes),
    real: findRealFiles(config, baseUrl, () => false),
  });
  const skipped = new Map<number, Warning>();
  const placed = placeEntries(scan.entries, {
    baseUrl,
    sourceBases,
    ctx,
    warnings,
    onSkipped: ({ id }, _hasAddress, why) => skipped.set(id, why),
    ...(config.html === 'render' && { pageFile, siteFiles: [STYLE_FILE] }),
  });
  return {
    baseUrl,
    sourceBases,
    sources: scan.reports,
    gate,
    vetoed: settings.post_types_vetoed,
    record,
    placed: new Map(placed.map(({ id, path, twin }) => [id, { path, twin }])),
    skipped,
    warnings,
  };
}
