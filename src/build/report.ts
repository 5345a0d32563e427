import type { SourceType } from '../config/config.js';
import type { SiteFidelity } from '../content/fidelity/site-meter.js';
import { compareText } from '../core/compare.js';
import type { Warning } from '../core/warnings.js';
import type { ReportedLimit } from '../deploy/hosts/table.js';
import type { Output } from '../deploy/output.js';
import type { OutputChanges } from '../deploy/output-options.js';
import type { Reservations } from '../documents/robots.js';
import type { HiddenReason } from '../site/gate.js';
import type { Notice } from '../site/registry/notice.js';
import type { InPlacePages } from './html/in-place.js';

/** The contents of one source. */
export interface SourceReport {
  readonly type: SourceType;
  readonly path: string;
  readonly entries: number;
  readonly media: number;
}

/** The report of a build, as `--json` prints it. */
export interface BuildReport {
  readonly ok: boolean;
  readonly dryRun: boolean;
  readonly baseUrl: string;
  readonly out: string;
  readonly sources: readonly SourceReport[];
  /** Public entries by type. */
  readonly entries: Readonly<Record<string, number>>;
  /** Entries that the gate held back, by reason. */
  readonly hidden: Readonly<Partial<Record<HiddenReason, number>>>;
  /** Public entries without an address, which are in no output. */
  readonly skipped: number;
  readonly twins: number;
  /** Entries whose body was converted in this run. */
  readonly converted: number;
  /** Addresses of pages that the last deployment didn't have, below `baseUrl`. */
  readonly published: readonly string[];
  /** Addresses of pages that only the last deployment had. */
  readonly withdrawn: readonly string[];
  /** Paths below `out/`: with the removed ones, the list to purge from caches. */
  readonly added: OutputChanges['added'];
  readonly changed: OutputChanges['changed'];
  readonly removed: OutputChanges['removed'];
  readonly unchanged: OutputChanges['unchanged'];
  /** The comparison of the twins with what visitors see. */
  readonly fidelity: SiteFidelity;
  readonly warnings: readonly Warning[];
  /** Problems with registrations, plugins and the documents that they change. */
  readonly notices: readonly Notice[];
  /** The build's requirements that a host can't meet. */
  readonly limits: readonly ReportedLimit[];
  /** Rules of hosts in `deploy/` that this build has added, changed or removed; absent where there are none. */
  readonly hostRules?: readonly string[];
  /** Of a first build only, where there are any: the restrictions of `robots.txt`. */
  readonly reservations?: Reservations;
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
}

/** A step of a build, for the progress bar. */
export interface Progress {
  /** `wait`: another build of the site has to end first. */
  readonly stage: 'wait' | 'read' | 'convert' | 'write';
  readonly done: number;
  /** 0 when it is unknown. */
  readonly total: number;
}

/** Measures the stages of a run. Not part of any output file. */
export class Stopwatch {
  readonly #timings: Record<string, number> = {};
  #at = performance.now();

  /** Ends a stage that began where the last one ended. */
  lap(stage: string): void {
    const now = performance.now();
    this.#timings[stage] = Math.round((now - this.#at + (this.#timings[stage] ?? 0)) * 10) / 10;
    this.#at = now;
  }

  timings(): Readonly<Record<string, number>> {
    return this.#timings;
  }
}

/** The list to purge: of the output, and of pages that are changed in place, which are published too. */
export function changesOf(output: Output, inPlace: InPlacePages | undefined): OutputChanges {
  const changes = output.changes();
  const pages = inPlace?.files() ?? [];
  if (pages.length === 0) return changes;
  return { ...changes, changed: [...new Set([...changes.changed, ...pages])].sort(compareText) };
}

/** The pages that a build makes public, and those that it takes away. */
export function publicChanges(
  entries: readonly { readonly path: string }[],
  past: { readonly entries: ReadonlyMap<number, { readonly path: string }> } | undefined,
): Pick<BuildReport, 'published' | 'withdrawn'> {
  const now = new Set(entries.map(({ path }) => path));
  const before = new Set([...(past?.entries.values() ?? [])].map(({ path }) => path));
  const without = (list: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...list].filter((path) => !other.has(path)).sort(compareText);
  return { published: without(now, before), withdrawn: without(before, now) };
}
