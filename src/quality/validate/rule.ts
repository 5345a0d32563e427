import type { Document } from './document.js';
import type { Level, RawFinding } from './finding.js';
import type { Subject } from './subject.js';

/** One thing that must hold for an output folder. */
export interface Rule {
  /** Id of the conformance checklist (`M1`), or a word. */
  readonly id: string;
  /** Further ids of the checklist that demand the same. */
  readonly covers?: readonly string[];
  /** Level of its findings where they do not say otherwise. */
  readonly level: Level;
  /** What must hold, one sentence without full stop. */
  readonly title: string;
  /** True: what it finds in a file is left out where another rule has found an error there, which says more. */
  readonly isFallback?: boolean;
  /** It needs only the document, so `svc verify` applies it to what a site sends. */
  readonly anywhere?: true;
  /** Looks at the folder as a whole. */
  check?(subject: Subject): Iterable<RawFinding> | Promise<Iterable<RawFinding>>;
  /** Looks at one document; it is asked for every document of the folder. */
  checkDocument?(document: Document, subject: Subject): Iterable<RawFinding>;
}
