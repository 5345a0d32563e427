/** Attributes of a block as its comment holds them: without a character that could end it. */
export function blockJson(attributes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(attributes)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
}
