// Control, invisible and direction-changing characters, which could disguise a name as another one.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Cleans a self-chosen name: one line of limited length.
 * @param max characters
 */
export function cleanText(text: string, max: number): string {
  const line = text.replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  return Array.from(line).slice(0, max).join('').trim();
}
