import { InsertionMode, Parser, html as spec, type Token, Tokenizer } from 'parse5';
import { areColours } from './colours.js';
import type { HastMap } from './tree-adapter.js';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const AMPERSAND = 0x26;
const HYPHEN = 0x2d;
const LESS_THAN = 0x3c;

/** An element that may colour code, with nothing but text in it. */
const COLOUR = /<span(?: class="([^"&<>]*)")?>(?=[^<]*<\/span>)/y;
const COLOUR_END = '</span>';

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
  #isInColour = false;

  protected override _stateData(code: number): void {
    const parser = this.handler as RunParser;
    if (code === LESS_THAN && parser.leavesOutColours && this.#passesColour(parser)) return;
    const { insertionMode } = parser;
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
  #passesColour(parser: RunParser): boolean {
    const { preprocessor } = this;
    if (this.#isInColour) {
      this.#isInColour = false;
      preprocessor.pos += COLOUR_END.length - 1;
      return true;
    }
    const { currentTagId } = parser.openElements;
    if (currentTagId !== spec.TAG_ID.PRE && currentTagId !== spec.TAG_ID.CODE) return false;
    COLOUR.lastIndex = preprocessor.pos;
    const [tag, names = ''] = COLOUR.exec(preprocessor.html) ?? [];
    if (tag === undefined || !areColours(names)) return false;
    // Only a line break directly after `<pre>` is ignored, not one after the skipped tag.
    if (parser.skipNextNewLine && this.currentCharacterToken !== null) return false;
    parser.skipNextNewLine = false;
    preprocessor.pos += tag.length - 1;
    this.#isInColour = true;
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
    return html.slice(pos, at);
  }
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
  /** Leaves out most elements in code that only colour it, often a third of a page. */
  leavesOutColours = false;

  constructor(...parts: ConstructorParameters<typeof Parser<HastMap>>) {
    super(...parts);
    this.tokenizer = new RunTokenizer(this.options, this);
  }
}
