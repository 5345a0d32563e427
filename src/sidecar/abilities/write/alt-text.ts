import { plainText } from '../../../content/html/text.js';
import { AbilityError } from '../ability-error.js';
import { characters } from '../content.js';

/** Longest description of an image. A longer one is refused and never cut. */
export const MAX_ALT = 250;

/**
 * A description of an image as it is stored: plain text on one line.
 * @throws AbilityError `svc_empty_alt`, `svc_alt_too_long`
 */
export function cleanAlt(written: string): string {
  const alt = oneLine(written);
  if (alt === '') {
    const message =
      "The description is empty, and this ability can't remove a description. Describe what the image shows.";
    throw new AbilityError(400, 'svc_empty_alt', message);
  }
  const length = characters(alt);
  if (length <= MAX_ALT) return alt;
  const message = `The description has ${length} characters, and the limit is ${MAX_ALT}. Shorten it.`;
  throw new AbilityError(400, 'svc_alt_too_long', message);
}

/** Without markup, and with single spaces. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}

/** @throws AbilityError `svc_already_described`, always */
export function alreadyDescribed(alt: string): never {
  const message = `The image already has a description: "${alt}". Set "replace" to true to replace it.`;
  throw new AbilityError(409, 'svc_already_described', message);
}
