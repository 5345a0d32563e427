/** Escapes plain text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Makes a text that may already hold entities (an attribute of a shortcode) safe: `&` stays as it is. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** True for an address that a link or an image may carry. */
export function isWebAddress(url: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/)|\/\/\w|mailto:|tel:|#)/i.test(url);
}
