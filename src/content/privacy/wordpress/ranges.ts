/** Ranges of a text that are for some readers only, and how they are cut out. */

import { kebabName, nameParts } from '../privacy.js';

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

/** Words that begin a range in the name of a tag, a block or a comment. */
export const OPENING = /^(?:begin|begins|start|starts|open|opens|anfang|beginn|debut|inicio|inizio)$/;

/** Words that end a range. */
export const CLOSING = /^(?:end|ends|close|closes|stop|finish|ende|fin|fine|fim|einde)$/;

/** `endif`, `endmembers`. */
const JOINED_END = /^end[-_]?(\p{L}{2,}.*)$/iu;

const SWITCHED_ON = /^(?:1|true|yes|on)$/i;

/** One end of a range that two tags or two blocks of their own enclose. */
export interface Edge {
  /** The name without the word for the edge, in lower case; both ends share it. */
  readonly key: string;
  readonly isEnd: boolean;
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

/**
 * The edge that a name or an attribute marks: `members_start`, `end-private`, `endif`, `restricted start`,
 * `members action="end"`. A name of edge words alone (`begin restricted`) takes its key from its first attribute.
 * @param attributes by name; unnamed ones by number
 */
export function edgeOf(name: string, attributes: Readonly<Record<string, unknown>> = {}): Edge | undefined {
  const parts = nameParts(name);
  const named = parts.filter((part) => !OPENING.test(part) && !CLOSING.test(part));
  const word = [parts[0], parts.at(-1), ...parts].find(
    (part = '') => OPENING.test(part) || CLOSING.test(part),
  );
  if (word !== undefined) {
    const subject = typeof attributes['0'] === 'string' ? nameParts(attributes['0']) : [];
    const key = (named.length > 0 ? named : subject).join('-');
    return key === '' ? undefined : { key, isEnd: CLOSING.test(word) };
  }
  const key = parts.join('-');
  const marked = Object.entries(attributes).map(([attribute, value]) => edgeWord(attribute, value));
  const found = marked.find((mark) => mark !== undefined);
  if (found !== undefined) return { key, isEnd: CLOSING.test(found) };
  const joined = JOINED_END.exec(name)?.[1];
  return joined === undefined ? undefined : { key: kebabName(joined), isEnd: true };
}

/** The word of an edge in an attribute: `start`, `start="1"`, `position="end"`. */
function edgeWord(attribute: string, value: unknown): string | undefined {
  const text = String(value).trim().toLowerCase();
  const isEdge = (word: string) => OPENING.test(word) || CLOSING.test(word);
  if (/^\d+$/.test(attribute) || /^(?:action|position|part|edge|type|mode|do)$/i.test(attribute)) {
    return isEdge(text) ? text : undefined;
  }
  const name = attribute.toLowerCase();
  return isEdge(name) && SWITCHED_ON.test(text) ? name : undefined;
}
