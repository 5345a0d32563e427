import { replaceInProse } from '../../core/prose.js';

/** Marks that may begin a comment: of Obsidian, of MDX and JSX. */
const OPEN = /%%|\{\s*\/\*/g;

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
  const mayBeLong = text.slice(lineStart, start).trim() === '';
  return close < paragraphEnd || mayBeLong ? close + 2 : undefined;
}

function jsxEnd(text: string, start: number): number | undefined {
  const close = /\*\/\s*\}/g;
  close.lastIndex = start;
  return close.exec(text) === null ? undefined : close.lastIndex;
}

/**
 * Removes comments of Obsidian (`%%…%%`) and of MDX, except in code. An unclosed
 * MDX comment isn't one.
 */
function stripMarkupComments(body: string): string {
  if (!/%%|\{\s*\/\*/.test(body)) return body;
  return replaceInProse(body, new RegExp(OPEN), (match, text) => {
    const end =
      match[0] === '%%' ? obsidianEnd(text, match.index) : jsxEnd(text, match.index + match[0].length);
    return end === undefined ? undefined : { text: '', end };
  });
}

const FENCE = /^[ \t]*(`{3,}|~{3,}|:{3,})(.*)$/;

/** A comment of MyST, or the name of the place that follows it. */
const UNSEEN = /^[ \t]*(?:%|\([^()\n]+\)=[ \t]*$)/;

/**
 * Removes what Sphinx never shows of a page in MyST: lines that begin with `%`, names of places such as `(brewing)=`, and
 * the directives `todo`, `comment` and `only`, except for `only` with `html`.
 */
function stripMystComments(body: string): string {
  if (!/^[ \t]*(?:%|\([^()\n]+\)=|(?:`{3,}|~{3,}|:{3,})\{(?:todo|comment|only)\})/m.test(body)) return body;
  let fence: { readonly mark: string; readonly isHidden: boolean; readonly isCode: boolean } | undefined;
  const kept: string[] = [];
  for (const line of body.split('\n')) {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence === undefined) {
      const isHidden = /^\{(?:todo|comment|only)\}(?!\s*html\s*$)/.test(info);
      if (mark !== '' && (isHidden || !mark.startsWith(':')))
        fence = { mark, isHidden, isCode: !info.startsWith('{') };
      if (!isHidden && !UNSEEN.test(line)) kept.push(line);
      continue;
    }
    if (!fence.isHidden && (fence.isCode || !UNSEEN.test(line))) kept.push(line);
    if (mark.startsWith(fence.mark) && info.trim() === '') fence = undefined;
  }
  return kept.join('\n');
}

/** Removes what the generator of a page never shows. */
export function stripComments(body: string, generator: string): string {
  const text = stripMarkupComments(body);
  return generator === 'sphinx' || generator === 'jupyter-book' ? stripMystComments(text) : text;
}
