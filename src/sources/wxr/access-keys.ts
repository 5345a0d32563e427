import type { PrivacyRules } from '../../config/config.js';
import { NO_PRIVACY_RULES, valueIsOpen } from '../../content/privacy/privacy.js';
import { classifyMeta, metaRestricts } from '../../content/privacy/wordpress/meta.js';
import { isBuilderKey } from './meta-builder.js';
import { phpStrings, readPhpSerialized } from './php-serialized.js';

const isSet = (value: string) => phpStrings(value).some((item) => item !== '' && item !== '0');
const isYes = (value: string) => value === 'yes' || value === '1' || value === 'on' || value === 'true';
const isNot =
  (...open: readonly string[]) =>
  (value: string) =>
    phpStrings(value).some((item) => item !== '' && !open.includes(item.toLowerCase()));

/**
 * Post meta by which membership extensions mark an item as members-only, each with the test that its value must
 * pass. Extensions that keep their rules in tables of their own leave no mark in an export.
 */
const MARKS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['_members_access_role', isSet],
  ['_wc_memberships_use_custom_content_restricted_message', isYes],
  ['rcp_subscription_level', (value) => value !== 'all' && isSet(value)],
  ['rcp_access_level', isNot('0', 'none')],
  ['rcp_user_level', isNot('all', 'none')],
  ['rcUserLevel', isNot('none')],
  ['_is_paid', isYes],
  ['_rcp_woo_active_to_view', isYes],
  ['_rcp_woo_access_level_to_view', isNot('0', 'none')],
  ['_rcp_woo_subscription_levels_to_view', isSet],
  ['um_content_restriction', (value) => restrictsForUltimateMember(value)],
  ['_um_accessible', (value) => value === '2'],
  ['pms-content-restrict-subscription-plan', isSet],
  ['pms-content-restrict-user-status', (value) => value === 'loggedin'],
  ['s2member_ccaps_req', isSet],
  ['optimizemember_ccaps_req', isSet],
  ['_pilotpress_level', isSet],
  ['arm_access_plan', (value) => value !== ''],
  ['ihc_mb_who', isNot('all')],
  ['ihc_mb_type', () => false],
  ['b2bking_product_visibility_override', (value) => value === 'manual'],
  ['b2bking_group_0', () => false],
  ['memberful_acl', isSet],
  ['patreon-level', isSet],
  ['groups-read', isSet],
  ['groups-groups_read_post', isSet],
  ['_jetpack_newsletter_access', isNot('everybody')],
  ['passster_activate_protection', isYes],
  ['wp_protect_password_multiple_passwords', isSet],
  ['_issuem_leaky_paywall_visibility', (value) => /"only(?:always)?"/.test(value)],
  // A catalogue may hide a product without restricting it.
  ['_visibility', isNot('visible', 'hidden', 'catalog', 'search', 'public', 'all')],
  ['_wpmem_block', (value) => value === '1' || value === '2'],
  ['memberful_available_to_any_registered_user', isYes],
  ['memberful_available_to_anybody_subscribed_to_a_plan', isYes],
  ['pms-content-restrict-all-subscription-plans', isSet],
  ['wppb-content-restrict-user-status', (value) => value === 'loggedin'],
  ['wppb-content-restrict-user-role', isSet],
  ['wc_pay_per_post_product_ids', isSet],
  ['laterpay_post_prices', (value) => /"price";(?:d:(?!0;)|s:\d+:"(?!["0.]+"))/.test(value)],
  ['urcr_meta_checkbox', isYes],
  ['urcr_meta_override_global_settings', isYes],
  ['_wp_convertkit_post_meta', (value) => /"restrict_content";s:\d+:"[a-z]/.test(value)],
  ['td_post_theme_settings', (value) => /"tds_lock_content";(?:s:1:"1"|i:1|b:1);/.test(value)],
  ['patreon-total-patronage-level', isSet],
  ['_um_groups_privacy', isNot('public')],
  ['_edd_cr_restricted_to', (value) => /"download"/.test(value)],
  ['wpf-settings', (value) => /"lock_content";(?:s:1:"1"|i:1|b:1);/.test(value)],
  ['_wppcp_post_page_visibility', isNot('all', 'none', 'guest')],
  ...['_is4wp', '_memberium'].flatMap((prefix): [string, (value: string) => boolean][] => [
    [`${prefix}_any_loggedin_user`, isYes],
    [`${prefix}_any_membership`, isYes],
    [`${prefix}_membership_levels`, isSet],
    [`${prefix}_access_tags`, isSet],
    [`${prefix}_contact_ids`, isSet],
  ]),
]);

/** True for a post meta key that `isMembersOnly` reads. */
export function isAccessKey(key: string): boolean {
  return MARKS.has(key);
}

/**
 * The post meta by which a membership extension marks the item as not open to every reader. One value of several is
 * enough: extensions write a row for each group of readers.
 */
export function membersKey(meta: ReadonlyMap<string, readonly string[]>): string | undefined {
  for (const [key, values] of meta) {
    // The group of visitors without an account.
    const isOpen =
      key === 'ihc_mb_who'
        ? /^(?:block-reg|show-unreg)$/.test(`${meta.get('ihc_mb_type')}-${values}`)
        : key.startsWith('b2bking') && meta.get('b2bking_group_0')?.includes('1');
    if (!isOpen && values.some((value) => MARKS.get(key)?.(value.trim()) === true)) return key;
  }
  return undefined;
}

/** True for post meta of an unknown name that the owner's rules, or the words in its name, may make a mark. */
export function maySoundLikeAccess(key: string, rules: PrivacyRules = NO_PRIVACY_RULES): boolean {
  const verdict = classifyMeta(key, rules);
  // A builder's own status says nothing of readers.
  return !MARKS.has(key) && (verdict === 'deny' || (verdict !== undefined && !isBuilderKey(key)));
}

/** The post meta that restricts readers by the words in its name, or because the owner denies it. */
export function guessedKey(
  meta: ReadonlyMap<string, readonly string[]>,
  rules: PrivacyRules = NO_PRIVACY_RULES,
): { readonly key: string; readonly isDenied: boolean } | undefined {
  for (const [key, texts] of meta) {
    const values = texts.map((text) => readPhpSerialized(text.trim()) ?? text.trim());
    const verdict = classifyMeta(key, rules);
    if (verdict === 'deny' && !values.every(valueIsOpen)) return { key, isDenied: true };
    if (verdict === 'access' && values.some((value) => metaRestricts(key, value)))
      return { key, isDenied: false };
  }
  return undefined;
}

/** Ultimate Member: own settings switched on, and open to signed-in readers (2) or not to everyone (0). */
function restrictsForUltimateMember(text: string): boolean {
  const value = readPhpSerialized(text);
  if (typeof value !== 'object' || value === null) return false;
  const on = value['_um_custom_access_settings'];
  return (on === true || on === 1 || on === '1') && String(value['_um_accessible'] ?? '0') === '2';
}
