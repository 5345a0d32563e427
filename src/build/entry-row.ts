import type { PageCounts, PageFindings } from '../content/fidelity/measure.js';
import type { Warning } from '../core/warnings.js';
import type { FileFacts } from '../deploy/file-states.js';
import type { PackedCheckup } from '../quality/readiness/pages/pack.js';

/** The state file's record of a converted entry. */
export interface EntryRow {
  /** Hash of all inputs of the conversion, except `uses`. */
  readonly key: string;
  readonly excerpt: string;
  readonly hash: string;
  /** True for a page without text of its own. */
  readonly isBare?: true;
  /** Addresses below the base that it links to. */
  readonly links: readonly string[];
  readonly counts: PageCounts;
  /** Words that its twin lost or added; absent for the many without any. */
  readonly findings?: PageFindings;
  /** The results of the checks; absent where they are switched off. */
  readonly checkup?: PackedCheckup;
  /** Its twin, item and page, as far as it has them. */
  readonly files: readonly (readonly [file: string, facts: FileFacts])[];
  /** The text of an entry without a twin. */
  readonly aside?: FileFacts;
  readonly uses: readonly Use[];
  readonly warnings: readonly Warning[];
}

/** A body's lookup of something else, with the hash of the result: `media 12`, `attached 7`, `pattern 3`. */
export type Use = readonly [
  what: 'media' | 'attached' | 'pattern' | 'page' | 'file',
  id: number,
  hash: string,
];
