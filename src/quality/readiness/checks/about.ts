import { fail, pass, type ReadinessCheck, toSetting } from '../check.js';

/** The site says who is behind it. */
export const aboutCheck: ReadinessCheck = {
  id: 'about',
  rung: 'trusted',
  label: 'Owner profile',
  look({ settings: { identity } }) {
    const about = identity.about.trim();
    if (about === '') {
      return fail(
        'Nothing says who is behind the site.',
        'Describe in a few sentences who or what the site stands for, and what it offers.',
        toSetting('ar-about'),
      );
    }
    return pass(`The profile says who is behind the site, in ${[...about].length} characters.`);
  },
};
