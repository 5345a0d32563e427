/**
 * MDX without running it: a page is words with components around them.
 *
 * | Written | Becomes |
 * |---|---|
 * | `import …`, `export …` at the start of a block | nothing |
 * | `<Component …>`, `</Component>`, `<>`, `</>` | nothing; its children stay |
 * | `<Image src="…" alt="…">` with plain strings | `<img>` |
 * | components that show code or formulas | fenced code, formulas (`mdx-code.ts`) |
 * | `{'text'}`, `{"text"}`, a template string without `${` | the text |
 * | any other `{…}`, comments included | nothing |
 * | an attribute of an HTML element in braces | nothing; `className` is `class` |
 */
import { balancedEnd } from '../../../core/balanced-end.js';
import { type Replacement, replaceInProse } from '../../../core/prose.js';
import { type Constants, readConstants, replaceCodeComponent, settleLiteralElement } from './mdx-code.js';
import { removeTag } from './tag-line.js';

const CONSTRUCT =
  /^(?:import|export)\b(?=[ {*'"][^\n]*)|<\/?[A-Z][\w.:-]*(?=[\s/>])|<\/?>|<[a-z][\w-]*(?=\s[^>]*(?:=\s*\{|className))|\\\{|\{/gm;

const IMAGE = /^<(?:Image|Img|Picture|NuxtImg)$/;

/** The index after the `>` of a tag; `>` inside braces and strings does not end it. */
function tagEnd(text: string, from: number): number | undefined {
  const piece = /\{|>|"[^"]*"|'[^']*'/g;
  piece.lastIndex = from;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    if (match[0] === '>') return piece.lastIndex;
    if (match[0] !== '{') continue;
    const end = balancedEnd(text, match.index);
    if (end === undefined) return undefined;
    piece.lastIndex = end;
  }
  return undefined;
}

function stringAttribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|\\{\\s*["']([^"']*)["']\\s*\\})`).exec(
    tag,
  );
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function image(tag: string): string {
  const src = stringAttribute(tag, 'src');
  const alt = (stringAttribute(tag, 'alt') ?? '').replace(/"/g, '&quot;');
  return src === undefined ? '' : `<img src="${src.replace(/"/g, '&quot;')}" alt="${alt}">`;
}

/** An HTML element as HTML, without attributes that only a program could evaluate. */
function plainElement(tag: string): string {
  const name = /^<[a-z][\w-]*/.exec(tag)?.[0] ?? '';
  let attributes = '';
  for (let at = name.length; at < tag.length; ) {
    const next = /\s+[\w:-]+\s*=\s*\{|\s+\{/g;
    next.lastIndex = at;
    const match = next.exec(tag);
    const end = match === null ? undefined : balancedEnd(tag, next.lastIndex - 1);
    if (match === null || end === undefined) {
      attributes += tag.slice(at);
      break;
    }
    const text = stringAttribute(tag.slice(match.index, end), match[0].trim().replace(/\s*=\s*\{$/, ''));
    attributes += tag.slice(at, match.index);
    if (text !== undefined) attributes += `${match[0].replace(/\{$/, '')}"${text}"`;
    at = end;
  }
  return name + attributes.replace(/\bclassName(?=\s*=)/g, 'class');
}

function expression(source: string): string {
  const match = /^\{\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\$])*)`)\s*\}$/.exec(source);
  return (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').replace(/\\(.)/g, '$1');
}

/** An import or export runs to the first empty line outside of brackets. */
function statementEnd(text: string, from: number): number {
  const piece = /\{|\n[ \t]*(?=\n|$)|$(?![\s\S])/g;
  piece.lastIndex = from;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    if (match[0] !== '{') return match.index;
    const end = balancedEnd(text, match.index);
    if (end === undefined) return text.length;
    piece.lastIndex = end;
  }
  return text.length;
}

function replaceConstruct(
  match: RegExpExecArray,
  text: string,
  before: string,
  constants: Constants,
): Replacement | undefined {
  const [found] = match;
  const end = match.index + found.length;
  if (found === '\\{') return { text: '{', end };
  if (found === 'import' || found === 'export') {
    return /(?:^|\n[ \t]*\n)$/.test(before) ? { text: '', end: statementEnd(text, end) } : undefined;
  }
  if (found === '{') {
    const close = balancedEnd(text, match.index);
    if (close === undefined) return undefined;
    const value = expression(text.slice(match.index, close));
    return value === '' ? removeTag(before, text, close) : { text: value, end: close };
  }
  if (found === '<>' || found === '</>') return removeTag(before, text, end);
  const close = tagEnd(text, end);
  if (close === undefined) return undefined;
  const tag = text.slice(match.index, close);
  if (/^<[a-z]/.test(found)) return { text: plainElement(tag), end: close };
  const code = replaceCodeComponent({ tag, end: close }, text, before, constants, balancedEnd);
  if (code !== undefined) return code;
  return IMAGE.test(found) ? { text: image(tag), end: close } : removeTag(before, text, close, true);
}

/** A text with more unclosed brackets isn't MDX; looking for their ends would take too long. */
const MAX_UNCLOSED = 20;

/** Removes the program from an MDX text according to the table above. */
export function expandMdx(text: string): string {
  let unclosed = 0;
  const constants = readConstants(text);
  return replaceInProse(
    text,
    new RegExp(CONSTRUCT),
    (match, whole, before) => {
      if (unclosed > MAX_UNCLOSED) return undefined;
      const replacement = replaceConstruct(match, whole, before, constants);
      if (replacement === undefined && /^[{<]/.test(match[0])) unclosed += 1;
      return replacement;
    },
    settleLiteralElement,
  );
}
