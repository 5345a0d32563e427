import type { Element } from 'hast';
import type { PrivacyRules } from '../../../config/config.js';
import { words } from '../../../core/text.js';
import { classesOf, property } from '../../html/element.js';
import { isClosedClass, MAY_CLOSE as MAY_CLOSE_CLASS } from '../classes.js';
import { conditionVerdict } from '../markdown/conditions.js';
import { classifyName, valueIsOpen, valueRestricts } from '../privacy.js';

/** Conditions of Vue, Alpine and Angular for showing an element. */
const SHOWN_IF = new Set(
  words(`
    v-if v-else-if v-show x-if x-show ng-if ng-show dataNgIf dataNgShow *ngif amp-access dataCondition dataIf th:if if.bind show.bind tal:condition py:if
  `),
);

/** Conditions of Vue, Alpine and Angular for hiding an element. */
const HIDDEN_IF = new Set(words('ng-hide dataNgHide [hidden] :hidden v-bind:hidden x-bind:hidden'));

/** Conditions in the bindings of Knockout. */
const BOUND = /(?:^|[,{])\s*(?:if|visible)(not)?\s*:\s*([^,}]+)/;
/** Directives of Vue that ask what a reader may do. */
const ASKS = /^(?:v-(?:can|permission|has-?(?:role|permission)|role|auth)(?:[:.]|$)|sec:authorize$)/;

const NEVER = /^\s*(?:false|null|undefined|0)\s*$/;

/** Data attributes that say who may read an element. */
const READERS =
  /^data(?:Ms(?:Content|Membership|Perm)|MemberstackContent|PooolMode|OAuthenticated|OPlanids|LoggedIn|Subscription|Visibility|Access(?:[Ll]evel)?|ContentAccess|Audience|Auth|Restricted|Role|Roles|(?:Allowed|Required?)Roles?|Capability|Authenticated|Internal|Confidential|Classification|Restrict(?:ed)?(?:To)?|Requires?[A-Z]\w+|(?:[A-Z]\w*)?(?:Show|Visible|Visibility)(?:To|For|If|When)|(?:Ghost|Kg)Visibility|Private|Membership|(?:[A-Z]\w*)?AccessGroups?)$/;

/** Data attributes that mark a text for some readers, or a box with a plan, a lock or a product. */
const MAY_CLOSE =
  /^data(?:Premium|Locked|Paid|Members?|Subscribers?|Draft|Unpublished|Gated|(?:[A-Z]\w*)?(?:Gate|Paywall(?:ed)?)|ContentTier|ArticleAccess|Entitlements?|Permissions?|Clearance|Confidentiality|(?:Password)?Protected)$/;

/** True where the owner publishes what has this name. */
export function isAllowed(name: string, rules: PrivacyRules): boolean {
  return rules.allow.length > 0 && classifyName(name, rules)?.kind === 'allow';
}

/** True for an element whose attributes say that it isn't for every reader, or is never shown. */
export function hasClosedProperty(element: Element, rules: PrivacyRules): boolean {
  for (const name in element.properties) {
    if (SHOWN_IF.has(name) && isNeverShown(property(element, name), rules)) return true;
    // What AMP shows to subscribers.
    if (name === 'subscriptions-section' && property(element, name) === 'content') return true;
    if (ASKS.test(name) && !isAllowed(name, rules)) return true;
    if (HIDDEN_IF.has(name) && conditionVerdict(property(element, name), rules, 'unless') !== undefined)
      return true;
    if (name === 'dataBind' && isBoundToReader(property(element, name), rules)) return true;
    if (!name.startsWith('data')) continue;
    const value = element.properties[name];
    const written = attributeName(name);
    if (name === 'dataNosnippet' || name === 'dataNoindex') {
      if (!/^(?:false|off|no)$/i.test(String(value)) && !isAllowed(written, rules)) return true;
    } else if ((READERS.test(name) || isClosedClass(written)) && !isAllowed(written, rules)) {
      // An attribute without a value is true.
      if (value === '' || value === true ? !/^dataRoles?$/.test(name) : restricts(name, value)) return true;
    }
  }
  return false;
}

/** `members-only` for `dataMembersOnly`. */
function attributeName(property: string): string {
  return property
    .slice('data'.length)
    .replace(/(?<=.)[A-Z]/g, '-$&')
    .toLowerCase();
}

function restricts(name: string, value: unknown): boolean {
  // `!members` are the other readers.
  if (valueIsOpen(value) || String(value).startsWith('!')) return false;
  // Each site names its own plans and groups. Poool's modes all hide text.
  return (
    /^data(?:Ms|Memberstack|Poool|OPlanids|Membership$|(?:Allowed|Required?)Role|(?:[A-Z]\w*)?AccessGroup)/.test(
      name,
    ) || valueRestricts(value)
  );
}

/** True for a binding of Knockout that shows something to some readers, or never. */
export function isBoundToReader(binding: string, rules: PrivacyRules): boolean {
  const [, not, condition = 'true'] = BOUND.exec(binding) ?? [];
  return not === undefined
    ? isNeverShown(condition, rules)
    : conditionVerdict(condition, rules, 'unless') !== undefined;
}

function isNeverShown(condition: string, rules: PrivacyRules): boolean {
  return NEVER.test(condition) || conditionVerdict(condition, rules) !== undefined;
}

/** Returns true for a mark of text for some readers that stands at products as well. */
export function mayBeClosed(element: Element, rules: PrivacyRules): boolean {
  const { properties } = element;
  const name = classesOf(element).find((one) => MAY_CLOSE_CLASS.test(one));
  if (name !== undefined) return !isAllowed(name, rules);
  for (const name in properties) {
    if (
      MAY_CLOSE.test(name) &&
      restricts(name, properties[name] || (name === 'dataPermissions' ? '' : 'true'))
    )
      return !isAllowed(attributeName(name), rules);
  }
  return false;
}
