import { counted } from '../../../../core/text.js';
import { type PageCheck, pass, warn } from '../check.js';
import { THRESHOLDS } from '../thresholds.js';

const { minWords, summaryMinWords } = THRESHOLDS;

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
