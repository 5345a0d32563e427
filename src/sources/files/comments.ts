import { BLOCK_MARKS, replaceInProse } from '../../core/prose.js';

/** Marks that may begin a comment, of Obsidian, MDX, kramdown, CriticMarkup and ERB. `{{/*` is an escaped shortcode of Zola. */
const OPEN = /%%|(?<!\{)\{\s*\/\*|\{::comment(?:\s[^{}\n]*)?(?<!\/)\}|\{>>|<%#/g;

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

/** The ends of comments of CriticMarkup and ERB by their beginnings; of MDX and JSX. */
const [ENDS, JSX_END]: readonly [Readonly<Record<string, RegExp>>, RegExp] = [
  { '{>>': /<<\}/g, '<%#': /%>/g },
  /\*\/\s*\}/g,
];

const [KRAMDOWN_END, KRAMDOWN_BLOCK_END] = [/\{:\/(?:comment)?\}/g, /^ {0,3}\{:\/(?:comment)?\}[ \t]*$/gm];

/** A tag of kramdown on a line of its own is closed by another one. */
function closingMark(text: string, mark: string, start: number): RegExp {
  if (!mark.startsWith('{::')) return ENDS[mark] ?? JSX_END;
  const isBlock =
    /(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, start - 4), start)) &&
    /^[ \t]*\n/.test(text.slice(start + mark.length, start + mark.length + 100));
  return isBlock ? KRAMDOWN_BLOCK_END : KRAMDOWN_END;
}

/** Removes comments from a text, except in code. One that is never closed isn't a comment. */
function stripMarkupComments(body: string): string {
  if (body.search(OPEN) === -1) return body;
  const unclosed = new Set<RegExp>();
  return replaceInProse(body, new RegExp(OPEN), ({ 0: mark, index }, text) => {
    if (mark === '%%') {
      const end = obsidianEnd(text, index);
      return end === undefined ? undefined : { text: '', end };
    }
    const close = closingMark(text, mark, index);
    if (unclosed.has(close)) return undefined;
    close.lastIndex = index + mark.length;
    if (close.test(text)) return { text: '', end: close.lastIndex };
    unclosed.add(close);
    return undefined;
  });
}

const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,}|:{3,})(.*)$/;

/** Directives that Sphinx never shows, except for `only` with `html`. */
const HIDDEN = /^\{(?:todo|comment|only)\}(?!\s*html\s*$)/;
/** Fences whose content isn't Markdown: a percent sign begins no comment there. */
const CODE = /^(?!\{)|^\{(?:code(?:-block|-cell)?|sourcecode|parsed-literal|math|mermaid|raw|eval-rst)\}/;
const COMMENT = new RegExp(`^${BLOCK_MARKS}%`);
/** The start of a cell, and of a cell that Jupyter Book removes: `+++ {"tags": ["remove-cell"]}`. */
const CELL = /^(?:\+{3,}|`{3,}\{code-cell\})/;
const REMOVED_CELL = /^\+{3,}[ \t]*\{.*\bremove[-_]cell\b/;
const LABEL = /^[ \t]*\([^()\n]+\)=[ \t]*$/;

/**
 * Removes what Sphinx never shows of a page in MyST: lines that begin with `%`, names of places such as `(brewing)=`, and
 * the directives `todo`, `comment` and `only`, except for `only` with `html`, and cells of text that are removed.
 */
function stripMystComments(body: string, keepsLabels: boolean): string {
  if (
    !/^[ \t]*(?:\+{3,}[ \t]*\{|[^%\n]{0,50}%|\([^()\n]+\)=|(?:`{3,}|~{3,}|:{3,})\{(?:todo|comment|only)\})/m.test(
      body,
    )
  )
    return body;
  const open: { readonly mark: string; readonly kind: 'hidden' | 'code' | 'text' }[] = [];
  const kept: string[] = [];
  let isRemoved = false;
  for (const line of body.split('\n')) {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    const { mark: ownMark = '', kind = 'text' } = open.at(-1) ?? {};
    const isEnd = open.length > 0 && mark.startsWith(ownMark) && info.trim() === '';
    const isStart =
      !isEnd && mark !== '' && kind === 'text' && (info.startsWith('{') || !mark.startsWith(':'));
    const own = isStart ? (HIDDEN.test(info) ? 'hidden' : CODE.test(info) ? 'code' : 'text') : kind;
    if (open.length === 0 && CELL.test(line)) isRemoved = REMOVED_CELL.test(line);
    if (isStart) open.push({ mark, kind: own });
    const isUnseen = own === 'text' && (COMMENT.test(line) || (!keepsLabels && LABEL.test(line)));
    if (own !== 'hidden' && !isUnseen && !isRemoved) kept.push(line);
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
