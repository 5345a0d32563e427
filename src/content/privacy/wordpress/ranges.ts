/** A range of a text that is for some readers only, and why. */
export interface Gate {
  readonly from: number;
  readonly to: number;
  readonly kind: 'shortcode' | 'block' | 'comment';
  /** As `privacy.allow` would name it. */
  readonly name: string;
  /** The attribute that decided, where one did. */
  readonly attribute?: string;
  /** It never ends: all text after it is held back. */
  readonly isUnclosed?: boolean;
  /** Named by the owner in `privacy.deny`. */
  readonly isDenied?: boolean;
}

/** The outermost gates in the order of the text; those that overlap become one. */
export function outermost(gates: readonly Gate[]): Gate[] {
  const result: Gate[] = [];
  for (const gate of [...gates].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last === undefined || gate.from >= last.to) result.push(gate);
    else if (gate.to > last.to) result[result.length - 1] = { ...last, to: gate.to };
  }
  return result;
}

/** The text without some ranges, in order. */
export function without(text: string, ranges: readonly Pick<Gate, 'from' | 'to'>[]): string {
  let kept = '';
  let at = 0;
  for (const { from, to } of ranges) {
    kept += text.slice(at, from);
    at = Math.max(at, to);
  }
  return kept + text.slice(at);
}
