import { hideOnAllScreens } from '../classes.js';
import { withholds } from '../gate-names.js';
import { DEVICE_WORDS } from '../words.js';

/** Parameter values that invert the audience: `operation="hide"`. */
const TURNED = /^(?:hides?|hidden|exclude|deny|not|!)$/i;

const SHOWN_TO = /^(?:(?:display|show|visible)[-_]?(?:to|for)|(?:login[-_]?)?status)$/i;
/** Parameters whose meaning depends on the name: `[show for="guests"]`, `[hide for="guests"]`. */
const MEANT_FOR = /^(?:type|for|who)$/i;

/** Level 0 means no level, and -1 means that level 1 is missing. */
const NO_LEVEL = /^(?:(?:\d+,)*0(?:,\d+)*|-\d+(?:,-\d+)*)$/;

/** Returns true for what single extensions show to readers without an account, whatever their shortcode sounds like. */
function isGuestViewOf(name: string, attributes: Readonly<Record<string, string>>): boolean {
  const textOf = (key: string) => attributes[key]?.toLowerCase().replaceAll(' ', '') ?? '';
  switch (name) {
    case 'mepr-hide':
      return !/logged-?out/.test(textOf('if'));
    case 'mepr-show':
      return textOf('if') === 'loggedout';
    case 'toolset_access':
      return /(?:^|,)guest(?:,|$)/.test(textOf('role')) && textOf('operator') !== 'is_not';
    case 'membership':
      return NO_LEVEL.test(textOf('level') || textOf('levels'));
    case 's2if':
      return /^(?!.*(?:\band\b|&&)).*!is_user_logged_in\(\)/i.test(Object.values(attributes).join(' '));
    case 'ihc-hide-content':
      return /^(?:block-reg|show-unreg)$/.test(`${textOf('ihc_mb_type')}-${textOf('ihc_mb_who')}`);
    case 'swpm_protected':
      return textOf('for') === 'not-logged-in';
    case 'memberful':
      return Object.keys(attributes).some((key) => /^(?:does_not_have|unless)_/.test(key));
    case 'groups_can_not':
      return textOf('capability') !== '';
    case 'ms-protect-content':
      return textOf('access') === 'no';
    case 'mm_member_decision':
    case 'mm_access_decision':
      return /^(?:false|no)$/.test(textOf('isMember') || textOf('access'));
    case 'arm_restrict_content':
      return /^(?:show-unregistered|hide-registered),*$/.test(`${textOf('type')}-${textOf('plan')}`);
    case 'b2bking_content':
      return /^(?:.*,)?logged-?out(?:,|$)/.test(textOf('show'));
    default:
      return name.startsWith('mepr-') && textOf('ifallowed') === 'hide';
  }
}

/** Returns true for what is shown or hidden on some screens: `[hide for="small"]`. */
function isAboutScreens(name: string, values: readonly string[]): boolean {
  const sizes = values.flatMap((value) => value.toLowerCase().split(/[\s,]+/));
  return (
    /^(?:hide|hidden|show|display|visible)(?:[-_]|$)/i.test(name) &&
    sizes.length > 0 &&
    sizes.every((size) => DEVICE_WORDS.test(size)) &&
    !hideOnAllScreens(sizes.map((size) => `hide-${size}`))
  );
}

/** Returns true if the parameters of a shortcode show its text to readers who aren't signed in. */
export function opensToGuests(name: string, attributes: Readonly<Record<string, string>>): boolean {
  const entries = Object.entries(attributes);
  if (isGuestViewOf(name.toLowerCase(), attributes) || isAboutScreens(name, Object.values(attributes)))
    return true;
  return (
    entries.some(
      ([key, value]) =>
        ((SHOWN_TO.test(key) || (MEANT_FOR.test(key) && !withholds(name))) &&
          /^(?:not[-_ ]?logged[-_ ]?in|(?:logged[-_ ]?)?out|guests?)$/i.test(value.trim())) ||
        (/^logged[-_]?out$/i.test(key) && /^(?:1|true|yes)$/i.test(value.trim())),
    ) && !entries.some(([key, value]) => TURNED.test(value.trim()) || (TURNED.test(key) && value !== ''))
  );
}
