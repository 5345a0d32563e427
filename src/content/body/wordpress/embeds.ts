import { words } from '../../../core/text.js';
import { escapeMarkup } from './escape.js';

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
const EMBED_WITH_ADDRESS =
  /(?<=<div class="wp-block-embed__wrapper">)\s*(https?:\/\/[^\s<>"]+)\s*(?=<\/div>)/g;

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
 * figure, any other a link. The page of another site, or of this one, which an embed figure names, is a link too.
 */
export function embedBareAddresses(html: string): string {
  if (!/>\s*https?:\/\//i.test(html)) return html;
  const linked = html.replace(EMBED_WITH_ADDRESS, (written, url: string) =>
    provider(url) === undefined ? `<a href="${url}">${url}</a>` : written,
  );
  return linked.replace(PARAGRAPH_WITH_ADDRESS, (_, url: string) => {
    if (provider(url) !== undefined) return embedFigure(url);
    return `<p><a href="${url}">${url}</a></p>`;
  });
}
