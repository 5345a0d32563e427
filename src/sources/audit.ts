import type { GateKind } from '../content/privacy/privacy.js';

/** The subject of a mark in a source. */
export type MarkSubject = 'status' | 'protected' | 'noindex' | 'expires';

/** A mark in a source by which an entry is not for every reader. */
export interface Mark {
  readonly about: MarkSubject;
  /** The text of the mark and its meaning: `draft: true`. */
  readonly rule: string;
  /** What to change so that the mark no longer holds the entry back. */
  readonly setting: string;
  /** The front-matter key that decides, used to find its line. */
  readonly key?: string;
  /** From 1, where it is known. */
  readonly line?: number;
  /** The file with the mark, if it isn't that of the entry; in the form of `RawEntry.ref`. */
  readonly file?: string;
}

/**
 * What decided about a gate: the owner, the platform itself, a table of known extensions, the sound of a name, or a
 * missing end.
 */
export type GateDecider =
  | 'privacy.allow'
  | 'privacy.deny'
  | 'format'
  | 'known'
  | 'sound'
  | 'unclosed'
  | 'none';

/** A gate that was found in a source. */
export interface FoundGate {
  /** The `ref` of the entry that it belongs to, or the path of its source. */
  readonly ref: string;
  readonly kind: GateKind;
  /** As `privacy.allow` would name it. */
  readonly name: string;
  /** The attribute that decided, where one did. */
  readonly attribute?: string;
  readonly isHeldBack: boolean;
  readonly decider: GateDecider;
  /** How often it occurs; 1 when left out. */
  readonly count?: number;
}

/** A file or item that does not become an entry. */
export interface LeftOutItem {
  /** In the form of `RawEntry.ref`. */
  readonly ref: string;
  readonly rule: string;
  /** What to change so that it becomes one. */
  readonly setting: string;
}

/** Receives the reasons why entries aren't public, while a source is read. Builds have none, at no cost. */
export interface AuditListener {
  gate(seen: FoundGate): void;
  leftOut(seen: LeftOutItem): void;
}
