/** Checks of a page's text. */

import { counted } from '../../../../core/text.js';
import { type PageCheck, type PageFinding, pass, THRESHOLDS, warn } from '../check.js';
import { type ProseMeasures, readingEase } from '../measure/prose.js';

const {
  minWords,
  summaryMinWords,
  headingsMinWords,
  longParagraphWords,
  readingEaseOk,
  readingEaseHard,
  sentencePlain,
} = THRESHOLDS;

/** Whether a page has enough text to be quoted. */
export const words: PageCheck = {
  id: 'words',
  label: 'Enough to quote',
  problem: 'Thin content',
  why: 'Cover the subject well enough that the page can answer a question.',
  condition: `has at least ${minWords} words, or isn't graded`,
  run({ gradeable, measures }) {
    if (gradeable === false) return pass("This page isn't meant to be quoted, so its length isn't measured.");
    const found = `${counted(measures.words, 'word')} in the body`;
    if (measures.words >= minWords) return pass(`${found}.`);
    return warn(`${found}; an answer is rarely taken from fewer than ${minWords}.`);
  },
};

/** Whether a page begins with its subject. */
export const summary: PageCheck = {
  id: 'summary',
  label: 'Opening summary',
  problem: 'No opening summary',
  why: 'Begin with a paragraph about what the page answers, or write an excerpt.',
  condition: `has an excerpt of its own, or its first paragraph has at least ${summaryMinWords} words; pages below ${minWords} words pass`,
  run({ measures: { words, paragraphs }, hasExcerpt }) {
    if (words < minWords) return pass('Too short to need a summary.');
    if (hasExcerpt) return pass('The page has an excerpt of its own.');
    if (paragraphs.first >= summaryMinWords)
      return pass(`The first paragraph has ${counted(paragraphs.first, 'word')}.`);
    return warn(
      paragraphs.count === 0
        ? 'The page has neither an excerpt nor a paragraph.'
        : `There is no excerpt, and the first paragraph has ${counted(paragraphs.first, 'word')}; ${summaryMinWords} are enough for a summary.`,
    );
  },
};

/** Whether a long page has headings. */
export const headings: PageCheck = {
  id: 'headings',
  label: 'Headings',
  problem: 'No headings',
  why: 'Divide the text with headings that name what each part answers.',
  condition: `has a heading; pages below ${headingsMinWords} words pass`,
  run({ measures: { words, headings: found } }) {
    if (words < headingsMinWords) return pass('Too short to need headings.');
    if (found.count > 0) return pass(`${counted(found.count, 'heading')}.`);
    return warn(`${words} words and 0 headings.`);
  },
};

/** Whether the headings of a page are nested without gaps. */
export const headingOrder: PageCheck = {
  id: 'heading_order',
  label: 'Heading order',
  problem: 'Heading levels skipped',
  why: 'Give each heading the level below that of its parent.',
  condition: 'no heading is more than one level below the one before it',
  run({ measures: { headings } }) {
    const { jump } = headings;
    if (jump === undefined) return pass(headings.count === 0 ? 'No headings.' : 'The headings nest.');
    return warn(`From level ${jump.from} to level ${jump.to} at “${jump.text}”.`);
  },
};

/** Whether the paragraphs of a page are short enough to be quoted whole. */
export const passages: PageCheck = {
  id: 'passages',
  label: 'Quotable paragraphs',
  problem: 'Long blocks of text',
  why: 'Split long paragraphs: one idea in each.',
  condition: `no paragraph has more than ${longParagraphWords} words; pages below ${minWords} words pass`,
  run({ measures: { words, paragraphs } }) {
    if (words < minWords) return pass('Too short to have long paragraphs.');
    if (paragraphs.count === 0) return pass('No paragraphs.');
    const longest = `the longest has ${counted(paragraphs.longest, 'word')}`;
    if (paragraphs.long === 0) return pass(`${counted(paragraphs.count, 'paragraph')}; ${longest}.`);
    const openings = paragraphs.openings.map((opening) => `“${opening}”`).join(', ');
    return warn(
      `${counted(paragraphs.long, 'paragraph')} over ${longParagraphWords} words; ${longest}: ${openings}.`,
    );
  },
};

const SHOWN_TERMS = 3;

/**
 * Whether an English text is easy enough to read. Words that a page uses often do not count as hard: its
 * readers know them.
 */
export const readingEaseCheck: PageCheck = {
  id: 'reading_ease',
  label: 'Reading ease',
  problem: 'Hard to read',
  why: 'Shorten sentences and choose plainer words.',
  condition: `has a Flesch reading ease of at least ${readingEaseOk}; pages in other languages than English, or with less than ${minWords} words of prose, pass`,
  run({ measures: { prose } }) {
    if (prose === undefined) return pass('Measured for English pages only.');
    if (prose.words < minWords) return pass('Too little prose to measure.');
    const raw = readingEase(prose);
    if (raw >= readingEaseOk) return pass(`Reading ease ${Math.floor(raw)}.`);
    const familiar = readingEase({ ...prose, syllables: prose.familiarSyllables });
    if (familiar >= readingEaseOk && prose.familiar.length > 0) {
      const known = prose.familiar.slice(0, SHOWN_TERMS).join(', ');
      return pass(
        `Reading ease ${Math.floor(raw)}, and ${Math.floor(familiar)} for readers who know: ${known}.`,
      );
    }
    return hard(prose, familiar);
  },
};

function hard({ words, sentences, heavy }: ProseMeasures, score: number): PageFinding {
  const band = score < readingEaseHard ? 'university' : 'college';
  const average = Math.round(words / Math.max(1, sentences));
  const isPlain = average >= 1 && average <= sentencePlain;
  const advice = isPlain ? 'Use plainer words' : 'Use shorter sentences and plainer words';
  const terms = heavy.slice(0, SHOWN_TERMS);
  const named = terms.length === 0 ? '' : `, for example in place of: ${terms.join(', ')}`;
  return warn(
    `Reading ease ${Math.floor(score)} (${band} level), ${average} words per sentence. ${advice}${named}.`,
  );
}

const {
  evidenceMinWords,
  evidenceMinFigures,
  sourcesMinWords,
  linkDensityMax,
  linkDensityMinWords,
  staleDays,
} = THRESHOLDS;

/** Whether a page has evidence: numbers, or a source. */
export const evidence: PageCheck = {
  id: 'evidence',
  label: 'Specifics',
  problem: 'Short on specifics',
  why: 'Add figures, dates or prices, or link to a source for the claims.',
  condition: `has at least ${evidenceMinFigures} figures or a link to another site; pages below ${evidenceMinWords} words pass`,
  run({ measures: { words, figures, outbound } }) {
    if (words < evidenceMinWords) return pass('Too short to need evidence.');
    const found = `${counted(figures, 'figure')} and ${counted(outbound, 'link')} to other sites`;
    return figures >= evidenceMinFigures || outbound >= 1 ? pass(`${found}.`) : warn(`Only ${found}.`);
  },
};

/** Whether a long page names a source. */
export const sources: PageCheck = {
  id: 'sources',
  label: 'Sources',
  problem: 'No sources',
  why: 'Link to at least one source outside this site.',
  condition: `has a link to another site; pages below ${sourcesMinWords} words pass`,
  run({ measures: { words, outbound } }) {
    if (words < sourcesMinWords) return pass('Too short to need sources.');
    if (outbound >= 1) return pass(`${counted(outbound, 'link')} to other sites.`);
    return warn(`${words} words and 0 links to other sites.`);
  },
};

/** Whether a page is more than a list of links. */
export const linkDensity: PageCheck = {
  id: 'link_density',
  label: 'Text beside links',
  problem: 'Mostly links',
  why: 'Describe the linked pages, or exclude the page if it is a list.',
  condition: `at most ${linkDensityMax * 100} % of its words are links; pages below ${linkDensityMinWords} words pass`,
  run({ measures: { words, linkWords } }) {
    if (words < linkDensityMinWords) return pass('Too short to measure.');
    const share = linkWords / words;
    const found = `${Math.round(share * 100)} % of the words are links`;
    return share <= linkDensityMax ? pass(`${found}.`) : warn(`${found}.`);
  },
};

const DAYS_PER_MONTH = 30;

/** Whether a page was reviewed lately. */
export const freshness: PageCheck = {
  id: 'freshness',
  label: 'Freshness',
  problem: 'Stale',
  why: 'Review and update the page, or mark it as evergreen.',
  condition: `was changed within ${staleDays} days, is evergreen, or has no known age; pages below ${minWords} words pass`,
  run({ evergreen, measures: { words }, ageDays }) {
    if (evergreen) return pass('Marked as evergreen.');
    if (words < minWords) return pass('Too short to measure.');
    if (ageDays <= 0) return pass('Changed today, or the date is unknown.');
    const months = Math.round(ageDays / DAYS_PER_MONTH);
    const found = `Last changed ${months === 1 ? 'a month' : `${months} months`} ago`;
    return ageDays <= staleDays ? pass(`${found}.`) : warn(`${found}.`);
  },
};
