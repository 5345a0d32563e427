import { nameSoundsLikeAccess, valueIsOpen, valueRestricts } from '../privacy.js';

/** Keys whose value names the readers. */
const AUDIENCE =
  /^(?:audiences?|for|viewers?|readers?|who|whom|(?:show|display|visible)-(?:for|to|if|when|on)|shown-to|(?:visible|viewable|readable|shown|available)-(?:by|for)|available-to|groups?|levels?|tags?-required|required-tags?|plans?|tiers?|status)$/;
/** Keys that ask who may read: any answer but "all" restricts. */
const WHO = /^who-(?:can-)?(?:see|view|read|access)s?$/;
/** Keys for what a reader must have or do, and other common ones: their value must sound like a restriction. */
const DEMAND = /^(?:requires?|required|needs?|needed|must(?:-be)?|after|until|to|visible|display)$/;
/** `for_level`, `requiredRoles`; a `minLevel` is one of headings. */
const DEMANDED_RANK =
  /^(?:(?:for|require[sd]?|needs?|only)-(?:user-)?(?:levels?|plans?|groups?|roles?|tiers?)|min(?:imum)?-(?:user-)?(?:plan|group|role|tier))$/;
/** Names of nothing but a membership or a degree of access. */
const DEGREE =
  /^(?:data-)?(?:(?:required?|needed|min|minimum)-)?(?:access(?:-level)?|member(?:ship|ful)s?(?:-(?:levels?|plans?|tiers?|groups?|ids?))?|member-(?:levels?|plans?|tiers?|groups?)|(?:gate|paywall|restriction)-(?:type|mode|level|rules?)|restrict(?:ed|ion)?(?:-(?:to|by|for))?)$/;
/** Keys of a state, with `in` for a reader who is signed in. */
const SESSION = /(?:^|-)(?:state|login|logged|sign|user)(?:-|$)/;
/** Keys of the times between which a part is shown. */
const TIME =
  /^(?:(?:visible|visibility|display|show|publish)(?:-[a-z]+)*-(?:from|after|starts?|since|until|till|ends?)|(?:schedule|hide|unpublish|expire|unlock|embargo|available|go-live)(?:-[a-z]+)*-(?:at|from|after|starts?|since|until|till|ends?|date|time|on)|embargo|publish-(?:at|on))$/;
const DATE = /^(?:\d{4}-\d\d-\d\d(?:\D.*)?|\d{10,13})$/;
const CONCEALS =
  /^(?:hides?|hidden|invisible|conceal(?:ed)?)(?:-(?:block|content|this))?(?:-(?:from|for|to|if|when|on))?$/;

/** Readers without an account, as a value. */
export const WITHOUT_ACCOUNT = /^(?:visitors?|guests?|everyone|all|logged-?_?out|anonymous|public)$/i;

/** A name or numbers, not a sentence. */
const NAMES = /^[\p{L}\p{N}_,| -]{1,40}$/u;

/**
 * True for an attribute that names the readers of its block, or the time for which it's shown, by its key and value.
 * @param name the parts of the key, joined by hyphens
 */
export function namesAudience(name: string, value: unknown): boolean {
  if (AUDIENCE.test(name)) return isNamed(value) && valueRestricts(value);
  if (WHO.test(name) || DEMANDED_RANK.test(name)) return isNamed(value) || typeof value === 'number';
  if (DEMAND.test(name)) return textsOf(value).some((text) => NAMES.test(text) && nameSoundsLikeAccess(text));
  if (DEGREE.test(name)) return typeof value === 'number' || textsOf(value).some((text) => isGroup(text));
  return (SESSION.test(name) && value === 'in') || (TIME.test(name) && DATE.test(String(value)));
}

/** True for an attribute that hides its block from readers without an account, or from all. */
export function hidesFromGuests(name: string, value: unknown): boolean {
  return CONCEALS.test(name) && textsOf(value).some((text) => WITHOUT_ACCOUNT.test(text.trim()));
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
