/** Shortcodes of page builders, such as WPBakery, Divi and Avada. */

import { decodePercent } from '../../../../core/percent.js';
import { words } from '../../../../core/text.js';
import type { BodyContext } from '../../port.js';
import { isText } from '../attribute-values.js';
import { escapeMarkup, isWebAddress, markup } from '../escape.js';
import { galleryFigure, imageTag, mediaByIds } from '../images.js';
import { isWritten, namesText } from '../setting-names.js';
import { type ShortcodeAttributes, unpackLink } from './attributes.js';
import { listedIn, withLists } from './lists.js';
import { renderPlayer } from './media.js';
import { renderUnknown } from './unknown.js';

/** Name prefixes of page builders and of the element libraries of themes. */
const PREFIX =
  /^(?:vc|et_pb|fusion|av|su|mk|nectar|ult|ultimate|dt|cs|x|kc|tatsu|themify|porto|stat|qode|eltdf|edgtf|tm|wpb|ux|row|col)_/;
/** Forms, menus, lists of other entries: no text of the entry. */
const DROPPED =
  /_(?:contact_form|contact_field|signup|signup_custom_field|login|search|menu|fullwidth_menu|sidebar|blog|fullwidth_post_\w+|post_nav|post_slider|portfolio|filterable_portfolio|comments|social_media_follow|social_media_follow_network|empty_space|separator|divider|icon|posts|recent_posts|widget_area|widget_sidebar|wp_(?!text$)\w+|form|social_links)$/;
/** Elements within a line; every other one is a box. */
const INLINE =
  /_(?:highlight|dropcap|tooltip|popover|label|fontawesome|abbr|span|lightbox|text_link|modal_text_link)$/;
const BASE64 = /^(?:vc_raw_html|vc_raw_js|fusion_code)$/;

/** Columns of themes: boxes next to each other, written without a space between them. */
const COLUMN =
  /^(?:(?:one|two|three|four|five)[-_](?:half|third|fourth|quarter|fifth|sixth)s?|(?:two|three|four|five|six)col[-_]\w+|col(?:umn)?s?(?:[-_](?:half|third|fourth|quarter|fifth|sixth))?|full[-_]?width|row|span\d+)(?:[-_](?:first|last|\d+))?$/;

/** Parameters that name a person. */
const PEOPLE = ['author', 'name', 'cite', 'job_title', 'position', 'company_name', 'company'];

/** True for a column of a theme, which is a box of its own. */
export function isColumnShortcode(name: string): boolean {
  return COLUMN.test(name);
}

/** True for an element of a page builder. */
export function isBuilderShortcode(name: string): boolean {
  return PREFIX.test(name);
}

/**
 * The visible content of a page builder's element: heading, image, inner content and button, as far as its attributes
 * contain it. The boxes around them are dropped.
 * @param content HTML of what the element encloses
 */
export function renderBuilder(
  name: string,
  attributes: ShortcodeAttributes,
  content: string,
  context: BodyContext,
): string {
  // Some dividers have a title.
  if (DROPPED.test(name) && !(name.endsWith('_separator') && attributes['title'])) return '';
  if (/_(?:tooltip|popover)$/.test(name)) return renderUnknown(name, attributes, content, true);
  const cells = tablePart(name, content);
  if (cells !== undefined) return cells;
  if (BASE64.test(name)) return name === 'vc_raw_js' ? '' : decodeRawHtml(content);
  const player = /_(audio|video)$/.exec(name)?.[1];
  if (player === 'audio' || player === 'video') {
    const src = attributes['link'] ?? attributes['url'] ?? attributes['audio'] ?? '';
    return heading(name, attributes, content) + renderPlayer(player, { src, ...attributes }, content);
  }
  const parts = [
    heading(name, attributes, content),
    image(name, attributes, content, context),
    facts(attributes, ['subtitle', 'subheading', 'subhead', 'h4']),
    facts(attributes, ['text_front', 'quote', 'text_content']),
    facts(attributes, ['title_back', 'hover_title', 'text_above']),
    figure(name, attributes),
    price(attributes),
    isConsumed(name, attributes) ? '' : ownContent(name, content),
    facts(attributes, ['text_below']),
    facts(attributes, name.endsWith('_person') ? [...PEOPLE, 'title'] : PEOPLE),
    listedIn(attributes),
    button(name, attributes, content),
  ];
  const known = parts.filter((part) => part !== '').join('\n\n');
  if (INLINE.test(name)) return known;
  const html = known + otherTexts(name, attributes, known);
  return html === '' ? '' : `\n\n${html}\n\n`;
}

function ownContent(name: string, content: string): string {
  // One builder writes line breaks as `\\n`, one marks the lines of a price table.
  if (name.startsWith('cs_')) return content.replaceAll('\\n', '\n');
  return name === 'et_pb_pricing_table' ? withLists(content, /^\s*(?:<p>)?[+-]\s*(\S.*)$/, 'ul') : content;
}

/** Texts under longer names, such as `hover_title`, which the element doesn't show yet. */
function otherTexts(name: string, attributes: ShortcodeAttributes, html: string): string {
  // Of a picture or a box of others, titles are for editors.
  if (IMAGES.test(name) || /_(?:section|row|column|container)(?:_|$)/.test(name)) return '';
  const texts = Object.entries(attributes).flatMap(([key, value = '']) =>
    namesText(key) && isText(value) && isWritten(value) ? markup(unescapeDivi(value)) : [],
  );
  return texts.flatMap((text) => (html.includes(text) ? [] : `\n\n<p>${text}</p>`)).join('');
}

/** Elements whose content is an address instead of text, or already the label of the heading or link. */
function isConsumed(name: string, attributes: ShortcodeAttributes): boolean {
  if (/_(?:imageframe|button|btn)$/.test(name)) return true;
  return /_(?:title|heading|headline)$/.test(name) && !givenTitle(attributes);
}

/** Elements for pictures. */
const IMAGES = /_(?:imageframe|image|single_image|gallery)$/;

function givenTitle(attributes: ShortcodeAttributes): string | undefined {
  const names = ['title', 'heading', 'main_heading', 'title_front', 'h2', 'primary_title'];
  return names.map((name) => attributes[name]).find((text) => text !== undefined && text !== '');
}

function heading(name: string, attributes: ShortcodeAttributes, content: string): string {
  const isHeading = /_(?:custom_heading|heading|headline|title)$/.test(name);
  const given = givenTitle(attributes) ?? (isHeading ? attributes['text'] : undefined);
  const text =
    (given === undefined || given === '') && isHeading ? content : markup(unescapeDivi(given ?? ''));
  // Titles of pictures are tooltips, except in one builder.
  const isTooltip = /_(?:button|btn|person)$/.test(name) || (IMAGES.test(name) && !name.startsWith('vc_'));
  if (text.trim() === '' || isTooltip) return '';
  const level = headingLevel(attributes, isHeading);
  // If the address has no label, the title links to it.
  const isFree = button(name, attributes, content) === '' && !IMAGES.test(name);
  const link = isFree ? linkTarget(attributes) : undefined;
  const shown = link === undefined || text.includes('<a ') ? text.trim() : anchor(link, text.trim());
  return `\n\n<h${level}>${shown}</h${level}>\n\n`;
}

function anchor(url: string, html: string): string {
  return `<a href="${escapeMarkup(url)}">${html}</a>`;
}

/** The number that a counter or a bar shows. */
function figure(name: string, attributes: ShortcodeAttributes): string {
  if (!/(?:counter(?:_box)?|animated_numbers|pie|progress(?:_bar)?|skill_bar)$/.test(name)) return '';
  const {
    number,
    percent,
    percentage,
    value,
    counter_value: count,
    progress,
    num_end: end,
    num_prefix: prefix = '',
    num_suffix: suffix,
    units,
    unit,
    percent_sign: sign,
  } = attributes;
  const shown = number ?? percent ?? percentage ?? value ?? count ?? progress ?? end ?? '';
  if (!/^[\d.,]+%?$/.test(shown)) return '';
  const isShare = name.startsWith('et_pb_') && sign !== 'off' && !shown.endsWith('%');
  const after = isShare ? '%' : markup(units ?? unit ?? suffix ?? '');
  return `\n\n<p>${markup(prefix)}${shown}${after}</p>\n\n`;
}

/** A table whose rows and cells are shortcodes. */
function tablePart(name: string, content: string): string | undefined {
  if (name === 'av_cell') return `<td>${content.trim()}</td>`;
  if (name === 'av_row') return `<tr>${content.trim()}</tr>`;
  if (name === 'vc_table') return packedTable(content.replace(/<\/?(?:p|br)\b[^<>]*>/g, '').trim());
  return name === 'av_table' ? `\n\n<table>${content.trim()}</table>\n\n` : undefined;
}

/** Rows between bars, of cells between commas, which are percent-encoded and begin with their style: `[b;18px]Tide,1|2,3`. */
function packedTable(packed: string): string {
  const cell = (text: string) => {
    const html = decodePercent(text.replace(/^\[[^\][]*\]/, ''));
    // Brackets and comments may begin a part with restricted access.
    return `<td>${/\[|<!--/.test(html) ? '' : html}</td>`;
  };
  const rows = packed.split('|').map((row) => `<tr>${row.split(',').map(cell).join('')}</tr>`);
  return `\n\n<table>${rows.join('')}</table>\n\n`;
}

/** Short texts in attributes, in one line. */
function facts(attributes: ShortcodeAttributes, keys: readonly string[]): string {
  const texts = keys.flatMap((key) => {
    const text = unescapeDivi(attributes[key] ?? '').trim();
    // The name of a box is for other elements.
    if (key === 'name' && /^[a-z\d]+(?:[-_][a-z\d]+)*$/.test(text)) return [];
    // One builder names a layout like a post of a person.
    return /\p{L}/u.test(text) && !/^(?:left|right|top|bottom|center|default)$/.test(text)
      ? markup(text)
      : [];
  });
  return texts.length === 0 ? '' : `\n\n<p>${texts.join(', ')}</p>\n\n`;
}

function price(attributes: ShortcodeAttributes): string {
  const { currency_symbol: symbol = '', currency = symbol, sum, price: amount, per, time } = attributes;
  const shown = sum ?? amount ?? attributes['package_price'] ?? '';
  const period = per ?? time ?? attributes['package_unit'] ?? attributes['interval'] ?? '';
  if (!/\d/.test(shown)) return '';
  return `\n\n<p>${markup(`${currency}${shown}${period === '' ? '' : ` / ${period}`}`)}</p>\n\n`;
}

function headingLevel(attributes: ShortcodeAttributes, isHeading: boolean): number {
  const given =
    attributes['title_level'] ??
    attributes['level'] ??
    attributes['tag'] ??
    attributes['heading_tag'] ??
    attributes['font_container'] ??
    attributes['size'] ??
    '';
  const level = Number(/(?:^|tag:|\bh)h?([1-6])\b/.exec(given)?.[1] ?? (isHeading ? 2 : 3));
  return level >= 1 && level <= 6 ? level : 3;
}

function image(name: string, attributes: ShortcodeAttributes, content: string, context: BodyContext): string {
  const list = attributes['gallery_ids'] ?? attributes['images'] ?? attributes['image_ids'];
  if (list !== undefined && /gallery|slider|carousel/.test(name)) {
    return galleryFigure(mediaByIds(list, context.media));
  }
  const tag = pictureTag(name, attributes, content, context);
  const link = tag !== '' && IMAGES.test(name) && !tag.includes('<a ') ? linkTarget(attributes) : undefined;
  return link === undefined || link.startsWith('#') ? tag : anchor(link, tag);
}

function pictureTag(
  name: string,
  attributes: ShortcodeAttributes,
  content: string,
  context: BodyContext,
): string {
  const inner = name.endsWith('_imageframe') ? content.trim() : undefined;
  const names = ['src', 'image_url', 'image', 'image_id', 'portrait_url', 'picture'];
  const given = inner || names.map((key) => attributes[key]).find(Boolean);
  if (given === undefined || /_(?:video|audio|youtube|vimeo|section|row|column)(?:_|$)/.test(name)) return '';
  const item = context.media.byId(Number.parseInt(given, 10));
  if (/^\d+(?:\|\w+)?$/.test(given)) return item === undefined ? '' : imageTag(item);
  if (given.includes('<img')) return given;
  if (!isWebAddress(given)) return '';
  return `<img src="${escapeMarkup(given)}" alt="${escapeMarkup(attributes['alt'] ?? '')}">`;
}

/** Names of a label and of its address, which one builder numbers. */
const LABELS = words('button_text button_one_text btn_title hover_btn_title linktext link_text button');
const BUTTON_LABELS = ['title', 'label', 'text', 'anchor_text_primary_content'];
const ADDRESSES =
  'button_url button_one_url button_link btn_link hover_btn_link url link href anchor_href'.split(' ');

function button(name: string, attributes: ShortcodeAttributes, content: string): string {
  const link = linkTarget(attributes);
  const first = (keys: readonly string[]) =>
    keys.map((key) => attributes[key]).find((text) => text && !/^(?:yes|no|true|false|on|off)$/.test(text));
  const isButton = /_(?:button|btn)$/.test(name);
  const inner = isButton ? content.trim() : '';
  const label = first(LABELS) ?? (isButton ? first(BUTTON_LABELS) || inner : attributes['label']);
  const { button_two_text: text = '', button_two_url: url = '' } = attributes;
  const second =
    text === '' || !isWebAddress(url) ? '' : `\n\n<p>${anchor(url, markup(unescapeDivi(text)))}</p>\n\n`;
  if (link === undefined || !label) return second;
  const shown = label === inner ? label : markup(unescapeDivi(label));
  return `\n\n<p>${anchor(link, shown)}</p>\n\n${second}`;
}

/** The address of a link. Builders also store it as `url:…|title:…`, percent-encoded, or as `manually,…`. */
function linkTarget(attributes: ShortcodeAttributes): string | undefined {
  const given = ADDRESSES.map((key) => attributes[key]).find(Boolean);
  const { url } = unpackLink(given?.replace(/^manually,/, ''));
  return isWebAddress(url) ? url : undefined;
}

/** Divi writes quotes and brackets inside attributes as `%22`, `%91` and `%93`. */
function unescapeDivi(text: string): string {
  return text.replaceAll('%22', '"').replaceAll('%91', '[').replaceAll('%93', ']');
}

/** Raw HTML is stored as base64, percent-encoded inside by one builder. */
export function decodeRawHtml(content: string): string {
  const packed = content.replace(/<\/?p>|\s/g, '');
  if (packed === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return '';
  const html = Buffer.from(packed, 'base64').toString('utf8');
  return /%[\dA-F]{2}/i.test(html) && !/[\s<>]/.test(html) ? decodePercent(html) : html;
}

/**
 * The text of a parameter or content of a builder's element, which may be in base64; any other value as it is. Apart
 * from tagDiv's elements, it must be long and have words or markup.
 */
export function unpackText(name: string, value: string): string {
  const packed = value.trim();
  const isOfTagDiv = /^td[mcs]?_/.test(name);
  if (packed.length < (isOfTagDiv ? 4 : 16) || packed.length % 4 > 0) return value;
  const isPacked = Buffer.from(Buffer.from(packed, 'base64').toString('utf8')).toString('base64') === packed;
  const text = isPacked ? decodeRawHtml(packed) : '';
  if (!/\p{L}/u.test(text) || /[\0-\x08\x0e-\x1f\ufffd]/.test(text)) return value;
  if (!isOfTagDiv && !/[\s<]/.test(text)) return value;
  // Brackets and comments may begin a part with restricted access.
  return /\[|<!--/.test(text) ? '' : text;
}
