/** What editors put behind a summary that they cut off. */
const CUT_OFF = /(?:\s*(?:\[?(?:…|\.{3}|&hellip;)\]?))+$/;
/** Shorter pieces recur by chance. */
const LEAST_WORDS = 3;

/**
 * Takes out of a summary the sentences that stand in the held part of the body and nowhere in its open part: plugins
 * and editors make summaries of the first words of a body, whoever may read them.
 * @param whole the body with the parts that are held back
 * @param open the body without them
 */
export function withoutHeldCopies(summary: string, whole: string, open: { readonly text: string }): string {
  if (summary === '' || whole === open.text) return summary;
  // Attributes hold texts too.
  const all = `${folded(whole)} ${folded(whole.replace(/[<>]/g, ' '))}`;
  const shown = folded(open.text);
  const isHeld = (piece: string) => {
    const words = folded(piece.trim().replace(CUT_OFF, ''));
    return words.split(' ').length >= LEAST_WORDS && all.includes(words) && !shown.includes(words);
  };
  const pieces = summary.split(/(?<=[.!?。！？…])\s+/u);
  const kept = pieces.filter((piece) => !isHeld(piece));
  return kept.length === pieces.length ? summary : kept.join(' ').trim();
}

/** Words alone: without tags, marks, punctuation and case. */
function folded(text: string): string {
  return text
    .replace(/<[^>]*>|&[a-z]+;|\\[nt]/gi, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
