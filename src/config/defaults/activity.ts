import { bool, oneOf } from '../fields.js';

const feature = 'visit log';

/** The log of visits by agents, and of readers that assistants send. */
export const activity = {
  enable_activity: bool(true, {
    text: 'Record agent visits and count AI referrals; off stops recording and deletes nothing.',
    feature,
  }),
  activity_retention_days: oneOf([7, 14, 30, 60, 90, 180, 365], 30, {
    text: 'Days that visits are kept.',
    feature,
  }),
  activity_auto_prune: bool(true, {
    text: 'Delete visits by age; the limit of their number always applies.',
    feature,
  }),
  activity_max_rows: oneOf([10000, 25000, 50000, 100000, 250000], 50000, {
    text: 'Maximum number of stored visits.',
    feature,
  }),
  enable_referral_beacon: bool(false, {
    text: 'Count AI referrals in the browser, for sites whose pages come from a cache (CDN mode).',
    feature: 'AI referrals',
  }),
  log_unknown_referrers: bool(false, {
    text: "Also count referrers that aren't recognised.",
    feature: 'AI referrals',
  }),
};
