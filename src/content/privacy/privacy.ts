/** Decides whether a name or a value sounds like a restriction to some readers. */
import type { PrivacyRules } from '../../config/config.js';
import { isObject, objectOf, textOf } from '../../core/json.js';
import { memoised } from '../../core/memoised.js';
import { escapeRegExp, words } from '../../core/text.js';
import { isSwitchOfReaders } from './switch-names.js';
import {
  ACCESS_PHRASES,
  ACCESS_WORDS,
  ALLOWED_STATES,
  CONDITIONS,
  LINK_CONTEXT,
  LINK_WORDS,
  NOT_ACCESS,
  PERSON_CONTEXT,
  PERSON_WORDS,
  READER_GROUPS,
  UNMARKED,
} from './words.js';

/** The kinds of constructs that enclose text or pages and could hold them back. */
export type GateKind = 'shortcode' | 'block' | 'comment' | 'key' | 'folder' | 'file name';

/** Neither allows nor denies a name. */
export const NO_PRIVACY_RULES: PrivacyRules = { allow: [], deny: [] };

/** The verdict on a name: by the owner, or by the words in it; undefined for any other. */
export type NameVerdict =
  | { readonly kind: 'allow' | 'deny'; readonly pattern: string }
  | { readonly kind: 'access'; readonly word: string };

const STEMS = ACCESS_WORDS.flatMap(({ stems }) => stems.map(fold));
const WORDS = new Set(ACCESS_WORDS.flatMap(({ words }) => words.map(fold)));

/**
 * The verdict of the rules or the word lists on a name. The owner's `deny` comes first, then `allow`, then the words.
 * @param name of a shortcode, a block (`namespace/name`), an attribute, a front-matter key, or a folder
 */
export function classifyName(name: string, rules: PrivacyRules): NameVerdict | undefined {
  const denied = rules.deny.find((pattern) => matches(pattern, name));
  if (denied !== undefined) return { kind: 'deny', pattern: denied };
  const allowed = rules.allow.find((pattern) => matches(pattern, name));
  if (allowed !== undefined) return { kind: 'allow', pattern: allowed };
  const word = accessWord(name);
  return word === undefined ? undefined : { kind: 'access', word };
}

/**
 * The word in a name that sounds like a restriction, in any of the languages; undefined when there is none.
 * Names are split at separators, digits and capitals: `showIfLoggedIn`, `su_members`, `nur-fuer-mitglieder`.
 */
export function accessWord(name: string): string | undefined {
  return knownWord(name) || undefined;
}

const knownWord = memoised((name) => findAccessWord(name) ?? '');

function findAccessWord(name: string): string | undefined {
  const parts = nameParts(name);
  const phrase = parts.find((part, i) => ACCESS_PHRASES.has(`${part}-${parts[i + 1] ?? ''}`));
  if (phrase !== undefined) return `${phrase} ${parts[parts.indexOf(phrase) + 1]}`;
  if (parts.some((part, i) => isGroupOnly(part, parts[i + 1]))) return 'only';
  if (parts.length === 1 && CONDITIONS.has(parts[0] ?? '')) return parts[0];
  const isAboutPeople = parts.some((part) => PERSON_CONTEXT.has(part));
  const isAboutLinks = parts.some((part) => LINK_CONTEXT.has(part));
  return parts.find(
    (part, i) =>
      soundsLikeAccess(part) &&
      !(part === 'allow' && ALLOWED_STATES.test(parts[i + 1] ?? '')) &&
      !(isAboutPeople && PERSON_WORDS.test(part)) &&
      !(isAboutLinks && LINK_WORDS.test(part)),
  );
}

/** Returns true for a group of people: `partner`, `clients`, `team`. */
export function isGroup(part: string): boolean {
  return READER_GROUPS.has(part) || READER_GROUPS.has(`${part}s`) || /^(?:team|company|admin)$/.test(part);
}

/** `staff-only`, `adminonly`; a `ClientOnly` is a component for browsers. */
function isGroupOnly(part: string, next: string | undefined): boolean {
  const group = next === 'only' ? part : part.endsWith('only') ? part.slice(0, -'only'.length) : '';
  return (
    group !== 'client' &&
    [group, `${group}s`, group.replace(/s$/, '')].some((one) => isGroup(one) || WORDS.has(one))
  );
}

/** True for a name that sounds like a restriction. */
export function nameSoundsLikeAccess(name: string): boolean {
  return accessWord(name) !== undefined;
}

function soundsLikeAccess(part: string): boolean {
  if (WORDS.has(part)) return true;
  if (NOT_ACCESS.some((word) => part.includes(word))) return false;
  return STEMS.some((stem) => part.includes(stem));
}

/** The parts of a name, in lower case and without accents. */
export const nameParts = memoised(splitName);

/** The parts of a name with hyphens between them: `membersOnly` is `members-only`. */
export const kebabName = (name: string): string => nameParts(name).join('-');

function splitName(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((part) => part !== '')
    .map(fold);
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłıđ]/g, (letter) => UNMARKED[letter] ?? letter)
    .replace(/fuer/g, 'fur')
    .replace(/schuetz/g, 'schutz')
    .replace(/kaeuf/g, 'kauf');
}

const patterns = new Map<string, RegExp>();

/** True when a pattern of the configuration covers a name: case aside, `*` for any text. */
export function matches(pattern: string, name: string): boolean {
  let known = patterns.get(pattern);
  if (known === undefined) {
    const source = pattern.split('*').map(escapeRegExp);
    known = new RegExp(`^${source.join('.*')}$`, 'is');
    patterns.set(pattern, known);
  }
  return known.test(name);
}

/** Values that open something to every reader, or have no meaning. */
const OPEN_VALUES = new Set(
  words(`
    false no none off 0 null public all everyone everybody anyone any open free default inherit visible
    show shown auto normal world anonymous guest guests visitor visitors unrestricted unlocked published
    listed offentlich alle jeder gratis publico publique pubblico openbaar tous todos tutti iedereen n
    nein non nee 公開 全員
  `),
);

/** Readers without an account, by what they haven't done. */
const WITHOUT_ACCOUNT =
  /^(?:logged|signed)[-_ ]?out$|^(?:not[-_ ]?(?:(?:logged|signed)[-_ ]?in|enrolled)|unenrolled)$|^non-?_?members?$/;

/** Values that switch a restriction on. */
const ON_VALUES = new Set('true yes on 1 y ja oui si sim enabled active required closed はい'.split(' '));

/** Groups of readers, in addition to the access words. */
const GROUPS = new Set(
  words(`
    administrator admin admins editor editors author authors contributor staff employee employees team
    owner owners me myself nobody nowhere authenticated student students teacher teachers client clients
    company org organization organisation friends family founding founder founders me-only self unlisted
    draft archived embargoed embargo only
  `),
);

/** What only accounts may do, as WordPress names it: `edit_posts`. */
const CAPABILITY =
  /^(?:manage|edit|delete|publish|read|create|activate|install|list|promote|moderate|upload|switch|unfiltered)_[a-z_]+$/;

/** True for something that only accounts may do. */
export function isCapability(value: string): boolean {
  return CAPABILITY.test(value.trim());
}

/** Keys of the readers in a table of access: `acl: { read: [staff] }`. */
const MAY_READ =
  /^(?:read|view|viewers?|readers?|who|allow(?:ed)?|groups?|only|levels?|types?|mode|for|to)$/i;

/** Returns true for an environment of builds that the public doesn't see. */
export function isHiddenEnvironment(name: string): boolean {
  return /^(?:dev|development|local|test|testing|stage|staging|qa|preview)$/i.test(name);
}

/** A sentence isn't a switch. */
const MAX_VALUE_WORDS = 4;
/**
 * True when a value keeps readers out: a switch that is on, a word of access (`members`, `nur Mitglieder`), a role,
 * or a list or map that holds one of them. Any other text, such as a topic (`roles: overview`), isn't a restriction.
 */
export function valueRestricts(value: unknown): boolean {
  if (value === true) return true;
  if (typeof value === 'number') return value === 1;
  if (typeof value === 'string') return textRestricts(value);
  // A list of people or things has their names.
  if (Array.isArray(value))
    return value.some((item) => item !== true && !textOf(objectOf(item)['name']) && valueRestricts(item));
  return (
    isObject(value) &&
    Object.entries(value).some(
      ([key, item]) =>
        keyRestricts(key, item) ||
        (MAY_READ.test(key) && item !== true && item !== 1 && valueRestricts(item)),
    )
  );
}

function textRestricts(value: string): boolean {
  const text = fold(value.trim());
  if (ON_VALUES.has(text) || CAPABILITY.test(text)) return true;
  // Only its receivers know a link.
  if (/^(?:(?:anyone|everyone|people)[-_ ])?(?:with|by)[-_ ](?:the[-_ ])?link$/.test(text)) return true;
  if (WITHOUT_ACCOUNT.test(text)) return false;
  const words = nameParts(value);
  // `open access` as well.
  const isOpen = (word: string, at: number) => OPEN_VALUES.has(word) || (at > 0 && word === 'access');
  if (words.length > MAX_VALUE_WORDS || words.every(isOpen)) return false;
  // Everyone may read what is `read-only`.
  const isGroupOfReaders = (word: string, at: number) =>
    GROUPS.has(word) && !(word === 'only' && /^(?:read|view)$/.test(words[at - 1] ?? ''));
  return words.some(isGroupOfReaders) || nameSoundsLikeAccess(value);
}

/** True for a value that opens something to every reader or has no meaning: empty, off, `public`, `everyone`. */
export function valueIsOpen(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return true;
  if (typeof value === 'string') {
    const text = fold(value.trim());
    return text === '' || OPEN_VALUES.has(text) || WITHOUT_ACCOUNT.test(text);
  }
  if (Array.isArray(value)) return value.every(valueIsOpen);
  return isObject(value) && Object.values(value).every(valueIsOpen);
}

/** Keys whose meaning is inverted: `public`, `visible`. */
const OPENING_KEYS =
  /^(?:is)?-?(?:public|publish|published|listed|visible|indexable|publicly-visible|public-access|un(?:restricted|protected|locked|gated))$/;
/** Keys whose value is the secret itself, whatever it is: `password`, `page_password`, `passwordHash`. */
const SECRET_KEYS = new RegExp(
  `^(?:(?:page|post|content|site|access|view|read|encrypted|encryption|decrypt|unlock|staticrypt)-)?(?:${fold(
    'password|passwd|pwd|passwort|passcode|passphrase|kennwort|wachtwoord|contrasena|senha|pass-word|losenord|passord|' +
      'adgangskode|salasana|haslo|heslo|jelszo|sifre|パスワード|密码|密碼|口令|비밀번호|пароль|סיסמה',
  )})(?:-(?:hash|hashed|sha|md|bcrypt))?$`,
);

/** True for a key whose value may be the secret itself: no report shows it. */
export function isSecretKey(key: string): boolean {
  const parts = nameParts(key);
  return (
    SECRET_KEYS.test(parts.join('-')) || parts.some((part) => /pass|secret|token|^pin$|^code$/.test(part))
  );
}

/**
 * True for a key of front matter or of a nested attribute that, with its value, keeps readers out: `access: members`,
 * `private: true`, `public: false`, `password: tide`. Doesn't look at the owner's rules.
 */
export function keyRestricts(key: string, value: unknown): boolean {
  const name = kebabName(key);
  const isOn = ON_VALUES.has(fold(String(value).trim()));
  if (OPENING_KEYS.test(name))
    return (
      value === false ||
      /^(?:false|no|off|0|nein|non|hide|hidden|none|never)$/i.test(String(value).trim()) ||
      (!isOn && typeof value === 'string' && valueRestricts(value))
    );
  if (SECRET_KEYS.test(name) && !isObject(value)) {
    return value !== undefined && value !== null && value !== false && value !== '';
  }
  const word = accessWord(key);
  if (word === undefined || !valueRestricts(value)) return false;
  return (
    !isOn ||
    word.includes(' ') ||
    isSwitchOfReaders(nameParts(key), (part) => soundsLikeAccess(part) || isGroup(part))
  );
}

/** Keys that list the people with access. */
const LIST_OF_READERS =
  /^(?:(?:allowed|permitted|required|restricted|authori[sz]ed|invited|visible)-?(?:users?|emails?|people|members|readers|viewers|accounts|groups?|roles?|levels?|plans?|tiers?|memberships?|subscriptions?|entitlements?)(?:-ids?)?|(?:restricted|visible|viewable)-?(?:to|by)|entitlements?)$/;
/** A form before the text. */
const [GATES, FORM] = [
  /^(?:(?:content|page|post)?-?gated?-?(?:by|with)?|pay-?wall(?:-?type)?)$/,
  /^(?:e-?mail|newsletter|sign-?up|lead|form|registration|hard|soft|metered|dynamic|account)(?:[-_ ](?:gate|wall|form))?$/i,
];

/** True for a key that lists readers, or that names the form before the text: `allowed_users`, `gate: email`. */
export function listsReaders(key: string, value: unknown): boolean {
  const name = kebabName(key);
  if (LIST_OF_READERS.test(name)) return !valueIsOpen(value);
  return GATES.test(name) && typeof value === 'string' && FORM.test(value.trim());
}

/** True for a key that shows a list of people on the page: `_show_members`. */
export function showsPeople(key: string): boolean {
  return /^(?:show|display|list)-(?:members?|roles?|users?|customers?|patrons?|sponsors?|login|subscribe)$/.test(
    kebabName(key),
  );
}
