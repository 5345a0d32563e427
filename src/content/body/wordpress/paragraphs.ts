import { words } from '../../../core/text.js';
import { OpenStack } from '../../syntax/open-stack.js';
import { type Tag, TagReader, VERBATIM } from './html-tags.js';

/** Elements that end the paragraph before them. */
const BLOCKS = new Set(
  words(`
    address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu
    nav ol optgroup option p pre script search section select style summary table tbody td tfoot th thead
    tr ul
  `),
);
const VOID_BLOCKS = new Set(['hr', 'col']);
/** Structural elements that take no text: stray text in them is left alone. */
const STRUCTURE = new Set(words('table thead tbody tfoot tr colgroup ul ol dl menu select optgroup'));
/** Elements that hold one line of text: a blank line in them is a line break. */
const ONE_LINE = /^(?:h[1-6]|summary|legend|caption|option)$/;

const BLANK_LINE = /\n[ \t\r\f]*\n\s*/;
const ADDRESS_LINE = /^[ \t]*https?:\/\/[^\s<>"]+[ \t]*$/;
const ENDS_IN_BREAK = /<br\s*\/?>$/i;
const VISIBLE_TAG =
  /^<(?:img|iframe|video|audio|object|embed|input|svg|canvas|math|picture|textarea|button|code)\b/i;

/** Inline content between two block-level tags: text, and tags that must not be cut. */
interface Piece {
  readonly html: string;
  /** A tag or a verbatim element; text otherwise. */
  readonly isMarkup: boolean;
}

/**
 * Turns the line structure of a classic WordPress body into markup: text between blank lines becomes a paragraph,
 * a single line break a `<br>`, also in inline `code`. Block-level HTML stays as it is, `pre`, `script`, `style`,
 * `textarea` and `svg` are copied verbatim, line breaks inside of tags are no line breaks. Text that already has its
 * paragraphs comes out unchanged.
 */
export function addParagraphs(text: string): string {
  return new ParagraphWriter(text.replace(/\r\n?/g, '\n')).write();
}

class ParagraphWriter {
  readonly #tags: TagReader;
  readonly #open = new OpenStack<{ readonly name: string }>();
  #pieces: Piece[] = [];
  #html = '';

  constructor(private readonly text: string) {
    this.#tags = new TagReader(text);
  }

  write(): string {
    let from = 0;
    let at = this.text.indexOf('<');
    while (at >= 0) {
      const tag = this.#tags.read(at);
      if (tag === undefined) {
        at = this.text.indexOf('<', this.#tags.resume);
        continue;
      }
      if (at > from) this.#pieces.push({ html: this.text.slice(from, at), isMarkup: false });
      from = this.#tag(tag, at);
      at = this.text.indexOf('<', from);
    }
    if (from < this.text.length) this.#pieces.push({ html: this.text.slice(from), isMarkup: false });
    this.#flush();
    return this.#html.trim();
  }

  /** Handles one tag, or a whole verbatim element; returns where to continue. */
  #tag(tag: Tag, at: number): number {
    const verbatim = !tag.closing && VERBATIM.has(tag.name) ? this.#tags.endOf(tag.name, tag.end) : -1;
    const end = verbatim < 0 ? tag.end : verbatim;
    const markup = this.text.slice(at, end);
    if (!BLOCKS.has(tag.name)) {
      this.#pieces.push({ html: markup, isMarkup: true });
      return end;
    }
    this.#flush();
    this.#html += markup;
    if (verbatim >= 0 || VOID_BLOCKS.has(tag.name)) return end;
    if (tag.closing) this.#open.popTo(tag.name);
    else this.#openBlock(tag.name, markup);
    return end;
  }

  #openBlock(name: string, markup: string): void {
    // As in HTML, a paragraph ends where the next block begins.
    if (this.#open.top?.name === 'p') this.#open.pop();
    if (!markup.endsWith('/>')) this.#open.push({ name });
  }

  /** Writes the inline content gathered since the last block-level tag. */
  #flush(): void {
    if (this.#pieces.length === 0) return;
    const parent = this.#open.top?.name;
    const chunks = STRUCTURE.has(parent ?? '') ? [] : splitChunks(this.#pieces, parent === undefined);
    if (STRUCTURE.has(parent ?? '')) this.#html += this.#pieces.map((piece) => piece.html).join('');
    else if (chunks.length === 0)
      this.#html += this.#pieces.some((piece) => piece.html.includes('\n')) ? '\n' : '';
    else this.#html += this.#separator(parent) + joinChunks(chunks, parent) + this.#lineEnd(chunks, parent);
    this.#pieces = [];
  }

  /** Bare tags keep the line break that divides them from the next block. */
  #lineEnd(chunks: readonly Chunk[], parent: string | undefined): string {
    const isBare = parent !== undefined && parent !== 'p' && !chunks.some(({ visible }) => visible);
    const last = this.#pieces.at(-1);
    return isBare && last?.html.endsWith('\n') ? '\n' : '';
  }

  /** Paragraphs at the top level begin on a line of their own. */
  #separator(parent: string | undefined): string {
    return parent === undefined && this.#html !== '' && !this.#html.endsWith('\n') ? '\n' : '';
  }
}

/** A future paragraph: its HTML, and whether any of it is visible. */
interface Chunk {
  readonly html: string;
  readonly visible: boolean;
}

/**
 * Cuts inline content at blank lines.
 * @param atRoot also cut out lines that hold nothing but an address, as those become embeds
 */
function splitChunks(pieces: readonly Piece[], atRoot: boolean): Chunk[] {
  const chunks: Chunk[] = [];
  let html = '';
  let visible = false;
  const cut = () => {
    if (html.trim() !== '') chunks.push({ html: breakLines(html), visible });
    html = '';
    visible = false;
  };
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as Piece;
    if (piece.isMarkup) {
      // Line breaks inside a tag are hidden from the line rule.
      html += (CODE.test(piece.html) ? brokenCode(piece.html) : piece.html).replaceAll('\n', '\u0000');
      visible ||= VISIBLE_TAG.test(piece.html);
      continue;
    }
    const text = atRoot ? isolateAddresses(piece.html, i === 0, i === pieces.length - 1) : piece.html;
    const parts = text.split(BLANK_LINE);
    for (let n = 0; n < parts.length; n++) {
      const part = parts[n] as string;
      if (n > 0) cut();
      html += part;
      visible ||= part.trim() !== '';
    }
  }
  cut();
  return chunks;
}

const CODE = /^<code\b[\s\S]*<\/code>$/i;

/** Inline code whose lines are those of the text, as WordPress breaks them. */
function brokenCode(html: string): string {
  const from = html.indexOf('>') + 1;
  const code = html.slice(from, html.lastIndexOf('<'));
  const lines = code.replace(/(?:<br\s*\/?>)?\n(?=[\s\S])/gi, '<br>\n');
  return (
    html.slice(0, from) + (code.trim().includes('\n') ? lines : code) + html.slice(html.lastIndexOf('<'))
  );
}

/** Puts blank lines around lines that are just an address; first and last line count only at the edges of the text. */
function isolateAddresses(text: string, isFirst: boolean, isLast: boolean): string {
  if (!text.includes('://')) return text;
  const lines = text.split('\n');
  return lines
    .map((line, n) => {
      const whole = (n > 0 || isFirst) && (n < lines.length - 1 || isLast);
      return whole && ADDRESS_LINE.test(line) ? `\n${line}\n` : line;
    })
    .join('\n');
}

/** One `<br>` per line end that has none yet. */
function breakLines(html: string): string {
  let broken = '';
  let before = '';
  for (const untrimmed of html.split('\n')) {
    const line = untrimmed.trim();
    if (line === '') continue;
    if (before !== '') broken += ENDS_IN_BREAK.test(before) ? '\n' : '<br>\n';
    broken += line;
    before = line;
  }
  return broken.replaceAll('\u0000', '\n');
}

function joinChunks(chunks: readonly Chunk[], parent: string | undefined): string {
  if (parent !== undefined && ONE_LINE.test(parent)) return chunks.map(({ html }) => html).join('<br>\n');
  if (parent === 'p') return chunks.map(({ html }) => html).join('</p>\n<p>');
  if (parent !== undefined && chunks.filter(({ visible }) => visible).length < 2) {
    return chunks.map(({ html }) => html).join('');
  }
  let joined = '';
  for (const [i, { html, visible }] of chunks.entries()) {
    // A line break between two bare tags would count as a line break of the text in a second run.
    if (i > 0 && (visible || chunks[i - 1]?.visible === true)) joined += '\n';
    joined += visible ? `<p>${html}</p>` : html;
  }
  return `${joined}\n`;
}
