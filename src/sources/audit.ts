import type { GateKind } from '../content/privacy/privacy.js';

/** What a mark in a source decides about. */
export type MarkSubject = 'status' | 'protected' | 'noindex' | 'expires';

/** What in a source says that an entry is not for every reader. */
export interface Mark {
  readonly about: MarkSubject;
  /** What stands there and what it means: `draft: true`. */
  readonly rule: string;
  /** What to change so that the mark no longer holds the entry back. */
  readonly setting: string;
  /** The front-matter key that decides, to find its line. */
  readonly key?: string;
  /** From 1, where it is known. */
  readonly line?: number;
}

/** What decided about a gate: the owner, the platform itself, a table of known extensions, the sound of a name, or a missing end. */
export type GateDecider =
  | 'privacy.allow'
  | 'privacy.deny'
  | 'format'
  | 'known'
  | 'sound'
  | 'unclosed'
  | 'none';

/** A gate that was seen in a source. */
export interface SeenGate {
  /** The `ref` of the entry that it belongs to, or the path of its source. */
  readonly ref: string;
  readonly kind: GateKind;
  /** As `privacy.allow` would name it. */
  readonly name: string;
  /** The attribute that decided, where one did. */
  readonly attribute?: string;
  readonly isHeldBack: boolean;
  readonly decider: GateDecider;
  /** How often it stands there; 1 when left out. */
  readonly count?: number;
}

/** A file or item that becomes no entry at all. */
export interface SeenLeftOut {
  /** In the form of `RawEntry.ref`. */
  readonly ref: string;
  readonly rule: string;
  /** What to change so that it becomes one. */
  readonly setting: string;
}

/** Told, while a source is read, why entries are not public. Builds have none and pay nothing for it. */
export interface AuditListener {
  gate(seen: SeenGate): void;
  leftOut(seen: SeenLeftOut): void;
}
