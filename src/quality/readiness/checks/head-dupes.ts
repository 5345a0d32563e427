import { pass, type ReadinessCheck, toAddress, warn } from '../check.js';

/** The home page has no repeated head tags. */
export const headDupesCheck: ReadinessCheck = {
  id: 'head_dupes',
  label: 'Repeated head tags',
  evaluate({ selfCheck, site }) {
    const head = selfCheck?.head;
    if (head === null || head === undefined) return undefined;
    const { descriptions, ogTitles, others } = head;
    if (descriptions <= 1 && ogTitles <= 1) return pass('The home page has no repeated head tags.');
    const names = others.length === 0 ? '' : ` It also names: ${others.join(', ')}.`;
    return warn(
      `The home page has ${descriptions} descriptions and ${ogTitles} "og:title" tags.${names}`,
      'Let only one program write these tags: switch the others off, or set "seo.owner" in the configuration.',
      toAddress(site.home, 'See the home page'),
    );
  },
};
