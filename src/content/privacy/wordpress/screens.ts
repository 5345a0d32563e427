import { isObject } from '../../../core/json.js';
import { hideOnAllScreens } from '../classes.js';
import { nameParts } from '../privacy.js';
import { DEVICE_WORDS } from '../words.js';

/** The three sizes of screens that extensions distinguish. */
const SIZES = [/desk(?:top)?$/i, /tab(?:let)?$/i, /(?:mob(?:ile)?|phone)$/i];
/** The three of Block Visibility; two more are optional. */
const WIDTHS = [/^large$/, /^medium$/, /^small$/];
/** Switches that hide a block on a screen, `vsdesk` those of Kadence. */
const HIDES = /^vs(?:desk|tablet|mobile)$|hid(?:e|den)/i;
/** Keys of objects whose switches show a block. */
const SHOWS = /visib|^viewport$|^editorskit$|^(?:devices|screens)$/i;

/**
 * The switches by which a block is hidden on all sizes of screens: an editor keeps it as a draft.
 * @param parent the key of the object; empty for the attributes of a block
 */
export function hiddenOnAllScreens(
  object: Readonly<Record<string, unknown>>,
  parent: string,
): string | undefined {
  const off = Object.entries(object).flatMap(([key, value]) =>
    (value === true && (HIDES.test(key) || HIDES.test(parent))) || (value === false && SHOWS.test(parent))
      ? key
      : [],
  );
  if (coversAll(off)) return off[0];
  // Cornerstone lists the sizes: `hide_bp: "xs sm md lg xl"`.
  return Object.keys(object).find((key) => {
    const value = /^hide_/.test(key) ? object[key] : undefined;
    return typeof value === 'string' && hideOnAllScreens(value.split(/[\s,]+/).map((size) => `hide-${size}`));
  });
}

const coversAll = (names: readonly string[]) =>
  [SIZES, WIDTHS].some((sizes) => sizes.every((size) => names.some((name) => size.test(name))));

/** A least level of readers, such as `minLevel: 2`; beside a greatest one it's that of headings. */
export function leastLevel(object: Readonly<Record<string, unknown>>): string | undefined {
  const keys = Object.keys(object);
  if (keys.some((key) => /^max|heading/i.test(key))) return undefined;
  return keys.find((key) => {
    const value = object[key];
    const isSet = (typeof value === 'number' && value > 0) || (typeof value === 'string' && value !== '');
    return /^min(?:imum)?_?level$/i.test(key) && isSet;
  });
}

/** The values of a setting that a builder keeps for each size of screen: `{"desktop": {"value": …}}`. */
export function valuesOnScreens(value: unknown): readonly unknown[] | undefined {
  if (!isObject(value)) return undefined;
  const screens = Object.entries(value);
  const isKept = screens.every(
    ([screen, item]) => DEVICE_WORDS.test(nameParts(screen)[0] ?? '') && isObject(item) && 'value' in item,
  );
  return screens.length > 0 && isKept
    ? screens.map(([, item]) => (item as { readonly value?: unknown }).value)
    : undefined;
}
