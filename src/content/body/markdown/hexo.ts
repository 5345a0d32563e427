/**
 * Tags that come with Hexo, Octopress and widespread themes:
 *
 * | Written | Becomes |
 * |---|---|
 * | `{% codeblock title lang:js https://… link text %}…{% endcodeblock %}`, `code` | a caption and a fenced code block |
 * | `{% blockquote author, source https://… title %}…{% endblockquote %}`, `quote`, `pullquote` | a quote and its source |
 * | `{% note warning Title %}…{% endnote %}` | a callout |
 * | `{% tabs name %}<!-- tab Label -->…<!-- endtab -->{% endtabs %}`, `timeline`, `folders` | the label in bold, then the content |
 * | `{% hideToggle Title,bg,color %}…{% endhideToggle %}`, `folding`, `fold`, `details`, `spoiler` | the title in bold, then the content |
 * | `{% cq %}…{% endcq %}` | a quote |
 * | `{% youtube id %}`, `{% youtube id 'playlist' %}`, `{% vimeo id %}` | a link to it |
 * | `{% asset_img a.png 600 400 "title 'alt'" %}`, `{% img [class] /a.png … %}` | the image |
 * | `{% link text https://… %}`, `{% btn /about/, text %}`, `{% asset_link a.pdf text %}`, `{% gist id %}` | a link |
 * | `{% post_link slug text %}`, `{% label danger@text %}`, `{% span red, text %}`, `{% u text %}` | the text |
 * | `{% checkbox checked, text %}`, `{% kbd text %}`, `{% mermaid %}…{% endmermaid %}` | a task, a key, code |
 *
 * @see https://hexo.io/docs/tag-plugins
 */
import { lastName } from '../../../core/paths.js';
import { type Replace, replaceInProse } from '../../../core/prose.js';
import { escapeHtml } from '../../html/escape.js';
import { labelled, openCallout } from './callout.js';
import { fence } from './tag-line.js';

/** Boxes that a click opens, for every reader. */
const FOLD = /^(?:hide(?:Toggle|Block)|fold(?:ing)?|details|spoiler|timenode)$/;
/** Blocks of parts that comments separate. */
const PARTS = /^(?:(?:sub)*tabs|timeline|folders)$/;

/** True for a tag of Hexo or a theme that encloses text. */
export function isHexoBlock(name: string): boolean {
  return (
    isFold(name) ||
    isHexoCode(name) ||
    PARTS.test(name) ||
    /^(?:blockquote|quote|pullquote|cq|centerquote|note)$/.test(name)
  );
}

/** True for a tag that encloses code. */
export function isHexoCode(name: string): boolean {
  return /^(?:codeblock|code|mermaid)$/.test(name);
}

/** True for a box that a click opens. */
export function isFold(name: string): boolean {
  return FOLD.test(name);
}

/**
 * Writes a block of Hexo.
 * @param rest the tag after its name
 * @param content Markdown, or the code
 */
export function hexoBlock(name: string, rest: string, content: string): string {
  if (name === 'note') return note(rest, content);
  if (PARTS.test(name)) {
    const title = name === 'timeline' && !rest.includes(':') ? boldTitle(rest.split(',', 1)[0] ?? '') : '';
    return `${title && `\n\n${title}\n`}${replaceInProse(content, new RegExp(PART), labelOfPart)}`;
  }
  if (isFold(name)) return `\n\n${boldTitle(foldTitle(name, rest))}\n\n${content.trim()}\n\n`;
  if (name === 'mermaid') return fence(content, name);
  const isCode = isHexoCode(name);
  const options = isCode ? /(?:^|\s)\w+:(?!\/\/)\S+/g : /(?!)/g;
  const words = /^(?:pullquote|cq|centerquote)$/.test(name)
    ? ''
    : rest.replace(options, ' ').replace(/\s+/g, ' ').trim();
  const source = sourceOf(words);
  if (isCode) {
    const language = /(?:^|\s)lang:([\w+#.-]+)/.exec(rest)?.[1] ?? '';
    return `${source && `\n<em>${source}</em>\n`}${fence(content, language)}`;
  }
  return `\n<blockquote>\n\n${content.trim()}\n\n${source && `<p>— ${source}</p>\n`}</blockquote>\n\n`;
}

const PART = /<!--\s*(end)?(?:tab|timeline|folder)\b([^@\n]*?)(?:@[^\n]*?)?-->/g;

/** A label and an icon: `<!-- tab Label@icon -->`. */
const labelOfPart: Replace = ({ index, 0: { length }, 1: isEnd, 2: label = '' }) => ({
  text: isEnd === undefined ? `\n\n${boldTitle(label)}\n\n` : '\n\n',
  end: index + length,
});

function boldTitle(title: string): string {
  return title.trim() === '' ? '' : `<strong>${escapeHtml(title.trim())}</strong>`;
}

/** `Title,background,colour`, `colour, title`, `kind @title`, or nothing but the title. */
function foldTitle(name: string, rest: string): string {
  const words = unquoted(rest.trim());
  if (name.startsWith('hide')) return words.split(',', 1)[0] ?? '';
  return words.replace(name === 'fold' ? /^[\w-]*\s*@/ : /^[\w-]*,/, '');
}

/** Kinds of notes under other names. */
const KINDS: Readonly<Record<string, string>> = { warn: 'warning', default: 'note', primary: 'note' };

/** A note without a title has no label: a visitor only sees its colour. */
function note(rest: string, content: string): string {
  const [first = '', ...others] = rest.trim().split(/\s+/);
  const kind = KINDS[first] ?? first.toLowerCase();
  const isKind = labelled(kind, '') !== undefined;
  const words = (isKind ? others : [first, ...others]).filter((word) => word !== 'no-icon');
  const title = unquoted(words.join(' '));
  return `\n${openCallout(isKind ? kind : 'note', title)}\n\n${content.trim()}\n\n</blockquote>\n\n`;
}

/** `David Levithan, Wide Awake https://… Title` as HTML. */
function sourceOf(words: string): string {
  const [before = ''] = words.split(/(?:^| )(?=https?:\/\/)/, 1);
  const [address = '', ...title] = words.slice(before.length).trim().split(' ');
  const text = unquoted(before).trim();
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

const ADDRESS = /^(?:https?:)?\/\/?[^\s"'<>]+$/;

/**
 * Returns the Markdown or HTML of a tag that prints a link, an image or a text; undefined for other tags.
 * @param rest arguments of the tag
 */
export function hexoTag(name: string, rest: string): string | undefined {
  const words = wordsOf(rest);
  if (name === 'asset_img' || name === 'img') return image(words, /["']/.test(rest));
  if (name === 'asset_path') return words[0] ?? '';
  if (name === 'asset_link') return link(words[0] ?? '', words.slice(1).join(' '));
  if (name === 'gist')
    return /^[\w/-]+$/.test(words[0] ?? '') ? link(`https://gist.github.com/${words[0]}`, '') : '';
  if (name === 'post_link') return escapeHtml(textOf(words.slice(1)) || lastName(words[0] ?? ''));
  if (name === 'label' && rest.includes('@')) return escapeHtml(rest.slice(rest.indexOf('@') + 1).trim());
  if (TEXT.test(name) && rest.trim() !== '') return text(name, rest);
  if (name === 'hideInline') return escapeHtml(rest.split(',', 1)[0]?.trim() ?? '');
  if (name === 'btn' || name === 'button') {
    const [address = '', text = ''] = rest.split(',').map((part) => unquoted(part.trim()));
    return ADDRESS.test(address) ? link(address, text) : undefined;
  }
  if (name !== 'link') return undefined;
  const at = words.findIndex((word) => ADDRESS.test(word.replace(/,$/, '')));
  return at < 1
    ? undefined
    : link((words[at] ?? '').replace(/,$/, ''), words.slice(0, at).join(' ').replace(/,$/, ''));
}

/** Tags of themes around a text, which their settings may precede: `{% span red, text %}`, `{% kbd Ctrl %}`. */
const TEXT = /^(?:span|p|u|emp|wavy|del|kbd|psw|sup|sub|hashtag|checkbox|radio)$/;

function text(name: string, rest: string): string {
  const [, settings = '', words = ''] = /^(?:([^,\n]*),)?([\s\S]*)$/.exec(rest.trim()) ?? [];
  const shown = escapeHtml(unquoted(words.trim()));
  if (/^(?:checkbox|radio)$/.test(name)) return `- [${/\bchecked\b/.test(settings) ? 'x' : ' '}] ${shown}`;
  return /^(?:u|del|kbd|sup|sub)$/.test(name) ? `<${name}>${shown}</${name}>` : shown;
}

/** Splits arguments at spaces, except within quotation marks. */
function wordsOf(rest: string): readonly string[] {
  return [...rest.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

/** Classes come before the file name; size, title and alternative text come after it. */
function image(words: readonly string[], isQuoted: boolean): string {
  const at = words.findIndex((word) =>
    /^\S+\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)(?:\?\S*)?$/i.test(word),
  );
  if (at < 0) return '';
  const texts = words.slice(at + 1).filter((word) => !/^\d+(?:px|%)?$/.test(word));
  const title = texts.join(' ');
  const alternative = isQuoted && texts.length > 1 ? texts.at(-1) : /'([^']*)'\s*$/.exec(title)?.[1];
  // Not an HTML element: alone on its line, it would begin an HTML block.
  return `![${(alternative ?? title).replace(/[[\]\\]/g, '\\$&')}](<${(words[at] ?? '').replace(/[<>\\]/g, encodeURIComponent)}>)`;
}

function link(address: string, text: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(text.trim() || address)}</a>`;
}

/** The last argument of `post_link` may be a Boolean for escaping. */
function textOf(words: readonly string[]): string {
  return words.filter((word, at) => at === 0 || !/^(?:true|false)$/.test(word)).join(' ');
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}
