import type { Span } from './spans.js';

const INDENTED = /^(?: {4}| {0,3}\t)/;
/** A line in or below which indented text may be more than code: a list, a callout, a definition, a note, markup. */
const MAY_CONTAIN = /^(?:\s|[-*+]\s|\d{1,9}[.)]\s|!!!|\?\?\?|===|[:<>{/.]|\[\^)/;

/**
 * Finds the indented code blocks that follow a plain paragraph or a heading. In doubt it's text: in a list, four
 * blanks belong to the item.
 */
export function indentedCode(text: string): readonly Span[] {
  const spans: Span[] = [];
  let [at, isAfterBlank, isPlain] = [0, true, false];
  let from: number | undefined;
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (!isBlank && INDENTED.test(line)) {
      // Without an empty line, indented text continues its paragraph.
      if (isAfterBlank && isPlain) from ??= at;
    } else if (!isBlank) {
      if (from !== undefined) spans.push({ from, to: at, kind: 'indented' });
      from = undefined;
      isPlain = (isAfterBlank || isPlain) && !MAY_CONTAIN.test(line);
    }
    isAfterBlank = isBlank;
    at += line.length + 1;
  }
  if (from !== undefined) spans.push({ from, to: text.length, kind: 'indented' });
  return spans;
}
