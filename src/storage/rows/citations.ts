import type { Generated } from 'kysely';

/** A finished run of citation checks. */
export interface CitationRunRow {
  /** Unix seconds of its start. */
  readonly id: number;
  readonly completed: number;
  readonly checks: number;
  /** 0 or 1: it was stopped by the ceiling. */
  readonly capped: number;
}

/** An answer of a language model to a question about the site. */
export interface CitationCheckRow {
  readonly id: Generated<number>;
  /** Unix seconds of the start of its run. */
  readonly run_id: number;
  readonly checked_at: number;
  /** Name of the subject of the question. */
  readonly brand: string;
  readonly provider: string;
  readonly model: string;
  readonly prompt_hash: string;
  readonly prompt: string;
  /** 0 or 1: its name or its domain occurs. */
  readonly mentioned: number;
  /** 0 or 1: its domain occurs, or is the host of a source. */
  readonly cited: number;
  /** 0 where it is not mentioned; else its position among the named ones, from 1. */
  readonly position: number;
  /** JSON list of the competitors that are named. */
  readonly competitors: string;
  readonly answer_excerpt: string;
  /** JSON list. */
  readonly sources: string;
  /** Empty where the engine answered. */
  readonly error: string;
}
