import { plainText } from '../../content/html/text.js';

/**
 * A name as a person would write it: `Food & Drink` for `Food &amp; Drink`. Names are read as HTML again when they
 * are shown, so a name that this would change stays as it is.
 */
export function plainName(name: string): string {
  const plain = plainText(name);
  return plainText(plain) === plain ? plain : name;
}
