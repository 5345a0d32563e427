import { THRESHOLDS } from '../../../quality/readiness/pages/check.js';

const MAX_PARAGRAPH_WORDS = THRESHOLDS.longParagraphWords;

/** What the content checks will ask of new text, for the descriptions of abilities that write it. */
export const WRITING_RULES =
  `How to write for this site: paragraphs under about ${MAX_PARAGRAPH_WORDS - 40} words and never over ${MAX_PARAGRAPH_WORDS - 10}; short ` +
  'sentences; concrete specifics (numbers, names, dates) that are never invented; a few links to sources in the ' +
  'text, only to addresses that you know exist.';
