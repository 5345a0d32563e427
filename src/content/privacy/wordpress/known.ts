/** Shortcodes and blocks that are known to hold back what they enclose. */

import { words } from '../../../core/text.js';

/** Plain words that several extensions use. */
const PLAIN = words(`
  members?(?:[-_]?(?:only|access|content|logged[-_]?in|user|role))? membership(?:[-_].*)?
  restrict(?:ed)?(?:[-_].*)? private(?:[-_].*)? protect(?:ed)?(?:[-_].*)?
  content[-_]?(?:protector|control|locker) subscribers?(?:[-_]?only)? premium(?:[-_].*)?
  paid(?:[-_].*)? paywall access(?:control)? user[-_]?only users[-_]?only registered(?:[-_]?only)?
  (?:is[-_]?)?(?:user[-_]?)?logged[-_]?in authorize ismember level_.*
`);

/** Names that begin as those of one extension. */
const OF_EXTENSIONS = words(`
  mepr[-_].* s2(?:if|member|get|drip).* wlm[-_].* wishlist.* pmpro_?.* um_.* ultimatemember.* rcp_.*
  ihc[-_].* arm(?:ember|_).* wcm_.* wc_memberships.* pms[-_].* swpm[-_].* memberful.* patreon.*
  groups_.* uam_.* userpro_.* wpmem_.* wp-members.* mgm_.* optimizemember.* am4.* ds_if lifterlms_.*
  llms_.* student course_(?:complete|inprogress|notstarted|content) eyesonl(?:y|ier|iest) is_(?:free|paid) ifso.*
  mm_.*_decision ld_(?:group|course_expire).* passster ppwp?(?:_.*)? leaky_paywall.*
  mycred_(?:sell|hide).* (?:social|email|signin)locker.* wpf(?:_.*)? accessally_.*
  memberium_.*|memb_.* convertkit_content b2bking_content learndash_.* erphpdown cleeng_content btcpw_(?:start|end)_.*
`);

/**
 * Shortcodes of membership extensions (and of those that lock text behind a sign-up) whose content is only for
 * some readers. Leading underscores mark nested copies. Names that sound like a restriction need no row here.
 */
const SHORTCODE = new RegExp(`^_*(?:${[...PLAIN, ...OF_EXTENSIONS].join('|')})$`, 'i');

/** Blocks of membership extensions, by the part before the slash or in full. */
const BLOCK =
  /^(?:members|member|pmpro|memberpress|mepr|restrict-content-pro|rcp|woocommerce-memberships|ultimate-member|um-block|ihc|armember|arm|wishlist-member|s2member|simple-membership|swpm|passster|ppwp|pda|lifterlms|paid-member-subscriptions|pms|memberful|patreon|premium-content\/subscriber-view|jetpack\/(?:subscriber-login|subscriptions)|premium-content\/login-button|content-control|wlm|wp-fusion|learndash\/ld-(?:student|course-\w+|quiz-complete|group|user-groups)|wppb\/content-restriction-\w+)(?:\/|$)/i;

/** Names of products, not of access: the namespaces of block libraries that are sold. */
const PUBLIC_NAMESPACES = new Set(['premium', 'premium-blocks', 'core', 'core-embed']);

/** True for a shortcode that is known to limit its content to some readers. */
export function isKnownShortcode(name: string): boolean {
  return SHORTCODE.test(name);
}

/** True for a block of a membership extension. */
export function isKnownBlock(name: string): boolean {
  return BLOCK.test(name);
}

/** The part of a block's name that can sound like a restriction; empty for blocks of the editor itself. */
export function speakingName(name: string): string {
  const [namespace = '', own = ''] = name.includes('/') ? name.split('/') : ['core', name];
  if (namespace === 'core' || namespace === 'core-embed') return '';
  return PUBLIC_NAMESPACES.has(namespace) ? own : name.replace(/\/premium-(?:addons?|blocks?)-/, '/');
}

/** Names of an empty block that divides a page: a wall, or a break for members. */
const DIVIDER =
  /\/(?:[a-z0-9_-]+-)?(?:paywall|(?:paywall|members?|subscribers?|paid|login|restricted|private|gate)-(?:break|divider|separator|line|marker|cutoff|fold|wall))$/;

/** True for the block after which the rest of a page is for subscribers. */
export function isPaywallBlock(name: string): boolean {
  return DIVIDER.test(name);
}

/** Names of things that a shortcode prints by itself: unclosed, it encloses nothing. */
const PRINTED = new Set(
  words(`
    count counter counts number total list lists form forms directory button link links url profile login
    logout register registration signup join name email avatar photo map search menu account dashboard
    page pages price prices pricing table grid widget badge icon status date expiration renewal checkout
    cart invoice invoices portal reset lostpassword levels plans info field meta data feed loop carousel
    slider gallery image video audio total id ids bar progress stats newsletter iframe tickets card cards
    input message messages
  `),
);

/** True for a name of something that is printed, such as `member_count`. */
export function isPrinted(parts: readonly string[]): boolean {
  return parts.length > 1 && PRINTED.has(parts.at(-1) ?? '');
}
