import { counted } from '../../../../core/text.js';
import { type PageCheck, pass, warn } from '../check.js';
import { THRESHOLDS } from '../thresholds.js';

const { evidenceMinWords, evidenceMinFigures } = THRESHOLDS;

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
