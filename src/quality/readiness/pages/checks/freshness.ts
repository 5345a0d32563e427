import { type PageCheck, pass, warn } from '../check.js';
import { THRESHOLDS } from '../thresholds.js';

const { minWords, staleDays } = THRESHOLDS;
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
