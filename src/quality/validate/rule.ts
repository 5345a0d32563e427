import type { Document } from './document.js';
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

/** How bad a finding is: an error makes `svc validate` end with 1, a warning only with `--strict`. */
type Level = 'error' | 'warning';

/** A fault of the output folder. */
export interface Finding {
  readonly level: Level;
  /** Id of the rule: `M1`, `schema`. */
  readonly rule: string;
  /** Stable kebab-case code of the fault. */
  readonly code: string;
  /** Path below the output folder; empty for the folder as a whole. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into a JSON document; empty for the document as a whole. */
  readonly pointer?: string;
  /** Counts from 1. */
  readonly line?: number;
  /** What was found and what was expected, one sentence. */
  readonly message: string;
  /** The next action. */
  readonly fix?: string;
}

/** A finding as a rule reports it; the runner adds the rule's id, and its level where the finding has none. */
export type RawFinding = Omit<Finding, 'rule' | 'level'> & { readonly level?: Level };

/** A rule and how often it was broken. */
interface RuleResult {
  readonly id: string;
  /** Further ids of the conformance checklist that it covers. */
  readonly covers: readonly string[];
  readonly level: Level;
  readonly title: string;
  readonly findings: number;
}

/** The report of `svc validate`, as `--json` prints it. */
export interface ValidateReport {
  /** False with an error, with `--strict` also with a warning. */
  readonly ok: boolean;
  /** The folder, absolute. */
  readonly out: string;
  readonly baseUrl: string;
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  /** At most `MOST_PER_RULE` of each rule, by file, pointer and line. */
  readonly findings: readonly Finding[];
  /** Findings that are counted, but not listed. */
  readonly omitted: number;
  readonly rules: readonly RuleResult[];
}

/** Address of a site without its own index and without a configuration. */
export const UNKNOWN_SITE = 'https://unknown.invalid';

/** Maximum number of listed findings of one rule. */
export const MOST_PER_RULE = 1000;
