/** Finds the parts of MDX, and of Markdown with Vue components, that aren't Markdown. */
import { balancedEnd } from '../../../../core/balanced-end.js';
import { replaceInProse } from '../../../../core/prose.js';
import type { TextRange } from '../../../../core/text.js';
import { isHtmlElement } from '../../../privacy/markdown/verdict.js';
import { statementEnd } from '../../../syntax/component-tag.js';
import { literalPlaces } from '../v-pre.js';

/** The tag of a component. */
export interface Tag extends TextRange {
  readonly kind: 'open' | 'close' | 'void';
  /** Empty for the tags of a fragment. */
  readonly name: string;
  /** The tag after its name. */
  readonly properties: string;
}

/** A part of the text that isn't the tag of a component. */
interface Piece extends TextRange {
  /** `element` is the start tag of an HTML element with expressions in it; `text` is an escaped brace or a formula. */
  readonly kind: 'statement' | 'expression' | 'element' | 'text';
  readonly source: string;
}

export type Token = Tag | Piece;

/** Formulas of `remark-math`, whose braces are those of TeX; between single signs only what can't be a price. */
const FORMULA =
  /(?<![\\$])\$\$(?:[^$\n]|\n(?![ \t]*\n))+\$\$|(?<![\\$\w])\$(?=[^\s$])(?=[^$\n]{0,500}?(?:\\[A-Za-z]|[_^]\{))[^$\n]*[^\s$]\$(?![\d$])/;
/** A sign after a backslash is text. */
const TAGS =
  /^[ \t]*(?:import|export)\b(?=[ {*'"][^\n]*)|(?<!\\)<\/?[A-Z][\w.:-]*(?=[\s/>])|(?<!\\)<[a-z][\w-]*\.[\w.]+(?=[\s/>])|(?<!\\)<\/[a-z][\w-]*\.[\w.]+>|(?<!\\)<\/?>|(?<!\\)<[a-z][\w-]*(?=\s[^<>]*(?:=\s*\{|className|htmlFor))|\\\{|\{/gm;
const MDX = new RegExp(`${FORMULA.source}|${TAGS.source}`, 'gm');
/** Also the tabs of Hugging Face (`<hfoptions>`), the slots of Vue components, and what its loops and conditions show: `<template #title>`, `<template v-for>`. */
const VUE =
  /(?<!\\)<\/?(?:[A-Z][\w.:-]*|hfoptions?)(?=[\s/>])|(?<!\\)<template(?=\s+(?:#|v-|:))|(?<!\\)<\/template(?=\s*>)|\{\{(?![<%-])(?=[^{}|\n]+\}\})/g;

/** A text with more unclosed brackets isn't MDX; looking for their ends would take too long. */
const MAX_UNCLOSED = 20;

/**
 * Finds components, and in MDX statements and expressions, outside of code.
 * @param text Markdown with `\n` line ends
 */
export function findTokens(text: string, isMdx: boolean): readonly Token[] {
  const tokens: Token[] = [];
  const isLiteral = isMdx ? () => false : literalPlaces(text);
  let unclosed = 0;
  let templates = 0;
  replaceInProse(text, new RegExp(isMdx ? MDX : VUE), (match) => {
    if (unclosed > MAX_UNCLOSED || isLiteral(match.index)) return undefined;
    const token = readToken(match, { text, isMdx, last: tokens.at(-1) });
    if (token === undefined) {
      if (/^[{<]/.test(match[0])) unclosed += 1;
      return undefined;
    }
    if (token !== 'none' && 'name' in token && token.name === 'template') {
      // The end of an inert template belongs to it: without it, the rest of the page would.
      if (token.kind === 'close' && templates === 0) return undefined;
      templates += token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0;
    }
    if (token !== 'none') tokens.push(token);
    return token === 'none' ? undefined : { text: '', end: token.end };
  });
  return tokens;
}

/** Where a token is looked for. */
interface Place {
  readonly text: string;
  readonly isMdx: boolean;
  readonly last: Token | undefined;
}

/** @returns `none` for what only looks like a token, undefined for one without an end */
function readToken(match: RegExpExecArray, place: Place): Token | 'none' | undefined {
  const { text, last } = place;
  const [found] = match;
  const start = match.index;
  const end = start + found.length;
  if (found.startsWith('$')) return { kind: 'text', source: found, start, end };
  if (found === '\\{') return { kind: 'text', source: '{', start, end };
  if (found === '{{') {
    const close = text.indexOf('}}', end) + 2;
    return { kind: 'expression', source: text.slice(end, close - 2), start, end: close };
  }
  if (found === '{') {
    // The properties of a container.
    if (/(?:^|\n)[ \t]*:{2,}[\w-]+(?:\[[^\]\n]*\])?$/.test(text.slice(Math.max(0, start - 200), start)))
      return 'none';
    // The id of a heading.
    const id = /\{#[^\s{}]+\}/y;
    id.lastIndex = start;
    if (id.test(text)) return { kind: 'text', source: '', start, end: id.lastIndex };
    const close = balancedEnd(text, start);
    if (close === undefined) return undefined;
    return { kind: 'expression', source: text.slice(end, close - 1), start, end: close };
  }
  if (/^[ \t]*[ie]/.test(found)) {
    if (!beginsBlock(text, start, last)) return 'none';
    const close = statementEnd(text, end);
    return { kind: 'statement', source: text.slice(start, close), start, end: close };
  }
  return readTag(found, place, start);
}

/** A comment on the line before, such as the one that switches a formatter off. */
const COMMENT_LINE = /(?:<!--(?:(?!-->)[\s\S])*-->|\{\/\*(?:(?!\*\/)[\s\S])*\*\/\})[ \t]*\n$/;

/** True at the start of the text, after an empty line, and after another statement. */
function beginsBlock(text: string, start: number, last: Token | undefined): boolean {
  if (last?.kind === 'statement' && text.slice(last.end, start).trim() === '') return true;
  const before = text.slice(Math.max(0, start - 200), start).replace(COMMENT_LINE, '');
  return /\n[ \t]*\n$/.test(before) || (start < 200 && before.trim() === '');
}

function readTag(found: string, { text, isMdx }: Place, start: number): Token | 'none' | undefined {
  const end = start + found.length;
  const isClosing = found.startsWith('</');
  const name = found.replace(/^<\/?/, '').replace(/>$/, '');
  if (found.endsWith('>')) return { kind: isClosing ? 'close' : 'open', name, properties: '', start, end };
  const close = tagEnd(text, end);
  if (close === undefined) return undefined;
  // `List<String>` in prose, and HTML in capitals.
  if (/[\w]/.test(text[start - 1] ?? '') && !isClosing && close === end + 1) return 'none';
  if (!isMdx && /^[A-Z][A-Z0-9]*$/.test(name) && isHtmlElement(name)) return 'none';
  const source = text.slice(start, close);
  if (/^[a-z]/.test(name) && !name.includes('.') && !/^(?:template|hfoptions?)$/.test(name))
    return { kind: 'element', source, start, end: close };
  const isVoid = source.endsWith('/>');
  const properties = text.slice(end, close - (isVoid ? 2 : 1));
  return { kind: isClosing ? 'close' : isVoid ? 'void' : 'open', name, properties, start, end: close };
}

/** The index after the `>` of a tag; `>` inside braces and strings doesn't end it. */
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
