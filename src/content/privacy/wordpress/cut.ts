import type { PrivacyRules } from '../../../config/config.js';
import { curlyGates } from '../markdown/cut.js';
import { spanAt } from '../markdown/spans.js';
import { commentGates } from './comment-gates.js';
import { type Gate, outermost, without } from './ranges.js';
import { shortcodeGates } from './shortcode-gates.js';
import { verbatimSpans } from './tags.js';

/** A text without the parts for some readers only. */
interface CutText {
  readonly text: string;
  readonly gates: readonly Gate[];
  /** Enclosing shortcodes that were kept, with how often each occurs in the text. */
  readonly enclosing: ReadonlyMap<string, number>;
}

/**
 * Cuts out of the stored text of a WordPress entry whatever encloses text and is known to be, or sounds like,
 * access. Works on the text as it is stored, before anything is parsed, so that unbalanced markup
 * moves no boundary.
 */
export function cutGates(text: string, rules: PrivacyRules): CutText {
  const { gates: shortcodes, enclosing } = shortcodeGates(text, rules);
  const others = [...commentGates(text, rules), ...shownCurlyGates(text, rules)];
  if (shortcodes.length === 0 && others.length === 0) return { text, gates: [], enclosing };
  const gates = outermost([...shortcodes, ...others]);
  return { text: without(text, gates), gates, enclosing };
}

/** The ranges of `{members}…{/members}` that no sample of code encloses. */
export function shownCurlyGates(text: string, rules: PrivacyRules): readonly Gate[] {
  const gates = curlyGates(text, rules);
  if (gates.length === 0) return gates;
  const samples = verbatimSpans(text).map(([from, to]) => ({ from, to, kind: 'sample' }));
  return gates.filter(({ from, to }) => to > (spanAt(samples, from)?.to ?? 0));
}
