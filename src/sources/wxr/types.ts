import { words } from '../../core/text.js';
import type { EntryStatus } from '../port.js';

/**
 * Types that a WordPress site stores besides its content: parts of the theme, settings of extensions, orders and
 * messages of visitors. Some of them carry the status `publish` and hold personal data.
 */
const NOT_CONTENT = new Set(
  words(`
    revision nav_menu_item customize_changeset custom_css oembed_cache user_request wp_block attachment
    safecss scheduled-action draft_revision wp_navigation wp_global_styles feedback nf_sub
    wpcf7_contact_form mc4wp-form fluentform product_variation memberpressrule urcr_access_rule memberpresscoupon
    memberpressgroup mp-reminder bricks_template ct_template oxy_user_library tcb_lightbox tcb_symbol
    vc4_templates templatera vc_grid_item siteorigin_panel tablepress_table amp_validated_url
    mailpoet_page popup popup_theme wpcode code_snippet wp-types-group wp-types-user-group cfs
    ssp_podcast_feed pp_video_block spectra-popup kt_font gp_elements sensei_message is_search_form
    patterns_ai_data edd_log noptin-campaign noptin-form wpsc_ticket wpsc_ticket_thread event_magic_tickets
    evo-tix tc_tickets_instances fep_message peepso-message hp_message
    wpestate_message private_message cuar_private_page cuar_private_file um_private_content peepso-post
    mec-books wpcf7s happyforms-message job_alert popupbuilder dokan_announcement
  `),
);

/** Families of such types, and types for sales and messages by any extension. */
const NOT_CONTENT_NAME = new RegExp(
  [
    '^(?:wp_(?:template|font_)|acf-|breakdance_|_pods_|jp_|wpml_|elementor[-_]|zion_|gspb_|et_|fusion_|brizy[-_])',
    '^(?:fl-(?:builder|theme)|flamingo_|wpforms|frm_|kadence_|ml-slide|llms_(?!membership$)|wc_(?:user_)?membership)',
    '^(?:sfwd|lp|stm|tutor|mto|mpcs)[-_](?:quiz(?:zes)?|questions?|assignments?|certificates?)$',
    '.[-_](?:orders?|refunds?|payments?|transactions?|txns?|coupons?|vouchers?|discounts?|subscriptions?)(?:[-_]|$)',
    '.[-_](?:withdraw(?:al)?s?|enroll?ed|enroll?ments?|bookings?|notifications?|submissions?|essays?|e?mails?)$',
    '.[-_](?:attendees?|rsvp|registrations?|appointments?|applicants?|enquir(?:y|ies)|invoices?)$|(?:^|[-_])job_applications?$',
  ].join('|'),
);

/** True for a post type whose items can be pages of the site. */
export function isContentType(type: string): boolean {
  return !NOT_CONTENT.has(type) && !NOT_CONTENT_NAME.test(type);
}

const STATUSES: Readonly<Record<string, EntryStatus>> = {
  publish: 'publish',
  draft: 'draft',
  pending: 'pending',
  private: 'private',
  future: 'future',
  trash: 'trash',
  'auto-draft': 'auto-draft',
};

/** Maps a status word; `inherit`, `acf-disabled` and every word of an extension become `private`. */
export function entryStatus(word: string, type: string): EntryStatus {
  // Nobody may answer it, but everyone may read it.
  if (type === 'topic' && word === 'closed') return 'publish';
  return Object.hasOwn(STATUSES, word) ? (STATUSES[word] as EntryStatus) : 'private';
}
