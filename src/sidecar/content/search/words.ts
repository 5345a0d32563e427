/** Normalises text for comparison: ignores case and Unicode forms, and replaces U+0000, which databases reject. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\u0000', ' ');
}

/** Maximum number of words in a search. */
const MAX_WORDS = 20;
/** Maximum length of a search in characters. */
const MAX_SEARCH = 500;

/** Returns the words of a search without duplicates, normalised like the index. */
export function searchWords(search: string): readonly string[] {
  const folded = foldText(search.slice(0, MAX_SEARCH));
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ''))].slice(0, MAX_WORDS);
}
