import type { PrivacyRules } from '../../config/config.js';
import { NO_PRIVACY_RULES, valueIsOpen } from '../../content/privacy/privacy.js';
import { classifyMeta, metaRestricts } from '../../content/privacy/wordpress/meta.js';
import { addTo } from '../../core/multimap.js';
import { words } from '../../core/text.js';
import { EXPIRY_KEYS } from './dates.js';
import type { ExportElement } from './export-reader.js';
import { inOneLanguage, inPageLanguage } from './joined-languages.js';
import { isBuilderKey } from './meta-builder.js';
import { isSeoKey } from './meta-seo.js';
import { phpStrings, readPhpSerialized } from './php-serialized.js';
import type { TextReader } from './text-reader.js';
import { childOf, type XmlNode } from './xml-node.js';

/** Post meta that is read in addition to that of the SEO, membership and builder extensions. */
const OWN_KEYS = new Set(
  words(`
    _svc_description _svc_topics _svc_topics_derive _svc_llms _thumbnail_id _wp_attachment_image_alt
    _wp_attachment_metadata _wp_page_template _wpml_import_language_code _wpml_import_translation_group
    footnotes
  `),
);

const REPEATED = new Set(['wp:postmeta', 'wp:termmeta', 'category']);

/** The fields of one element of the export, decoded on demand: an unread field is free. */
export class Fields {
  readonly #byName = new Map<string, XmlNode>();
  readonly #repeated: XmlNode[] = [];
  /** True if the item has another body, which isn't read. */
  hasSecondBody = false;
  /** Languages whose texts were omitted from fields with several languages. */
  readonly otherLanguages = new Set<string>();

  constructor(
    readonly element: ExportElement,
    private readonly bytes: Buffer,
    private readonly text: TextReader,
  ) {
    for (let child = element.node.firstChild; child !== undefined; child = child.next) {
      if (REPEATED.has(child.name)) this.#repeated.push(child);
      else if (!this.#byName.has(child.name)) this.#byName.set(child.name, child);
      else if (child.name === 'content:encoded') this.hasSecondBody ||= child.to > child.from;
    }
  }

  get siteTitle(): string {
    return this.text.siteTitle;
  }

  /**
   * The text of a field, without what shortcodes limit to other languages.
   * @param language of the item; empty for that of the site
   */
  inLanguage(name: string, language: string): string {
    return inPageLanguage(this.raw(name), language || this.text.language, (other) =>
      this.otherLanguages.add(other),
    );
  }

  /** The text of a field as written; empty when the field is absent. */
  raw(name: string): string {
    const node = this.#byName.get(name);
    return node === undefined || node.to === node.from ? '' : this.#read(node);
  }

  /** The text of a field without white space around it. */
  get(name: string): string {
    return this.raw(name).trim();
  }

  /** True if the item has a password. White space doesn't count if it has a line break or also surrounds other values. */
  get hasPassword(): boolean {
    const password = this.raw('wp:post_password');
    if (password.trim() !== '') return true;
    const status = this.raw('wp:status');
    return password !== '' && !password.includes('\n') && status === status.trim();
  }

  /** The text of a field that has no languages, such as a status. */
  word(name: string): string {
    const node = this.#byName.get(name);
    return node === undefined ? '' : this.text.text(this.bytes, node, this.element.flags).trim();
  }

  /** A whole number of zero or more; undefined for anything else. */
  integer(name: string): number | undefined {
    const text = this.get(name);
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  }

  /** Text of a field inside a field, such as `<image><url>`. */
  nested(name: string, child: string): string {
    const parent = this.#byName.get(name);
    const node = parent && childOf(parent, child);
    return node === undefined ? '' : this.#read(node).trim();
  }

  /** `<category domain nicename>` elements: the terms of an item. */
  categories(): { domain: string; nicename: string; name: string }[] {
    const found: { domain: string; nicename: string; name: string }[] = [];
    for (const node of this.#repeated) {
      if (node.name !== 'category') continue;
      const attributes = this.text.attributes(this.bytes, node);
      const word = this.text.text(this.bytes, node, this.element.flags).trim();
      const name = inOneLanguage(word, this.text.language);
      found.push({
        domain: attributes.get('domain') ?? '',
        nicename: attributes.get('nicename') ?? '',
        name,
      });
    }
    return found;
  }

  /** Post meta that is used; the last of a repeated key counts. Values of other keys are not decoded. */
  meta(): ReadonlyMap<string, string> {
    const lists = this.metaWhere(isReadKey);
    return new Map([...lists].map(([key, values]) => [key, values.at(-1) as string]));
  }

  /** The post meta by which the item isn't for every reader: that of a known extension, or what sounds like one. */
  accessMark(
    rules?: PrivacyRules,
  ): { readonly key: string; readonly isKnown: boolean; readonly isDenied?: boolean } | undefined {
    const known = membersKey(this.metaWhere(isAccessKey));
    if (known !== undefined) return { key: known, isKnown: true };
    const lists = this.metaWhere((key) => maySoundLikeAccess(key, rules));
    if (lists.size === 0) return undefined;
    const guessed = guessedKey(lists, rules);
    return guessed && { ...guessed, isKnown: false };
  }

  /** The ids of the courses of LearnDash and the forums of bbPress that the item is a part of. */
  partOf(): readonly number[] {
    const lists = this.metaWhere((key) => /^(?:course_id|ld_course_\d+|_bbp_forum_id)$/.test(key));
    return [...lists.values()].flat().map(Number);
  }

  /** All values of the post meta with certain keys. */
  metaLists(keys: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
    return this.metaWhere((key) => keys.has(key));
  }

  /**
   * Post meta that `meta` leaves out, if the platform shows it to editors: keys that begin with `_` are
   * internal to the platform and its extensions.
   */
  otherMeta(): Readonly<Record<string, string>> {
    const lists = this.metaWhere((key) => key !== '' && !key.startsWith('_') && !isReadKey(key));
    return Object.fromEntries([...lists].map(([key, values]) => [key, values.at(-1) as string]));
  }

  /**
   * All values of the post meta whose keys pass a test.
   * @param maxBytes longer values are passed over
   */
  metaWhere(isWanted: (key: string) => boolean, maxBytes = Infinity): ReadonlyMap<string, readonly string[]> {
    const lists = new Map<string, string[]>();
    for (const node of this.#repeated) {
      const keyNode = node.name !== 'category' ? childOf(node, 'wp:meta_key') : undefined;
      const key = keyNode === undefined ? '' : this.text.text(this.bytes, keyNode, this.element.flags).trim();
      const valueNode = isWanted(key) ? childOf(node, 'wp:meta_value') : undefined;
      if (valueNode === undefined || valueNode.to - valueNode.from > maxBytes) continue;
      const value = this.#read(valueNode);
      if (value === '') continue;
      addTo(lists, key, value);
    }
    return lists;
  }

  #read(node: XmlNode): string {
    const text = this.text.text(this.bytes, node, this.element.flags);
    return inOneLanguage(text, this.text.language, (language) => this.otherLanguages.add(language));
  }
}

/** True for post meta that is read. */
export function isReadKey(key: string): boolean {
  return OWN_KEYS.has(key) || isSeoKey(key) || isAccessKey(key) || isBuilderKey(key) || EXPIRY_KEYS.has(key);
}

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
function isAccessKey(key: string): boolean {
  return MARKS.has(key);
}

/**
 * The post meta by which a membership extension marks the item as not open to every reader. One value of several is
 * enough: extensions write a row for each group of readers.
 */
function membersKey(meta: ReadonlyMap<string, readonly string[]>): string | undefined {
  for (const [key, values] of meta) {
    if (values.some((value) => MARKS.get(key)?.(value.trim()) === true)) return key;
  }
  return undefined;
}

/** True for post meta that isn't known by name and that the owner's rules or its sound may make a mark. */
function maySoundLikeAccess(key: string, rules: PrivacyRules = NO_PRIVACY_RULES): boolean {
  const verdict = classifyMeta(key, rules);
  // A builder's own status says nothing of readers.
  return !MARKS.has(key) && (verdict === 'deny' || (verdict !== undefined && !isBuilderKey(key)));
}

/** The post meta that keeps readers out by its sound or because the owner denies it. */
function guessedKey(
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
