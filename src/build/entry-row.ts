import type { PageCounts, PageFindings } from '../content/fidelity/measure.js';
import type { Warning } from '../core/warnings.js';
import type { FileFacts } from '../deploy/file-facts.js';
import type { PackedCheckup } from '../quality/readiness/pages/pack.js';

/** What the state file says of a converted entry. */
export interface EntryRow {
  /** Hash of everything that the conversion read, but for `uses`. */
  readonly key: string;
  readonly excerpt: string;
  readonly hash: string;
  readonly counts: PageCounts;
  /** Words that its twin lost or added; absent for the many that did neither. */
  readonly findings?: PageFindings;
  /** What the checks found; absent where they are switched off. */
  readonly checkup?: PackedCheckup;
  /** Its twin, item and page, as far as it has them. */
  readonly files: readonly (readonly [file: string, facts: FileFacts])[];
  /** The text of an entry without a twin. */
  readonly aside?: FileFacts;
  readonly uses: readonly Use[];
  readonly warnings: readonly Warning[];
}

/** A question of a body about something else, with the hash of the answer: `media 12`, `attached 7`, `pattern 3`. */
export type Use = readonly [
  what: 'media' | 'attached' | 'pattern' | 'page' | 'file',
  id: number,
  hash: string,
];
