/** A number with its noun: `1 page`, `2 pages`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The word with a capital first letter. */
export function capitalised(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}

/** A name in words: `case_study` becomes `Case study`. */
export function inWords(name: string): string {
  return capitalised(name.replace(/[-_]+/g, ' ').trim());
}

/** A text as a pattern that matches exactly this text. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The words of a list that is written as a text. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
