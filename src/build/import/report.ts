import type { Warning } from '../../core/warnings.js';
import type { EntryStatus } from '../../sources/port.js';
import type { ImportFormat } from './body.js';
import type { SourceCount } from './gather.js';
import type { UploadsReport } from './uploads/copier.js';

/** The result of an import; `--json` prints it as it is. */
export interface ImportReport {
  readonly ok: true;
  readonly dryRun: boolean;
  /** Absolute. */
  readonly to: string;
  readonly format: ImportFormat;
  readonly sources: readonly SourceCount[];
  /** Entries by type. */
  readonly entries: Readonly<Record<string, number>>;
  /** Entries that aren't public, by reason; they are imported and stay hidden. */
  readonly hidden: Readonly<
    Partial<Record<Exclude<EntryStatus, 'publish'> | 'protected' | 'noindex', number>>
  >;
  readonly terms: number;
  readonly authors: number;
  readonly media: number;
  readonly files: {
    /** Paths below `to`. */
    readonly written: readonly string[];
    /** Existing files, or files of an entry that has one already: kept. */
    readonly kept: readonly string[];
  };
  /** Copied images and other files, where they were requested. */
  readonly uploads?: UploadsReport;
  /** What the folder lacks compared with the export. */
  readonly lost: readonly Loss[];
  readonly warnings: readonly Warning[];
  /** The site's address in the export; empty when it has none. */
  readonly siteUrl: string;
}

/** One kind of loss. */
export interface Loss {
  readonly what: string;
  readonly count: number;
  /** Files or ids, at most five. */
  readonly examples: readonly string[];
}

const MAX_EXAMPLES = 5;

/** Counts losses by kind. */
export class Losses {
  readonly #kinds = new Map<string, { count: number; examples: string[] }>();

  add(what: string, example: string): void {
    const kind = this.#kinds.get(what) ?? { count: 0, examples: [] };
    kind.count += 1;
    if (kind.examples.length < MAX_EXAMPLES) kind.examples.push(example);
    this.#kinds.set(what, kind);
  }

  list(): readonly Loss[] {
    return [...this.#kinds].map(([what, kind]) => ({ what, ...kind }));
  }
}
