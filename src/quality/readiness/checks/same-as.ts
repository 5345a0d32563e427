import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** The profile links to the same entity elsewhere. */
export const sameAsCheck: ReadinessCheck = {
  id: 'same_as',
  rung: 'trusted',
  label: 'Linked profiles',
  evaluate({ settings: { identity } }) {
    const links = identity.same_as.filter((url) => url.trim() !== '');
    if (links.length > 0) return pass(`The profile links ${counted(links.length, 'other profile')}.`);
    return warn(
      'The profile links no other profile of the same person or organisation.',
      'Add addresses of public profiles, such as an encyclopedia entry, a code host or a social network.',
      toSetting('ar-id-sameas'),
    );
  },
};
