import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, warn } from '../check.js';

/** Changes of the content have been pushed to where the site is built. */
export const unpushedContentCheck: ReadinessCheck = {
  id: 'unpushed_content',
  label: 'Content pushed',
  evaluate({ unpushed }) {
    if (unpushed === undefined) return undefined;
    if (unpushed === 0) return pass('Every change of the content has been pushed.');
    return warn(
      `${counted(unpushed, 'change')} of the content ${unpushed === 1 ? 'is' : 'are'} on this machine only.`,
      'Push the content folder; see "content.git" in the configuration.',
    );
  },
};
