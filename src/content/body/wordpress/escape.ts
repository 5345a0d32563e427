/** Makes a text that may already hold entities (an attribute of a shortcode) safe: `&` stays as it is. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Escapes text that may hold entities already, as titles and alternative texts of a library do: `&` only where bare. */
export function escapeOnce(text: string): string {
  return escapeMarkup(text.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, '&amp;'));
}

const FORMATTING = /&lt;(\/?)(br|b|strong|em|i|u|small|sup|sub|code|mark|span)\s*\/?&gt;/gi;

/** Text of an attribute that the page shows as HTML: line breaks and bare formatting stay, everything else is text. */
export function markup(text: string): string {
  return escapeOnce(text).replace(FORMATTING, '<$1$2>');
}

/** True for an address that a link or an image may carry. */
export function isWebAddress(url: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/)|\/\/\w|mailto:|tel:|#)/i.test(url);
}
