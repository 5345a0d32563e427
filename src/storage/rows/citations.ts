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
  readonly run_id: number;
  readonly checked_at: number;
  readonly brand: string;
  readonly provider: string;
  readonly model: string;
  readonly prompt_hash: string;
  readonly prompt: string;
  /** 0 or 1. */
  readonly mentioned: number;
  readonly cited: number;
  readonly position: number;
  /** JSON. */
  readonly competitors: string;
  readonly answer_excerpt: string;
  /** JSON. */
  readonly sources: string;
  readonly error: string;
}
