import { OpenStack } from './open-stack.js';

/**
 * Shortcodes of membership extensions (and of those that lock text behind a sign-up) whose content is only for
 * some readers. Leading underscores mark nested copies.
 */
const SHORTCODE = new RegExp(
  `^_*(?:${[
    // Plain words that several extensions use.
    'members?(?:[-_]?(?:only|access|content|logged[-_]?in|user|role))?',
    'membership(?:[-_].*)?',
    'restrict(?:ed)?(?:[-_].*)?',
    'private(?:[-_].*)?',
    'protect(?:ed)?(?:[-_].*)?',
    'content[-_]?(?:protector|control|locker)',
    'subscribers?(?:[-_]?only)?',
    'premium(?:[-_].*)?',
    'paid(?:[-_].*)?',
    'paywall',
    'access(?:control)?',
    'user[-_]?only',
    'users[-_]?only',
    'registered(?:[-_]?only)?',
    '(?:is[-_]?)?(?:user[-_]?)?logged[-_]?in',
    'authorize',
    'ismember',
    'level_.*',
    // One extension each.
    'mepr[-_].*',
    's2(?:if|member|get|drip).*',
    'wlm[-_].*',
    'wishlist.*',
    'pmpro_?.*',
    'um_.*',
    'ultimatemember.*',
    'rcp_.*',
    'ihc[-_].*',
    'arm(?:ember|_).*',
    'wcm_.*',
    'wc_memberships.*',
    'pms[-_].*',
    'swpm[-_].*',
    'memberful.*',
    'patreon.*',
    'groups_.*',
    'uam_.*',
    'userpro_.*',
    'wpmem_.*',
    'wp-members.*',
    'mgm_.*',
    'optimizemember.*',
    'am4.*',
    'ds_if',
    'lifterlms_.*',
    'llms_.*',
    'student',
    'course_(?:complete|inprogress|content)',
    'ld_(?:group|course_expire).*',
    'passster',
    'ppwp?(?:_.*)?',
    'leaky_paywall.*',
    'mycred_(?:sell|hide).*',
    '(?:social|email|signin)locker.*',
  ].join('|')})$`,
  'i',
);

/** Blocks of membership extensions, by the part before the slash or in full. */
const BLOCK =
  /^(?:members|member|pmpro|memberpress|mepr|restrict-content-pro|rcp|woocommerce-memberships|ultimate-member|um-block|ihc|armember|arm|wishlist-member|s2member|simple-membership|swpm|passster|ppwp|pda|lifterlms|paid-member-subscriptions|pms|memberful|patreon|premium-content\/subscriber-view|jetpack\/subscriber-login|premium-content\/login-button|content-control|wlm)(?:\/|$)/;

const TAG = /\[(\/?)([a-z_][\w-]*)(?=[\s\]/])/gi;

/** True for a shortcode whose content is for members only. */
export function isMembersShortcode(name: string): boolean {
  return SHORTCODE.test(name);
}

/** True for the block after which the rest of a page is for subscribers. */
export function isPaywallBlock(name: string): boolean {
  return name === 'jetpack/paywall';
}

/**
 * True for a block whose content is for some readers only: a block of a membership extension, or any block that
 * an extension or the editor hides by its attributes.
 * @param name full name; core blocks without `core/`
 */
export function isMembersBlock(name: string, attributes: Readonly<Record<string, unknown>>): boolean {
  if (BLOCK.test(name)) return true;
  if (attributes['visibilityBlockEnabled'] === true) return true;
  const lms = attributes['llms_visibility'];
  if (typeof lms === 'string' && lms !== '' && lms !== 'all') return true;
  return (
    isHidden(attributes['blockVisibility']) || isHidden(record(attributes['metadata'])['blockVisibility'])
  );
}

function isHidden(visibility: unknown): boolean {
  if (visibility === false) return true;
  const { hideBlock, controlSets } = record(visibility) as { hideBlock?: unknown; controlSets?: unknown };
  // Any set of conditions may exclude an anonymous reader; only a block without them is surely for everybody.
  return hideBlock === true || (Array.isArray(controlSets) && controlSets.length > 0);
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Cuts out everything between the opening and the closing tag of a members-only shortcode, wherever in the text
 * they stand: also across blocks and inside code, for the platform hides it there too. A tag without a partner
 * is left for the shortcode rules, and so is one that is escaped as `[[name]…[/name]]`.
 */
export function dropMembersOnly(text: string): string {
  if (!text.includes('[/')) return text;
  const open = new OpenStack<{ name: string; at: number }>();
  const cuts: { from: number; to: number }[] = [];
  for (const match of text.matchAll(TAG)) {
    const [, slash, name = ''] = match;
    const key = name.toLowerCase();
    if (!isMembersShortcode(key)) continue;
    if (slash === '') open.push({ name: key, at: match.index });
    else if (open.has(key)) {
      const end = text.indexOf(']', match.index);
      let from = match.index;
      for (let item = open.pop(); item !== undefined; item = open.pop()) {
        from = item.at;
        if (item.name === key) break;
      }
      const escaped = text[from - 1] === '[' && text[end + 1] === ']';
      if (end >= 0 && !escaped) cuts.push({ from, to: end + 1 });
    }
  }
  return cutOut(text, cuts);
}

/** Removes ranges; they may nest but do not cross, and come in the order of their ends. */
function cutOut(text: string, cuts: readonly { from: number; to: number }[]): string {
  const outer: { from: number; to: number }[] = [];
  for (const cut of cuts) {
    while ((outer.at(-1)?.from ?? -1) >= cut.from) outer.pop();
    outer.push(cut);
  }
  let kept = '';
  let at = 0;
  for (const { from, to } of outer) {
    kept += text.slice(at, from);
    at = to;
  }
  return kept + text.slice(at);
}
