import type { PageCounts, PageFindings } from '../../content/fidelity/measure.js';
import type { Warning } from '../../core/warnings.js';
import type { FileFacts } from '../../deploy/file-facts.js';
import type { PackedCheckup } from '../../quality/readiness/pages/pack.js';

/** What is known of an entry since it was last converted, beside its excerpt and hash. */
export interface CachedEntry extends Extra {
  /** Of everything that the conversion read but for `uses`: two halves of 32 bits. */
  readonly key: readonly [high: number, low: number];
  readonly counts: PageCounts;
  /** Numbers of its files in the output; undefined for one that it has not. */
  readonly files: readonly [twin: number | undefined, item: number | undefined, page: number | undefined];
  /** What the checks found; undefined where they are switched off. */
  readonly checkup: PackedCheckup | undefined;
}

/** What most entries lack. */
export interface Extra {
  /** Media and reusable blocks that the body asked for, with the hash of what it was told. */
  readonly uses: readonly Use[];
  readonly warnings: readonly Warning[];
  /** The text that was put aside, as it was written. */
  readonly aside: FileFacts | undefined;
  /** Words that its twin lost or added; undefined for the many that did neither. */
  readonly findings: PageFindings | undefined;
}

/** A look-up that a body made: `media 12`, `attached 7`, `pattern 3`. */
export type Use = readonly [
  what: 'media' | 'attached' | 'pattern' | 'page' | 'file',
  id: number,
  hash: string,
];
