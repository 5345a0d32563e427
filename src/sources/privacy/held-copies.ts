import type { Gate } from '../../content/privacy/wordpress/ranges.js';
import { isNoteworthy } from '../../content/privacy/wordpress/warnings.js';
import type { AuditListener, FoundGate } from '../audit.js';

/** The ellipsis at the end of a shortened summary. */
const CUT_OFF = /(?:\s*(?:\[?(?:…|\.{3}|&hellip;)\]?))+$/;

/** Texts that name a page: a short copy of restricted words in them is chance. */
export const NAMING_TEXTS: ReadonlySet<string> = new Set(['title', 'seoTitle', 'menuTitle', 'focusKeyword']);

/** Shorter titles recur by chance. */
const MIN_WORDS = 3;

/**
 * Makes a function that removes from a summary each sentence that is in the restricted part of the body but not in its
 * open part. Plugins and editors make summaries from the first words of a body, including restricted ones.
 * @param whole the body with the restricted parts
 * @param open the body without them
 */
export function heldCopiesRemover(
  whole: string,
  open: string,
): (summary: string, isTitle: boolean) => string {
  if (whole === open) return (summary) => summary;
  let words: { readonly all: string; readonly shown: string } | undefined;
  const isHeld = (sentence: string, least: number) => {
    // Attributes contain texts too.
    words ??= { all: `${folded(whole)} ${folded(whole.replace(/[<>]/g, ' '))}`, shown: folded(open) };
    const own = folded(sentence.trim().replace(CUT_OFF, ''));
    return (
      own !== '' && own.split(' ').length >= least && words.all.includes(own) && !words.shown.includes(own)
    );
  };
  return function withoutHeldCopies(summary, isTitle) {
    if (summary === '') return summary;
    const sentences = summary.split(/(?<=[.!?。！？…])\s+/u);
    const least = isTitle ? MIN_WORDS : Math.min(sentences.length, MIN_WORDS - 1);
    const kept = sentences.filter((sentence) => !isHeld(sentence, least));
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

/** Reports to an audit the gates that were cut from an entry. */
export function auditGates(audit: AuditListener, ref: string, gates: readonly Gate[]): void {
  for (const gate of gates) {
    const { kind, name, attribute } = gate;
    const decider = deciderOf(gate);
    audit.gate({ ref, kind, name, ...(attribute !== undefined && { attribute }), isHeldBack: true, decider });
  }
}

function deciderOf(gate: Gate): FoundGate['decider'] {
  if (gate.isUnclosed) return 'unclosed';
  if (gate.isDenied) return 'privacy.deny';
  return isNoteworthy(gate) ? 'sound' : 'known';
}

/**
 * The gates that only `privacy.allow` keeps open.
 * @param held what is cut under the owner's rules
 * @param without what would be cut without `privacy.allow`
 */
export function keptByAllow(
  held: readonly Gate[],
  without: readonly Gate[],
): readonly Omit<FoundGate, 'ref'>[] {
  const key = ({ kind, name, attribute }: Gate) => JSON.stringify([kind, name, attribute]);
  const cut = new Set(held.map(key));
  return without
    .filter((gate) => !cut.has(key(gate)))
    .map(({ kind, name, attribute }) => ({
      kind,
      name,
      ...(attribute !== undefined && { attribute }),
      isHeldBack: false,
      decider: 'privacy.allow',
    }));
}
