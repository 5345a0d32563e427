/** Every threshold of a page check. Changing one makes stored verdicts out of date. */
export const THRESHOLDS = {
  /** A page of fewer words is too short to be quoted. */
  minWords: 100,
  /** From here on a page needs headings. */
  headingsMinWords: 300,
  /** A first paragraph of as many words is a summary. */
  summaryMinWords: 15,
  /** The maximum share of a page's words in links, and the number of words from which it applies. */
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
  /** So many words can describe the videos among them. */
  videoMinWords: 150,
  /** Sentences of up to so many words are short enough. */
  sentencePlain: 15,
  readingEaseOk: 50,
  readingEaseHard: 30,
  /** Words of so many syllables are heavy, unless a page uses one so often that its readers know it. */
  familiarMinSyllables: 4,
  familiarMinOccurrences: 3,
  familiarCountedSyllables: 2,
} as const;
