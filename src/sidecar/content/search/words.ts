/** Text as it is compared: case and the forms of accents do not matter, and no character stops a database. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\u0000', ' ');
}

/** Most words of a search that count. */
const MAX_WORDS = 20;
/** Most characters of a search that count. */
const MAX_SEARCH = 500;

/** The words of a search, each once, as the index has them. */
export function searchWords(search: string): readonly string[] {
  const folded = foldText(search.slice(0, MAX_SEARCH));
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ''))].slice(0, MAX_WORDS);
}
