import { textOf } from '../../../core/json.js';
import { escapeHtml } from '../../html/escape.js';
import { hasProse } from '../../html/has-prose.js';
import { parseHtml } from '../../html/parse.js';
import { plainText } from '../../html/text.js';
import type { BodyContext } from '../port.js';
import { counterEnd, shownNumber } from './attribute-values.js';
import type { BlockAttributes } from './block-parser.js';
import { embedFigure } from './embeds.js';
import { escapeOnce, isWebAddress } from './escape.js';
import { completeImages, galleryFigure, imageFigure } from './images.js';
import { addParagraphs } from './paragraphs.js';

/** A block whose inner blocks are already HTML. */
interface ClosedBlock {
  readonly name: string;
  readonly attributes: BlockAttributes;
  readonly html: string;
  /** True when it contains no other block. */
  readonly isLeaf: boolean;
  /** True when it contains only white space. */
  readonly isBlank: boolean;
}

type BlockHandler = (block: ClosedBlock, context: BodyContext) => string;

const HANDLERS: ReadonlyMap<string, BlockHandler> = new Map<string, BlockHandler>([
  ['audio', (block, context) => renderPlayer('audio', block, context)],
  ['embed', renderEmbed],
  ['file', renderFile],
  ['footnotes', renderFootnotes],
  ['freeform', renderFreeform],
  ['gallery', renderGallery],
  ['image', renderImage],
  ['playlist-track', renderTrack],
  ['query', renderQuery],
  ['shortcode', renderFreeform],
  ['social-link', renderSocialLink],
  ['video', (block, context) => renderPlayer('video', block, context)],
]);

/**
 * HTML of one block. Static blocks keep the markup that the editor stored; the others get what their attributes
 * and the media library contain, so that no block with visible content comes out empty.
 */
export function renderBlock(block: ClosedBlock, context: BodyContext): string {
  if (block.name.startsWith('core-embed/')) return renderEmbed(block);
  const handler = HANDLERS.get(block.name);
  if (handler !== undefined) return handler(block, context);
  const table = tablePart(block);
  if (table !== undefined) return table;
  const html = withEnd(withLanguage(block), block);
  return block.name.startsWith('generateblocks/') ? withoutComputed(html) : html;
}

/** A line such as "By {{author}} on {{date}}" says nothing without its values. */
function withoutComputed(html: string): string {
  const left = html.replace(COMPUTED, '');
  const words = left === html ? '' : left.replace(/<[^<>]*>/g, ' ').trim();
  return !/<img\b/i.test(left) && /^[\p{L}\p{P}]{1,4}(?:\s+[\p{L}\p{P}]{1,4}){0,3}$/u.test(words) ? '' : left;
}

/** A table whose rows and cells are blocks without elements of their own. */
function tablePart({ name, attributes, html }: ClosedBlock): string | undefined {
  const part = /\/table(?:-?(row|data|cell|column))?$/.exec(name);
  if (part === null || part[1] === undefined) {
    const isTable = part !== null && /<tr>/.test(html) && !/<table\b/i.test(html);
    const hasHead = attributes['isFirstRowHeader'] === true;
    return isTable ? `<table>${hasHead ? html.replace(/<tr>.*?<\/tr>/s, headOf) : html}</table>` : undefined;
  }
  const tag = part[1] === 'row' ? 'tr' : 'td';
  return /<t[dhr]\b/i.test(html) && tag === 'td' ? undefined : `<${tag}>${html.trim()}</${tag}>`;
}

function headOf(row: string): string {
  return row.replace(/<(\/?)td>/g, '<$1th>');
}

/** A counter is stored with the number at which it starts, or without any. */
function withEnd(html: string, { name, attributes }: ClosedBlock): string {
  const end = /count/.test(name) ? counterEnd(attributes) : undefined;
  if (end === undefined) return html;
  const counted = html.replace(COUNTED, (_, open: string) => open + end);
  if (counted !== html) return counted;
  return html.replace(UNCOUNTED, (_, open: string) => open + plainText(shownNumber(name, attributes)));
}

const COUNTED = /(<(\w+)\b[^<>]*class="[^"]{0,200}count[^"]{0,200}"[^<>]*>)\s*[\d.,]+\s*(?=<\/\2>)/i;
const UNCOUNTED = /(<(\w+)\b[^<>]*class="[^"]{0,99}count[^"]{0,99}number[^"]{0,99}"[^<>]*>)\s*(?=<\/\2>)/i;

/** Values that the site computes: `{{post_title link:post}}`. */
const COMPUTED =
  /\{\{(?:post|author|term|user|site|archive|media|featured|current|loop|comments?|option|previous|next|paged)[\w-]*(?:[ |:][^{}<>]*)?\}\}/g;

/** Highlighters keep the language of a code block in its attributes. */
function withLanguage({ html, attributes, isLeaf }: ClosedBlock): string {
  const language = text(attributes, 'language');
  return isLeaf && /^[\w#+.-]{1,30}$/.test(language)
    ? html.replace(/<pre\b/i, `<pre data-lang="${language}"`)
    : html;
}

function text(attributes: BlockAttributes, key: string): string {
  const value = attributes[key];
  return textOf(value);
}

function id(attributes: BlockAttributes): number {
  const value = Number(attributes['id']);
  return Number.isSafeInteger(value) ? value : 0;
}

function renderEmbed({ html, attributes, isBlank }: ClosedBlock): string {
  const url = text(attributes, 'url');
  return isBlank && isWebAddress(url) ? embedFigure(escapeHtml(url)) : html;
}

function renderPlayer(kind: 'audio' | 'video', block: ClosedBlock, context: BodyContext): string {
  if (!block.isBlank) return block.html;
  const url = text(block.attributes, 'src') || (context.media.byId(id(block.attributes))?.url ?? '');
  if (!isWebAddress(url)) return '';
  return `<figure class="wp-block-${kind}"><${kind} controls src="${escapeHtml(url)}"></${kind}></figure>`;
}

/** A track keeps its file and its words in attributes. */
function renderTrack({ attributes, html, isBlank }: ClosedBlock): string {
  const url = text(attributes, 'src');
  const title = text(attributes, 'title') || url;
  const others = ['artist', 'album', 'length'].map((key) => plainText(text(attributes, key))).filter(Boolean);
  if (!isBlank || title === '') return html;
  const link = isWebAddress(url)
    ? `<a href="${escapeOnce(url)}">${escapeOnce(title)}</a>`
    : escapeOnce(title);
  return `<li>${[link, ...others.map(escapeHtml)].join(', ')}</li>`;
}

/** The name of the file stays as the link; the preview and the second link with the button go. */
function renderFile({ html, attributes, isLeaf, isBlank }: ClosedBlock, context: BodyContext): string {
  if (isBlank) {
    const item = context.media.byId(id(attributes));
    const url = item?.url ?? text(attributes, 'href');
    if (!isWebAddress(url)) return '';
    return `<div class="wp-block-file"><a href="${escapeHtml(url)}">${escapeOnce(item?.title || url)}</a></div>`;
  }
  if (!isLeaf) return html;
  const withoutPreview = html.replace(/<object\b[^<>]*>[^<]*<\/object>/gi, '');
  if ((withoutPreview.match(/<a\s/gi) ?? []).length < 2) return withoutPreview;
  return withoutPreview.replace(/<a\b([^<>]*)>[^<]*<\/a>/gi, (link, attributes: string) =>
    attributes.includes('wp-block-file__button') ? '' : link,
  );
}

/** The words around a list of other entries, which is left out; headings and links alone would lead to nothing. */
function renderQuery({ html }: ClosedBlock): string {
  return hasProse(parseHtml(html)) ? html : '';
}

function renderImage(block: ClosedBlock, context: BodyContext): string {
  const imageId = id(block.attributes);
  if (block.isBlank) {
    const item = context.media.byId(imageId);
    return item === undefined ? '' : imageFigure(item);
  }
  return block.isLeaf ? completeImages(block.html, context.media, imageId) : block.html;
}

function renderGallery(block: ClosedBlock, context: BodyContext): string {
  const ids = block.attributes['ids'];
  if (!block.isBlank || !Array.isArray(ids)) return block.html;
  return galleryFigure(
    ids.map((item) => context.media.byId(Number(item))).filter((item) => item !== undefined),
  );
}

function renderFreeform(block: ClosedBlock): string {
  return block.isLeaf ? addParagraphs(block.html) : block.html;
}

/** An address is also stored without its scheme, and one for mail without `mailto:`. */
function renderSocialLink({ attributes }: ClosedBlock): string {
  const given = text(attributes, 'url').trim();
  const label = text(attributes, 'label') || text(attributes, 'service') || given;
  const scheme = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(given) ? 'mailto:' : 'https://';
  const url = /^(?:[a-z]+:|\/)/i.test(given) ? given : `${scheme}${given}`;
  return /^[^#]/.test(given) && isWebAddress(url)
    ? `<li><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></li>`
    : '';
}

/** The list that `items` holds (the WXR source puts it there); each note links back to its reference. */
function renderFootnotes({ attributes }: ClosedBlock): string {
  const items = attributes['items'];
  if (!Array.isArray(items)) return '';
  const notes = items.map((item: unknown) => {
    const note = (typeof item === 'object' && item !== null ? item : {}) as BlockAttributes;
    const key = text(note, 'id');
    if (!/^[\w-]+$/.test(key)) return '';
    return `<li id="${key}">${text(note, 'content')} <a href="#${key}-link">↩</a></li>`;
  });
  return notes.some((note) => note !== '') ? `<ol class="wp-block-footnotes">${notes.join('')}</ol>` : '';
}
