import { counted } from '../../../../core/text.js';
import { type PageCheck, pass, THRESHOLDS, warn } from '../check.js';

const {
  evidenceMinWords,
  evidenceMinFigures,
  sourcesMinWords,
  linkDensityMax,
  linkDensityMinWords,
  minWords,
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
