/**
 * Liquid and Nunjucks (Jekyll, Eleventy) without a template engine: what the tags would have put into the page is
 * unknown here, so the tags go and the words between them stay.
 *
 * | Written | Becomes |
 * |---|---|
 * | `{% raw %}…{% endraw %}` | its content, untouched; inside code only the two tags go |
 * | `{% highlight go %}…{% endhighlight %}` | a fenced code block |
 * | `{% hint %}`, `{% tab %}`, `{% embed %}` and the like of GitBook | see `gitbook.ts` |
 * | `{% codeblock %}`, `{% blockquote %}`, `{% youtube id %}` and the like of Hexo | see `hexo.ts` |
 * | `{% comment %}`, `capture`, `for`, `macro`, `tablerow`, block `set`, `{# … #}`, `{% # … %}` | nothing, with all inside |
 * | `{% if %}A{% else %}B{% endif %}`, `unless`, `case` | A: the first branch |
 * | `{% link a/b.md %}`, `{% post_url 2026-01-02-tea %}` | the name; as an address: the link is dissolved |
 * | `{{ "text" | filter }}` | the text |
 * | `{{ site.url }}`, `site.baseurl` | nothing: what follows is an address on the site |
 * | anything in an element or container with `v-pre` | as it is (`v-pre.ts`) |
 * | `{% twitter https://… %}` and the like | a link |
 * | any other tag | the words in quotation marks that it takes |
 * | any other `{{ … }}` | nothing; as an address: the link is dissolved |
 */

import { lastName } from '../../../core/paths.js';
import { continuation, continued, type Replacement, replaceInProse } from '../../../core/prose.js';
import { type TextRange, words } from '../../../core/text.js';
import { UNRESOLVED } from '../../../core/unresolved.js';
import { visibleValues } from '../../fidelity/source/pieces.js';
import { isStatement } from '../../privacy/markdown/verdict.js';
import {
  firstLiquidEnd,
  liquidTags,
  pairLiquidTags,
  RAW_TAG,
  TEMPLATE_COMMENT,
} from '../../syntax/liquid-tag.js';
import { isInAddress } from './address-context.js';
import { gitbookTag, isGitbookTag } from './gitbook.js';
import { hexoBlock, hexoTag, isHexoBlock, isHexoCode, videoAddress } from './hexo.js';
import { embed, fence, removeTag } from './tag-line.js';
import { literalPlaces } from './v-pre.js';

const CONSTRUCT = new RegExp(
  `\\{%-?\\s*([\\w-]+)((?:[^%]|%(?!\\})){0,2000}?)-?%\\}|\\{\\{-?((?:[^}]|\\}(?!\\})){0,2000}?)-?\\}\\}|${TEMPLATE_COMMENT.source}`,
  'g',
);

/** Tags whose content means nothing without their data. */
const GONE_WITH_CONTENT = new Set(words('comment capture for tablerow macro js css schema style'));

const BRANCHES = new Set(['if', 'unless', 'case', 'ifchanged', 'ifAsync']);
const ALTERNATIVE = /^(?:else|elsif|elseif|elif|when)$/;

/** Tags that print something, so that the texts before and after them are separate paragraphs. */
const PRINTING = new Set(words('include include_relative render gist figure youtube image img'));

/** Returns the closing tag of an opening tag, given its index and its name. */
type FindClosing = (opening: number, name: string) => TextRange | undefined;

/** Pairs the tags of a text on the first call. `raw` isn't paired: it ends at its first end tag. */
function closingTags(text: string): FindClosing {
  let pairs: ReadonlyMap<number, TextRange> | undefined;
  return (opening, name) => {
    if (name === 'raw' || name === 'verbatim') return firstLiquidEnd(text, name, opening);
    pairs ??= pairLiquidTags(text);
    return pairs.get(opening);
  };
}

/** The first branch of what a branching tag encloses. */
function firstBranch(inner: string): string {
  let depth = 0;
  let from = 0;
  for (const { name, isClosing, start, end } of liquidTags(inner)) {
    if (BRANCHES.has(name)) depth += isClosing ? -1 : 1;
    else if (depth === 0 && name === 'when' && inner.slice(from, start).trim() === '') from = end;
    else if (depth === 0 && ALTERNATIVE.test(name)) return inner.slice(from, start);
  }
  return inner.slice(from);
}

function expression(source: string, before: string): string {
  const [value = '', ...filters] = source.split('|').map((part) => part.trim());
  const literal = /^(?:"([^"]*)"|'([^']*)')$/.exec(value);
  if (literal !== null) return literal[1] ?? literal[2] ?? '';
  if (/^site\.(?:url|baseurl)$/.test(value) && filters.every((name) => /^[\w ]+$/.test(name))) return '';
  return isInAddress(before) ? UNRESOLVED : '';
}

/** `docs/2026-01-02-tea.md` → `tea`: what a reader sees where the address is unknown. */
function pageName(reference: string): string {
  const name = lastName(reference.trim().replace(/^["']|["']$/g, ''));
  return name.replace(/\.\w+$/, '').replace(/^\d{4}-\d{1,2}-\d{1,2}-/, '');
}

/** A line that begins a list item. */
const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** Writes a block where its tag stands, such as in a list item. White space outside of lists and quotes counts for nothing. */
function inPlace(
  before: string,
  content: string,
  write: (content: string) => string | undefined,
): string | undefined {
  const marks = continuation(before);
  const outer = before.split('\n').findLast((line) => line.trim() !== '' && line.search(/\S/) < marks.length);
  const isInside = marks.includes('>') || ITEM.test(outer ?? '');
  if (marks === '' || !isInside) return write(content);
  const inner = content
    .split('\n')
    .map((line) =>
      line.startsWith(marks) ? line.slice(marks.length) : line === marks.trimEnd() ? '' : line,
    );
  const written = write(inner.join('\n'));
  return written === undefined ? undefined : continued(written, before);
}

/** A tag and its position in the text. */
interface Tag {
  readonly name: string;
  readonly rest: string;
  readonly start: number;
  readonly end: number;
}

function replaceTag(tag: Tag, text: string, before: string, findClosing: FindClosing): Replacement {
  const { name, rest, start, end } = tag;
  const closing = () => findClosing(start, name);
  if (name === 'raw' || name === 'verbatim') {
    const close = closing();
    return close === undefined
      ? removeTag(before, text, end)
      : { text: text.slice(end, close.start), end: close.end };
  }
  if (name === 'highlight') {
    const close = closing();
    const language = /^[\w+#.-]+/.exec(rest.trim())?.[0] ?? '';
    if (close === undefined) return removeTag(before, text, end);
    return { text: fence(withoutRawTags(text.slice(end, close.start)), language, before), end: close.end };
  }
  if (isGitbookTag(name, rest)) {
    const close = closing();
    const content = close === undefined ? '' : text.slice(end, close.start);
    const written = inPlace(before, content, (inner) => gitbookTag(name, rest, expandLiquid(inner)));
    if (written !== undefined) return { text: written, end: close?.end ?? end };
  }
  // Without an end, it's a shortcode of the site with the same name.
  const close = isHexoBlock(name) ? closing() : undefined;
  if (close !== undefined) {
    const expand = isHexoCode(name) ? withoutRawTags : expandLiquid;
    const written = inPlace(before, text.slice(end, close.start), (inner) =>
      hexoBlock(name, rest, expand(inner)),
    );
    return { text: written ?? '', end: close.end };
  }
  const video = videoAddress(name, rest);
  if (video !== undefined) return { text: embed('Video', video), end };
  const printed = hexoTag(name, rest);
  if (printed !== undefined) return { text: printed, end };
  if (name === 'link' || name === 'post_url') {
    return { text: isInAddress(before) ? UNRESOLVED : pageName(rest), end };
  }
  if (GONE_WITH_CONTENT.has(name) || (name === 'set' && !rest.includes('='))) {
    const close = closing();
    return removeTag(before, text, close?.end ?? end);
  }
  if (BRANCHES.has(name)) {
    const close = closing();
    if (close === undefined) return removeTag(before, text, end);
    const gap = removeTag(before, text, end);
    return { text: expandLiquid(firstBranch(text.slice(gap.end, close.start))), end: close.end };
  }
  // Tags for posts and videos of platforms: `{% twitter https://… %}`.
  const address = isStatement(name) ? undefined : /^\s*["']?(https?:\/\/[^\s"']+)/.exec(rest)?.[1];
  if (address !== undefined && !isInAddress(before))
    return { text: embed(name === 'youtube' ? 'Video' : 'Embedded', address), end };
  const words = isStatement(name) || /^end/.test(name) ? [] : visibleValues(quotedArguments(rest));
  if (words.length > 0 && !isInAddress(before)) return { text: `\n\n${words.join('\n\n')}\n\n`, end };
  return removeTag(before, text, end, PRINTING.has(name));
}

/** The texts that a tag of the site's own takes: `{% figure "a.png", "A cup of tea" %}`. */
function quotedArguments(rest: string): readonly (readonly [undefined, string])[] {
  return [...rest.matchAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/g)].map(([, double, single]) => [
    undefined,
    (double ?? single ?? '').replace(/\\(.)/g, '$1'),
  ]);
}

const RAW_TAG_ON_LINE = new RegExp(`${RAW_TAG.source}[ \\t]*(\\n)?`, 'g');

/** Code without the tags that keep templates from being read. */
export function withoutRawTags(code: string): string {
  return code.replace(RAW_TAG_ON_LINE, (_, newline, at: number) =>
    // A tag on a line of its own takes the line with it; one inside a line leaves the break where it is.
    newline !== undefined && at > 0 && code[at - 1] !== '\n' ? '\n' : '',
  );
}

/** True for text that contains Liquid or Nunjucks tags. */
export function hasLiquid(text: string): boolean {
  return /\{%-?\s*[\w#-]|\{\{|\{#-?\s|\{#[^}]*#\}/.test(text);
}

/**
 * Replaces Liquid and Nunjucks in a text according to the table above.
 * @param text Markdown or HTML, without Hugo's shortcodes
 */
export function expandLiquid(text: string): string {
  const isLiteral = literalPlaces(text);
  const findClosing = closingTags(text);
  return replaceInProse(
    text,
    new RegExp(CONSTRUCT),
    (match, whole, before) => {
      if (isLiteral(match.index)) return undefined;
      const end = match.index + match[0].length;
      const [, name, rest = '', output] = match;
      if (name !== undefined)
        return replaceTag({ name, rest, start: match.index, end }, whole, before, findClosing);
      if (output === undefined) return removeTag(before, whole, end);
      const value = expression(output, before);
      const mark = /(\*{1,3}|_{1,3})$/.exec(before)?.[1];
      // Marks around nothing would be text.
      if (value === '' && mark !== undefined && whole.startsWith(mark, end)) return { text: '<!-- -->', end };
      return value === '' ? removeTag(before, whole, end, true) : { text: value, end };
    },
    withoutRawTags,
  );
}
