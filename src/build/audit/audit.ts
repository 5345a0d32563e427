import { compareText } from '../../core/compare.js';
import type { Warning } from '../../core/warnings.js';
import { strictProblems } from '../assert-strict.js';
import { readPrevious } from '../previous.js';
import type { SourceReport } from '../report.js';
import { type AuditedEntry, type GateFinding, gateFindings, type SourcePlace } from './gates.js';
import { type AuditedSite, type AuditOptions, readSiteForAudit } from './read-site.js';
import { auditVerdict, type Reason } from './verdict.js';

/** An entry that is not public. */
export interface HiddenFinding extends SourcePlace, Reason {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  /** Absolute, where it has one. */
  readonly url?: string;
  /** Further reasons, each of which would hide it by itself. */
  readonly also: readonly Reason[];
}

/** A page that is neither among the last deployment's pages nor among its tombstones. */
interface FirstPublic extends SourcePlace {
  readonly id: number;
  readonly title: string;
  readonly url: string;
}

/** The report of an audit, as `--json` prints it. */
export interface AuditReport {
  /** False with `--strict` and a problem. */
  readonly ok: boolean;
  readonly baseUrl: string;
  readonly sources: readonly SourceReport[];
  /** How many entries are public. */
  readonly public: number;
  readonly hidden: readonly HiddenFinding[];
  /** Files and items that don't become entries. */
  readonly leftOut: readonly (SourcePlace & Pick<Reason, 'rule' | 'setting'>)[];
  readonly gates: readonly GateFinding[];
  /** Only with `--previous`. */
  readonly since?: { readonly previous: string; readonly firstPublic: readonly FirstPublic[] };
  readonly warnings: readonly Warning[];
}

/**
 * Lists everything that isn't public with the reason, and all gates; converts and writes nothing.
 * @throws SvcError errors of reading, `SVC_PREVIOUS_UNREADABLE`
 */
export async function auditSite(options: AuditOptions): Promise<AuditReport> {
  const { run } = options.loaded;
  const site = await readSiteForAudit(options);
  const since =
    run.previous === undefined
      ? undefined
      : { previous: run.previous, firstPublic: await firstPublic(site, run.previous) };
  const warnings = site.warnings.list();
  return {
    ok: !run.strict || strictProblems({ warnings, notices: [] }).skipped.length === 0,
    baseUrl: site.baseUrl,
    sources: site.sources,
    public: site.placed.size,
    hidden: hiddenIn(site),
    leftOut: site.record.withoutEntry
      .map(({ file, line, rule, setting }) => ({ file, ...(line !== undefined && { line }), rule, setting }))
      .sort(byPlace),
    gates: gateFindings(site.record.gates),
    ...(since && { since }),
    warnings,
  };
}

function hiddenIn(site: AuditedSite): readonly HiddenFinding[] {
  const isHidden = ({ id }: AuditedEntry) => !site.placed.has(id);
  return [...site.record.entries.values()]
    .filter(isHidden)
    .map((entry) => {
      const { reason, rule, setting, file, line, url, also } = auditVerdict(entry, site);
      const { id, title, type } = entry;
      const place = { file, ...(line !== undefined && { line }) };
      return { id, title, type, reason, rule, setting, ...place, ...(url !== undefined && { url }), also };
    })
    .sort(byPlace);
}

function byPlace(a: SourcePlace, b: SourcePlace): number {
  return compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0);
}

/** Entries that the last deployment neither published nor withdrew. */
async function firstPublic(site: AuditedSite, previous: string): Promise<readonly FirstPublic[]> {
  const past = await readPrevious(previous, site.warnings);
  const withdrawn = new Set(past?.tombstones.map(({ id }) => id));
  return [...site.placed]
    .filter(([id]) => past?.entries.get(id) === undefined && !withdrawn.has(id))
    .flatMap(([id, { path }]) => {
      const entry = site.record.entries.get(id);
      if (entry === undefined) return [];
      return [{ id, title: entry.title, url: site.baseUrl + path, ...entry.place }];
    })
    .sort(byPlace);
}
