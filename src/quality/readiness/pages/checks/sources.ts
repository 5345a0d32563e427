import { counted } from '../../../../core/text.js';
import { type PageCheck, pass, warn } from '../check.js';
import { THRESHOLDS } from '../thresholds.js';

const { sourcesMinWords } = THRESHOLDS;

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
