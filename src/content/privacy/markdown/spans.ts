/** A part of a text in which tags mean something else. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

const COMMENT = /<!--/g;
const RAW = /\{%-?\s*(raw|verbatim|comment)\b[^%]*%\}/g;

/** The comments of HTML, in their order. */
export function commentSpans(text: string): readonly Span[] {
  return spansOf(text, COMMENT, () => /-->/g);
}

/** What Liquid and Nunjucks show verbatim (`raw`, `verbatim`), and what they leave out (`comment`). */
export function rawSpans(text: string): readonly Span[] {
  return spansOf(text, RAW, (kind) => new RegExp(`\\{%-?\\s*end${kind}\\s*-?%\\}`, 'g'));
}

/** The span around a position, unless it begins there. */
export function spanAt(spans: readonly Span[], at: number): Span | undefined {
  let [low, high] = [0, spans.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle] as Span;
    if (at <= span.from) high = middle - 1;
    else if (at >= span.to) low = middle + 1;
    else return span;
  }
  return undefined;
}

function spansOf(text: string, start: RegExp, endOf: (kind: string) => RegExp): readonly Span[] {
  const spans: Span[] = [];
  const ends = new Map<string, RegExp | undefined>();
  start.lastIndex = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const kind = match[1] ?? '';
    const end = ends.has(kind) ? ends.get(kind) : endOf(kind);
    ends.set(kind, end);
    if (end === undefined) continue;
    end.lastIndex = start.lastIndex;
    // After an unclosed one there is no other of its kind.
    if (end.exec(text) === null) ends.set(kind, undefined);
    else {
      spans.push({ from: match.index, to: end.lastIndex, kind });
      start.lastIndex = end.lastIndex;
    }
  }
  return spans;
}
