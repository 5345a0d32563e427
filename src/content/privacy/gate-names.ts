/** Decides by its name whether a construct that encloses text holds it back. */

import type { PrivacyRules } from '../../config/config.js';
import { memoised } from '../../core/memoised.js';
import { accessWord, classifyName, isGroup, kebabName, type NameVerdict, nameParts } from './privacy.js';
import { DEVICE_WORDS, GATE_ENDINGS, GATE_WORDS, NOT_ONLY } from './words.js';

/** Words before `to-view` that don't state a condition: `click-to-view`, `places-to-see`, `how-to-read`. */
const NO_DEED = /^(?:click|tap|hover|how|easy|things?|places?|sights?|what|where|ways?|back)$/;
/** Compounds that hide: `ihide`, `optinlocker`, `emailgate`, but not `showhide`, which a click opens. */
const HIDING =
  /(?:(?<!show|auto|toggle|click)hide|(?<!b)locker|(?:content|text|post)lock|(?:mail|content|lead|social|form|age|fan)(?:gate|wall))$/;
/** What a group of people has to itself: `wholesaler_content`, `client-portal`, `staff_note`. */
const OWN_PART = /^(?:content|area|portal|zone|notes?)$/;
/** Restricting names written as one word: `showafterdate`, `replyview`, `hidecomment`, `geotargeted`, `agecheck`. */
const JOINED =
  /^(?:show(?:after|before|until|between|when|only|if)\p{L}*|if(?:logged|user|member|role|url|param|query|cookie)\p{L}*|hide(?:comment|reply|content|text|post|this|it|block)s?|(?:un)?lock(?:content|text|post)|payto(?:view|read|see)|paid(?:posts?|text|area|section)|payfor|(?:login|user|member)(?:visible|read(?:ing)?|see|view|only|content|required|first|login)|(?:must|need|is|if|after)login|reguser|hiddencontent|(?:only|for)(?:user|member|vip|login)s?|usergroups?|rolebased|levelaccess|reply(?:to)?(?:view|only)|check(?:user)?level|geo(?:ip|t|target\p{L}*|locat\p{L}+|filter\p{L}*|fenc\p{L}+|block\p{L}*)|ipto?country|age(?:check|verif\p{L}+)|non?(?:guest|visitor)s?|(?:ab|split)test|personali[sz]ed?)$/u;
/** Phrases that say when, or to whom, text is shown. */
const PHRASE = new RegExp(
  `(?:^|-)(?:${[
    '(?:show|display|visible|viewable|shown|available)-(?:when|after|before|between|until|till|from|since|during|for|only)',
    '(?:show|display)-on-date',
    '(?:valid|live)-(?:until|till|from|after|before)',
    '(?:after|before|until|till|since|without)-(?:comment|reply|quiz|log-?in|sign-?in|sign-?up|purchase|payment|date|share|like|follow|registration|lesson|course|opt-?in)',
    '(?:time|date|day)s?-(?:released?|based|window|limit(?:ed)?|restrict\\p{L}*)',
    '(?:e?mail|newsletter|lead|content|sign-?up|subscribe|pay|register|registration|comment|share|login)-(?:wall|gate)',
    '(?:must|needs?|requires?)-(?:reply|comments?|share|follow)',
    'lead-magnet',
    '(?:ab|split)-(?:test|variants?)',
    'return(?:ing)?-(?:visitors?|users?)',
    '(?:no|dont|not)-(?:show|display)',
    '(?:active|valid)-licen[cs]e',
    'reveal-(?:on|after|when|if)',
    '(?:licen[cs]e|ticket|account|pass|plan|token|policy)-holders?',
    '(?:content|text|section)-for',
    'for-(?:groups?|roles?|levels?)',
    'inner-circle',
    'bonus-content',
    'age-(?:check|verif\\p{L}+|gate)',
    '(?:points?|tags?|levels?|badges?|credits?|login|coins?|ranks?|achievements?)-required',
    'n(?:ot|o)-(?:guests?|visitors?)',
    '(?:url|get|query)-(?:param(?:eter)?s?|var|string)',
    'can-(?:edit|read|see|view|access)',
    'geo-(?:in|out|ip|content|target|show|hide|block|country|city|region|if|text|only|restrict\\p{L}*)',
  ].join('|')})(?:-|$)`,
  'u',
);
/** Names that are questions: `is_author`, `has_bought`, `i4w_has_tag`, `cookie_is`. */
const QUESTION = /^(?:\p{L}{1,9}-){0,2}(?:is|isnt|has|hasnt|unless)-\p{L}|-is$/u;
const NO_QUESTION = /(?:^|-)(?:what|who|this|that|here|there|it|how|why|where|which|as|so)-(?:is|has)(?:-|$)/;
/** Names for readers who aren't signed in. */
const FOR_GUESTS =
  /(?:^|-)(?:(?:not|non|un)-?(?:log(?:g?ed)?-?in|signed-?in|members?|registered|subscribers?)|log(?:g?ed)?-?out|signed-?out|guests?|visitors?|anonymous|public)(?:-(?:only|users?|content|text|block|view|page))?$/;
/** Words before `guests` that withhold the text from them. */
const WITHHELD =
  /^(?:hid|no$|not$|non$|except|without|deny|denied|block$|exclude|restrict|protect|conceal|return|un)/;
/** Names of text about people, plans or accounts: `editors_note`, `user_guide`, `pricing_plan`, `login_help`. */
const ABOUT_PEOPLE =
  /(?:^|-)(?:editors?-(?:notes?|choice|picks?|letter)|(?:users?|customers?|students?|learners?|donors?|supporters?|patrons?|sponsors?|members?|insiders?|subscribers?)-(?:quotes?|story|stories|voices?|reviews?|guides?|manuals?|spotlight|interviews?|testimonials?|tips?|life)|(?:pric(?:e|ing)|floor|lesson|meal|study|action|project|business|training|travel)-(?:plans?|tiers?)|(?:log-?in|sign-?in|sign-?up|registration|password)-(?:help|faqs?|tips?)|classified-ads?)$/;

/**
 * Returns the word that makes a shortcode or block restrict its text. Includes words that are common in other
 * names (`course_complete`), conditions (`if-so`), times (`time_release`), and `only` (`eyesonly`). Undefined for names
 * about screens (`hide_on_mobile`) or for readers who aren't signed in (`not_logged_in`).
 */
export function gateWord(name: string): string | undefined {
  return knownGate(name) || undefined;
}

const knownGate = memoised((name) => findGateWord(name) ?? '');

function findGateWord(name: string): string | undefined {
  const parts = nameParts(name);
  const joined = parts.join('-');
  if (isForGuests(name) || isOpen(joined)) return undefined;
  const word = accessWord(name);
  if (word !== undefined) return isAboutScreens(parts) ? undefined : word;
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  // `if_member`, `showContentIf`, but not `what_if`.
  if (parts.length > 1 && (first === 'if' || (last === 'if' && first !== 'what'))) return 'if';
  if (parts.length > 1 && GATE_ENDINGS.has(last)) return last;
  if (isGroup(first) && parts.length === 2 && OWN_PART.test(last)) return first;
  // `reply-to-view`, not `click-to-reveal`.
  const [doing = '', to, seeing = ''] = nameParts(name.replace(/(?<=[a-z]{3})2(?=[a-z])/i, '-to-')).slice(-3);
  if (to === 'to' && /^(?:view|v|read|see|unlock|down(?:load)?)$/.test(seeing) && !NO_DEED.test(doing))
    return seeing;
  const isAboutForm = parts.some((part) => NOT_ONLY.test(part));
  const gate = parts.find(
    (part) =>
      GATE_WORDS.has(part) ||
      HIDING.test(part) ||
      JOINED.test(part) ||
      (!isAboutForm && part.endsWith('only') && name.length > 4),
  );
  return gate ?? phraseIn(parts, joined);
}

function phraseIn(parts: readonly string[], joined: string): string | undefined {
  if (parts.some((part) => DEVICE_WORDS.test(part))) return undefined;
  const phrase = PHRASE.exec(joined)?.[0];
  if (phrase !== undefined) return phrase.replace(/^-|-$/g, '').replaceAll('-', ' ');
  return QUESTION.test(joined) && !NO_QUESTION.test(joined)
    ? parts.find((part) => /^(?:is|isnt|has|hasnt|unless)$/.test(part))
    : undefined;
}

/** Returns true for a name of text for readers who aren't signed in: `not_logged_in`, `groups_non_member`. */
export const isForGuests = memoised((name: string) => {
  const joined = kebabName(name);
  const guests = FOR_GUESTS.exec(joined);
  if (guests === null) return false;
  const before = joined.slice(0, guests.index).split('-');
  return !before.some((part) => WITHHELD.test(part));
});

/** Returns true for a name that withholds text, such as `hide` in `[hide for="guests"]`. */
export function withholds(name: string): boolean {
  return nameParts(name).some((part) => WITHHELD.test(part));
}

/** Returns true for text about people or plans, and text that a click shows and hides. */
function isOpen(joined: string): boolean {
  return ABOUT_PEOPLE.test(joined) || /(?:^|-)show-(?:and-)?hide(?:-|$)/.test(joined);
}

/** Returns true for names that consist of `hide` or `show` and a screen: `hide_on_mobile`. */
function isAboutScreens(parts: readonly string[]): boolean {
  return (
    parts.some((part) => DEVICE_WORDS.test(part)) &&
    parts.every(
      (part) =>
        /^(?:hid(?:e|es|den)|show|on|in|for|from|to|if)$/.test(part) || accessWord(part) === undefined,
    )
  );
}

/** Judges the name of a shortcode or block by the site's rules, then by the word lists. */
export function classifyGate(name: string, rules: PrivacyRules): NameVerdict | undefined {
  const verdict = classifyName(name, rules);
  if (verdict?.kind === 'deny' || verdict?.kind === 'allow') return verdict;
  const word = gateWord(name);
  return word === undefined ? undefined : { kind: 'access', word };
}

/** Layouts that ask for a password or an account, or mark a draft. `members` may be a list of people. */
const CLOSED_LAYOUT =
  /(?:^|\/)(?:(?:page|template|tpl)[-_])*(?:drafts?|private|protected|encrypt(?:ed)?|password|locked|restricted|gated|paywall(?:ed)?|members?[-_]?only|subscribers?[-_]?only|login[-_]?required|password[-_]?protected)(?:[-_](?:page|post|layout|template))?(?:\.\w+)*$/i;

/** True for the name of a layout or a template by which a page isn't for every reader. */
export function isClosedLayout(name: string): boolean {
  return CLOSED_LAYOUT.test(name);
}
