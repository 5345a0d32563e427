/** Text of a Caddyfile. */

/** A block with its lines one step further in. */
export function caddyBlock(head: string, lines: readonly string[]): readonly string[] {
  return [`${head} {`, ...lines.map((line) => (line === '' ? '' : `\t${line}`)), '}'];
}

/** A string in which nothing is a placeholder. */
export function caddyText(text: string): string {
  return caddyRaw(text.replace(/\{/g, '\\{'));
}

/** A string that is an expression or has placeholders. */
export function caddyRaw(text: string): string {
  return text.includes('`') ? `"${text.replace(/"/g, '\\"')}"` : `\`${text}\``;
}
