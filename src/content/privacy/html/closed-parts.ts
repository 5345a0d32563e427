import type { Element, Nodes, Root } from 'hast';
import type { PrivacyRules } from '../../../config/config.js';
import { classes, findElement, property } from '../../html/element.js';
import { hasProperties } from '../../html/has-properties.js';
import { conditionVerdict } from '../markdown/conditions.js';
import { judgeName, valueIsOpen, valueRestricts } from '../privacy.js';

/** Elements whose text isn't for indexes (Yandex) or for language models (`vitepress-plugin-llms`). */
const NOT_FOR_INDEXES = /^(?:noindex|llms?-(?:exclude|ignore))$/;
/** Classes of text that isn't for indexes, of text for some readers or another medium, and of comments under review. */
const CLOSED_CLASS =
  /^(?:robots-?(?:nocontent|noindex)|(?:(?:members?|subscribers?|paid|paying|premium|patrons?|users?|logged-?in|login|print|e-?mail|newsletter|rss|feed)[-_]?only)|only[-_]?(?:print|members|subscribers|logged-?in)|visible-print(?:-block|-inline|-inline-block)?|(?:pay-?wall|pay-?walled|gated|restricted|members?|premium|protected|subscribers?)[-_](?:content|text|body|area|section)|(?:content|post|post-content)[-_](?:gated|restricted|protected|paywalled|locked)|kg-email(?:-cta)?-card|unapproved|ng-hide)$/i;
/** A box that only paper shows, in Bootstrap and Tailwind: hidden, and shown in print. */
const [HIDDEN_CLASS, PRINT_CLASS] = [/^(?:d-none|hidden)$/, /^(?:d-print-|print:)(?!none$|hidden$)/];
/** Conditions of Vue, Alpine and Angular for showing an element. */
const SHOWN_IF = ['v-if', 'v-else-if', 'v-show', 'x-if', 'x-show', 'ng-if', 'ng-show', '*ngif'];
const NEVER = /^\s*(?:false|null|undefined|0)\s*$/;
/** Data of an element about who may read it; other data is of scripts. */
const READERS =
  /^data(?:Ms(?:Content|Membership)|Visibility|Access(?:Level)?|Audience|MembersOnly|MemberOnly|Gated|Paywall|Restricted|Role|Roles|Requires\w+|ShowTo|VisibleTo|Private|Membership)$/;
/** Comments around text that isn't for indexes: of Google's appliance, Yandex and others. */
const RANGE_START = /^\s*(?:googleoff:\s*(?:all|index|snippet)\b|(?:\w+_)?noindex\s*$|stopindex\s*$)/i;
const RANGE_END = /^\s*(?:googleon:|\/(?:\w+_)?noindex\s*$|startindex\s*$)/i;

/**
 * Removes from a page what its author keeps from search results, language models or some readers: text with
 * `data-nosnippet`, parts for members, for paper or for mail, and what a condition never shows. Changes the tree.
 */
export function removeClosedParts(tree: Root | Element, rules: PrivacyRules): void {
  const open: (Root | Element)[] = [tree];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const children: Nodes[] = parent.children;
    let isOff = false;
    const kept = children.filter((child) => {
      if (child.type === 'comment') {
        if (RANGE_START.test(child.value)) isOff = !isAllowed('noindex', rules);
        else if (RANGE_END.test(child.value)) isOff = false;
      }
      if (isOff || (child.type === 'element' && isClosed(child, rules))) return false;
      if (child.type === 'element') open.push(child);
      return true;
    });
    if (kept.length < children.length) parent.children = kept as typeof parent.children;
  }
}

function isClosed(element: Element, rules: PrivacyRules): boolean {
  if (NOT_FOR_INDEXES.test(element.tagName)) return !isAllowed(element.tagName, rules);
  if (!hasProperties(element)) return false;
  return (
    isUnderReview(element) ||
    hasClosedClass(element, rules) ||
    hasClosedData(element, rules) ||
    isConditional(element, rules)
  );
}

/** A comment that only its author and the moderators see yet, as WordPress marks it. */
function isUnderReview(element: Element): boolean {
  if (!classes(element).includes('comment')) return false;
  return (
    findElement(element, (inner) => classes(inner).includes('comment-awaiting-moderation')) !== undefined
  );
}

function isAllowed(name: string, rules: PrivacyRules): boolean {
  return rules.allow.length > 0 && judgeName(name, rules)?.kind === 'allow';
}

function hasClosedClass(element: Element, rules: PrivacyRules): boolean {
  const names = classes(element);
  if (names.length === 0) return false;
  const isForPaper =
    names.some((name) => HIDDEN_CLASS.test(name)) && names.some((name) => PRINT_CLASS.test(name));
  return isForPaper || names.some((name) => CLOSED_CLASS.test(name) && !isAllowed(name, rules));
}

function hasClosedData({ properties }: Element, rules: PrivacyRules): boolean {
  for (const name in properties) {
    if (!name.startsWith('data')) continue;
    const value = properties[name];
    const written = name
      .slice('data'.length)
      .replace(/(?<=.)[A-Z]/g, '-$&')
      .toLowerCase();
    if (name === 'dataNosnippet' || name === 'dataNoindex') {
      if (!/^(?:false|off|no)$/i.test(String(value)) && !isAllowed(written, rules)) return true;
    } else if (READERS.test(name) && !isAllowed(written, rules)) {
      // A switch without a value is on.
      if (value === '' || value === true ? !/^dataRoles?$/.test(name) : restricts(name, value)) return true;
    }
  }
  return false;
}

function restricts(name: string, value: unknown): boolean {
  if (valueIsOpen(value)) return false;
  // The plans of Memberstack have names of the site's own.
  return /^dataMs/.test(name) || valueRestricts(value);
}

function isConditional(element: Element, rules: PrivacyRules): boolean {
  return SHOWN_IF.some((name) => {
    if (element.properties[name] === undefined) return false;
    const condition = property(element, name);
    return NEVER.test(condition) || conditionVerdict(condition, rules) !== undefined;
  });
}
