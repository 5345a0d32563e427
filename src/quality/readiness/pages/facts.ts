import type { PageMetrics } from './page-metrics.js';

/** A page with all inputs of its checks. */
export interface PageFacts extends PageMetrics {
  /** Whether the page is meant to be quoted; undefined counts as true. */
  readonly gradeable: boolean | undefined;
  /** Whether pages of its type have images of their own on this site. */
  readonly expectsImage: boolean;
  /** Whole days since the page was changed last; 0 when unknown. */
  readonly ageDays: number;
}
