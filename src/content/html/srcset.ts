/** One image candidate of a `srcset`: its address and the descriptor after it (`2x`, `640w`, or nothing). */
interface SrcsetCandidate {
  readonly url: string;
  readonly descriptor: string;
}

const WHITESPACE = /[\t\n\f\r ]/;

/** Reads a descriptor up to the comma that ends the candidate; a comma inside parentheses does not. */
function descriptorEnd(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const char = text[at];
    if (char === '(') depth += 1;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (char === ',' && depth === 0) break;
  }
  return at;
}

/**
 * Splits a `srcset` into its candidates, in order. Addresses may contain commas (`data:`, image services).
 * @see https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
 */
export function parseSrcset(text: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = [];
  let at = 0;
  while (at < text.length) {
    while (at < text.length && (WHITESPACE.test(text[at] as string) || text[at] === ',')) at += 1;
    const start = at;
    while (at < text.length && !WHITESPACE.test(text[at] as string)) at += 1;
    const raw = text.slice(start, at);
    if (raw === '') break;
    const url = raw.replace(/,+$/, '');
    if (url !== raw) {
      // A comma right after the address ends the candidate: it has no descriptor.
      candidates.push({ url, descriptor: '' });
      continue;
    }
    const end = descriptorEnd(text, at);
    candidates.push({ url, descriptor: text.slice(at, end).trim().replace(/\s+/g, ' ') });
    at = end + 1;
  }
  return candidates;
}

/** Writes candidates back as one `srcset` value; the opposite of `parseSrcset`. */
export function formatSrcset(candidates: readonly SrcsetCandidate[]): string {
  return candidates.map(({ url, descriptor }) => (descriptor ? `${url} ${descriptor}` : url)).join(', ');
}
