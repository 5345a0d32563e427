import { embedFigure } from '../../../content/body/wordpress/embeds.js';
import { escapeOnce, isWebAddress } from '../../../content/body/wordpress/escape.js';
import { foldKey } from '../../../content/body/wordpress/setting-names.js';
import { escapeHtml } from '../../../content/html/escape.js';
import { isObject, objectOf, textOf } from '../../../core/json.js';
import { itemsOf, templateOf } from './element.js';
import { addressOf, anchor, factOf, inline, isFact, linkOf, prose, type Settings, textsOf } from './texts.js';

/** Elements that show other entries, controls or the site's frame. */
const OTHERS =
  /^(?:(?:form|contact|subscribe|newsletter|login|register|search|posts?|blog|portfolio|archive|loop|query|related|sidebar|wp-widget|theme|woocommerce|wc|share|social|breadcrumbs?|comments?|facebook|google[-_]?maps?)(?:[-_].*)?|(?:(?:nav|mega)[-_]?)?menu(?:[-_].*)?|(?:[a-z\d]+[-_])?(?:newsletter|subscribe|login|register|mailchimp)|author-box|sitemap|table-of-contents|toc|map|spacer|separator|countdown|code_block|template|shape|svg|nav)$/;
const IMAGE = /(?:^|_)(?:image|img|photo|picture|logo|avatar|graphic|src|thumbnail)(?:_src|_url)?$/;
const NOT_IMAGE = /(?:background|bg|overlay|icon|poster|hover|pattern|lightbox)(?:_|$)/;
const SYMBOLS: Readonly<Record<string, string>> = {
  dollar: '$',
  euro: '€',
  pound: '£',
  yen: '¥',
  won: '₩',
  rupee: '₨',
  indian_rupee: '₹',
  ruble: '₽',
  franc: 'CHF',
  real: 'R$',
  krona: 'kr',
  lira: '₺',
  shekel: '₪',
  baht: '฿',
};

/** True for an element without any text of the page's own. */
export function showsOthers(name: string): boolean {
  return OTHERS.test(name);
}

/**
 * The visible content of an element or of an item in its lists: image, headings, text, lists and button.
 * @param children of the element, already rendered
 */
export function renderSettings(name: string, settings: Settings, children: readonly string[] = []): string {
  if (name === 'html' || name === 'shortcode') return String(settings[name] ?? '');
  if (/^(?:e-youtube|(?:e-self-hosted-|e-|core-|fl-)?video)$/.test(name)) return videoOf(settings);
  if (/^code(?:-highlight)?$/.test(name)) return codeOf(settings);
  // Each divider has a text, which only one look shows.
  if (name === 'divider' && settings['look'] !== 'line_text') return '';
  if (/flip-?box/.test(name))
    return sidesOf(settings)
      .map((side) => renderSettings('', side))
      .join('\n');
  if (/testimonial|blockquote|review/.test(name) && children.length === 0) return quotesOf(name, settings);
  const items = Object.entries(settings).map(([key, value]) => listOf(name, key, value, children));
  const isPaired = items.some((item) => item.isPaired);
  const images = imagesOf(settings);
  const shown = [
    // The link of a box with a video is that of its button.
    /video/.test(name) ? videoOf({ ...settings, link: undefined }) : '',
    /^(?:e-)?(?:image|photo)$/.test(name) && images !== '' ? anchor(elsewhere(settings), images) : images,
    headingsOf(name, settings),
    ...subtitlesOf(settings),
    numbersOf(settings),
    ...(isButton(name) || isBareHeading(name, settings) ? [] : textsOf(settings, 'text').map(prose)),
    ...items.map(({ html }) => html),
    // The name of a box is for editors.
    ...(children.length > 0 ? [] : textsOf(settings, 'person').map((text) => `<p>${inline(text)}</p>`)),
    ...(isPaired ? [] : children),
    buttonOf(name, settings),
  ].filter((part) => part !== '');
  const link = children.length > 0 && shown.length === children.length ? elsewhere(settings) : undefined;
  const html = shown.join('\n');
  // A box that is a link as a whole.
  return /<a\s/i.test(html) ? html : anchor(link, html);
}

/** The two sides of a flip box, as `title_text_a` and `title_text_b`; a button is on the second. */
function sidesOf(settings: Settings): readonly Settings[] {
  const entries = Object.entries(settings);
  const isFront = ([key]: (typeof entries)[number]) => /_a$|(?:^|_)front_|^image$/.test(key);
  const sides = [entries.filter(isFront), entries.filter((entry) => !isFront(entry))];
  return sides.map((side) => Object.fromEntries(side));
}

/** Where a picture or a box leads; `#` is where nothing is set. */
function elsewhere(settings: Settings): string | undefined {
  const link = linkOf(settings);
  return link?.startsWith('#') ? undefined : link;
}

/** A listing, or HTML that an element runs; other code is for the server. */
function codeOf({ code, language, executeCode }: Settings): string {
  if (typeof code !== 'string') return '';
  if (executeCode === true) return code.includes('<?') ? '' : code;
  const given = typeof language === 'string' ? ` class="language-${escapeOnce(language)}"` : '';
  return `<pre><code${given}>${escapeHtml(code)}</code></pre>`;
}

function subtitlesOf(settings: Settings): readonly string[] {
  return textsOf(settings, 'subtitle').map((text) => `<p>${inline(text)}</p>`);
}

function isButton(name: string): boolean {
  return /(?:^|[-_])(?:button|btn|link[-_]text|text[-_]link)$/.test(name);
}

function isHeading(name: string): boolean {
  return /heading|headline|title/.test(name);
}

/** A heading that keeps its words under the name of a text. */
function isBareHeading(name: string, settings: Settings): boolean {
  return isHeading(name) && textsOf(settings, 'heading').length === 0;
}

function headingsOf(name: string, settings: Settings): string {
  if (isButton(name)) return '';
  const own = textsOf(settings, 'heading');
  const parts = ['before_text', 'highlighted_text', 'rotating_text', 'after_text'].map(
    (key) => settings[key],
  );
  const animated = (/fancy-?text|typing/.test(name) ? fancyParts(settings) : parts)
    .filter((text) => typeof text === 'string')
    .join(' ')
    .trim();
  const texts = animated === '' ? own : [animated, ...own];
  const shown = isBareHeading(name, settings) && animated === '' ? textsOf(settings, 'text') : texts;
  const tag = tagOf(settings, isHeading(name) ? 'h2' : 'h3');
  const link = textsOf(settings, 'button').length > 0 ? undefined : linkOf(settings);
  return shown.map((text) => `<${tag}>${anchor(link, inline(text))}</${tag}>`).join('\n');
}

/** The words before, in and after a text that changes. */
function fancyParts(settings: Settings): readonly unknown[] {
  const ending = (word: string) => Object.entries(settings).find(([key]) => `_${key}`.endsWith(word))?.[1];
  const rows = Object.values(settings).flatMap((value) => itemsOf(value).filter(isObject));
  const changing = rows.flatMap((row) =>
    Object.entries(row).flatMap(([key, value]) => (/(?:^|_)text(?:_field)?$/.test(key) ? String(value) : [])),
  );
  return [ending('_prefix'), changing.join(', '), ending('_suffix')];
}

/** The element that the editor chose for a heading; a `div` or `span` is a paragraph to readers. */
function tagOf(settings: Settings, usual: string): string {
  const given = ['header_size', 'title_size', 'title_tag', 'heading_tag', 'tag', 'html_tag'].map(
    (key) => settings[key],
  );
  const tag = given.find((value) => typeof value === 'string' && /^(?:h[1-6]|p|div|span)$/.test(value));
  if (typeof tag !== 'string') return usual;
  return tag.startsWith('h') ? tag : 'p';
}

function buttonOf(name: string, settings: Settings): string {
  const label = textsOf(settings, 'button')[0] ?? (isButton(name) ? labelOf(settings) : undefined);
  return label === undefined ? '' : `<p>${anchor(linkOf(settings), inline(label))}</p>`;
}

function labelOf(settings: Settings): string | undefined {
  return textsOf(settings, 'text')[0] ?? textsOf(settings, 'heading')[0];
}

/** Prices and counters, whose numbers stand beside their units. */
function numbersOf(settings: Settings): string {
  const get = (key: string) => {
    const value = settings[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const symbol =
    get('currency_symbol_custom') || get('pricePrefix') || (SYMBOLS[get('currency_symbol')] ?? '');
  // Extensions put their names before those of the settings: `eael_pricing_table_price`.
  const ending = (pattern: RegExp) => get(Object.keys(settings).find((key) => pattern.test(key)) ?? '');
  const amount = get('price') || ending(/_(?:table|list|box|menu)_price$/);
  const sign = symbol || ending(/_price_(?:cur|currency)$/);
  const period = get('period') || get('duration') || ending(/_price_period$/);
  const price = amount === '' ? '' : `${sign}${amount} ${period}`.trim();
  const end = get('ending_number') || get('countTo') || get('number') || get('percent');
  const count = end === '' ? '' : `${get('prefix')}${end}${get('suffix')}`;
  return [price, count].map((text) => (text === '' ? '' : `<p>${inline(text)}</p>`)).join('');
}

function imagesOf(settings: Settings): string {
  return Object.entries(settings)
    .map(([key, value]) => {
      const name = foldKey(key);
      if (!IMAGE.test(name) || NOT_IMAGE.test(name)) return '';
      const { alt, altText = alt } = { ...objectOf(settings['data']), ...settings };
      return imageOf(
        isObject(value) ? { ...value, alt: altText ?? value['alt'] } : { url: value, alt: altText },
      );
    })
    .filter((image) => image !== '')
    .join('\n');
}

function imageOf({ url, id, alt }: Settings): string {
  if (url === null && Number(id) > 0) return `<!-- wp:gallery {"ids":[${Number(id)}]} /-->`;
  if (typeof url !== 'string' || !isWebAddress(url) || url.startsWith('#')) return '';
  const known = Number(id) > 0 ? ` class="wp-image-${Number(id)}"` : '';
  return `<figure><img src="${escapeOnce(url)}" alt="${typeof alt === 'string' ? escapeOnce(alt) : ''}"${known}></figure>`;
}

function videoOf(settings: Settings): string {
  const type = String(settings['video_type'] ?? settings['videoType'] ?? 'youtube');
  const file =
    settings['hosted_url'] ??
    settings['external_url'] ??
    settings['fileUrl'] ??
    settings['src'] ??
    settings['source'];
  const id = settings['youTubeId'];
  // The first versions of Elementor named the addresses `link`, `vimeo_link` and `hosted_link`.
  const link = settings[`${type}_link`] ?? (type === 'youtube' ? settings['link'] : undefined);
  const given = type.startsWith('hosted')
    ? (file ?? link)
    : (settings[`${type}_url`] ?? settings['url'] ?? link ?? file);
  const url =
    typeof id === 'string' && id !== '' ? `https://www.youtube.com/watch?v=${id}` : addressOf(given);
  const code = settings['embed_code'];
  if (url === undefined) return textOf(code);
  if (!/^https?:\/\/[^\s<>"]+$/i.test(url)) return '';
  return /\.(?:mp4|webm|ogv|mov)(?:\?|$)/i.test(url)
    ? `<video controls src="${escapeOnce(url)}"></video>`
    : embedFigure(url);
}

function quotesOf(name: string, settings: Settings): string {
  const lists = Object.values(settings).flatMap((value) => itemsOf(value).filter(isObject));
  const quotes = lists.filter((item) => textsOf(item, 'text').length > 0);
  const own = textsOf(settings, 'text').length > 0 ? [settings] : [];
  const rows = (quotes.length > 0 ? quotes : own).map((row) => {
    const source = [...textsOf(row, 'person'), ...textsOf(row, 'heading')].map(inline).join(', ');
    const text = textsOf(row, 'text').map(prose).join('');
    return `${name === '' ? '' : imagesOf(row)}<blockquote>${text}${source === '' ? '' : `<p>${source}</p>`}</blockquote>`;
  });
  // A list of quotations may have words of its own before it.
  const texts = textsOf(settings, 'text').map(prose);
  const before = quotes.length === 0 ? [] : [headingsOf(name, settings), ...subtitlesOf(settings), ...texts];
  return [...before, ...rows].filter((part) => part !== '').join('\n');
}

/** The items of a repeater; items without text of their own head the children of nested tabs and accordions. */
function listOf(
  name: string,
  key: string,
  value: unknown,
  children: readonly string[],
): { readonly html: string; readonly isPaired: boolean } {
  const items = itemsOf(value);
  const none = { html: '', isPaired: false };
  if (
    items.length === 0 ||
    // Names of slides, for editors.
    (name === 'nested-carousel' && key === 'carousel_items') ||
    /condition|visibilit|query|filter|menu|social|icons?$|_(?:css|colors?)$/.test(foldKey(key))
  ) {
    return none;
  }
  if (items.every((item) => typeof item === 'string')) {
    const isListed = /feature|items?$|list|points/.test(foldKey(key));
    return isListed ? { html: bullets(items.map((item) => inline(String(item)))), isPaired: false } : none;
  }
  const rows = items.filter(isObject);
  const images = rows.map((row) =>
    /^(?:carousel|.*gallery|images|photos|slides)$/.test(key) ? imageOf(row) : '',
  );
  if (images.some((image) => image !== '')) return { html: images.join('\n'), isPaired: false };
  const hasPanes = /nested/.test(name) || rows.every((row) => templateOf(row) > 0);
  if (hasPanes && rows.length === children.length) {
    const pairs = rows.map((row, i) => `${headingsOf('', row)}\n${children[i]}`);
    return { html: pairs.join('\n'), isPaired: true };
  }
  return { html: rowsOf(rows), isPaired: false };
}

/** True for an item with more than a line: a price, a button, a list of its own. */
function hasMore(row: Settings): boolean {
  const lists = Object.values(row).some((value) => Array.isArray(value) && value.length > 0);
  return (
    lists || numbersOf(row) !== '' || textsOf(row, 'button').length > 0 || textsOf(row, 'subtitle').length > 0
  );
}

function rowsOf(rows: readonly Settings[]): string {
  const lines = rows.map((row) => {
    const [texts, headings] = [textsOf(row, 'text'), textsOf(row, 'heading')];
    const value = isFact(row) ? factOf(row) : undefined;
    if (value !== undefined) return `${inline(headings[0] ?? '')}: ${inline(value)}`;
    const isLine =
      !hasMore(row) &&
      texts.length + headings.length === 1 &&
      !/<(?:p|ul|ol|div|h\d)\b/i.test(texts[0] ?? '');
    return isLine && imagesOf(row) === ''
      ? anchor(linkOf(row), inline(texts[0] ?? headings[0] ?? ''))
      : undefined;
  });
  if (lines.every((line) => line !== undefined)) return bullets(lines);
  return rows.map((row) => renderSettings('', row)).join('\n');
}

function bullets(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
}
