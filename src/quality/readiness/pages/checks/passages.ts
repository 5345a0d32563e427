import { counted } from '../../../../core/text.js';
import { type PageCheck, pass, warn } from '../check.js';
import { THRESHOLDS } from '../thresholds.js';

const { minWords, longParagraphWords } = THRESHOLDS;

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
