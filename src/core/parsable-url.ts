/**
 * Whether a text is an address, as `URL.canParse` says. That function itself rejects all addresses with a letter such as
 * `ü` in Node.js 20, after a program has called it some thousand times.
 * @param base resolves a relative address
 */
export function isParsableUrl(text: string, base?: string | URL): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is an absolute address of the web. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && isParsableUrl(text);
}
