/** The shortcodes that come with Hugo and print a link or a picture. */

import { escapeHtml } from '../../html/escape.js';
import { plainText } from '../../html/text.js';
import type { Shortcode } from '../../syntax/hugo-shortcode.js';
import { inlineHtml } from '../markdown/inline-html.js';
import { embed } from '../markdown/tag-line.js';

function figure({ named, positional }: Shortcode): string {
  const get = (name: string) => escapeHtml(named.get(name) ?? '');
  const text = (name: string) => inlineHtml(named.get(name) ?? '');
  const linkTo = (address: string, inner: string) => (address ? `<a href="${address}">${inner}</a>` : inner);
  const src = get('src') || escapeHtml(positional[0] ?? '');
  const alt = get('alt') || escapeHtml(plainText(text('caption')));
  const linked = linkTo(get('link'), src ? `<img src="${src}" alt="${alt}">` : '');
  const source = text('attr') && linkTo(get('attrlink'), text('attr'));
  const words = [get('title'), text('caption'), source].filter((part) => part !== '').join(' ');
  return `<figure>${linked}${words ? `<figcaption>${words}</figcaption>` : ''}</figure>`;
}

/** What each prints, by name; undefined where its arguments are missing. */
export const BUILT_IN: Readonly<Record<string, (code: Shortcode) => string | undefined>> = {
  figure,
  youtube: (code) => video('https://www.youtube.com/watch?v=', code),
  youtubeLite: (code) => video('https://www.youtube.com/watch?v=', code),
  vimeo: (code) => video('https://vimeo.com/', code),
  gist: ({ positional: [user, id] }) =>
    user !== undefined && id !== undefined
      ? embed('Code', `https://gist.github.com/${user}/${id}`)
      : undefined,
  x: post,
  tweet: post,
  qr: ({ named }) => {
    const text = named.get('text') ?? '';
    return /^(?:https?|mailto|tel):\S+$/i.test(text) ? embed('QR code', text) : undefined;
  },
  instagram: ({ positional: [id] }) =>
    id === undefined ? undefined : embed('Post', `https://www.instagram.com/p/${id}/`),
};

function video(prefix: string, { named, positional }: Shortcode): string | undefined {
  const id = named.get('id') ?? positional[0];
  return id === undefined
    ? undefined
    : embed('Video', prefix + encodeURIComponent(id), named.get('title') ?? named.get('label'));
}

function post({ named, positional }: Shortcode): string | undefined {
  const id = named.get('id') ?? positional[1] ?? positional[0];
  const user = named.get('user') ?? (positional.length > 1 ? positional[0] : 'i/web');
  return id === undefined ? undefined : embed('Post', `https://x.com/${user}/status/${id}`);
}
