/**
 * Code and formulas that are passed to components, since Markdown would interpret their signs:
 *
 * | Written | Becomes |
 * |---|---|
 * | a component named for code around one string, template or text | a fenced block |
 * | the same with the code in `code`, `chart`, `value` … | a fenced block |
 * | the same around a fenced block | the block, with the component's title |
 * | `<InlineMath math="…"/>`, `<BlockMath>{…}</BlockMath>` | a formula |
 */
import { fence, ticksAround } from '../tag-line.js';
import type { Component, Form, Part } from './tree.js';
import { type Properties, templateText } from './values.js';
import { plain } from './write.js';

const CODE_NAME =
  /code|snippet|highlight|terminal|console|shell|mermaid|plantuml|graphviz|diagram|ascii|^Pre$|^Prism$|^Shiki$/i;
/** Languages that no program reads, and groups of blocks. */
const NO_CODE_NAME = /^(?:QR|Bar|Zip|Post|Promo|Country|Coupon|Discount|Status|Color)|(?:Group|Tabs)$/i;
/** Component names that mean code even where it is one line. */
const SURE_NAME =
  /^(?:Inline)?(?:Code|Snippet|Pre$|Prism|Shiki|Mermaid|PlantUML|Graphviz)|Code(?:Block|Snippet)?$/;
const MATH_NAME = /^(?:Inline|Block)?(?:Math|TeX|Tex|Katex|KaTeX|Latex|LaTeX|Equation|Formula)$/;
const DIAGRAMS = /^(mermaid|plantuml|graphviz)/i;
const CODE_PROPERTIES = ['code', 'chart', 'diagram', 'definition', 'source', 'value', 'children'] as const;
const MATH_PROPERTIES = ['math', 'tex', 'formula', 'latex', 'children'] as const;
const OPENING = /^([ \t]*(?:`{3,}|~{3,})[^\n`]*)/;

/** The form of a component that shows code or a formula; undefined for any other. */
export function codeForm({ name, properties, children, isAlone }: Component): Form | undefined {
  const last = name.split('.').at(-1) ?? '';
  const isMath = MATH_NAME.test(last);
  const hasLanguage = properties.has('language');
  const isCode = hasLanguage || (CODE_NAME.test(last) && !NO_CODE_NAME.test(last));
  if (!isMath && !isCode) return undefined;
  const value =
    onlyText(children) ??
    bareText(children, isCode && SURE_NAME.test(last)) ??
    textOf(properties, isMath ? MATH_PROPERTIES : CODE_PROPERTIES);
  // What has a text instead of it is a picture.
  if (value === undefined) return isCode && !properties.has('alt') ? titledFence(properties) : undefined;
  const isInline =
    last.startsWith('Inline') || properties.has('inline') || (!isAlone && SURE_NAME.test(last));
  if (isMath) return () => math(value, !isInline);
  const isOneLine = !value.trim().includes('\n');
  if (isOneLine && !hasLanguage && !SURE_NAME.test(last)) return undefined;
  if (isOneLine && isInline) return () => codeSpan(value.trim());
  return () => fence(value, infoOf(properties, last));
}

/** The text of a component that holds a single expression. */
function onlyText(children: readonly Part[]): string | undefined {
  const [only, ...others] = children.filter((part) => typeof part !== 'string' || part.trim() !== '');
  if (only === undefined || others.length > 0 || typeof only !== 'object' || 'children' in only)
    return undefined;
  // Code with substitutions that can't be computed is shown as written.
  return typeof only.value === 'string' ? only.value : templateText(only.source);
}

/** The text in a component for code that isn't Markdown with a block or a span of code of its own. */
function bareText([text, ...others]: readonly Part[], isCode: boolean): string | undefined {
  if (!isCode || typeof text !== 'string' || others.length > 0) return undefined;
  return text.trim() === '' || /`|~~~|\n[ \t]*\n/.test(text.trim()) ? undefined : text;
}

function textOf(properties: Properties, names: readonly string[]): string | undefined {
  return names
    .map((name) => properties.value(name))
    .find((value): value is string => typeof value === 'string');
}

/** The title of the component goes to the block in it. */
function titledFence(properties: Properties): Form {
  return ({ children }, page) => {
    const content = page.blocks(children);
    const title = titleOf(properties);
    if (title === undefined || !OPENING.test(content) || /\btitle=/.test(content.split('\n', 1)[0] ?? ''))
      return title === undefined ? content : `*${title}*\n\n${content}`;
    const language = /^[ \t]*[`~]+[ \t]*$/.test(content.split('\n', 1)[0] ?? '') ? 'text' : '';
    return content.replace(OPENING, (head) => `${head.trimEnd()}${language} title="${title}"`);
  };
}

function titleOf(properties: Properties): string | undefined {
  return properties.text('title', 'filename', 'file', 'label')?.replace(/["\n]/g, "'");
}

/** The info string: language, and the title as all fences have it. */
function infoOf(properties: Properties, name: string): string {
  const named = properties.text('classname', 'class')?.match(/(?:^|\s)lang(?:uage)?-([\w+#.-]+)/)?.[1];
  const language =
    properties.text('language', 'lang') ?? named ?? DIAGRAMS.exec(name)?.[1]?.toLowerCase() ?? '';
  const title = titleOf(properties);
  const word = language.replace(/[^\w+#.-]/g, '') || (title ? 'text' : '');
  return title ? `${word} title="${title}"` : word;
}

function codeSpan(code: string): string {
  const ticks = ticksAround(code, 1);
  return ticks === '`' ? `${ticks}${code}${ticks}` : `${ticks} ${code} ${ticks}`;
}

function math(tex: string, isDisplay: boolean): string {
  const line = tex.replace(/\s+/g, ' ').trim();
  return isDisplay ? `\n\n$$${line}$$\n\n` : `$${line}$`;
}

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
