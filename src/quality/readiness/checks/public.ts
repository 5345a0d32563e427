import { fail, pass, type ReadinessCheck, toAddress } from '../check.js';

/** Search engines and agents are allowed at all. */
export const publicCheck: ReadinessCheck = {
  id: 'public',
  rung: 'findable',
  label: 'Search visibility',
  evaluate: ({ site }) =>
    site.public
      ? pass(`${site.home} may be read and indexed.`)
      : fail(
          'The site keeps all crawlers out: robots.txt is "Disallow: /".',
          'Set "site.public" to true in the configuration, or leave it out, and build again.',
          toAddress(`${site.baseUrl}/robots.txt`, 'See robots.txt'),
        ),
};
