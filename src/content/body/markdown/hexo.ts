/**
 * Tags that come with Hexo and Octopress:
 *
 * | Written | Becomes |
 * |---|---|
 * | `{% codeblock title lang:js https://… link text %}…{% endcodeblock %}`, `code` | a caption and a fenced code block |
 * | `{% blockquote author, source https://… title %}…{% endblockquote %}`, `quote`, `pullquote` | a quote and its source |
 * | `{% note warning Title %}…{% endnote %}` | a callout |
 * | `{% youtube id %}`, `{% youtube id 'playlist' %}`, `{% vimeo id %}` | a link to it |
 *
 * @see https://hexo.io/docs/tag-plugins
 */
import { escapeHtml } from '../../html/escape.js';
import { labelled, openCallout } from './callout.js';
import { fence } from './tag-line.js';

/** True for a tag of Hexo that encloses text. */
export function isHexoBlock(name: string): boolean {
  return /^(?:codeblock|code|blockquote|quote|pullquote|note)$/.test(name);
}

/**
 * Writes a block of Hexo.
 * @param rest the tag after its name
 * @param content Markdown, or the code
 */
export function hexoBlock(name: string, rest: string, content: string): string {
  if (name === 'note') return note(rest, content);
  const isCode = name.startsWith('code');
  const options = isCode ? /(?:^|\s)\w+:(?!\/\/)\S+/g : /(?!)/g;
  const words = name === 'pullquote' ? '' : rest.replace(options, ' ').replace(/\s+/g, ' ').trim();
  const source = sourceOf(words);
  if (isCode) {
    const language = /(?:^|\s)lang:([\w+#.-]+)/.exec(rest)?.[1] ?? '';
    return `${source && `\n<em>${source}</em>\n`}${fence(content, language)}`;
  }
  return `\n<blockquote>\n\n${content.trim()}\n\n${source && `<p>— ${source}</p>\n`}</blockquote>\n\n`;
}

/** Kinds of notes under other names. */
const KINDS: Readonly<Record<string, string>> = {
  warn: 'warning',
  default: 'note',
  primary: 'note',
};

/** A note without a title has no label: a visitor only sees its colour. */
function note(rest: string, content: string): string {
  const [first = '', ...others] = rest.trim().split(/\s+/);
  const kind = KINDS[first] ?? first.toLowerCase();
  const isKind = labelled(kind, '') !== undefined;
  const words = (isKind ? others : [first, ...others]).filter((word) => word !== 'no-icon');
  const title = words.join(' ').replace(/^(["'])(.*)\1$/, '$2');
  return `\n${openCallout(isKind ? kind : 'note', title)}\n\n${content.trim()}\n\n</blockquote>\n\n`;
}

/** `David Levithan, Wide Awake https://… Title` as HTML. */
function sourceOf(words: string): string {
  const [before = ''] = words.split(/(?:^| )(?=https?:\/\/)/, 1);
  const [address = '', ...title] = words.slice(before.length).trim().split(' ');
  const text = before.replace(/^(["'])(.*)\1$/, '$2').trim();
  const link = address && `<a href="${escapeHtml(address)}">${escapeHtml(title.join(' ') || address)}</a>`;
  return [escapeHtml(text), link].filter((part) => part !== '').join(' ');
}

/** The address of a video; undefined for what isn't the id of one. */
export function videoAddress(name: string, rest: string): string | undefined {
  const [, id = '', kind = ''] = /^["']?([\w-]+)["']?(?:\s+["']?(\w+))?/.exec(rest.trim()) ?? [];
  if (name === 'vimeo') return /^\d+$/.test(id) ? `https://vimeo.com/${id}` : undefined;
  if (name !== 'youtube') return undefined;
  if (kind === 'playlist') return `https://www.youtube.com/playlist?list=${id}`;
  return /^[\w-]{11}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : undefined;
}
