import type { PrivacyRules } from '../../../config/config.js';
import { accessWord, classifyName, isHiddenEnvironment, nameParts, valueIsOpen } from '../privacy.js';
import { isPrinted } from '../wordpress/known.js';
import type { TagVerdict } from './verdict.js';

/** Parts of a page that a template shows or hides for all readers alike. */
const PAGE_PARTS = /^(?:toc|title|nav|sidebar|menu|comments?|footer|header|breadcrumbs?|date|cache)$/;

/** `user.isMember`, `not user`, `page.access == "members"`. */
const COMPARISON =
  /^\s*\(*\s*(!|(?:not|NOT)\s+)?\s*([\p{L}_$][\p{L}\w.-]*)\s*(?:(===?|!==?|<>|contains)\s*(\S.*?))?\s*\)*\s*$/u;

/** Facts of a page by which it is sorted: their values are topics. */
const SORTED_BY =
  /^(?:title|name|category|categories|tags?|section|layout|slug|url|collection|topics?|keywords?|path|id)$/;

/** Facts of a page about people, which are shown where there are any. */
const ABOUT_PEOPLE = /^(?:members?|roles?|users?|customers?|patrons?|sponsors?|plans?|tiers?|supporters?)$/;
const OF_PAGE = /^(?:page|post|site|item|include|project|entry)$/;

/** The reader; a condition for readers without an account applies to all. */
const READER = /^(?:users?|members?|customers?|readers?|subscribers?|account|session|auth)$/;

/** The account of the reader, and pages that no visitor sees: `auth.check`, `visitor.claims.plan`, `site.show_drafts`. */
const OF_SESSION = /^(?:auth|visitor\.claims)(?:\.|$)|^session$|(?:^|[._])(?:drafts?|unpublished)$/i;
/** Readers who aren't signed in, and what every reader may see. */
const GUESTS = /^(?:guests?|anonymous|visitors?|public)$/;
/** Names for readers who aren't signed in. */
const WITHOUT_ACCOUNT = /^(?:guests?|anonymous|visitors?|public|free|open|everyone)$/;

/**
 * Why the text under a condition is held back: it depends on the reader (`user.isMember`), or on the page's
 * audience (`page.access == "members"`). A condition that every reader meets is no reason: `page.private == false`.
 * @param sense `unless` shows the text where the condition is not met
 */
export function conditionVerdict(
  condition: string,
  rules: PrivacyRules,
  sense: 'if' | 'unless' = 'if',
): TagVerdict | undefined {
  for (const part of condition.split(/\s(?:and|or)\s|&&|\|\|/)) {
    const verdict = comparisonVerdict(part, rules, sense);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

function comparisonVerdict(
  text: string,
  rules: PrivacyRules,
  sense: 'if' | 'unless',
): TagVerdict | undefined {
  const [, not, path = '', operator, value] = COMPARISON.exec(text) ?? [];
  const isUnseen = isOffline({ path, operator, value, isNegated: not !== undefined }, sense);
  if (isUnseen && classifyName(path, rules)?.kind !== 'allow') return { name: path };
  // What an account may do: `can('edit')`.
  if (/(?:^|[^\w.])\$?can\(/.test(text) && classifyName('can', rules)?.kind !== 'allow')
    return { name: 'can' };
  const parts = nameParts(path);
  const isOfGuests = operator === undefined && GUESTS.test(parts.at(-1) ?? '');
  const isWithheld = isOfGuests && (not !== undefined) !== (sense === 'unless');
  if (isWithheld && classifyName(path, rules)?.kind !== 'allow') return { name: path };
  const isMetByAll =
    isOfGuests || (path !== '' && opensToAll({ path, operator, value, isNegated: not !== undefined }, sense));
  const isSorted = operator !== undefined && SORTED_BY.test(parts.at(-1) ?? '');
  for (const [word] of (isMetByAll || isSorted ? path : text).matchAll(/[\p{L}_$][\p{L}\w.-]*/gu)) {
    const verdict = classifyName(word, rules);
    if (verdict?.kind === 'deny') return { name: word, isDenied: true };
    if (isMetByAll || verdict?.kind === 'allow' || isOfPage(word, operator)) continue;
    if (accessWord(word) !== undefined || OF_SESSION.test(word)) return { name: word };
  }
  return undefined;
}

/** Shown or not for every reader alike. */
function isOfPage(path: string, operator: string | undefined): boolean {
  const parts = nameParts(path);
  if (parts.some((part) => PAGE_PARTS.test(part)) || isPrinted(parts)) return true;
  // `$page.user` is the account of the reader.
  if (path.startsWith('$')) return false;
  const [owner = '', own = ''] = parts;
  return operator === undefined && parts.length === 2 && OF_PAGE.test(owner) && ABOUT_PEOPLE.test(own);
}

interface Comparison {
  readonly path: string;
  readonly operator: string | undefined;
  readonly value: string | undefined;
  readonly isNegated: boolean;
}

/** Returns true for a condition that a build for the public doesn't meet: `jekyll.environment == "development"`. */
function isOffline({ path, operator, value = '', isNegated }: Comparison, sense: 'if' | 'unless'): boolean {
  const word = value.replace(/^["']|["']$/g, '');
  const isLive = /^prod(?:uction)?$/i.test(word);
  if (operator === undefined || !(isLive || isHiddenEnvironment(word))) return false;
  const isMet = /^===?$/.test(operator) === isLive;
  return (
    /^env(?:ironment)?$/.test(nameParts(path).at(-1) ?? '') && (isMet === isNegated) !== (sense === 'unless')
  );
}

/** True for a condition that visitors without an account meet. */
function opensToAll({ path, operator, value, isNegated }: Comparison, sense: 'if' | 'unless'): boolean {
  const parts = nameParts(path);
  if (parts.some((part) => WITHOUT_ACCOUNT.test(part))) return false;
  if (operator === undefined) return isNegated !== (sense === 'unless');
  if (sense === 'unless' || isNegated || value === undefined) return false;
  const word = value.replace(/^["']|["']$/g, '');
  const isNothing = /^(?:nil|null|undefined|blank|empty|false)?$/.test(word);
  const isOpen = isNothing || (valueIsOpen(word) && !parts.some((part) => READER.test(part)));
  return /^===?$/.test(operator) ? isOpen : operator.startsWith('!') && word === 'true';
}
