import { BLOCK_MARKS, replaceInProse } from '../../core/prose.js';

/** Marks that may begin a comment: of Obsidian, of MDX and JSX. `{{/*` is an escaped shortcode of Zola. */
const OPEN = /%%|(?<!\{)\{\s*\/\*/g;

const BLOCK_START = new RegExp(`^${BLOCK_MARKS}$`);
const BLANK_LINE = /\n[ \t]*\n/g;

/** The end of an Obsidian comment: in its paragraph, or anywhere at the beginning of a line. */
function obsidianEnd(text: string, start: number): number | undefined {
  // `100%%` is a number.
  if (/\d/.test(text[start - 1] ?? '')) return undefined;
  const close = text.indexOf('%%', start + 2);
  if (close === -1) return undefined;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  BLANK_LINE.lastIndex = start;
  const paragraphEnd = BLANK_LINE.exec(text)?.index ?? text.length;
  const mayBeLong = BLOCK_START.test(text.slice(lineStart, start));
  return close < paragraphEnd || mayBeLong ? close + 2 : undefined;
}

function jsxEnd(text: string, start: number): number | undefined {
  const close = /\*\/\s*\}/g;
  close.lastIndex = start;
  return close.exec(text) === null ? undefined : close.lastIndex;
}

/** Removes comments of Obsidian (`%%…%%`) and of MDX, except in code. An unclosed MDX comment isn't one. */
function stripMarkupComments(body: string): string {
  if (!/%%|\{\s*\/\*/.test(body)) return body;
  return replaceInProse(body, new RegExp(OPEN), (match, text) => {
    const end =
      match[0] === '%%' ? obsidianEnd(text, match.index) : jsxEnd(text, match.index + match[0].length);
    return end === undefined ? undefined : { text: '', end };
  });
}

const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,}|:{3,})(.*)$/;

/** Directives that Sphinx never shows, except for `only` with `html`. */
const HIDDEN = /^\{(?:todo|comment|only)\}(?!\s*html\s*$)/;
/** Fences whose content isn't Markdown: a percent sign begins no comment there. */
const CODE = /^(?!\{)|^\{(?:code(?:-block|-cell)?|sourcecode|parsed-literal|math|mermaid|raw|eval-rst)\}/;
const COMMENT = new RegExp(`^${BLOCK_MARKS}%`);
const LABEL = /^[ \t]*\([^()\n]+\)=[ \t]*$/;

/**
 * Removes what Sphinx never shows of a page in MyST: lines that begin with `%`, names of places such as `(brewing)=`, and
 * the directives `todo`, `comment` and `only`, except for `only` with `html`.
 */
function stripMystComments(body: string, keepsLabels: boolean): string {
  if (!/^[ \t]*(?:[^%\n]{0,50}%|\([^()\n]+\)=|(?:`{3,}|~{3,}|:{3,})\{(?:todo|comment|only)\})/m.test(body))
    return body;
  const open: { readonly mark: string; readonly kind: 'hidden' | 'code' | 'text' }[] = [];
  const kept: string[] = [];
  for (const line of body.split('\n')) {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    const { mark: ownMark = '', kind = 'text' } = open.at(-1) ?? {};
    const isEnd = open.length > 0 && mark.startsWith(ownMark) && info.trim() === '';
    const isStart =
      !isEnd && mark !== '' && kind === 'text' && (info.startsWith('{') || !mark.startsWith(':'));
    const own = isStart ? (HIDDEN.test(info) ? 'hidden' : CODE.test(info) ? 'code' : 'text') : kind;
    if (isStart) open.push({ mark, kind: own });
    const isUnseen = own === 'text' && (COMMENT.test(line) || (!keepsLabels && LABEL.test(line)));
    if (own !== 'hidden' && !isUnseen) kept.push(line);
    if (isEnd) open.pop();
  }
  return kept.join('\n');
}

/** Whether the pages of a generator are written in MyST. */
export function isMyst(generator: string): boolean {
  return generator === 'sphinx' || generator === 'jupyter-book' || generator === 'myst';
}

/**
 * Removes what the generator of a page never shows.
 * @param keepsLabels leaves the names of places, to which other pages refer
 */
export function stripComments(body: string, generator: string, keepsLabels = false): string {
  const text = stripMarkupComments(body);
  return isMyst(generator) ? stripMystComments(text, keepsLabels) : text;
}
