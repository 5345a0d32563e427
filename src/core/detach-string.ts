/** A copy of a text that shares no memory with a longer one: a slice keeps the whole text in memory. */
export function detachString(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
