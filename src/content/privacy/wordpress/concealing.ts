import { isObject } from '../../../core/json.js';
import { accessWord, kebabName } from '../privacy.js';

/** The subject of a switch that conceals the block itself, and not a label in it. */
const SELF =
  /^(?:block|content|text|section|element|this|it|self|is|are|for|from|to|on|if|when|all|everyone|visitors?|guests?|users?|enabled|status|mode|state|me|the|box|group|web|website|frontend|front|end|out)$/;
const CONCEALING = /^(?:hides?|hidden|hiding|conceal(?:ed)?|locked|lock|unlock(?:ed)?|invisible)$/;
/** From readers who aren't signed in. */
const FROM_GUESTS = /-(?:not|non)-(?:logged|signed|registered|members?)/;

/** Returns true for a switch that hides a part of a block (`hideLabel`), not the block itself (`hideBlock`, `hiddenFromGuests`). */
export function concealsPart(parts: readonly string[]): boolean {
  return (
    parts.some((part) => CONCEALING.test(part)) &&
    !FROM_GUESTS.test(parts.join('-')) &&
    !parts.every((part) => CONCEALING.test(part) || SELF.test(part) || accessWord(part) !== undefined)
  );
}

const FROM_ACCOUNTS = /^hid(?:e|den)-(?:when|if|for|from)-logged-in(?:-users?)?$/;
const TO_GUESTS =
  /^(?:only|(?:show|display|visible)(?:-(?:to|for|if|when))?)-(?:not-logged-in|logged-out)(?:-users?)?$/;
const AUDIENCE = /^(?:restrict(?:ed)?-to|(?:show|shown|display|visible)-(?:to|for))$/;
const GUESTS = /^(?:not[-_]?logged[-_]?in|logged[-_]?out|guests?|visitors?)$/i;

/**
 * Returns true for an attribute by which readers without an account see a block: `hideWhenLoggedIn: true`, also as the only
 * one of an object, and `restrictTo: ["logged-out"]`.
 * @param name the parts of the key, joined by hyphens
 */
export function showsToGuests(name: string, value: unknown): boolean {
  if (isObject(value)) {
    const set = Object.entries(value).filter(([, item]) => item !== false && item !== null && item !== '');
    return (
      set.length > 0 && set.every(([key, item]) => !isObject(item) && showsToGuests(kebabName(key), item))
    );
  }
  if (value === true) return FROM_ACCOUNTS.test(name) || TO_GUESTS.test(name);
  return AUDIENCE.test(name) && [value].flat().some((item) => typeof item === 'string' && GUESTS.test(item));
}
