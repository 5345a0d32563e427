const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Drops what XML 1.0 can't contain: most controls, lone surrogates, U+FFFE and U+FFFF. */
function xmlCharacters(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/**
 * Escapes text for element content and attribute values.
 * @see https://www.w3.org/TR/xml/#charsets
 */
export function escapeXml(text: string): string {
  return xmlCharacters(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Wraps text (usually HTML) in CDATA sections; `]]>` is split over two of them. */
export function cdata(text: string): string {
  return `<![CDATA[${xmlCharacters(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
