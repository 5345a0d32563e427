import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** Visitors can read which of their data are kept. */
export const privacyNoteCheck: ReadinessCheck = {
  id: 'privacy_note',
  label: 'Privacy policy',
  evaluate({ settings, site }) {
    if (!settings.store_flagged_ips) return undefined;
    if (site.privacyPolicyUrl !== '') {
      return pass(
        `Addresses of flagged clients are kept; ${site.privacyPolicyUrl} is the place to disclose it.`,
      );
    }
    return warn(
      'Addresses of flagged clients are kept, and the site names no privacy policy that discloses it.',
      'Disclose it in a privacy policy and name that as "site.privacyPolicyUrl", or switch "store_flagged_ips" off.',
      toSetting('ar-feat-store_flagged_ips'),
    );
  },
};
