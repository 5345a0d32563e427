import { InsertionMode, Parser, type Token, Tokenizer } from 'parse5';
import { remembered } from '../../core/remembered.js';
import type { HastMap } from './tree-adapter.js';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const AMPERSAND = 0x26;
const HYPHEN = 0x2d;
const LESS_THAN = 0x3c;

/** The tags of an element that may colour code, and the maximum length of its start tag. */
const START = '<span';
const END = '</span>';
const MAX_COLOUR = 200;

/** Where text is dropped but not the white space after it, so that they can't be one token. */
const DROPS_TEXT = new Set([
  InsertionMode.IN_COLUMN_GROUP,
  InsertionMode.IN_FRAMESET,
  InsertionMode.AFTER_FRAMESET,
  InsertionMode.AFTER_AFTER_FRAMESET,
]);

/**
 * The tokenizer of parse5, which reads a character at a time: here a run of ordinary characters is a single step.
 * Without positions and errors, nothing else depends on the single characters.
 */
class RunTokenizer extends Tokenizer {
  protected override _stateData(code: number): void {
    const { insertionMode, spans } = this.handler as RunParser;
    if (spans !== undefined && code === LESS_THAN && this.#passesColour(spans)) return;
    super._stateData(code);
    if (!DROPS_TEXT.has(insertionMode)) this.#readRun(code, LESS_THAN, AMPERSAND);
  }

  protected override _stateScriptData(code: number): void {
    super._stateScriptData(code);
    this.#readRun(code, LESS_THAN, LESS_THAN);
  }

  protected override _stateAttributeValueDoubleQuoted(code: number): void {
    super._stateAttributeValueDoubleQuoted(code);
    this.#readRun(code, QUOTE, AMPERSAND);
  }

  protected override _stateTagName(code: number): void {
    if (isLower(code)) (this.currentToken as Token.TagToken).tagName += this.#readName();
    else super._stateTagName(code);
  }

  protected override _stateAttributeName(code: number): void {
    if (isLower(code)) this.currentAttr.name += this.#readName();
    else super._stateAttributeName(code);
  }

  /** Skips a start tag in code that only colours it, or the end tag of such an element. */
  #passesColour(spans: boolean[]): boolean {
    const { preprocessor } = this;
    const { html, pos } = preprocessor;
    if (html.startsWith(END, pos)) {
      if (spans.at(-1) !== true) return false;
      spans.pop();
      preprocessor.pos += END.length - 1;
      return true;
    }
    const end = html.startsWith(START, pos) ? html.indexOf('>', pos) : -1;
    if (end < 0 || end - pos > MAX_COLOUR || !isColour(html.slice(pos, end + 1))) return false;
    // Only a line break directly after `<pre>` is ignored, not one after the skipped tag.
    const parser = this.handler as RunParser;
    if (parser.skipNextNewLine && this.currentCharacterToken !== null) return false;
    parser.skipNextNewLine = false;
    spans.push(true);
    preprocessor.pos = end;
    return true;
  }

  /** Adds what follows an ordinary character, up to one of two ends, to the run that parse5 has begun with it. */
  #readRun(first: number, end: number, otherEnd: number): void {
    // White space may follow text, but never begins a run: it is a token of its own there.
    if (first === end || first === otherEnd || first <= SPACE || !isOrdinary(first)) return;
    const { preprocessor } = this;
    const { html } = preprocessor;
    let at = preprocessor.pos;
    let code: number;
    do {
      at += 1;
      code = html.charCodeAt(at);
    } while (code !== end && code !== otherEnd && isOrdinary(code));
    preprocessor.pos = at - 1;
    this.runEnd = at;
  }

  #readName(): string {
    const { preprocessor } = this;
    const { html, pos } = preprocessor;
    let at = pos + 1;
    while (isNamePart(html.charCodeAt(at))) at += 1;
    preprocessor.pos = at - 1;
    return internalised(html.slice(pos, at));
  }
}

const names = new Map<string, string>();

/**
 * The copy of a name that V8 keeps for property keys and for literals in code: comparing two of these is comparing
 * pointers. It also keeps nothing of its page in memory.
 */
function internalised(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const [own = name] = Object.keys({ [name]: true });
  // Names come from untrusted pages: the cache must not grow without limit.
  if (names.size < 2000) names.set(own, own);
  return own;
}

/** Neither a control character nor half of a pair, nor the end of the text. */
function isOrdinary(code: number): boolean {
  return (code >= SPACE && code < 0xd800) || code === LINE_FEED || code === TAB;
}

function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isNamePart(code: number): boolean {
  return isLower(code) || (code >= 0x30 && code <= 0x39) || code === HYPHEN;
}

/** The parser of parse5 with that tokenizer. */
export class RunParser extends Parser<HastMap> {
  /** Leaves out elements that only colour code, often a third of a page. */
  leavesOutColours = false;
  /** The open spans within code, true for each that is left out; undefined outside code. */
  spans: boolean[] | undefined;
  /** The number of open `pre` and `code` elements. */
  #code = 0;

  constructor(...parts: ConstructorParameters<typeof Parser<HastMap>>) {
    super(...parts);
    this.tokenizer = new RunTokenizer(this.options, this);
  }

  override onItemPush(node: HastMap['parentNode'], id: number, isTop: boolean): void {
    super.onItemPush(node, id, isTop);
    if (!this.leavesOutColours || node.type !== 'element') return;
    if (isCode(node)) {
      this.#code += 1;
      this.spans ??= [];
    } else if (node.tagName === 'span') this.spans?.push(false);
  }

  override onItemPop(node: HastMap['parentNode'], isTop: boolean): void {
    super.onItemPop(node, isTop);
    if (this.spans === undefined || node.type !== 'element') return;
    if (isCode(node)) {
      this.#code -= 1;
      if (this.#code === 0) this.spans = undefined;
    } else if (node.tagName === 'span') this.spans.length = Math.max(0, this.spans.lastIndexOf(false));
  }
}

function isCode({ tagName }: { readonly tagName: string }): boolean {
  return tagName === 'pre' || tagName === 'code';
}

/** The start tag of a `span` without attributes, or with class names only. */
const SPAN = /^<span(?: class=(?:"([^"&<>]*)"|([\w-]+)))?>$/;

/**
 * Class names of highlighters for parts of code (Pygments, Chroma and Rouge, then highlight.js, Prism, rustdoc), and
 * those of literals in docutils. Comments aren't included, because they contain the markers of annotations.
 */
const NAME = new RegExp(
  `^(?:${[
    '(?:pre|esc|err|x|k[cdnprtv]?|n[abcdefilnotvx]?|bp|fm|py|v[cgim]|ld?|s[abcdehirsx12]?|dl|m[bfhio]?|il|ow?|pm?|g[ehoprstu]?|w)(?:-[A-Z][A-Za-z-]*)?',
    'hljs-(?:attr|attribute|built_in|bullet|class|function|keyword|literal|meta|name|number|operator|params|property|punctuation|regexp|section|string|subst|symbol|tag|title|type|variable)',
    'token|keyword|operator|punctuation|string|number|boolean|function|function-variable|builtin|constant|symbol|property|property-access|variable|(?:known-|maybe-)?class-name|parameter|plain|plain-text|attr-(?:name|value|equals)|regex|char|selector|atrule|template-string|template-punctuation|interpolation(?:-punctuation)?|literal-property|method|imports|exports|module|arrow|spread|control-flow|dom|console',
    'ident|kw|kw-2|op|macro|self|lifetime|bool-val|prelude-(?:ty|val)|question-mark',
  ].join('|')})$`,
);

/** Returns true if a start tag in code only colours its text. */
const isColour = remembered((tag) => {
  const parts = SPAN.exec(tag);
  if (parts === null) return false;
  const [, quoted, names = quoted ?? ''] = parts;
  return names.split(/\s+/).every((name) => name === '' || NAME.test(name));
});
