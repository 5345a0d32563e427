/** One piece of an HTML text between two offsets. Attribute names are in lower case, values as written. */
export interface HtmlToken {
  readonly kind: 'text' | 'comment' | 'doctype' | 'start' | 'end';
  readonly start: number;
  readonly end: number;
  /** Lower-case tag name; the inner text of a comment; empty otherwise. */
  readonly name: string;
  /** Of start tags; the first of several with the same name counts. */
  readonly attributes?: ReadonlyMap<string, string>;
  /** The content of an element with raw text; false when it never ends. */
  readonly raw?: { readonly start: number; readonly end: number } | false;
}

/** Elements whose text ends at their own end tag and nowhere else. */
const RAW = new Set('style xmp iframe noembed noframes noscript title textarea'.split(' '));
const SPACE = /[\t\n\f\r ]/;

/**
 * Cuts an HTML text into tokens as a browser does that runs scripts. Offsets are those of the text.
 * Works on bytes too, read as Latin-1, since it only looks for ASCII.
 * @param from where to begin; not inside a tag, comment or raw text
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export function* htmlTokens(text: string, from = 0): Iterable<HtmlToken> {
  let at = from;
  while (at < text.length) {
    const open = nextMarkup(text, at);
    if (open > at) yield { kind: 'text', start: at, end: open, name: '' };
    if (open === text.length) return;
    const token = markup(text, open);
    // An unfinished tag at the end of the text isn't a tag.
    if (token === undefined) return;
    if (token.kind !== 'text') yield token;
    at = token.raw ? token.raw.end : token.raw === false ? text.length : token.end;
  }
}

/** The next `<` that begins a tag, a comment or something that counts as one. */
function nextMarkup(text: string, from: number): number {
  for (let at = text.indexOf('<', from); at !== -1; at = text.indexOf('<', at + 1)) {
    const next = text.slice(at + 1, at + 3);
    if (/^(?:[a-z!?]|\/.)/is.test(next)) return at;
  }
  return text.length;
}

function markup(text: string, at: number): HtmlToken | undefined {
  if (text.startsWith('<!--', at)) return comment(text, at);
  const second = text[at + 1] ?? '';
  if (second === '!' || second === '?') return bogus(text, at, at + 2);
  if (second !== '/') return tag(text, at, 'start', at + 1);
  const third = text[at + 2] ?? '';
  if (/[a-z]/i.test(third)) return tag(text, at, 'end', at + 2);
  // `</>` is ignored.
  if (third === '>') return { kind: 'text', start: at, end: at + 3, name: '' };
  return bogus(text, at, at + 2);
}

function comment(text: string, start: number): HtmlToken {
  const short = /^-?>/.exec(text.slice(start + 4, start + 6));
  if (short !== null) return { kind: 'comment', start, end: start + 4 + short[0].length, name: '' };
  const close = /--!?>/g;
  close.lastIndex = start + 4;
  const found = close.exec(text);
  const end = found === null ? text.length : close.lastIndex;
  return { kind: 'comment', start, end, name: text.slice(start + 4, found?.index ?? end) };
}

/** A doctype, or a bogus comment: ends at the next `>`. */
function bogus(text: string, start: number, from: number): HtmlToken {
  const close = text.indexOf('>', from);
  const end = close === -1 ? text.length : close + 1;
  const isDoctype = /^<!doctype/i.test(text.slice(start, start + 9));
  return isDoctype
    ? { kind: 'doctype', start, end, name: '' }
    : { kind: 'comment', start, end, name: text.slice(start + 1, close === -1 ? end : close) };
}

function tag(text: string, start: number, kind: 'start' | 'end', from: number): HtmlToken | undefined {
  const nameEnd = indexOf(text, from, /[\t\n\f\r />]/g);
  const name = text.slice(from, nameEnd).toLowerCase();
  const attributes = new Map<string, string>();
  const end = readAttributes(text, nameEnd, attributes);
  if (end === undefined) return undefined;
  const token = { kind, start, end, name };
  if (kind === 'end') return token;
  const raw = rawText(text, end, name);
  return raw === undefined ? { ...token, attributes } : { ...token, attributes, raw };
}

/** @returns where the tag ends; undefined when it does not */
function readAttributes(text: string, from: number, found: Map<string, string>): number | undefined {
  let at = from;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '>') return at + 1;
    if (char === '/' || SPACE.test(char)) {
      at += 1;
      continue;
    }
    // A name may begin with `=`.
    const nameEnd = indexOf(text, at + 1, /[\t\n\f\r />=]/g);
    const name = text.slice(at, nameEnd).toLowerCase();
    const sign = skipSpace(text, nameEnd);
    if (text[sign] !== '=') {
      if (!found.has(name)) found.set(name, '');
      at = nameEnd;
      continue;
    }
    const value = readValue(text, skipSpace(text, sign + 1));
    if (value === undefined) return undefined;
    if (!found.has(name)) found.set(name, value.text);
    at = value.end;
  }
  return undefined;
}

function readValue(text: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1);
    return close === -1 ? undefined : { text: text.slice(at + 1, close), end: close + 1 };
  }
  const end = indexOf(text, at, /[\t\n\f\r >]/g);
  return { text: text.slice(at, end), end };
}

function skipSpace(text: string, from: number): number {
  return indexOf(text, from, /[^\t\n\f\r ]/g);
}

function indexOf(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** The text of an element without markup inside; undefined for any other element. */
function rawText(text: string, from: number, name: string): HtmlToken['raw'] | undefined {
  if (name === 'plaintext') return false;
  if (name === 'script') return scriptText(text, from);
  if (!RAW.has(name)) return undefined;
  const close = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  close.lastIndex = from;
  const found = close.exec(text);
  return found === null ? false : { start: from, end: found.index };
}

const SCRIPT_MARKS = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;

/**
 * Scripts may contain what looks like their end tag inside an HTML comment, if it looks like a whole element there.
 * @see https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
function scriptText(text: string, from: number): HtmlToken['raw'] {
  let state: 'plain' | 'escaped' | 'double' = 'plain';
  SCRIPT_MARKS.lastIndex = from;
  for (let found = SCRIPT_MARKS.exec(text); found !== null; found = SCRIPT_MARKS.exec(text)) {
    const mark = found[0].toLowerCase();
    if (mark === '-->') state = 'plain';
    else if (mark === '<!--') {
      if (state === 'plain') state = 'escaped';
      // `<!-->` opens and closes.
      SCRIPT_MARKS.lastIndex = found.index + 2;
    } else if (mark === '<script') {
      if (state === 'escaped') state = 'double';
    } else if (state === 'double') state = 'escaped';
    else return { start: from, end: found.index };
  }
  return false;
}
