import type { Document } from './document.js';
import type { Level, RawFinding } from './finding.js';
import type { Subject } from './subject.js';

/** A requirement on an output folder. */
export interface Rule {
  /** Id of the conformance checklist (`M1`), or a word. */
  readonly id: string;
  /** Further ids of the checklist with the same requirement. */
  readonly covers?: readonly string[];
  /** Default level of its findings. */
  readonly level: Level;
  /** The requirement, one sentence without full stop. */
  readonly title: string;
  /** True: its findings in a file are dropped where another rule has found an error there, which is more specific. */
  readonly isFallback?: boolean;
  /** It needs only the document, so `svc verify` applies it to answers of a site. */
  readonly anywhere?: true;
  /** Checks the folder as a whole. */
  check?(subject: Subject): Iterable<RawFinding> | Promise<Iterable<RawFinding>>;
  /** Checks one document; called for every document of the folder. */
  checkDocument?(document: Document, subject: Subject): Iterable<RawFinding>;
}
