/** A text that is no part of another: a part of a long text keeps the whole of it in memory. */
export function detachString(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
