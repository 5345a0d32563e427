/** Schemes that run code or carry data instead of leading somewhere. */
const UNSAFE_SCHEME = /^(?:javascript|vbscript|data|livescript|mocha):/i;

/**
 * Makes a link's address fit for Markdown.
 *
 * @param href attribute as written
 * @returns address without white space, or undefined when it is empty or would run code
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser (tabs and newlines are removed)
 */
export function safeLinkTarget(href: string): string | undefined {
  // Browsers ignore these characters, so `java\nscript:` is a scheme too.
  const url = trimControls(href.replace(/[\t\n\r]/g, ''));
  if (url === '' || UNSAFE_SCHEME.test(url.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\ufeff]/g, '')))
    return undefined;
  return encodeSpaces(url);
}

/** A fragment is never sent, so its letters need no encoding: `#茶` instead of `#%E8%8C%B6`. */
export function withReadableFragment(url: string): string {
  const at = url.indexOf('#');
  if (at < 0) return url;
  return (
    url.slice(0, at) +
    url.slice(at).replace(/(?:%[89A-F][\dA-F])+/gi, (bytes) => {
      try {
        const text = decodeURIComponent(bytes);
        return /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u.test(text) ? text : bytes;
      } catch {
        return bytes;
      }
    })
  );
}

/**
 * Makes an image's or media file's address fit for Markdown.
 *
 * @param src attribute as written
 * @returns address, or undefined when it is empty, inline data or code
 */
export function mediaTarget(src: string): string | undefined {
  const url = safeLinkTarget(src);
  return url === undefined || /^(?:blob|about):/i.test(url) ? undefined : url;
}

function trimControls(url: string): string {
  let start = 0;
  let end = url.length;
  while (start < end && url.charCodeAt(start) <= 32) start++;
  while (end > start && url.charCodeAt(end - 1) <= 32) end--;
  return url.slice(start, end);
}

function encodeSpaces(url: string): string {
  return url.replace(/[\u0000-\u0020\u007f]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
