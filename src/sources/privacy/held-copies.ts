/** The ellipsis at the end of a shortened summary. */
const CUT_OFF = /(?:\s*(?:\[?(?:…|\.{3}|&hellip;)\]?))+$/;
/** Shorter sentences recur by chance. */
const LEAST_WORDS = 3;

/**
 * Makes a function that removes from a summary each sentence that is in the restricted part of the body but not in its
 * open part. Plugins and editors make summaries from the first words of a body, including restricted ones.
 * @param whole the body with the restricted parts
 * @param open the body without them
 */
export function heldCopiesRemover(whole: string, open: string): (summary: string) => string {
  if (whole === open) return (summary) => summary;
  let words: { readonly all: string; readonly shown: string } | undefined;
  const isHeld = (sentence: string) => {
    // Attributes contain texts too.
    words ??= { all: `${folded(whole)} ${folded(whole.replace(/[<>]/g, ' '))}`, shown: folded(open) };
    const own = folded(sentence.trim().replace(CUT_OFF, ''));
    return own.split(' ').length >= LEAST_WORDS && words.all.includes(own) && !words.shown.includes(own);
  };
  return function withoutHeldCopies(summary) {
    if (summary === '') return summary;
    const sentences = summary.split(/(?<=[.!?。！？…])\s+/u);
    const kept = sentences.filter((sentence) => !isHeld(sentence));
    return kept.length === sentences.length ? summary : kept.join(' ').trim();
  };
}

/** Only the words: without tags, marks, punctuation and case. */
function folded(text: string): string {
  return text
    .replace(/<[^>]*>|&[a-z]+;|\\[nt]/gi, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
