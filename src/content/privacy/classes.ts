/** Class names of posts and elements that not every reader sees. */

import { memoised } from '../../core/memoised.js';
import { accessWord, isGroup, nameParts } from './privacy.js';

const GUESTS = '(?:(?:logged|signed)-?out|guests?|visitors?|anonymous|public)';
const READER =
  '(?:(?:logged|signed)-?in|users?|members?|subscribers?|customers?|students?|patrons?|staff|employees?|editors?|admin(?:istrator)?s?|vips?|premium|paid|paying|mitglieder|abonnenten|socios|miembros|membres|abonnes|soci|leden)';

/** Class names by which extensions show an element only to signed-in readers, with hyphens. */
const READERS = new RegExp(
  `^(?:(?:u|js|is|util)-)?(?:${[
    'restrict(?:ed)?-content',
    `(?:hide|hidden|except)-(?:(?:if|when|for|from|to)-)?${GUESTS}(?:-users?)?`,
    `(?:not?|non)-?(?:for-)?${GUESTS}`,
    `${GUESTS}-hidden`,
    `(?:show|visible|display)-(?:(?:if|when|for|to|only|role)-)*${READER}(?:-(?:users?|only))?`,
    `(?:\\w+-)?(?:show|visible)-\\w+-users`,
    `(?:if|only|user|nur|solo|seulement|alleen|apenas)-(?:(?:for|fur|fuer|para|per|voor)-)?${READER}`,
    `${READER}-seulement`,
    '(?:um|rcp|pmpro|mepr|wpf|member(?:ful|space|press|stack|mouse)?)-(?:(?:locked|restricted|protected)(?:-content)?|logged-?in|members?)',
  ].join('|')})$`,
  'i',
);
/** Class names of text that is excluded from indexes, or is only for some readers. */
const CLOSED = new RegExp(
  `^(?:${[
    'robots-?(?:nocontent|noindex)',
    'only-(?:print|e?mail|rss|members|subscribers|logged-in)',
    'for-(?:members|subscribers)',
    'requires?-(?:login|auth|account|membership|subscription)',
    '(?:login|auth|account|membership|subscription)-required',
    'visible-print(?:-block|-inline|-inline-block)?',
    '(?:(?:js|is|has|\\w)-)?pay-?wall-(?:content|text|body|area|section)',
    '(?:exclusive|private|locked)-content',
    '(?:content|post|post-content)-(?:restricted|protected|locked)',
    '(?:\\w+-)*(?:gated|pay-?walled)(?:-(?:content|text|body|area|section))?',
    '(?:(?:js|is|has)-)?pay-?wall(?:ed)?',
    '(?:\\w+-)*unpublished',
    'kg-email(?:-cta)?-card',
    '(?:\\w+-)*unapproved',
    'embargoed',
    '(?:llms?|ai)-(?:exclude|ignore)',
    '(?:is|(?:post-)?status|entry|post)-draft',
    'ng-hide',
    // Webflow.
    'w-(?:condition-invisible|dyn-hide)',
  ].join('|')})$`,
  'i',
);
/** Class names of text for some readers, and of boxes about members, offers or protected land. */
export const MAY_CLOSE =
  /^(?:(?:js|is|has)[-_])?(?:members|paid|premium|protected|password-protected|restricted|secret|drafts?|subscribers?)[-_]+(?:content|text|body|area)$/i;
/** What stands behind the readers: `member-only-content`. */
const PART = /-(?:content|text|body|area|section|block|box)$/;
/** Media other than a page, and pages that aren't published. */
const MEDIUM =
  /^(?:print|e?mail|newsletter|rss|feed|login|auth|authenticated|drafts?|dev|development|debug|staging|preview)$/;

/** Returns true for a class name of text that isn't for every reader of the page. */
export const isClosedClass = memoised((written: string) => {
  const name = written.replace(/[-_]+/g, '-');
  const element = written.includes('__') ? written.slice(written.lastIndexOf('__') + 2) : name;
  return (
    CLOSED.test(name) ||
    CLOSED.test(element) ||
    READERS.test(name) ||
    isOnlyForSome(nameParts(name.replace(PART, '')))
  );
});

/** Class names that WordPress gives to an entry that isn't public, or that asks for a password. */
export const CLOSED_POST =
  /^(?:status-(?:private|draft|auto-draft|pending|future|trash)|post-password-required)$/;

/** `members-only`, `membersonly`, `staff-only`, `print-only`, but not `icon-only` or `client-only`. */
export function isOnlyForSome(parts: readonly string[]): boolean {
  const [last = ''] = parts.slice(-1);
  if (!last.endsWith('only')) return false;
  const named = [...parts.slice(0, -1), last.slice(0, -'only'.length)];
  const [reader = ''] = named.filter((part) => !/^(?:|in|use)$/.test(part)).slice(-1);
  return (
    reader !== 'client' &&
    (MEDIUM.test(reader) || reader === 'logged' || isGroup(reader) || accessWord(reader) !== undefined)
  );
}

/** Words in class names of elements that a click opens. */
export const PANEL =
  /(?:^|[-_])(?:tabs?|panels?|pane|collapse|accordion|toggle|answer|faq|more|expand|drawer|modal|slides?|carousel|dropdown|spoiler|details|reveal)(?:[-_]|$)/i;

/** Words for hiding in class names of frameworks and page builders. */
const HIDES = /(?:^|[-_])(?:hide|hidden|invisible|no|none|false|disabled)(?:[-_]|$)/i;
/** The screen sizes of frameworks; each list covers all screens. */
const SIZES = [
  [/^(?:desktop|desk)$/, /^(?:tablet|tab)$/, /^(?:mobile|mob|phone|smartphone)$/],
  [/^large$/, /^medium$/, /^small$/],
  [/^desktop$/, /^medium$/, /^small$/, /^mini$/],
  [/^xs$/, /^sm$/, /^md$/, /^lg$/],
];
/** Kadence has one class name for each screen size. */
const THREE_LETTERS = /^kvs-(?:lg|md|sm)-false$/;

/** Returns true if class names hide an element on all screens: `hide-desktop hide-tablet hide-mobile`. */
export function hideOnAllScreens(names: readonly string[]): boolean {
  const hidden = names
    .filter((name) => HIDES.test(name))
    .map((name) => name.toLowerCase().split(/[-_]+/))
    .filter((words) => words.length > 1);
  if (hidden.length === 0) return false;
  if (hidden.some((words) => words.includes('disabled') && words.at(-1) === 'all')) return true;
  if (names.filter((name) => THREE_LETTERS.test(name)).length === 3) return true;
  return SIZES.some((sizes) =>
    sizes.every((size) => hidden.some((words) => words.some((word) => size.test(word)))),
  );
}

/** Class names by which frameworks hide an element. */
const HIDDEN = /^(?:d-none|hidden|is-hidden|u-hidden|display-none|hide|hide-?me|hide-this|invisible)$/;
/** Class names that show it again: on a larger screen, in a state, or in print. */
const SHOWN =
  /^d-(?:(?:sm|md|lg|xl|xxl)-)?(?:block|flex|grid|inline|inline-block|inline-flex|table\S*)$|:(?:!?(?:block|flex|grid|inline|inline-block|inline-flex|contents|visible|table\S*))$|^(?:show|visible|is-visible|active|open)(?:-|$)/;

/** Returns true if a class name hides the element and no other one shows it again. */
export function hideAtAllTimes(names: readonly string[]): boolean {
  return names.some((name) => HIDDEN.test(name)) && !names.some((name) => SHOWN.test(name));
}
