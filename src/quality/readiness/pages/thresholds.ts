/**
 * Every number that a page check compares with. Another value of one makes stored verdicts out of date.
 * @see reference/readiness-and-score.md section 5.1
 */
export const THRESHOLDS = {
  /** A page of fewer words says too little to be quoted. */
  minWords: 100,
  /** From here on a page needs headings. */
  headingsMinWords: 300,
  /** A first paragraph of as many words is a summary. */
  summaryMinWords: 15,
  /** The most of a page's words that may be links, and the words from which it is asked. */
  linkDensityMax: 0.35,
  linkDensityMinWords: 50,
  /** From here on a page needs figures or a link to a source. */
  evidenceMinWords: 150,
  evidenceMinFigures: 2,
  /** A longer paragraph is hard to quote. */
  longParagraphWords: 160,
  /** Days. */
  staleDays: 730,
  /** From here on a page needs a link to a source. */
  sourcesMinWords: 300,
  /** As many words describe the videos among them. */
  videoMinWords: 150,
  /** Sentences of at most as many words are short enough. */
  sentencePlain: 15,
  readingEaseOk: 50,
  readingEaseHard: 30,
  /** Words of so many syllables are heavy, unless a page uses one so often that its readers know it. */
  familiarMinSyllables: 4,
  familiarMinOccurrences: 3,
  familiarCountedSyllables: 2,
} as const;
