/** Decides whether the attributes of a block or shortcode name readers, times or places. */

import { isObject } from '../../../core/json.js';
import {
  kebabName,
  listsReaders,
  nameParts,
  nameSoundsLikeAccess,
  valueIsOpen,
  valueRestricts,
} from '../privacy.js';
import { DEVICE_WORDS } from '../words.js';

/** Keys whose value names the readers. */
const AUDIENCE =
  /^(?:audiences?|for|viewers?|readers?|who|whom|(?:show|display|visible)-(?:only-)?(?:for|to|if|when|on)|shown-to|(?:visible|viewable|readable|shown|available)-(?:by|for)|available-to|groups?|levels?|tags?-required|required-tags?|plans?|tiers?|(?:block-)?status|(?:viewer|reader|user)-type|(?:auth|login|user)-state)$/;
/** Keys that ask who may read: any answer but "all" restricts. */
const WHO = /^who-(?:can-)?(?:see|view|read|access)s?$/;
/** Keys for what a reader must have or do, and other common ones: their value must sound like a restriction. */
const DEMAND = /^(?:requires?|required|needs?|needed|must(?:-be)?|after|until|to|when|visible|display)$/;
/** `for_level`, `requiredRoles`; a `minLevel` is one of headings. */
const DEMANDED_RANK =
  /^(?:(?:(?:only-)?for|require[sd]?|needs?|only)-(?:user-)?(?:levels?|plans?|groups?|roles?|tiers?)|min(?:imum)?-(?:user-)?(?:plan|group|role|tier))$/;
/** Names of nothing but a membership or a degree of access. */
const DEGREE =
  /^(?:data-)?(?:(?:required?|needed|min|minimum)-)?(?:access(?:-(?:level|group|plan|tier))?|member(?:ship|ful)s?(?:-(?:levels?|plans?|tiers?|groups?|ids?))?|member-(?:levels?|plans?|tiers?|groups?)|(?:gate|paywall|restriction)-(?:type|mode|level|rules?|ids?)|restrict(?:ed|ion)?(?:-(?:to|by|for))?|has-?access-?to)$/;
/** Keys that say what a reader must have: with a word of access in them, any value restricts. */
const HAS = /^(?:has|have|must-have|needs?|requires?|required)-|permissions?-cap$/;
/** Keys of a state, with `in` for a reader who is signed in. */
const SESSION = /(?:^|-)(?:state|login|logged|sign|user)(?:-|$)/;
/** Actions that readers must take before they see the text. */
const DEED =
  /^(?:comment|reply|share|like|follow|quiz|purchase|payment|log-?in|sign-?(?:in|up)|registration|opt-?in|subscription|course|lesson|donation|product|badge)s?$/;
/** Keys that begin with such an action, and keys with one as their value. */
const DEMANDS_DEED = /^(?:requires?|required|must|needs?)-(.+)$/;
const WAITS_FOR = /^(?:unlock(?:ed)?|show|reveal)-(?:by|after|with|via|when|on)$/;
/** Prefixes of membership extensions. */
const EXTENSION = /^(?:wpf|wpfusion|mepr|pmpro|rcp|swpm|pms|wlm|armember|jedv)-/;
/** Keys for the reader's location and for times, written as one word. */
const PLACE =
  /^geo(?:-?(?:target\p{L}*|restrict\p{L}*|block\p{L}*|fenc\p{L}+|ip|rules?|mode|conditions?|countries))?$|^(?:visible|show|allowed|hide)-(?:in-)?(?:countries|country|regions?)$/u;
const SCHEDULE =
  /^(?:(?:enabled?|is|has|use|block|content|display|visibility)-)?(?:schedul(?:e|ed|ing|er)|time-based)(?:-enabled)?$/;
/** Keys of the times between which a part is shown. */
const TIME =
  /^(?:(?:visible|visibility|display|show|publish)(?:-[a-z]+)*-(?:from|after|starts?|since|until|till|ends?)|(?:start|end|begin|stop)-(?:display|show|visible|visibility|publish)(?:-[a-z]+)*|expir(?:es?|y|ation)(?:-(?:date|time|date-time|at|on))?|(?:scheduled?|hide|unpublish|expire|unlock|embargo|available|go-live)(?:-[a-z]+)*-(?:at|from|after|starts?|since|until|till|ends?|date|time|on)|embargo|(?:display|show|hide)-by-date|publish-(?:at|on|date-time))$/;
const DATE = /^(?:(?:\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{4})(?:\D.*)?|\d{10,13})$/;
/** Words in names that don't describe the text of a shortcode. */
const BOX =
  /^(?:contents?|dynamic|box|section|text|block|show|display|only|div|part|visible|message|area|before|after|from|to|date|time|datetime|schedule|target|interval|range|period)$/;
/** Parameters of such a box for the time or the location in which it is shown. */
const BOX_TIME =
  /^(?:date[-_]?)?(?:start|end|stop|from|to|until|till|after|before|on|off|date|expires?)(?:[-_]?(?:date|time|on|at)){0,2}$/i;
const BOX_PLACE = /^(?:country|countries|country[-_]?codes?|continent|region|city|ip)$/i;

/** Returns true for the name of a shortcode or block that is only a container: `content`, `show_text`. */
export function isPlainBox(name: string): boolean {
  return nameParts(name).every((part) => BOX.test(part));
}

/** Returns true for a parameter that limits a container to a time or a location. */
export function namesTimeOrPlace(key: string, value: unknown): boolean {
  return textsOf(value).some(
    (text) => (BOX_TIME.test(key) && DATE.test(text.trim())) || (BOX_PLACE.test(key) && text.trim() !== ''),
  );
}

/** Keys for the name of a person, and for what the person is. */
const [PERSON_NAME, PERSON_ROLE] = [
  /^(?:(?:\p{L}+-)?(?:full-?)?name|author|person|speaker)$/u,
  /^(?:(?:team-)?(?:member|person|staff|author|speaker|testimonial)-?)?(?:role|position|job)$/,
];

/** Returns true if the key holds the role of a person whom the object names, as in a testimonial. */
export function isRoleOfPerson(key: string, others: Readonly<Record<string, unknown>>): boolean {
  return PERSON_ROLE.test(kebabName(key)) && namesPerson(others);
}

/** Returns true for the number of the account whose profile a block shows. */
export function showsAccount(name: string, value: unknown): boolean {
  return /(?:^|-)(?:selected-user|user-?id)$/.test(name) && /^\d+$/.test(String(value));
}

/** Returns true if the object names a person. */
export function namesPerson(object: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(object).some(
    ([key, value]) => typeof value === 'string' && value.trim() !== '' && PERSON_NAME.test(kebabName(key)),
  );
}

const CONCEALS =
  /^(?:hides?|hidden|invisible|conceal(?:ed)?|restrict(?:ed)?|excluded?|den(?:y|ied)|lock(?:ed)?)(?:-(?:block|content|this))?(?:-(?:from|for|to|if|when|on))?$/;

/** Keys for where a block is shown. */
const MEDIUM = /(?:^|-)(?:visib\p{L}*|(?:show|shown|display)-(?:on|in)|medium|channels?)$/u;

/** Readers with an account, as a value. */
const WITH_ACCOUNT = /^(?:logged|signed)[-_ ]?in$|^(?:members?|subscribers?)$/i;

/** Readers without an account, as a value. */
export const WITHOUT_ACCOUNT =
  /^(?:visitors?|guests?|everyone|all|logged[-_ ]?out|not[-_ ]?logged[-_ ]?in|anonymous|public)$/i;

/** A name or numbers, not a sentence. */
const NAMES = /^[\p{L}\p{N}_,| -]{1,40}$/u;

/**
 * True for an attribute that names the readers of its block, or the time for which it's shown, by its key and value.
 * @param name the parts of the key, joined by hyphens
 */
export function namesAudience(name: string, value: unknown): boolean {
  if (name === 'audience' && /^[1-9]\d*$/.test(String(value))) return true;
  // The first level is one of headings, and the status of a panel that is closed at first.
  const isPanel = name === 'status' && value === 'closed';
  if (AUDIENCE.test(name)) return isNamed(value) && value !== '1' && !isPanel && valueRestricts(value);
  if (HAS.test(name) && nameSoundsLikeAccess(name))
    return textsOf(value).some((text) => NAMES.test(text) && !valueIsOpen(text));
  if (WHO.test(name) || DEMANDED_RANK.test(name)) return isNamed(value) || typeof value === 'number';
  if (DEMAND.test(name)) return textsOf(value).some((text) => NAMES.test(text) && nameSoundsLikeAccess(text));
  if (DEGREE.test(name)) return typeof value === 'number' || textsOf(value).some((text) => isGroup(text));
  if (isDemanded(name, value) || isScheduled(name, value) || listsReaders(name, value)) return true;
  return (SESSION.test(name) && value === 'in') || (TIME.test(name) && DATE.test(String(value)));
}

/** Returns true for a reader's action or location, or data of a membership extension: `requireComment`, `wpfTags`. */
function isDemanded(name: string, value: unknown): boolean {
  const deed = DEMANDS_DEED.exec(name)?.[1];
  if (deed !== undefined)
    return DEED.test(deed) && (value === true || isNamed(value) || typeof value === 'number');
  if (WAITS_FOR.test(name)) return textsOf(value).some((text) => DEED.test(text.trim().toLowerCase()));
  return PLACE.test(name) || EXTENSION.test(`${name}-`) ? value !== 'inherit' : false;
}

/** Returns true for a schedule that is switched on or has a date. */
function isScheduled(name: string, value: unknown): boolean {
  if (!SCHEDULE.test(name)) return false;
  if (!isObject(value)) return value === true || DATE.test(String(value));
  return Object.values(value).some((item) => DATE.test(String(item)));
}

/** Returns true if at least one control of a list is on and isn't about screens. */
export function hasActiveControl(controls: unknown): boolean {
  return (
    Array.isArray(controls) &&
    controls.some(
      (control) =>
        isObject(control) &&
        control['enabled'] === true &&
        typeof control['control'] === 'string' &&
        !/^(?:public|logout)$/.test(String(control['approach'])) &&
        !nameParts(control['control']).some(
          (part) => DEVICE_WORDS.test(part) || /^(?:browser|system)$/.test(part),
        ),
    )
  );
}

/** True for an attribute that hides its block from readers without an account, or from all. */
export function hidesFromGuests(name: string, value: unknown): boolean {
  return CONCEALS.test(name) && textsOf(value).some((text) => WITHOUT_ACCOUNT.test(text.trim()));
}

/** Returns true for an attribute that keeps a block from readers with an account only: `hideFor: ["logged-in"]`. */
export function hidesFromAccounts(name: string, value: unknown): boolean {
  const texts = textsOf(value);
  return CONCEALS.test(name) && texts.length > 0 && texts.every((text) => WITH_ACCOUNT.test(text.trim()));
}

/** Returns true for rules that only readers without an account meet: `[[{"type": "loggedOutUser"}]]`. */
export function isRuleForGuests(rules: unknown): boolean {
  if (Array.isArray(rules)) return rules.length > 0 && rules.every(isRuleForGuests);
  if (!isObject(rules)) return false;
  // PHP writes a list as a record.
  if ('0' in rules) return isRuleForGuests(Object.values(rules));
  // Bricks.
  if (rules['key'] === 'user_logged_in') return /^(?:==0|!=1)$/.test(`${rules['compare']}${rules['value']}`);
  const divi = rules['conditionSettings'];
  if (isObject(divi))
    return (
      divi['enableCondition'] === 'off' ||
      ((rules['conditionName'] ?? rules['condition']) === 'loggedInStatus' &&
        (divi['displayRule'] ?? divi['loggedInStatus']) === 'loggedOut')
    );
  if (typeof rules['type'] !== 'string') return false;
  const type = kebabName(rules['type']);
  return rules['visibility'] === false
    ? type === 'user-roles'
    : /^(?:logged-out(?:-users?)?|screen-size)$/.test(type);
}

/** Returns true for an attribute that puts a block into newsletters only: `newsletterVisibility: "email"`. */
export function isForEmails(name: string, value: unknown): boolean {
  return value === true
    ? /^(?:(?:is|show|visible|display)-)?(?:in-)?(?:e-?mails?|newsletters?)-only$/.test(name)
    : MEDIUM.test(name) &&
        typeof value === 'string' &&
        /^(?:e-?mail|newsletter)s?(?:[-_ ]?only)?$/i.test(value);
}

/** True for a rule of a list that is about readers: `{"type": "user_role", "value": "editor"}`. */
export function ruleNamesReaders(rule: unknown): boolean {
  if (typeof rule === 'string') return NAMES.test(rule) && nameSoundsLikeAccess(rule);
  if (Array.isArray(rule)) return rule.some(ruleNamesReaders);
  if (typeof rule !== 'object' || rule === null) return false;
  return Object.entries(rule).some(
    ([key, value]) => ruleNamesReaders(value) || (!valueIsOpen(value) && nameSoundsLikeAccess(key)),
  );
}

function isGroup(text: string): boolean {
  return NAMES.test(text) && text.trim().split(/\s+/).length <= 2 && !/^(?:1|true|yes|on)$/i.test(text);
}

const isNamed = (value: unknown): boolean => typeof value === 'string' || Array.isArray(value);

function textsOf(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
}

/** The end of a setting that inverts those of its prefix, with its value. */
const INVERTS =
  /(?<=-access-control)-visibility=hidden$|(?<=-permissions)-condition=!=$|-condition-mode=has_not$/;

const invertedIn = (key: string, value: unknown) =>
  typeof value === 'string' ? INVERTS.exec(`${kebabName(key)}=${value}`) : null;
const GUESTS = /(?:logged|signed)[-_ ]?out|guest|visitor|anonym|everyone|not[-_ ]?logged/i;

/** The setting that hides a block from those who meet its rules, where readers without an account meet them. */
export function settingAgainstGuests(
  entries: readonly (readonly [key: string, value: unknown])[],
): string | undefined {
  const [hides] = entries.find(([key, value]) => invertedIn(key, value) !== null) ?? [];
  return entries.some(([, value]) => GUESTS.test(JSON.stringify(value) ?? '')) ? hides : undefined;
}

/** Real blocks have a few; each is compared with each key. */
const MAX_PREFIXES = 100;

/**
 * Prefixes of settings that are off, or for visitors: `acmeConditionsEnabled: false`, `acme_cl_enable: ""`,
 * `accessUserStatus: "logged-out"`, `acmeAccessControlVisibility: "hidden"`, which hides the block from those who meet
 * its rules.
 */
export function openPrefixes(
  entries: readonly (readonly [key: string, value: unknown])[],
): readonly string[] {
  const found = entries.flatMap(([key, value]) => {
    const name = kebabName(key);
    // Dynamic.ooo.
    if (name === 'enabled-visibility') return value === '' ? ['dce-visibility'] : [];
    const end =
      value === ''
        ? /(?<=(?:^|-)(?:cl|jedv|condition|logic|visibility|rule))s?-(?:enabled?|switcher)$/.exec(name)
        : value === false
          ? /s?-(?:is-)?(?:enabled|active)$/.exec(name)
          : typeof value === 'string' && /^logged[-_ ]?out$/.test(value)
            ? /s?-user-status$/.exec(name)
            : isMetByGuests(name, value, entries)
              ? /-(?:who-access|display-conditions)$/.exec(name)
              : invertedIn(key, value);
    return end === null ? [] : [name.slice(0, end.index)];
  });
  return found.slice(0, MAX_PREFIXES);
}

/** Whether a key has a prefix as whole words: `condition` is one of `conditionsRoles`, and not of `conditionalRoles`. */
export function isSettingOf(prefix: string, key: string): boolean {
  const name = kebabName(key);
  return name.startsWith(prefix) && /^s?(?:-|$)/.test(name.slice(prefix.length));
}

/**
 * Returns true for the choice of everyone or of readers without an account in Ultimate Member, and for what Spectra
 * and its relatives hide only from accounts or from one browser.
 */
function isMetByGuests(
  name: string,
  value: unknown,
  entries: readonly (readonly [key: string, value: unknown])[],
): boolean {
  if (name === 'um-who-access') return value === '0' || value === '2';
  if (value === 'browser' || value === 'os') return true;
  return value === 'userstate' && !entries.some(([key, isOn]) => isOn && /LoggedOut$/.test(key));
}

/** Parts of the cards in a list. */
const PART = /^(?:title|price|rating|button|image|excerpt|date|author|category|meta)$/;

/** True for a choice of parts: `"contentVisibility": {"title": true, "price": false}`. */
export function choosesParts(value: unknown): boolean {
  const entries = isObject(value) ? Object.entries(value) : [];
  return entries.length > 0 && entries.every(([key, shown]) => typeof shown === 'boolean' && PART.test(key));
}
