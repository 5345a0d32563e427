import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** The profile names fields of expertise. */
export const expertiseCheck: ReadinessCheck = {
  id: 'expertise',
  rung: 'trusted',
  label: 'Expertise topics',
  evaluate({ settings: { identity } }) {
    const named = identity.expertise.filter((topic) => topic.trim() !== '');
    if (named.length > 0) return pass(`The profile names: ${named.join(', ')}.`);
    return warn(
      'The profile names no field of expertise.',
      'List the subjects that the site covers best.',
      toSetting('ar-id-expertise'),
    );
  },
};
