import type { PrivacyRules } from '../../../config/config.js';
import { isObject } from '../../../core/json.js';
import { words } from '../../../core/text.js';
import { hideAtAllTimes, hideOnAllScreens, isClosedClass, PANEL } from '../classes.js';
import {
  accessWord,
  classifyName,
  kebabName,
  matches,
  nameParts,
  valueIsOpen,
  valueRestricts,
} from '../privacy.js';
import { isSwitchOfReaders } from '../switch-names.js';
import { DEVICE_WORDS } from '../words.js';
import {
  choosesParts,
  hasActiveControl,
  hidesFromAccounts,
  hidesFromGuests,
  isForEmails,
  isRoleOfPerson,
  isRuleForGuests,
  isSettingOf,
  namesAudience,
  namesPerson,
  namesTimeOrPlace,
  openPrefixes,
  ruleNamesReaders,
  settingAgainstGuests,
  showsAccount,
} from './audience.js';
import { concealsPart, showsToGuests } from './concealing.js';
import { hiddenOnAllScreens, leastLevel, valuesOnScreens } from './screens.js';
import { isSwitchedOff, isUnused, limitsTime } from './switched-off.js';

/** The attribute that keeps readers out, as a path: `metadata.blockVisibility`. */
export interface GatingAttribute {
  readonly path: string;
  /** The owner's pattern, where one decided. */
  readonly pattern?: string;
}

/** Attributes of real blocks don't nest deeper. */
const MAX_DEPTH = 12;

/** Keys of the editor that sound like a restriction and only lock the editing; and texts, whose words don't count. */
const IGNORED_KEYS = new Set(
  words(`
    lock templateLock contentLock allowedBlocks content text title label alt caption url href src link
    placeholder anchor id name description heading value html style layout icon ariaLabel adminLabel
    admin_label
  `),
);

/** A text of an extension with the name "Premium". */
const OWN_TEXT = /^premium_\w+_(?:text|title|heading|label)$/;

/** Names of looks: `isUserOverlayColor`. */
const LOOK =
  /^(?:colou?rs?|background|overlay|gradient|font|typography|radius|padding|margin|border|shadow)$/;

/** Of the ignored keys, those with objects that extensions add their own keys to. */
const STYLES = new Set(['style', 'layout']);

/** Keys that hold a condition. */
const CONDITION =
  /(?:^|-)(?:logics?|conditions?|conditionals?|personali[sz]ation|targeting)(?:-|$)|^(?:ab-?test|experiment|split-test)(?:-|$)/;
const STATE_OF_WARES =
  /^(?:(?:like|as)[ -])?(?:new|used|refurbished|mint|good|fair|excellent|poor|damaged)$/i;
/** Keys of lists of rules, which aren't always about readers. */
const RULES = /(?:^|-)(?:rules?|criteria)$/;

/** Keys for whether a block is shown, whose value can read like a class name: `show-logged-in-users`. */
const DISPLAY = /(?:^|-)(?:display|visibility|visible|show|shown)(?:-|$)/;

/** Names for readers who aren't signed in. */
const GUESTS =
  /^(?:(?:show|visible|display)-)?(?:(?:to|for)-)?(?:logged-?out|guests?|visitors?|anonymous|everyone|public)(?:-users?)?$/;
/** Readers with an account. */
const SIGNED_IN = /^(?:(?:show|visible|display)-)?(?:(?:to|for)-)?(?:logged-?in|signed-?in)(?:-users?)?$/;

const SHOWING = /^(?:show|display|enable|has|with|include|toggle|allow)$/;
const DIRECTED = /^(?:to|for|if|only|when)$/;
/** Names of things with a number for how restricted they are. */
const RANKED =
  /^(?:levels?|plans?|tiers?|memberships?|roles?|access|restrict(?:ed|ion)?|groups?|protect(?:ed)?|purchased?|bought|require[ds]?|only)$/;

/** The attribute by which a block is for some readers only; undefined when there is none. Checks every depth. */
export function gatingAttribute(
  attributes: Readonly<Record<string, unknown>>,
  rules: PrivacyRules,
): GatingAttribute | undefined {
  return inObject(attributes, rules, '', 0);
}

function inObject(
  object: Readonly<Record<string, unknown>>,
  rules: PrivacyRules,
  path: string,
  depth: number,
): GatingAttribute | undefined {
  const entries = Object.entries(object);
  if (depth > MAX_DEPTH || (depth > 0 && (isUnused(object) || isRuleForGuests(object)))) return undefined;
  const own = path.split('.').at(-1) ?? '';
  const key =
    hiddenOnAllScreens(object, own) ??
    limitsTime(object, own) ??
    leastLevel(object) ??
    settingAgainstGuests(entries);
  if (key !== undefined && !rules.allow.some((pattern) => matches(pattern, key)))
    return { path: path === '' ? key : `${path}.${key}` };
  // Readers with an account are no restriction where those without are named too.
  const isForGuests = entries.some(([key, value]) => value === true && GUESTS.test(kebabName(key)));
  const switchedOff = openPrefixes(entries);
  for (const [key, value] of entries) {
    const isOpen =
      switchedOff.some((prefix) => isSettingOf(prefix, key)) ||
      (isForGuests && SIGNED_IN.test(kebabName(key))) ||
      isRoleOfPerson(key, object);
    if (isOpen && classifyName(key, rules)?.kind !== 'deny') continue;
    const found = inEntry(key, value, rules, path === '' ? key : `${path}.${key}`, depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inEntry(
  key: string,
  value: unknown,
  rules: PrivacyRules,
  path: string,
  depth: number,
): GatingAttribute | undefined {
  const denied = rules.deny.find((pattern) => matches(pattern, key) || matches(pattern, path));
  if (denied !== undefined && !valueIsOpen(value)) return { path, pattern: denied };
  if (rules.allow.some((pattern) => matches(pattern, key) || matches(pattern, path))) return undefined;
  if (gates(key, value) || (depth === 0 && isOff(key, value))) return { path };
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = isObject(item) ? inObject(item, rules, path, depth + 1) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return isObject(value) && (!IGNORED_KEYS.has(key) || STYLES.has(key))
    ? inObject(value, rules, path, depth + 1)
    : undefined;
}

/** Switches of the block itself. */
const SHOWN =
  /^(?:(?:visible|show|shown|display|displayed)(?:-(?:on|in)-(?:the-)?(?:web|website|site))?|enabled|publish|published)$/;
const UNFINISHED = /^(?:is-?)?(?:draft|disabled)$/;
const isOff = (key: string, value: unknown) =>
  (value === false && SHOWN.test(kebabName(key))) || (value === true && UNFINISHED.test(kebabName(key)));

/** True when a key with its value keeps readers out. */
export function gates(key: string, value: unknown): boolean {
  const parts = nameParts(key);
  if (CLASS_KEY.test(key)) return classGates(value);
  const onScreens = valuesOnScreens(value);
  if (onScreens !== undefined) return gatesOnScreens(key, onScreens);
  if (IGNORED_KEYS.has(key) || OWN_TEXT.test(key) || parts.some((part) => DEVICE_WORDS.test(part)))
    return false;
  if (LOOK.test(parts.at(-1) ?? '') || (isObject(value) && 'unit' in value)) return false;
  const name = parts.join('-');
  if (value === false && name === 'visibility') return true;
  if (key === 'blockVisibility' || /^is-?visible$/.test(name))
    return value === false || (value !== true && holdsRestriction(value, parts));
  if (showsToGuests(name, value)) return false;
  if ((value === false && GUESTS.test(name)) || hidesFromGuests(name, value)) return true;
  if (isForEmails(name, value)) return true;
  if (valueIsOpen(value) || isSwitchedOff(value) || isAboutDevices(value) || showsAccount(name, value))
    return false;
  if (hidesFromAccounts(name, value) || isRuleForGuests(value)) return false;
  if (choosesParts(value)) return false;
  // The condition of what is sold.
  if (name === 'condition' && STATE_OF_WARES.test(String(value).trim())) return false;
  if (CONDITION.test(name) || namesAudience(name, value) || hasActiveControl(value)) return true;
  if (RULES.test(name) && ruleNamesReaders(value)) return true;
  if (typeof value === 'string' && DISPLAY.test(name) && isClosedClass(value.trim())) return true;
  if (accessWord(key) === undefined) return false;
  if (concealsPart(parts)) return false;
  return holdsRestriction(value, parts);
}

/** What is switched off on all three sizes of screens is a draft. */
function gatesOnScreens(key: string, values: readonly unknown[]): boolean {
  // The editor's own lock.
  if (key === 'locked') return false;
  if (key === 'disabledOn') return values.length >= 3 && values.every((value) => value === 'on');
  return values.some((value) => gates(key, value));
}

/** The end of a key for a list of what a block shows. */
const THINGS = /^(?:lists?|items?|repeater|slides?|cards?|boxes)$/;
/** Numbers of plans or levels as text. */
const IDS = /^\s*[1-9]\d*(?:\s*,\s*\d+)*\s*$/;

/** The verdict on a value below a key that sounds like a restriction. */
function holdsRestriction(value: unknown, parts: readonly string[]): boolean {
  if (value === true)
    return !isSwitchOfParts(parts) && isSwitchOfReaders(parts, (part) => accessWord(part) !== undefined);
  if (typeof value === 'number') return value !== 0 && parts.some((part) => RANKED.test(part));
  if (typeof value === 'string') {
    if (valueRestricts(value)) return true;
    return (
      (parts.some((part) => RANKED.test(part)) && IDS.test(value)) ||
      parts.some((part) => /^(?:pass|password|passcode|logic)/.test(part))
    );
  }
  if (Array.isArray(value)) {
    // The members of a team: each is judged by itself.
    const areThings = THINGS.test(parts.at(-1) ?? '');
    if (value.every((item) => isObject(item) && (areThings || namesPerson(item)))) return false;
    return value.some((item) => typeof item === 'number' || holdsRestriction(item, parts));
  }
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, item]) => belowGates(key, item));
}

function belowGates(key: string, value: unknown): boolean {
  // Named controls of a set; its other keys are its name and a switch.
  if (key === 'controlSets' && Array.isArray(value))
    return value.some((set) => isObject(set) && set['enable'] !== false && controlGates(set['controls']));
  const parts = nameParts(key);
  if (parts.some((part) => DEVICE_WORDS.test(part)) || valueIsOpen(value) || isAboutDevices(value))
    return false;
  if (value === true || namesTimeOrPlace(key, value)) return true;
  const isRanked = parts.some((part) => RANKED.test(part));
  if (typeof value === 'string') return valueRestricts(value) || (isRanked && value.trim() !== '');
  if (typeof value === 'number') return isRanked;
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) && Object.entries(value).some(([inner, item]) => belowGates(inner, item));
}

function controlGates(controls: unknown): boolean {
  if (!isObject(controls)) return false;
  return Object.entries(controls).some(([name, value]) => {
    if (nameParts(name).some((part) => DEVICE_WORDS.test(part)) || !value) return false;
    if (!isObject(value)) return true;
    const role = value['visibilityByRole'];
    return !isSwitchedOff(value) && (role === undefined || !valueIsOpen(role));
  });
}

/** `showRole` and `displayPassword` show a part of the block; `showToMembers` shows it to some. */
function isSwitchOfParts(parts: readonly string[]): boolean {
  return SHOWING.test(parts[0] ?? '') && !DIRECTED.test(parts[1] ?? '');
}

/** True for values that name only screens: `small-visibility,large-visibility`, `hidden-phone`. */
function isAboutDevices(value: unknown): boolean {
  if (typeof value === 'string') {
    const parts = nameParts(value);
    return (
      parts.some((part) => DEVICE_WORDS.test(part)) &&
      !parts.some((part) => /member|subscri|role|login|logged/.test(part))
    );
  }
  if (Array.isArray(value)) return value.length > 0 && value.every(isAboutDevices);
  return (
    isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => nameParts(key).some((part) => DEVICE_WORDS.test(part)))
  );
}

const CLASS_KEY = /^_?(?:(?:el|css|extra|custom|module|additional)_?)?class(?:Name|es)?$/i;
const CLASS_FILLERS = /^(?:only|content|area|block|for|is|show|visible|to|style)$/;
/** Classes that an editor gives a block that readers must not see. */
const SET_ASIDE = /^(?:is-)?(?:private|restricted|gated|paywalled|members|subscribers|unpublished|draft)$/i;
/** A class that consists of access alone, such as `members-only`, or that hides the block. */
function classGates(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const names = value.split(/\s+/);
  if (hideOnAllScreens(names)) return true;
  if (hideAtAllTimes(names) && !names.some((name) => PANEL.test(name))) return true;
  return names.some((name) => {
    if (isClosedClass(name) || SET_ASIDE.test(name)) return true;
    const parts = nameParts(name);
    const named = parts.filter((part) => !CLASS_FILLERS.test(part));
    if (parts.length < 2 || named.length === 0 || named.length === parts.length)
      return /^(?:is-)?logged-?in$/.test(name);
    return parts.includes('only') && named.some((part) => accessWord(part) !== undefined);
  });
}
