import type { TextRange } from '../../core/text.js';

/** The syntax of tags in Liquid, Nunjucks and Jinja: `{% name … %}`, `{%- endname -%}`. */

/** A tag and its position in the text. */
export interface LiquidTag extends TextRange {
  /** Of a closing tag, the name that it closes: `if` for `endif`, and nothing for `end`. */
  readonly name: string;
  /** Between the name and the end. */
  readonly rest: string;
  readonly isClosing: boolean;
}

const START = /\{%-?\s*(\/)?\s*([\p{L}_][\p{L}\w-]*)/gu;
const MAX_LENGTH = 2000;

/** The tags of a text in order. The end of a tag is looked for once, however many tags begin before it. */
export function liquidTags(text: string): readonly LiquidTag[] {
  const tags: LiquidTag[] = [];
  let [close, end] = [0, 0];
  for (const { 0: found, 1: slash, 2: written = '', index: start } of text.matchAll(START)) {
    const from = start + found.length;
    if (close < from) close = text.indexOf('%}', from);
    if (close < 0) break;
    if (start < end || close - from > MAX_LENGTH) continue;
    end = close + 2;
    const closed = /^end[-_]?(.*)/.exec(written)?.[1];
    const rest = text.slice(from, close).replace(/-$/, '');
    tags.push({
      name: closed ?? written,
      rest,
      isClosing: slash !== undefined || closed !== undefined,
      start,
      end,
    });
  }
  return tags;
}

/** Maps the index of each opening tag to its closing tag. Tags of the same name may nest. */
export function pairLiquidTags(text: string): ReadonlyMap<number, TextRange> {
  const pairs = new Map<number, TextRange>();
  const open = new Map<string, number[]>();
  for (const { name, isClosing, start, end } of liquidTags(text)) {
    const openings = open.get(name) ?? [];
    open.set(name, openings);
    if (!isClosing) openings.push(start);
    else {
      const opening = openings.pop();
      if (opening !== undefined) pairs.set(opening, { start, end });
    }
  }
  return pairs;
}

/** The first closing tag of a name from an index on. */
export function firstLiquidEnd(text: string, name: string, from: number): TextRange | undefined {
  const tag = new RegExp(`\\{%-?\\s*end${name}\\b[^%]*%\\}`, 'g');
  tag.lastIndex = from;
  const match = tag.exec(text);
  return match === null ? undefined : { start: match.index, end: tag.lastIndex };
}

/** `{# … #}`, which may have braces in it where a space tells it from the id of a heading, and `{% # … %}`. */
export const TEMPLATE_COMMENT =
  /\{#-?\s(?:[^#]|#(?!\})){0,5000}#\}|\{#[^}]*#\}|\{%-?\s*#(?:[^%]|%(?!\})){0,2000}%\}/g;

/** The tags around text in which no tag is read. */
export const RAW_TAG = /\{%-?\s*(?:end)?(?:raw|verbatim)\s*-?%\}/g;
