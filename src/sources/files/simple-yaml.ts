/**
 * A reader for the YAML that most front matter is: keys with a plain or quoted value on one line, and lists of
 * such values. It is many times faster than the full parser, gives exactly its values, and gives up at the first
 * sign of anything else.
 */

const KEY = /^([A-Za-z_][\w-]*):(?: +(.*))?$/;
const ITEM = /^( *)- +(.*)$/;
/** A letter, digit or slash first: none of the signs that mean something to YAML. */
const PLAIN = /^[\p{L}\d/]/u;
const FLOW_WORD = /^[\p{L}][\p{L}\p{N} ./_-]*$/u;
/** An item in double quotes, in single quotes or in none, with what is behind it. */
const FLOW_ITEM = /(?:"([^"\\]*)" *|'([^']*)' *|([^,"']+))(?:, *|$)/y;
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z -]+)?$/;
/** Tabs and control signs have rules of their own. */
const UNUSUAL = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** Keys that YAML or JavaScript reads as something else. */
const UNUSUAL_KEY = /^(?:true|false|null|__proto__)$/i;

/** What a line says that is not simple. */
const GIVE_UP = Symbol('not simple');

/** Only spaces: other white space is part of a value. Not with an expression, which long rows of them inside would stop. */
function trimEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end -= 1;
  return text.slice(0, end);
}

function plain(text: string): unknown {
  if (!PLAIN.test(text) || /:(?: |$)| #/.test(text)) return GIVE_UP;
  if (/^\d/.test(text)) {
    if (INTEGER.test(text)) return Number(text);
    // Whatever else looks like a number is left to the full parser.
    return DATE.test(text) || /[^\d.eExXoOa-fA-F_+-]/.test(text) ? text : GIVE_UP;
  }
  if (text === 'true') return true;
  if (text === 'false') return false;
  return /^(?:true|false|null)$/i.test(text) ? GIVE_UP : text;
}

function flowList(text: string): unknown {
  const inner = trimEnd(text.slice(1, -1)).replace(/^ +/, '');
  const items: string[] = [];
  for (FLOW_ITEM.lastIndex = 0; FLOW_ITEM.lastIndex < inner.length; ) {
    const match = FLOW_ITEM.exec(inner);
    if (match === null) return GIVE_UP;
    const [, double, single, rest = ''] = match;
    const [quoted, word] = [double ?? single, trimEnd(rest)];
    if (quoted === undefined && (!FLOW_WORD.test(word) || /^(?:true|false|null)$/i.test(word)))
      return GIVE_UP;
    items.push(quoted ?? word);
  }
  return items;
}

function scalar(text: string): unknown {
  const [first] = text;
  if (first === '"') return /^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : GIVE_UP;
  if (first === "'") return /^'[^']*'$/.test(text) ? text.slice(1, -1) : GIVE_UP;
  return plain(text);
}

/** The list under a key without a value; its items stand one per line, all with the same indent. */
function blockList(
  lines: readonly string[],
  from: number,
): { readonly items: unknown; readonly next: number } {
  const items: unknown[] = [];
  let indent: string | undefined;
  let at = from;
  for (; at < lines.length; at += 1) {
    const match = ITEM.exec(trimEnd(lines[at] ?? ''));
    if (match === null) break;
    indent ??= match[1];
    const value = scalar(match[2] ?? '');
    if (match[1] !== indent || value === GIVE_UP) return { items: GIVE_UP, next: at };
    items.push(value);
  }
  return { items: items.length === 0 ? null : items, next: at };
}

/**
 * Reads simple YAML.
 * @returns undefined for a text that the full parser has to read (or refuse)
 */
export function parseSimpleYaml(text: string): Record<string, unknown> | undefined {
  if (UNUSUAL.test(text)) return undefined;
  const data: Record<string, unknown> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = trimEnd(lines[at] ?? '');
    at += 1;
    if (line === '' || line.startsWith('#')) continue;
    const match = KEY.exec(line);
    const [, key = '', written = ''] = match ?? [];
    if (match === null || Object.hasOwn(data, key) || UNUSUAL_KEY.test(key)) return undefined;
    let value: unknown;
    if (written === '') {
      const list = blockList(lines, at);
      value = list.items;
      at = list.next;
    } else {
      value = written.startsWith('[') && written.endsWith(']') ? flowList(written) : scalar(written);
    }
    if (value === GIVE_UP) return undefined;
    data[key] = value;
  }
  return Object.keys(data).length === 0 ? undefined : data;
}
