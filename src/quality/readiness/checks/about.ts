import { fail, pass, type ReadinessCheck, toSetting } from '../check.js';

/** The site describes who is behind it. */
export const aboutCheck: ReadinessCheck = {
  id: 'about',
  rung: 'trusted',
  label: 'Owner profile',
  evaluate({ settings: { identity } }) {
    const about = identity.about.trim();
    if (about === '') {
      return fail(
        "The profile doesn't describe who is behind the site.",
        'Describe in a few sentences who or what is behind the site, and what it offers.',
        toSetting('ar-about'),
      );
    }
    return pass(`The profile describes who is behind the site, in ${[...about].length} characters.`);
  },
};
