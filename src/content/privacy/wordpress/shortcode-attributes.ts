import type { PrivacyRules } from '../../../config/config.js';
import { parseShallowJson } from '../../../core/json.js';
import { hideOnAllScreens } from '../classes.js';
import { classifyName, isCapability, valueIsOpen, valueRestricts } from '../privacy.js';
import { type GatingAttribute, gates } from './attributes.js';
import { isRoleOfPerson, WITHOUT_ACCOUNT } from './audience.js';

/**
 * Page builders keep what an editor switched off, on all screens, as a draft, and what is shown for some time only
 * with its dates.
 */
function isSwitchedOff(key: string, value: string): boolean {
  if (key === 'status') return /^publish(?:ed)?_(?:after|until)$/.test(value);
  if (/^(?:if|unless|evaluate)$/.test(key)) return value.trim() !== '';
  if (key === 'disabled') return value === 'on';
  if (key === 'action') return value === 'conditional';
  return (key === 'disable_element' && value === 'yes') || (key === 'disabled_on' && value === 'on|on|on');
}

/** The parameter by which an element is hidden on all sizes of screens. */
function hiddenAtAllSizes(attributes: Readonly<Record<string, string>>): string | undefined {
  const hiding = Object.entries(attributes).filter(
    ([key, value]) => /hid/i.test(`${key} ${value}`) && !valueIsOpen(value),
  );
  return hideOnAllScreens(
    hiding.flatMap(([key, value]) => [
      key,
      ...value.split(/\s+/),
      // Sizes such as `small-visibility` are those on which an element is shown.
      ...(value.match(/(?<![^\s,])[a-z]+(?![^\s,])/g) ?? []).map((size) => `hide-${size}`),
    ]),
  )
    ? hiding[0]?.[0]
    : undefined;
}

/** Parameters of shortcodes that name the readers who see the text, or those who don't. */
const READERS = /^(?:show|limit|cap|capability|only)$/;
const OTHER_READERS = /^(?:hide|hidden|except|exclude|not)$/;

const SIGNED_IN = /^(?:(?:logged|signed)[-_ ]?in|members?|subscribers?|registered)(?:[-_ ]only)?$/i;
/** Parameters for what the account of a reader must have, with a slug or numbers. */
const RANK =
  /^(?:(?:(?:user|wp|allowed|required)[-_]?)roles?|roles|caps?|capabilit(?:y|ies)|level[-_]?ids?|plan[-_]?ids?|subscriptions?(?:[-_]?ids?)?|auth)$/i;
/** Such parameters where the name of the shortcode has no meaning of its own. */
const RANK_OF_BOX = /^(?:role|plans?|products?|courses?|packages?|tags?|requires?)(?:[-_]?ids?)?$/i;
const SLUGS = /^[\p{Ll}\p{N}_-]+(?:\s*,\s*[\p{Ll}\p{N}_-]+)*$/iu;
/** Values that make an element of a box. */
const ELEMENT =
  /^(?:h[1-6]|p|div|span|section|article|aside|header|footer|main|ul|ol|li|figure|alert|banner|complementary|contentinfo|form|group|img|list|listitem|navigation|none|note|presentation|region|search|status|tab|tablist|tabpanel|dialog|button|menu|doc-\w+)$/i;

/** Returns true for a parameter of a container without a purpose of its own that names a role, a plan or a product. */
export function namesRank(key: string, value: string): boolean {
  return (
    RANK_OF_BOX.test(key) && SLUGS.test(value.trim()) && !ELEMENT.test(value.trim()) && !valueIsOpen(value)
  );
}

/** Returns true for such a parameter. */
export function namesReaders(key: string, value: string): boolean {
  if (OTHER_READERS.test(key)) return WITHOUT_ACCOUNT.test(value.trim());
  if (/^(?:users|usernames?|user_?ids?)$/.test(key)) return !valueIsOpen(value);
  // One number may be that of headings.
  if (key === 'levels' && /^\d+(?:\s*,\s*\d+)+$/.test(value.trim())) return true;
  if (RANK.test(key) && SLUGS.test(value.trim())) return !valueIsOpen(value) && !ELEMENT.test(value.trim());
  if (/^(?:type|for|who|state|mode)$/.test(key) && SIGNED_IN.test(value.trim())) return true;
  return (
    READERS.test(key) && !valueIsOpen(value) && valueRestricts(value) && !/^(?:1|true|yes|on)$/i.test(value)
  );
}

/** The conditions that Divi and Avada keep as JSON in base64; `W10=` is an empty list. */
function decodedList(value: string): unknown {
  if (!/^W[\w+/]+=*$/.test(value)) return undefined;
  return parseShallowJson(Buffer.from(value, 'base64').toString());
}

/**
 * Returns the attribute that limits the text of a shortcode to some readers.
 * @param attributes by name; unnamed ones by number
 */
export function gatingShortcodeAttribute(
  attributes: Readonly<Record<string, string>>,
  rules: PrivacyRules,
): GatingAttribute | undefined {
  const hidden = hiddenAtAllSizes(attributes);
  for (const [key, value] of Object.entries(attributes)) {
    const verdict = classifyName(key, rules);
    if (verdict?.kind === 'allow' || (verdict?.kind !== 'deny' && isRoleOfPerson(key, attributes))) continue;
    if (verdict?.kind === 'deny' && !valueIsOpen(value)) return { path: key, pattern: verdict.pattern };
    if (key === hidden || isSwitchedOff(key, value)) return { path: key };
    if (
      /^\d+$/.test(key)
        ? /^(?:members|subscribers|logged[-_]in)(?:[-_]only)?$/i.test(value) || isCapability(value)
        : gates(key, decodedList(value) ?? value)
    ) {
      return { path: key };
    }
  }
  return undefined;
}
