/** How well a page answers the search that it should answer. */
export const COVERAGE_STATES = ['answered', 'scattered', 'barely', 'missing'] as const;

export type CoverageState = (typeof COVERAGE_STATES)[number];
