import type { PrivacyRules } from '../../../config/config.js';
import { isObject } from '../../../core/json.js';
import { isOnlyForSome } from '../classes.js';
import { isClosedLayout } from '../gate-names.js';
import {
  accessWord,
  classifyName,
  kebabName,
  listsReaders,
  nameParts,
  showsPeople,
  valueIsOpen,
  valueRestricts,
} from '../privacy.js';

/** Parts of a key of post meta that make it about a text, a number or a part of the page. */
const OTHER =
  /^(?:transfers?|tours?|parking|pool|garden|bath(?:room)?s?|balcony|terrace|patio|entrance|garage|beach|messages?|errors?|redirect\w*|text|labels?|titles?|counts?|counter|number|total|forms?|buttons?|links?|urls?|pages?|emails?|mail|widgets?|menus?|header|footer|sidebar|banner|template|style|css|icons?|images?|thumbnail|author|contains|edit|notes?|hints?|excerpt|teaser|id|dates?|time|views?|like[sd]?|votes?|customer|orders?|price|prices|discounts?|box|popup|notice|type|layout|padding|margins?|spacing|borders?|breadcrumbs?|list|log|comments?|search|public|free|open|guests?|exempt|bypass|ignore|imports?|imported|disabled?|skip|excluded?|no|not|non|bio|position|badge|fields?|strength|meter)$/;
/** Words that hide a page only beside `require` and the like. */
const WEAK =
  /^(?:access|users?|login|logon|log|subscribe|subscriptions?|plan|purchase[dr]?|buyers?|pay|paying|unlock|registration|registered|admins?|editors|internals?|allow|sponsors?|backers?|donors?|patrons?|supporters?|tiers?|permission|teaser|roles?)$/;
const DEMANDS = /^(?:limit(?:ed)?|control|require[sd]?|force[sd]?|only|must|needs?|enforced?|restrict\w*)$/;
/** Keys whose numbers are those of groups of readers. */
const RANKED = /^(?:levels?|plans?|tiers?|memberships?|roles?|groups?|acl|capabilit\w+)$/;
/** Keys whose value is what opens the page. */
const PASSWORD =
  /(?:^|-)(?:post|page|content|site|access|view)-(?:password|passwort|pwd)$|^(?:password|passwort)$/;
/** Keys of a switch that keeps out readers without an account. */
const KEEPS_GUESTS_OUT =
  /(?:^|-)(?:hide|hidden)-(?:content-)?(?:from|for|to)-(?:guests?|visitors?|anonymous|everyone|public|logged-?out|non-?members?)(?:-users?)?$/;
/** Keys of a state of the whole page, whose value may name its readers: `_coil_monetize_post_status` with `gate-all`. */
const STATE_OF_PAGE =
  /(?:^|-)(?:post|page|content|entry)-(?:status|visibility|access|audience)$|(?:^|-)(?:access|visibility|restrict(?:ed|ion)?)-type$|^(?:viewable|visible|readable)-by$|^who-can-(?:see|view|read)$|^ihc-mb-who$|^audience$|^(?:is-)?draft$|^(?:is-)?unpublished$|(?:^|-)(?:workflow|approval|editorial)-status$/;
const TEMPLATE = /^wp-page-template$/;
const PUBLISHED = /^(?:is-)?published$/;
/** States of a text that an editor hasn't approved. */
const UNAPPROVED = /^(?:pending|rejected|unapproved|(?:in|under|needs|awaiting)[-_ ]\w+)$/i;
/** Keys of what a reader must do or have to see the page: `pay_to_view`. */
const TO_VIEW = /-to-(?:view|read|see)$/;
/** Values for pages that stay public, or of which only marked blocks are restricted. */
const OPEN_STATE = /block|^no(?:t|ne|n)?\b/;
/** Switches of the whole page. */
const SWITCH_OF_PAGE =
  /(?:^|-)(?:hide|hidden|private|protect(?:ed)?|restrict(?:ed)?|lock(?:ed)?|only)-(?:post|page|content|entry)$|^(?:post|page|entry)-(?:hidden|private|protected|restricted|locked)$|(?:^|-)redirect-to-log-?in$/;
/** A text in a row of a list of fields: `pricing_plans_0_plan_title`. */
const isOfRow = (key: string) =>
  /_\d+_/.test(key) && /_(?:title|name|price|description|text|label|list|features?)$/i.test(key);
const ON = /^(?:1|true|yes|on|enabled|active|required)$/i;

/**
 * True for post meta of an extension by whose name and value an item isn't for every reader: `_members_only` with `1`,
 * `content_visibility` with `subscribers`, `_allowed_roles` with a list.
 * @param value text, number, or the data of a serialised value
 */
export function metaRestricts(key: string, value: unknown): boolean {
  const parts = nameParts(key);
  const word = accessWord(key);
  const name = parts.join('-');
  // The data of a serialised value can't be made into a text.
  const text = isObject(value) ? '' : String(value).trim();
  const isLimited = /^only/i.test(text) || UNAPPROVED.test(text) || valueRestricts(value);
  if (TEMPLATE.test(name)) return isClosedLayout(text);
  if (PUBLISHED.test(name)) return /^(?:0|no|false|off)$/i.test(text);
  if (STATE_OF_PAGE.test(name) && isLimited && !OPEN_STATE.test(text)) return true;
  // Ultimate Membership Pro lists the numbers of levels, or `reg`.
  if (name === 'ihc-mb-who') return !valueIsOpen(value);
  if (listsReaders(key, value)) return true;
  if (SWITCH_OF_PAGE.test(name) || isOnlyForSome(parts)) return ON.test(text);
  if (TO_VIEW.test(name) && !/^(?:click|how)-/.test(name)) return ON.test(text);
  if (PASSWORD.test(name)) return typeof value === 'string' && !valueIsOpen(value);
  if (word !== undefined && KEEPS_GUESTS_OUT.test(name)) return ON.test(text);
  if (word === undefined || showsPeople(key) || valueIsOpen(value) || parts.some((part) => OTHER.test(part)))
    return false;
  const hides = parts.find((part) => /^hid(?:e|es|den|ing)$/.test(part));
  if (
    hides !== undefined &&
    parts.length > 1 &&
    !parts.some((part) => /^(?:content|post|item|entry)$/.test(part))
  )
    return false;
  // The role of a person is a text, that of readers a slug.
  const isOfPerson =
    parts.at(-1) === 'role' && !parts.slice(0, -1).some((part) => accessWord(part) !== undefined);
  if (isOfPerson && /\s/.test(text) && accessWord(text) === undefined) return false;
  if (name === 'member-role' && /^\p{Lu}/u.test(text)) return false;
  // A key such as `plan` or `user_level` may be about anything.
  const isAboutReaders = parts.some(
    (part) => /^memberships?$/.test(part) || !/^(?:users?|levels?|plans?|role)$/.test(part),
  );
  const isRanked = !isOfRow(key) && isAboutReaders && parts.some((part) => RANKED.test(part));
  if (isObject(value)) {
    return Object.entries(value).some(([inner, item]) =>
      /^\d+$/.test(inner) ? itemRestricts(item, isRanked) : metaRestricts(inner, item),
    );
  }
  if (ON.test(text)) {
    return parts.some((part) => (accessWord(part) !== undefined && !WEAK.test(part)) || DEMANDS.test(part));
  }
  return itemRestricts(text, isRanked);
}

/** A number of a group, or the name of one. */
function itemRestricts(value: unknown, isRanked: boolean): boolean {
  if (isRanked && !valueIsOpen(value) && !isObject(value)) return true;
  return typeof value === 'string' && !ON.test(value) && valueRestricts(value);
}

/** Taxonomies for who may read. */
const READERS =
  /(?:^|-)(?:visibility|access|accesslevel|restrict(?:ion)?|paywall|memberships?)(?:-(?:permissions?|levels?|plans?|tiers?|groups?|types?))?$/;

/** Returns true for a term by which an item is for some readers: `access_level` with `members`, `membership` with `gold`. */
export function termRestricts(taxonomy: string, slug: string): boolean {
  const name = kebabName(taxonomy);
  // A slug that repeats the taxonomy is a word of the extension: `bp_docs_access_group_member_3`.
  const own = slug.startsWith(`${taxonomy}_`) ? slug.slice(taxonomy.length + 1) : slug;
  if (!READERS.test(name) || valueIsOpen(own)) return false;
  return (
    own !== slug ||
    valueRestricts(own) ||
    /(?:memberships?|restrict-permissions?|-levels?|-plans?|-tiers?)$/.test(name)
  );
}

/** The owner's verdict on a key of post meta, or whether it sounds like a restriction; undefined where it needs no look. */
export function classifyMeta(key: string, rules: PrivacyRules): 'deny' | 'access' | undefined {
  const verdict = classifyName(key, rules);
  if (verdict === undefined) {
    const name = kebabName(key);
    return STATE_OF_PAGE.test(name) ||
      TEMPLATE.test(name) ||
      PUBLISHED.test(name) ||
      TO_VIEW.test(name) ||
      isOnlyForSome(nameParts(key))
      ? 'access'
      : undefined;
  }
  return verdict.kind === 'allow' ? undefined : verdict.kind;
}
