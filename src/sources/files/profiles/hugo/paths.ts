/** Characters besides letters, digits and marks that Hugo keeps in paths. */
const DROPPED = /(?!%[0-9A-Fa-f]{2})[^\p{L}\p{M}\p{Nd}\s./\\_#+~@-]/gu;

/**
 * A text as Hugo writes it into paths: spaces become hyphens, and characters outside of its set are removed. Lower
 * case is up to the caller.
 */
function sanitisePath(text: string): string {
  return text
    .replace(DROPPED, '')
    .trim()
    .replace(/-?\s+-?/g, '-');
}

/** How a site writes its paths. */
export interface PathStyle {
  /** False with `disablePathToLower`. */
  readonly isLowerCase: boolean;
  /** With `removePathAccents`. */
  readonly removesAccents: boolean;
}

/** A part of a path in the style of a site. */
export function stylePath(text: string, { isLowerCase, removesAccents }: PathStyle): string {
  const clean = sanitisePath(text);
  const cased = isLowerCase ? clean.toLowerCase() : clean;
  return removesAccents
    ? cased
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .normalize('NFC')
    : cased;
}
