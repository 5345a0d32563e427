/** The text that a visitor sees of a WordPress source: its HTML, and the texts in shortcodes and blocks. */
import { decodeHTML } from 'entities';
import type { Root } from 'hast';
import type { PrivacyRules } from '../../config/config.js';
import { type BodyFormat, patternOfShortcode, RECIPE_BLOCKS } from '../body/port.js';
import { decodeJson, withBackslashes } from '../body/wordpress/attribute-values.js';
import { decodeRawHtml, isColumnShortcode, unpackText } from '../body/wordpress/shortcodes/builders.js';
import { escapeListings } from '../body/wordpress/shortcodes/code.js';
import { isPlatformShortcode } from '../body/wordpress/shortcodes/platforms.js';
import { parseHtml } from '../html/parse.js';
import { removeUnseen } from '../privacy/html/closed-parts.js';
import { NO_PRIVACY_RULES } from '../privacy/privacy.js';
import { cutGates } from '../privacy/wordpress/cut.js';
import { isPaywallBlock } from '../privacy/wordpress/known.js';
import { shownText } from './shown-text.js';
import { markdownPieces, templatedHtml } from './source/markdown.js';
import { type Parameter, PieceList, parseParameters } from './source/pieces.js';
import type { Piece, VisiblePage } from './visible-page.js';

/** What a twin is made from besides the body. */
interface SourceEntry {
  readonly title: string;
  readonly body: string;
  readonly format: BodyFormat;
  /** For messages: `export.xml:1234`, `posts/tea.md`. */
  readonly ref: string;
  /** What a visitor sees of the page, where there is one. */
  readonly seen?: VisiblePage;
}

const BLOCK = /<!--\s*(\/)?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s+(?:(\{[\s\S]*?\})\s+)?(\/)?-->/g;

const SHORTCODE = /(\[?)\[(\/?)([a-z][\w-]*)(?![\w-])((?:[^[\]<"']|"[^"]*"|'[^']*')*)\](\]?)/gi;

/** Lists of other entries, and forms: what they show isn't text of the page. */
const LISTS =
  /^(?:latest-|query|archives|categories|tag-cloud|search|calendar|rss|navigation|loginout|page-list|comments?|post-|site-|template-part|read-more|avatar|more$|nextpage$)/;

/** Attributes of a block that the page doesn't show. */
const SILENT =
  /^(?:_|metadata$|class|font|anchor$|align|style$|ref$|slug$|lock$|layout$|mode$|name$|id$|type|taxonomy|tagName$)/i;

/** Where other blocks come from. */
interface WordPressParts {
  /** Body of a published reusable block. */
  pattern(id: number): string | undefined;
  /** The owner's rules for names that sound like a restriction. */
  readonly privacy?: PrivacyRules;
}

/** A source without blocks and shortcodes, and the texts of these. */
interface WordPressText {
  readonly html: string;
  readonly pieces: readonly Piece[];
}

/** Shortcodes that show pictures of the media library. */
const PICTURES = /^(?:gallery|playlist)$/;

const MAX_DEPTH = 4;

/**
 * What a visitor sees of an entry: its page where there is one, else all text of its source.
 * @param others texts that its twin shows as well, such as its summary and its authors
 */
export function seenOf(raw: SourceEntry, parts: WordPressParts, others: readonly string[]): VisiblePage {
  const also = [raw.title, ...others].join(' ');
  if (raw.seen !== undefined) return { pieces: raw.seen.pieces, also: [also, ...raw.seen.also] };
  // The source as written: addresses, alternative texts and everything inside tags.
  return { pieces: sourcePieces(raw, parts), also: [also, raw.body, componentNames(raw)] };
}

/** The names of components as words: a twin has them where a component's text in a sentence isn't known. */
function componentNames({ body, format }: SourceEntry): string {
  if (format !== 'markdown') return '';
  const names = [...body.matchAll(/<(?:\w+\.)*([A-Z]\w*)\s*\/>/g)].map(([, name = '']) => name);
  return names.join(' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

function sourcePieces(raw: SourceEntry, parts: WordPressParts): readonly Piece[] {
  if (raw.format === 'markdown') {
    const file = raw.ref.replace(/:\d+$/, '');
    if (!/\.html?$/i.test(file)) return markdownPieces(raw.body, file);
    const { html, pieces } = templatedHtml(raw.body);
    return [...shownText(seenTree(html)), ...pieces];
  }
  if (raw.format === 'wordpress') {
    const { html, pieces } = readWordPress(raw.body, parts);
    return [...shownText(seenTree(html)), ...pieces];
  }
  return shownText(seenTree(raw.body));
}

/** The tree without what hides from visitors by a class or is for some readers. */
function seenTree(html: string): Root {
  const tree = parseHtml(html);
  removeUnseen(tree, NO_PRIVACY_RULES);
  return tree;
}

/** Reads what a visitor sees of a WordPress body, in its HTML and elsewhere. Text for members only is left out. */
function readWordPress(body: string, parts: WordPressParts): WordPressText {
  const list = new PieceList();
  const html = extractBlocks(body.replace(/\r\n?/g, '\n'), parts, list, 0);
  return { html, pieces: list.pieces };
}

function extractBlocks(body: string, parts: WordPressParts, list: PieceList, depth: number): string {
  const text = escapeListings(cutGates(body, parts.privacy ?? NO_PRIVACY_RULES).text);
  let html: string | undefined;
  let result = '';
  let at = 0;
  /** Where a message begins that only an empty list shows. */
  let message: number | undefined;
  for (const match of text.matchAll(BLOCK)) {
    const [whole, closing, name = '', json, isVoid] = match;
    result += text.slice(at, match.index);
    at = match.index + whole.length;
    if (name === 'query-no-results') {
      if (closing === undefined) message = result.length;
      else result = result.slice(0, message);
    }
    // A recipe is shown by the shortcode in its block, if there is one.
    if (closing !== undefined || (RECIPE_BLOCKS.has(name) && isVoid === undefined)) continue;
    const attributes = parseAttributes(json);
    if (isPaywallBlock(name)) return extractShortcodes(result, parts, list, depth);
    result += readBlock(name, attributes, { parts, list, depth, html: () => (html ??= plainText(text)) });
  }
  result += text.slice(at);
  return extractShortcodes(result, parts, list, depth);
}

interface Reading {
  readonly parts: WordPressParts;
  readonly list: PieceList;
  readonly depth: number;
  /** Reads the text of the body's own HTML; few bodies need it. */
  readonly html: () => string;
}

/** Text without tags and comments, with single spaces. */
function plainText(html: string): string {
  return decodeHTML(html.replace(/<!--[\s\S]*?-->|<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

function patternText(id: number, parts: WordPressParts, list: PieceList, depth: number): string {
  const body = depth < MAX_DEPTH ? parts.pattern(id) : undefined;
  return body === undefined ? '' : extractBlocks(body, parts, list, depth + 1);
}

/** @returns the text of a reusable block, to be inserted in its place */
function readBlock(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  { parts, list, depth, html }: Reading,
): string {
  const own = name.replace(/^core\//, '');
  if (RECIPE_BLOCKS.has(own)) return patternText(Number(attributes['id']), parts, list, depth);
  if (own === 'block') {
    const { ref, content } = attributes;
    for (const text of textsIn(content)) list.add('wp:block', text.replace(/<[^>]+>/g, ' '));
    return typeof ref === 'number' && content === undefined ? patternText(ref, parts, list, depth) : '';
  }
  // In an export, lists of other entries have no text of their own.
  if (own === 'query' && String(attributes['namespace']).includes('/'))
    list.pieces.push([String(attributes['namespace']), '', '']);
  // The texts of core blocks are in their HTML.
  if (!own.includes('/') || LISTS.test(own)) return '';
  // Many blocks store a text both in an attribute and in their HTML.
  for (const text of textsIn(attributes).map(plainText))
    if (!html().includes(text)) list.add(`wp:${own}`, text);
  return '';
}

function parseAttributes(json: string | undefined): Readonly<Record<string, unknown>> {
  if (json === undefined) return {};
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Texts in an attribute that read like words. */
function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return isWords(value) ? [withBackslashes(value)] : [];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  return Object.entries(value)
    .filter(([name]) => Array.isArray(value) || !SILENT.test(name))
    .flatMap(([, inner]) => textsIn(inner, depth + 1));
}

function isWords(text: string): boolean {
  return (
    /\p{L}{2}\S{0,99}\s+[^{}]*\p{L}{2}/u.test(text) && !/^(?:https?:|\/|#|\{|[a-z-]+\()/.test(text.trim())
  );
}

/** The parameters that show text: of a platform only the id; not the title of a stored form, which only editors see. */
function shownOf(name: string, parameters: readonly Parameter[]): readonly Parameter[] {
  const id = parameters.filter(([key]) => key === 'id');
  if (id.length > 0 && isPlatformShortcode(name))
    return id.map(([key, value]) => [key, value.replace(/&.*$/s, '')]);
  const isStored = /form/i.test(name) && id.length > 0;
  return parameters
    .filter(([key]) => !isStored || key !== 'title')
    .map(([key, value]): Parameter => [key, unpackText(name, value)])
    .flatMap(([key, value]) => listedIn(value) ?? [[key, value.includes('<') ? plainText(value) : value]]);
}

/** The texts of a list that a builder stores in a parameter. */
function listedIn(value: string): readonly Parameter[] | undefined {
  const items = decodeJson(value);
  if (!Array.isArray(items)) return undefined;
  return items
    .flatMap((item) => Object.entries(Object(item)))
    .map(([key, text]) => [key, plainText(String(text))]);
}

/** A list that a builder stores as what an element encloses. */
const PACKED_LIST = /\]\s*(%5B%7B[\w%.*~!'()+-]*)(?=\s*\[)/gi;

/** HTML that builders store in base64. */
const RAW_HTML =
  /\[(vc_raw_html|vc_raw_js|fusion_code|td_block_text_with_title)\b[^[\]]*\]([\w+/=\s]*)\[\/\1\]/g;

/** Words behind a word in brackets, or what isn't a list of attributes: `[or both of them]`, `[Parameter(Position=0)]`. */
function isProse(rest: string): boolean {
  if (rest !== '' && !/^[\s/=:]/.test(rest)) return true;
  const words = rest.trim().split(/\s+/);
  return !rest.includes('=') && words[0] !== '' && !/^["'/]|\d|:\/\//.test(words[0] ?? '');
}

/** What stands before an index in code: `$_POST[name]`, `list[0][name]`. */
const INDEXED = /[\w$)](?:\[\w{1,20}\]){0,2}$/;

function extractShortcodes(source: string, parts: WordPressParts, list: PieceList, depth: number): string {
  const raw = source.replace(RAW_HTML, (_, _name, packed: string) => decodeRawHtml(packed));
  const read = raw.replace(PACKED_LIST, (_, packed: string) => {
    list.construct('[list]', listedIn(packed) ?? [], true);
    return '] ';
  });
  const text = read.replace(/<!--[\s\S]*?-->/g, '');
  const closed = new Set([...text.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map(([, name]) => name));
  return text.replace(
    SHORTCODE,
    (found: string, before: string, slash: string, name: string, rest: string, after: string, at: number) => {
      // Escaped, or an index in code: `[[name]]`, `$_POST[name]`.
      if (before === '[' && after === ']') return found.slice(1, -1);
      const isIndex =
        slash === '' && rest.trim() === '' && INDEXED.test(text.slice(Math.max(0, at - 40), at));
      if (isIndex && !closed.has(name)) return found;
      // A word in brackets may not be a shortcode; together with other words, it usually is.
      const parameters = parseParameters(rest.replace(/\/$/, ''));
      if (slash === '' && !closed.has(name) && isProse(rest)) return found;
      const id = parameters.find(([key]) => key === 'id')?.[1] ?? '';
      const pattern = slash === '' ? patternOfShortcode(name, id) : undefined;
      if (pattern !== undefined) return patternText(pattern, parts, list, depth);
      if (slash === '' && PICTURES.test(name)) list.pieces.push([`[${name}]`, '', '![']);
      // The twin keeps a single word that isn't a shortcode.
      else if (slash === '' && rest.trim() === '' && !closed.has(name))
        list.pieces.push([`[${name}]`, '', `${name}]`]);
      else if (slash === '') list.construct(`[${name}]`, shownOf(name, parameters), closed.has(name));
      // Shortcodes that follow each other are boxes.
      const isBox = text[at - 1] === ']' || text[at + found.length] === '[' || isColumnShortcode(name);
      return isBox ? `${before} ${after}` : before + after;
    },
  );
}
