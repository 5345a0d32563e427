import type { PrivacyRules } from '../../../config/config.js';
import { commentGates } from './comment-gates.js';
import { type Gate, outermost, without } from './ranges.js';
import { shortcodeGates } from './shortcode-gates.js';

/** A text without the parts for some readers only. */
export interface CutText {
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
  const comments = commentGates(text, rules);
  if (shortcodes.length === 0 && comments.length === 0) return { text, gates: [], enclosing };
  const gates = outermost([...shortcodes, ...comments]);
  return { text: without(text, gates), gates, enclosing };
}
