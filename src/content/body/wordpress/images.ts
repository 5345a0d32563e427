import { words } from '../../../core/text.js';
import { escapeHtml } from '../../html/escape.js';
import type { BodyContext, Media, MediaLibrary } from '../port.js';
import { escapeMarkup, escapeOnce, isWebAddress } from './escape.js';
import type { ShortcodeAttributes } from './shortcodes/attributes.js';

const IMAGE = /<img\b[^<>]*>/gi;

type EmbedType = 'video' | 'rich' | 'photo';

/** Hosts that WordPress turns into an embedded player or card, by type; subdomains count too. */
const HOSTS: Readonly<Record<EmbedType, readonly string[]>> = {
  video: words(`
    youtube.com youtu.be youtube-nocookie.com vimeo.com dailymotion.com dai.ly ted.com twitch.tv
    tiktok.com wordpress.tv videopress.com video.wordpress.com rumble.com loom.com odysee.com
    bitchute.com kick.com streamable.com wistia.com wistia.net animoto.com
  `),
  rich: words(`
    twitter.com x.com bsky.app instagram.com facebook.com soundcloud.com spotify.com mixcloud.com
    reverbnation.com reddit.com tumblr.com scribd.com slideshare.net speakerdeck.com kickstarter.com
    pinterest.com issuu.com crowdsignal.com codepen.io pca.st anghami.com
  `),
  photo: ['flickr.com', 'flic.kr', 'imgur.com', 'giphy.com', 'smugmug.com', 'cloudup.com'],
};

const TYPE_BY_HOST: ReadonlyMap<string, EmbedType> = new Map(
  (Object.keys(HOSTS) as EmbedType[]).flatMap((type) => HOSTS[type].map((host) => [host, type] as const)),
);

/** The editor's name of a provider whose host differs. */
const NAME_BY_HOST: Readonly<Record<string, string>> = {
  'youtu.be': 'youtube',
  'youtube-nocookie.com': 'youtube',
  'dai.ly': 'dailymotion',
  'flic.kr': 'flickr',
  'x.com': 'twitter',
  'bsky.app': 'bluesky',
  'wordpress.tv': 'wordpress-tv',
  'video.wordpress.com': 'videopress',
};

const PARAGRAPH_WITH_ADDRESS = /<p(?:\s[^<>]*)?>\s*(https?:\/\/[^\s<>"]+)\s*<\/p>/gi;

const AUDIO_KEYS = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma', 'flac'];

const VIDEO_KEYS = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'mov', 'wmv'];

/**
 * Adds to images what WordPress adds from the media library, found by the class `wp-image-N`: an alternative
 * text where there is none, and the size where neither width nor height is given. Images that are marked as
 * decoration get no text.
 * @param fallback id to use for images without that class
 */
export function completeImages(html: string, media: MediaLibrary, fallback?: number): string {
  if (!html.includes('<img') && !html.includes('<IMG')) return html;
  return html.replace(IMAGE, (tag) => {
    const id = Number(/\bwp-image-(\d{1,15})\b/.exec(tag)?.[1] ?? fallback ?? 0);
    const item = id > 0 ? media.byId(id) : undefined;
    return item === undefined ? tag : withSize(withAlt(tag, item), item);
  });
}

function withAlt(tag: string, { alt: known }: Media): string {
  if (known === '' || /\srole\s*=\s*["']?(?:presentation|none)\b/i.test(tag)) return tag;
  const alt = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag);
  if (alt !== null && (alt[1] ?? alt[2] ?? alt[3] ?? '').trim() !== '') return tag;
  const bare = alt === null ? tag : tag.replace(alt[0], '');
  return bare.replace(/^<img/i, () => `<img alt="${escapeOnce(known)}"`);
}

/** A size keeps the text below from moving when the image has loaded. */
function withSize(tag: string, item: Media): string {
  if (/\s(?:width|height)\s*=/i.test(tag)) return tag;
  const src = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
  const size = sizeOf(src?.[1] ?? src?.[2] ?? '', item);
  return size === undefined ? tag : tag.replace(/^<img/i, `<img width="${size[0]}" height="${size[1]}"`);
}

/** The size of a file of a library item: smaller ones have it in their names. */
function sizeOf(src: string, { url, width, height }: Media): readonly [number, number] | undefined {
  const name = fileName(src);
  const smaller = /^(.+)-(\d{1,5})x(\d{1,5})(\.\w+)$/.exec(name);
  const [stem, extension] = [fileName(url).replace(/(?:-scaled)?\.\w+$/, ''), smaller?.[4]];
  if (smaller?.[1] === stem && fileName(url).endsWith(extension ?? '')) {
    return [Number(smaller[2]), Number(smaller[3])];
  }
  return name === fileName(url) && width !== undefined && height !== undefined ? [width, height] : undefined;
}

function fileName(url: string): string {
  return (
    url
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}

/** `<img>` of a library item. */
export function imageTag(item: Media): string {
  const size =
    item.width === undefined || item.height === undefined
      ? ''
      : ` width="${item.width}" height="${item.height}"`;
  return `<img src="${escapeHtml(item.url)}" alt="${escapeOnce(item.alt)}"${size} class="wp-image-${item.id}">`;
}

/** A figure of one library item with its caption (HTML, as the library stores it). */
export function imageFigure(item: Media): string {
  const caption = item.caption === '' ? '' : `<figcaption>${item.caption}</figcaption>`;
  return `<figure class="wp-block-image">${imageTag(item)}${caption}</figure>`;
}

/** The figure that holds a gallery; empty when none of the items is an image. */
export function galleryFigure(items: readonly Media[]): string {
  const figures = items.filter(isImage).map(imageFigure);
  return figures.length === 0
    ? ''
    : `<figure class="wp-block-gallery has-nested-images">${figures.join('\n')}</figure>`;
}

function isImage(item: Media): boolean {
  return item.mime === '' || item.mime.startsWith('image/');
}

/** Library items for a list of ids written as `3, 5,8`; unknown ones are passed over. */
export function mediaByIds(list: string, media: MediaLibrary): Media[] {
  return list
    .split(',')
    .map((id) => media.byId(Number(id.trim())))
    .filter((item) => item !== undefined);
}

function provider(url: string): { name: string; type: EmbedType } | undefined {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const labels = host.split('.');
  for (let i = 0; i + 2 <= labels.length; i++) {
    const known = labels.slice(i).join('.');
    const type = TYPE_BY_HOST.get(known);
    if (type !== undefined) return { name: NAME_BY_HOST[known] ?? labels.at(-2) ?? host, type };
  }
  return undefined;
}

/**
 * The markup that WordPress stores for an embedded address: a figure whose wrapper holds the bare address.
 * @param url address as it stands in the source, entities included
 */
export function embedFigure(url: string): string {
  const known = provider(url);
  const classes = known
    ? `wp-block-embed is-type-${known.type} is-provider-${known.name} wp-block-embed-${known.name}`
    : 'wp-block-embed';
  return `<figure class="${classes}"><div class="wp-block-embed__wrapper">${escapeMarkup(url)}</div></figure>`;
}

/**
 * Replaces paragraphs that hold nothing but an address, as WordPress does: a known provider's becomes an embed
 * figure, any other a link.
 */
export function embedBareAddresses(html: string): string {
  if (!/>\s*https?:\/\//i.test(html)) return html;
  return html.replace(PARAGRAPH_WITH_ADDRESS, (_, url: string) => {
    if (provider(url) !== undefined) return embedFigure(url);
    return `<p><a href="${url}">${url}</a></p>`;
  });
}

/** `[caption]`: the image with its link becomes a figure, the rest (or the attribute) its caption. */
export function renderCaption(attributes: ShortcodeAttributes, content: string): string {
  const { image, rest } = splitImage(content);
  const caption = (attributes['caption'] ?? rest).trim();
  if (image === '') return content;
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `\n\n<figure class="wp-caption">${image}${figcaption}</figure>\n\n`;
}

function splitImage(content: string): { image: string; rest: string } {
  const start = content.search(/<img\b/i);
  const end = start < 0 ? -1 : content.indexOf('>', start);
  if (end < 0) return { image: '', rest: content };
  const close = /^\s*<\/a\s*>/i.exec(content.slice(end + 1))?.[0].length ?? 0;
  const cut = end + 1 + close;
  return { image: content.slice(0, cut).trim(), rest: content.slice(cut) };
}

/** `[gallery]`: the listed images in their order, else those uploaded to the entry. */
export function renderGallery(attributes: ShortcodeAttributes, context: BodyContext): string {
  const list = attributes['ids'] ?? attributes['include'];
  const excluded = new Set((attributes['exclude'] ?? '').split(',').map((id) => Number(id.trim())));
  const owner = Number(attributes['id']) || context.entryId;
  const items = list === undefined ? context.media.attachedTo(owner) : mediaByIds(list, context.media);
  const figure = galleryFigure(items.filter(({ id }) => !excluded.has(id)));
  return figure === '' ? '' : `\n\n${figure}\n\n`;
}

/** `[audio]`, `[video]`: a player with its file; a video of a known platform becomes an embed. */
export function renderPlayer(
  kind: 'audio' | 'video',
  attributes: ShortcodeAttributes,
  content: string,
): string {
  const url = playerAddress(kind === 'audio' ? AUDIO_KEYS : VIDEO_KEYS, attributes, content);
  if (url === undefined) return '';
  if (kind === 'video' && /^https?:\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\//i.test(url)) {
    return `\n\n${embedFigure(url)}\n\n`;
  }
  const poster = attributes['poster'];
  const extra = poster !== undefined && isWebAddress(poster) ? ` poster="${escapeMarkup(poster)}"` : '';
  return `\n\n<figure class="wp-block-${kind}"><${kind} controls src="${escapeMarkup(url)}"${extra}></${kind}></figure>\n\n`;
}

function playerAddress(
  keys: readonly string[],
  attributes: ShortcodeAttributes,
  content: string,
): string | undefined {
  const given = keys.map((key) => attributes[key]).find((value) => value !== undefined && value !== '');
  const inside = /(?:href|src)\s*=\s*["']?([^\s"'>]+)|(https?:\/\/[^\s<>"]+)/i.exec(content);
  const url = given ?? attributes['0'] ?? inside?.[1] ?? inside?.[2];
  return url !== undefined && isWebAddress(url) ? url : undefined;
}

/** `[playlist]`: one player per listed file. */
export function renderPlaylist(attributes: ShortcodeAttributes, context: BodyContext): string {
  const kind = attributes['type'] === 'video' ? 'video' : 'audio';
  return mediaByIds(attributes['ids'] ?? attributes['include'] ?? '', context.media)
    .map(({ url, title }) => {
      const label = title === '' ? '' : ` title="${escapeOnce(title)}"`;
      return `\n\n<figure class="wp-block-${kind}"><${kind} controls src="${escapeMarkup(url)}"${label}></${kind}></figure>\n\n`;
    })
    .join('');
}
