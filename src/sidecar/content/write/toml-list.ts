interface WrittenItem {
  /** Its text; undefined if it isn't a text on one line. */
  readonly text: string | undefined;
  /** Comments on their own lines, and white space. */
  readonly lead: string;
  readonly source: string;
  /** The rest of the line after its comma, with the line break; empty when another item follows. */
  readonly tail: string;
}

/** A list as written: `[`, `head`, its items, `foot`, `]`. */
interface WrittenList {
  readonly head: string;
  readonly items: readonly WrittenItem[];
  readonly foot: string;
  /** True when a comma follows the last item too. */
  readonly endsInComma: boolean;
}

/** The new items of a list. */
export interface NewItems {
  /** Returns the text of an item; undefined if it isn't a text. */
  text(at: number): string | undefined;
  source(at: number): string;
  readonly count: number;
}

/**
 * Replaces the items of a TOML list. An existing item keeps its quotes; if it has its own line, it also keeps the
 * comments after and above it.
 * @param before the list as written; anything else is written again on one line
 * @see https://toml.io/en/v1.0.0#array
 */
export function rewriteList(before: string, wanted: NewItems, eol: string): string {
  const { head, items, foot, endsInComma } = readList(before) ?? EMPTY;
  const known = new Map(items.flatMap((item) => (item.text === undefined ? [] : [[item.text, item]])));
  const [first] = items;
  const chosen = Array.from({ length: wanted.count }, (_, at): WrittenItem => {
    const text = wanted.text(at);
    const found = text === undefined ? undefined : known.get(text);
    const indent = /[ \t]*$/.exec(first?.lead ?? '')?.[0] ?? '';
    return found ?? { text, lead: indent, source: wanted.source(at), tail: eol };
  });
  if (chosen.length === 0) return '[]';
  const hasLines = first !== undefined && /\n$/.test(head) && items.every(({ tail }) => tail.endsWith('\n'));
  if (hasLines) {
    const lines = chosen.map(({ lead, source, tail }, at) => {
      const comma = at < chosen.length - 1 || endsInComma ? ',' : '';
      return lead + source + comma + tail;
    });
    return `[${head}${lines.join('')}${foot}]`;
  }
  const pad = /^\[([ \t]?)[^\s\]]/.exec(before)?.[1] ?? '';
  return `[${pad}${chosen.map(({ source }) => source).join(', ')}${pad}]`;
}

const EMPTY: WrittenList = { head: '', items: [], foot: '', endsInComma: false };

const SPACE = /(?:\s|#[^\n]*)*/y;
const REST_OF_LINE = /[ \t]*(?:#[^\n]*)?\r?\n/y;
const ITEM = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,[\]{}"'#]+/y;

/** @returns undefined for anything other than a list of plain items */
function readList(text: string): WrittenList | undefined {
  if (!text.startsWith('[')) return undefined;
  const take = (pattern: RegExp, from: number): string => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0] ?? '';
  };
  const head = take(REST_OF_LINE, 1);
  const items: WrittenItem[] = [];
  let at = 1 + head.length;
  for (let endsInComma = false; ; ) {
    const lead = take(SPACE, at);
    at += lead.length;
    if (text[at] === ']') return { head, items, foot: lead, endsInComma };
    const source = take(ITEM, at);
    // `""` alone begins a multi-line text.
    if (source === '' || /^["']{2}/.test(text.slice(at + source.length - 1, at + source.length + 1)))
      return undefined;
    at += source.length;
    const gap = take(/[ \t]*/y, at);
    endsInComma = text[at + gap.length] === ',';
    if (endsInComma) at += gap.length + 1;
    const tail = take(REST_OF_LINE, at);
    at += tail.length;
    items.push({ text: textOf(source), lead, source, tail });
    if (!endsInComma && !/^(?:\s|#[^\n]*)*\]/.test(text.slice(at))) return undefined;
  }
}

function textOf(source: string): string | undefined {
  if (source.startsWith("'")) return source.slice(1, -1);
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // An escape that isn't valid in JSON.
    return undefined;
  }
}
