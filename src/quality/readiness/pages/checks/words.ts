import { counted } from '../../../../core/text.js';
import { type PageCheck, pass, warn } from '../check.js';
import { THRESHOLDS } from '../thresholds.js';

const { minWords } = THRESHOLDS;

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
