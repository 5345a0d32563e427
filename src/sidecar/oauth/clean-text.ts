// Controls, and characters that are not seen or turn a line around: a name could pretend to be another one.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A self-chosen name, as one line of a bounded length.
 * @param max characters
 */
export function cleanText(text: string, max: number): string {
  const line = text.replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  return Array.from(line).slice(0, max).join('').trim();
}
