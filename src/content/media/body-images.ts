import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { replaceInProse } from '../../core/prose.js';
import type { BodyFormat } from '../../sources/port.js';
import { isFileNameAlt } from './described.js';

/** What the alternative text of an image lacks. */
export type AltNeed = 'no-alt' | 'file-name' | 'blank-alt' | '';

/** An image that stands in the source of a body. */
export interface BodyImage {
  /** From 1, in the order of the source. */
  readonly index: number;
  /** As readers get it: character references and escapes are dissolved. */
  readonly src: string;
  /** Undefined where there is none at all, which Markdown cannot say. */
  readonly alt: string | undefined;
  /** Of the media library; 0 when the image does not say. */
  readonly attachmentId: number;
  /** It has an empty alternative text, which says that it only decorates. */
  readonly decorative: boolean;
  readonly captioned: boolean;
  readonly needs: AltNeed;
  /** Where the image begins and ends in the source. */
  readonly start: number;
  readonly end: number;
  /** Replaces the alternative text alone. */
  describe(alt: string): Splice;
}

/** A piece of a text, and what is put in its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Puts the pieces in place. */
export function applySplice(source: string, { start, end, text }: Splice): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** A `>` inside quotes does not end a tag. */
const TAG = /<img\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi;
/** `![alt](src "title")`: brackets may be nested once in the text, parentheses once in the address. */
const MARKDOWN_IMAGE =
  /!\[((?:\\.|[^\\[\]]|\[(?:\\.|[^\\[\]])*\])*)\]\([ \t]*(?:<((?:\\.|[^<>\n\\])*)>|((?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*))(?:\s+(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\)))?[ \t]*\)/g;

/** `![alt][name]`, whose address stands elsewhere in the text. In `![name][]` the text is the name: it stays. */
const REFERENCE_IMAGE = /!\[((?:\\.|[^\\[\]])*)\]\[((?:\\.|[^\\[\]\n])+)\]/g;
const DEFINITION = /^ {0,3}\[((?:\\.|[^\\[\]\n])+)\]:[ \t]*(?:<([^<>\r\n]*)>|([^\s<>]+))/gm;

/**
 * The images that a body names itself, with the places where they stand. Images that shortcodes, galleries or the theme
 * draw are not there, and those in the code of a Markdown text are no images.
 * @see reference/abilities-and-oauth.md sections 5.16 and 6.5
 */
export function bodyImages(source: string, format: BodyFormat): readonly BodyImage[] {
  const found =
    format === 'markdown'
      ? [...inlineImages(source), ...referenceImages(source), ...tagsInProse(source)]
      : tags(source);
  const captions = captionRanges(source);
  return found
    .sort((a, b) => a.start - b.start)
    .map((image, at) => {
      const captioned = captions.some((range) => holds(range, image) && saysSomething(source, range, image));
      return { ...image, index: at + 1, captioned, needs: needOf(image, captioned) };
    });
}

type Found = Omit<BodyImage, 'index' | 'captioned' | 'needs'>;

function needOf({ alt, src }: Found, captioned: boolean): AltNeed {
  if (alt === undefined) return 'no-alt';
  if (alt.trim() === '') return captioned ? 'blank-alt' : '';
  return isFileNameAlt(alt, src) ? 'file-name' : '';
}

function tags(source: string): Found[] {
  return [...source.matchAll(TAG)].map((match) => fromTag(match[0], match.index));
}

function tagsInProse(source: string): Found[] {
  return inProse(source, TAG).map((match) => fromTag(match[0], match.index));
}

function fromTag(tag: string, start: number): Found {
  const alt = attributeOf(tag, 'alt');
  const value = alt?.value;
  return {
    src: attributeOf(tag, 'src')?.value ?? '',
    alt: value,
    attachmentId: Number(
      /(?:^|\s)wp-image-(\d+)(?:\s|$)/.exec(attributeOf(tag, 'class')?.value ?? '')?.[1] ?? 0,
    ),
    decorative: value === '',
    start,
    end: start + tag.length,
    describe(text) {
      const written = `alt="${escapeAttribute(text)}"`;
      if (alt !== undefined) return { start: start + alt.start, end: start + alt.end, text: written };
      const after = start + '<img'.length;
      return { start: after, end: after, text: ` ${written}` };
    },
  };
}

/** An attribute with its place in the tag; `data-alt` is not `alt`, and what a value holds is no attribute. */
function attributeOf(tag: string, name: string) {
  const attribute = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;
  attribute.lastIndex = '<img'.length;
  for (let match = attribute.exec(tag); match !== null; match = attribute.exec(tag)) {
    const [text, found = '', value = ''] = match;
    if (found.toLowerCase() !== name) continue;
    const bare = /^["']/.test(value) ? value.slice(1, -1) : value;
    return { value: decodeHTMLAttribute(bare), start: match.index, end: match.index + text.length };
  }
  return undefined;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}

function inlineImages(source: string): Found[] {
  return inProse(source, MARKDOWN_IMAGE).map((match) => {
    const [, text = '', pointed, bare = ''] = match;
    return fromMarkdown(match, text, unescapeMarkdown(pointed ?? bare));
  });
}

function referenceImages(source: string): Found[] {
  const addresses = new Map<string, string>();
  for (const [, name = '', pointed, bare = ''] of source.matchAll(DEFINITION)) {
    const label = labelOf(name);
    if (!addresses.has(label)) addresses.set(label, unescapeMarkdown(pointed ?? bare));
  }
  return inProse(source, REFERENCE_IMAGE).flatMap((match) => {
    const [, text = '', name = ''] = match;
    const src = addresses.get(labelOf(name));
    return src === undefined ? [] : [fromMarkdown(match, text, src)];
  });
}

function labelOf(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

function fromMarkdown({ index: start, 0: whole }: RegExpExecArray, text: string, src: string): Found {
  const alt = unescapeMarkdown(text);
  const from = start + '!['.length;
  return {
    src,
    alt,
    attachmentId: 0,
    decorative: alt === '',
    start,
    end: start + whole.length,
    describe: (words) => ({
      start: from,
      end: from + text.length,
      text: words.replace(/[\\[\]`*_<>&]/g, '\\$&'),
    }),
  };
}

function unescapeMarkdown(text: string): string {
  return decodeHTML(
    text.replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => (sign === '&' ? '&amp;' : sign)),
  );
}

/** Matches outside of code; an escaped `!` begins no image. */
function inProse(source: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  replaceInProse(source, new RegExp(pattern), (match) => {
    if (!/(?:^|[^\\])(?:\\\\)*\\$/.test(source.slice(Math.max(0, match.index - 20), match.index)))
      found.push(match);
    return { text: match[0], end: match.index + match[0].length };
  });
  return found;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const CAPTIONS = [
  /<figure\b[^>]*>[\s\S]*?<\/figure\s*>/gi,
  /\[caption\b[^\]]*\][\s\S]*?\[\/caption\]/gi,
  /<div\b[^>]*\bclass\s*=\s*(?:"[^"]*\bwp-caption\b[^"]*"|'[^']*\bwp-caption\b[^']*')[^>]*>[\s\S]*?<\/div\s*>/gi,
];

function captionRanges(source: string): readonly Range[] {
  return CAPTIONS.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(({ index, 0: text }) => ({ start: index, end: index + text.length })),
  );
}

function holds(range: Range, image: Range): boolean {
  return range.start < image.start && image.end < range.end;
}

/** Whether anything is left beside the image once all markup is gone. */
function saysSomething(source: string, range: Range, image: Range): boolean {
  const rest = source.slice(range.start, image.start) + source.slice(image.end, range.end);
  const text = rest.replace(/\[\/?caption\b[^\]]*\]|<[^>]*>/gi, ' ');
  return decodeHTML(text).trim() !== '';
}
