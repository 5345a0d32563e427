import { bool, ofFeature, oneOf } from '../fields.js';

/** The log of visits by agents, and of readers that assistants send. */
export const activity = {
  ...ofFeature('visit log', {
    enable_activity: bool(
      true,
      'Record agent visits and count AI referrals; off stops recording and deletes nothing.',
    ),
    activity_retention_days: oneOf([7, 14, 30, 60, 90, 180, 365], 30, 'Days that visits are kept.'),
    activity_auto_prune: bool(true, 'Delete visits by age; the limit of their number always applies.'),
    activity_max_rows: oneOf(
      [10000, 25000, 50000, 100000, 250000],
      50000,
      'Maximum number of stored visits.',
    ),
  }),
  ...ofFeature('AI referrals', {
    enable_referral_beacon: bool(
      false,
      'Count AI referrals in the browser, for sites whose pages come from a cache (CDN mode).',
    ),
    log_unknown_referrers: bool(false, "Also count referrers that aren't recognised."),
  }),
};
