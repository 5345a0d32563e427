import { accessWord } from '../privacy.js';

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
