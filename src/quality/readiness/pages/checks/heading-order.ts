import { type PageCheck, pass, warn } from '../check.js';

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
