import type { Component, Form } from './tree.js';
import { plain } from './write.js';

interface Embed {
  readonly kind: 'Video' | 'Post' | 'Code' | 'Embedded' | 'Audio';
  /** The address of what an id names. */
  readonly address: (id: string, component: Component) => string;
}

const EMBEDS: readonly (readonly [name: RegExp, embed: Embed])[] = [
  [
    /^(?:lite)?(?:youtube|yt)(?:video|lite|player)?(?:embed|iframe)?$/,
    { kind: 'Video', address: (id) => `https://www.youtube.com/watch?v=${id}` },
  ],
  [
    /^(?:lite)?vimeo(?:video|player)?(?:embed|iframe)?$/,
    { kind: 'Video', address: (id) => `https://vimeo.com/${id}` },
  ],
  [
    /^(?:tweet|twitter|twittertweet|xpost|embeddedtweet)(?:embed)?$/,
    { kind: 'Post', address: (id) => `https://x.com/i/web/status/${id}` },
  ],
  [/^gist(?:embed)?$/, { kind: 'Code', address: (id) => `https://gist.github.com/${id}` }],
  [/^codepen(?:embed)?$/, { kind: 'Code', address: codePen }],
  [
    /^(?:codesandbox(?:embed)?|sandbox)$/,
    { kind: 'Code', address: (id) => `https://codesandbox.io/s/${id}` },
  ],
  [/^stackblitz(?:embed)?$/, { kind: 'Code', address: (id) => `https://stackblitz.com/edit/${id}` }],
  [/^loom(?:video|embed)?$/, { kind: 'Video', address: (id) => `https://www.loom.com/share/${id}` }],
  [/^spotify(?:embed)?$/, { kind: 'Audio', address: (id) => `https://open.spotify.com/${id}` }],
  [/^(?:video|videoplayer|reactplayer|player)$/, { kind: 'Video', address: (id) => id }],
  [/^audio(?:player)?$/, { kind: 'Audio', address: (id) => id }],
  [/^(?:iframe|embed|webview)$/, { kind: 'Embedded', address: (id) => id }],
];

/** The form of a component that shows another page: a line with its title and its address. */
export function embedForm(key: string): Form | undefined {
  const embed = EMBEDS.find(([name]) => name.test(key))?.[1];
  if (embed === undefined) return undefined;
  return (component, page) => {
    const { properties, children } = component;
    const id = properties.text(
      'url',
      'src',
      'id',
      'videoid',
      'youtubeid',
      'tweetid',
      'tweetlink',
      'href',
      'link',
      'hash',
      'slug',
      'playbackid',
      'sandboxid',
    );
    const title = properties.text('title', 'label', 'caption', 'name') ?? '';
    const content = page.blocks(children);
    if (id === undefined) return [plain(title), content].filter(Boolean).join('\n\n');
    const address = /^(?:https?:)?\/\/|^\.{0,2}\//.test(id) ? id : embed.address(encodeURI(id), component);
    const target = address.replace(/[<>\s]/g, encodeURIComponent);
    // Only a whole address is a link by itself.
    const isWhole = /^https?:\/\//.test(target);
    const line =
      title === '' && isWhole
        ? `${embed.kind}: <${target}>`
        : `${embed.kind}: [${plain(title || target)}](<${target}>)`;
    return content === '' ? line : `${line}\n\n${content}`;
  };
}

function codePen(id: string, { properties }: Component): string {
  const user = properties.text('user', 'username', 'author');
  return user === undefined ? `https://codepen.io/pen/${id}` : `https://codepen.io/${user}/pen/${id}`;
}
