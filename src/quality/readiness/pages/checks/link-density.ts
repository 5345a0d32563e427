import { type PageCheck, pass, warn } from '../check.js';
import { THRESHOLDS } from '../thresholds.js';

const { linkDensityMax, linkDensityMinWords } = THRESHOLDS;

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
