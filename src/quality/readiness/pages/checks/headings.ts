import { counted } from '../../../../core/text.js';
import { type PageCheck, pass, warn } from '../check.js';
import { THRESHOLDS } from '../thresholds.js';

const { headingsMinWords } = THRESHOLDS;

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
