import { OpenStack } from '../../../syntax/open-stack.js';
import { withCodeValues } from './literal-element.js';
import { findTokens, type Tag, type Token } from './tokens.js';
import { type Properties, readProperties, Values } from './values.js';

/** A component in a text. */
export interface Component {
  /** As written: `Tabs.Tab`; empty for a fragment. */
  readonly name: string;
  readonly properties: Properties;
  readonly children: readonly Part[];
  /** True where it stands on lines of its own. */
  readonly isAlone: boolean;
  /** White space before it on its line. */
  readonly indent: string;
}

/** Markdown, a component, or the value of an expression. */
export type Part = string | Component | { readonly value: unknown; readonly source: string };

/** Deeper components are as if they weren't there. */
const MAX_DEPTH = 60;

/** An expression that is an element: `{<b>Text</b>}`. */
const ELEMENT = /^\s*<[A-Za-z>][\s\S]*>\s*$/;

/** A list whose items are elements: `list.map((item, index) => <b>{item}</b>)`, also with `return`. */
const LOOP =
  /^\s*([^()]{1,2000}?)\s*\??\.map\(\s*\(?\s*([\w$]+|\{[\w$\s,:]*\})\s*(?:,\s*([\w$]+)\s*)?\)?\s*=>\s*(?:\(\s*|\{\s*return\s*\(?\s*)?(<[A-Za-z>][\s\S]*>)[\s);}]*\)\s*$/;

/** How deeply expressions are nested. */
const MAX_NESTED = 5;

interface Placed {
  readonly token: Token;
  /** Nothing but white space and other tags comes before it on its line, or after it. */
  isFirst: boolean;
  isLast: boolean;
  close: number | undefined;
}

/** A text as its parts. */
interface PartList {
  readonly parts: readonly Part[];
  readonly statements: readonly string[];
}

/** What the forms of components need from the page. */
export interface Page {
  /** Children as blocks of Markdown. */
  blocks(parts: readonly Part[]): string;
  /** Children as they stand in a line. */
  line(parts: readonly Part[]): string;
  /** Notes an expression that only the site's code could compute. */
  unknown(expression: string): void;
}

/** Writes a component as Markdown, with HTML where Markdown has no form. */
export type Form = (component: Component, page: Page) => string;

/**
 * Reads a text as a tree of components.
 * @param replaceElement rewrites the start tag of an HTML element that has expressions
 */
export function readParts(
  text: string,
  isMdx: boolean,
  replaceElement: (tag: string, values: Values) => string,
): PartList {
  const tokens = placedTokens(text, isMdx);
  const statements = tokens.flatMap(({ token }) => (token.kind === 'statement' ? [token.source] : []));
  const values = new Values(
    isMdx ? statements.filter((one) => /^[ \t]*export\b/m.test(one)).join('\n') : setupScript(text),
  );
  const reader = new Reader(text, tokens, values, replaceElement);
  return { parts: reader.read(0, tokens.length, 0, text.length), statements };
}

function placedTokens(text: string, isMdx: boolean): readonly Placed[] {
  const tokens = findTokens(text, isMdx).map(
    (token): Placed => ({ token, isFirst: false, isLast: false, close: undefined }),
  );
  pairTags(tokens);
  markLines(tokens, text);
  return tokens;
}

/** The constants of a Vue page, as if it exported them. */
function setupScript(text: string): string {
  const [, script = ''] = /<script\b[^>]*\bsetup\b[^>]*>([\s\S]*?)<\/script>/.exec(text) ?? [];
  return script.replace(/^(?=const\s)/gm, 'export ');
}

/** Marks the tags with nothing but other such tags, and their contents, before or after them on their line. */
function markLines(tokens: readonly Placed[], text: string): void {
  const openers = new Map(
    tokens.flatMap((placed) => (placed.close === undefined ? [] : [[placed.close, placed]])),
  );
  let end = 0;
  for (const [index, placed] of tokens.entries()) {
    const gap = text.slice(end, placed.token.start);
    const line = gap.slice(gap.lastIndexOf('\n') + 1);
    const before = openers.get(index - 1) ?? tokens[index - 1];
    const isAfter = line.length < gap.length || (before?.isFirst ?? true);
    placed.isFirst = line.trim() === '' && isAfter && isTag(placed.token);
    end = placed.token.end;
  }
  let start = text.length;
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const placed = tokens[index] as Placed;
    const gap = text.slice(placed.token.end, start);
    const [line = ''] = gap.split('\n', 1);
    const after = tokens[tokens[index + 1]?.close ?? index + 1];
    const isBefore = line.length < gap.length || (after?.isLast ?? true);
    placed.isLast = line.trim() === '' && isBefore && isTag(placed.token);
    start = placed.token.start;
  }
}

function isTag({ kind }: Token): boolean {
  return kind !== 'element' && kind !== 'text';
}

function pairTags(tokens: readonly Placed[]): void {
  const open = new OpenStack<{ readonly name: string; readonly placed: Placed }>();
  for (const [index, placed] of tokens.entries()) {
    const { token } = placed;
    if (token.kind === 'open') open.push({ name: token.name, placed });
    if (token.kind !== 'close') continue;
    const opening = open.popTo(token.name);
    if (opening !== undefined) opening.placed.close = index;
  }
}

class Reader {
  constructor(
    private readonly text: string,
    private readonly tokens: readonly Placed[],
    private readonly values: Values,
    private readonly replaceElement: (tag: string, values: Values) => string,
    private readonly nested: number = 0,
  ) {}

  /** The parts from one token up to another. */
  read(first: number, last: number, from: number, to: number, depth = 0): Part[] {
    const parts: Part[] = [];
    let at = from;
    for (let index = first; index < last; index += 1) {
      const placed = this.tokens[index] as Placed;
      const { token } = placed;
      parts.push(this.text.slice(at, token.start));
      at = token.end;
      if (token.kind === 'open' || token.kind === 'void') {
        const { close } = placed;
        const closing = close === undefined ? undefined : (this.tokens[close] as Placed);
        if (closing !== undefined && close !== undefined && depth < MAX_DEPTH) {
          const children = this.read(index + 1, close, token.end, closing.token.start, depth + 1);
          parts.push(this.#component(token, children, placed.isFirst && closing.isLast));
          at = closing.token.end;
          index = close;
        } else parts.push(this.#component(token, [], placed.isFirst && placed.isLast));
      } else if (token.kind !== 'close') at = this.#addPiece(parts, placed);
    }
    parts.push(this.text.slice(at, to));
    return parts.filter((part) => part !== '');
  }

  #component(token: Tag, children: readonly Part[], isAlone: boolean): Component {
    const { name, start } = token;
    const indent = /[ \t]*$/.exec(this.text.slice(Math.max(0, start - 100), start))?.[0] ?? '';
    return { name, properties: readProperties(token.properties, this.values), children, isAlone, indent };
  }

  #element(source: string, isAlone: boolean, values = this.values): Part[] {
    const text = withCodeValues(source, values);
    const tokens = placedTokens(text, true);
    if (!isAlone) for (const token of tokens) token.isFirst = false;
    const nested = this.nested + 1;
    const reader = new Reader(text, tokens, values, this.replaceElement, nested);
    return reader.read(0, tokens.length, 0, text.length);
  }

  /** The elements that a loop over a known list makes; none where the list isn't known. */
  #loop(source: string, isAlone: boolean): readonly Part[] {
    const [, list = '', item = '', index, element = ''] = LOOP.exec(source) ?? [];
    if (element === '' || this.nested >= MAX_NESTED) return [];
    const parts: Part[] = [];
    for (const values of this.values.forEach(list, item, index, source.length)) {
      if (isAlone && parts.length > 0) parts.push('\n');
      parts.push(...this.#element(element, isAlone, values));
    }
    return parts;
  }

  /** @returns where the text goes on */
  #addPiece(parts: Part[], { token, isFirst, isLast }: Placed): number {
    if (token.kind === 'element') parts.push(this.replaceElement(token.source, this.values));
    else if (token.kind === 'text') parts.push(token.source);
    else if (token.kind === 'expression' && ELEMENT.test(token.source) && this.nested < MAX_NESTED)
      parts.push(...this.#element(token.source, isFirst && isLast));
    else {
      const repeated = token.kind === 'expression' ? this.#loop(token.source, isFirst && isLast) : [];
      if (repeated.length > 0) {
        parts.push(...repeated);
        return token.end;
      }
      const value = token.kind === 'expression' ? this.values.of(token.source) : '';
      // Outside MDX, other dialects read what isn't known here.
      const isNothing = value === '' || (value === undefined && !this.text.startsWith('{{', token.start));
      if (token.kind === 'expression') parts.push({ value, source: token.source });
      // A line that held nothing else goes too.
      if (
        isNothing &&
        isFirst &&
        isLast &&
        /(?:^|\n)[ \t]*$/.test(this.text.slice(Math.max(0, token.start - 100), token.start))
      ) {
        const rest = /[ \t]*(?:\n|$)/y;
        rest.lastIndex = token.end;
        if (rest.test(this.text)) return rest.lastIndex;
      }
    }
    return token.end;
  }
}

/** The last part of a component's name, in lower case: `tab` for `Tabs.Tab`. */
export function keyOf({ name }: Component): string {
  return (name.split(/[.:]/).at(-1) ?? '').toLowerCase();
}

/** The components among children. */
export function componentsIn(parts: readonly Part[]): readonly Component[] {
  return parts.filter((part): part is Component => typeof part === 'object' && 'children' in part);
}

/** The names under which components take an address. */
export const ADDRESS = ['href', 'to', 'link', 'url', 'redirect'] as const;
