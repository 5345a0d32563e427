/**
 * The form in which file systems that ignore case compare names: two names that are one file on such a disk
 * fold alike. Independent of any locale.
 */
export function foldName(name: string): string {
  if (/^[\u0000-\u007f]*$/.test(name)) return name.toLowerCase();
  return [...name.normalize('NFC')].map(foldCharacter).join('');
}

// By way of the capital, since several small letters may share one: `ſ` and `s`, `ς` and `σ`.
function foldCharacter(character: string): string {
  const capital = character.toUpperCase();
  return (capital.length === character.length ? capital : character).toLowerCase();
}
