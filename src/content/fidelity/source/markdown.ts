/**
 * The text that a visitor sees of a Markdown source: prose, code, and titles, labels and other parameters of
 * its extensions. It has its own rules, independent of the converter, so that the converter's mistakes show.
 */

import { attempt } from '../../../core/attempt.js';
import { replaceInProse } from '../../../core/prose.js';
import { unixText } from '../../../core/text.js';
import { isMdx, unwrapMdxBlocks } from '../../body/markdown/mdx.js';
import { RAW_TAG } from '../../syntax/liquid-tag.js';
import { outsideSpans, splitFences } from '../code-parts.js';
import { plainProse } from '../twin-text.js';
import type { Piece } from '../visible-page.js';
import { PieceList, parseParameters } from './pieces.js';
import { constantsOf, dropStatements, extractExpressions, extractTags } from './tags.js';
import {
  dropTemplatedAddresses,
  extractHugo,
  extractIncludes,
  extractLiquid,
  hasTemplates,
} from './templates.js';

const COMMENTS =
  /<!--(?!\s*@include)(?:(?!<!--)[\s\S])*?-->|%%[^%]*(?:%[^%]+)*%%|\{\{-?\s*\/\*(?:(?!\{\{)[\s\S])*?\*\/\s*-?\}\}/g;
/** A comment may contain whole fences. */
const LIQUID_COMMENT =
  /^[ \t]*\{%-?\s*comment\s*-?%\}(?:(?!\{%-?\s*(?:end)?comment\b)[\s\S])*\{%-?\s*endcomment\s*-?%\}/gm;
const HTML_COMMENT = /^[ \t]*<!--(?:(?!<!--|-->)[\s\S])*-->/gm;
/** A placeholder for an inline code span while syntax is removed around it. */
const SPAN = '\uE000';

/**
 * Reads what a visitor sees of a Markdown text.
 * @param file its name, which decides whether it is MDX
 */
export function markdownPieces(body: string, file: string): readonly Piece[] {
  const list = new PieceList();
  const text = unixText(body)
    .replace(LIQUID_COMMENT, '')
    .replace(HTML_COMMENT, (comment) => (/`{3}|~{3}/.test(comment) ? '' : comment));
  const source = withBlockTexts(unwrapMdxBlocks(text));
  const hasProgram = isMdx(source, file);
  const codes: string[] = [];
  const prose: string[] = [];
  for (const { isCode, text, info } of splitFences(source)) {
    if (isCode) {
      addCode(text, info, list);
      prose.push('\n\n');
    } else
      prose.push(
        outsideSpans(
          hasProgram ? dropStatements(text) : text,
          (one) => one.replaceAll(SPAN, ''),
          (code) => `${SPAN}${codes.push(code.replace(RAW_TAG, '')) - 1}${SPAN}`,
        ),
      );
  }
  const plain = extractSyntax(prose.join('\n'), hasProgram ? constantsOf(source) : undefined, list);
  for (const block of plain.split(
    /\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t]|[ \t]*#{1,6}[ \t]|[ \t]*\|)/,
  )) {
    addBlock(block, codes, list);
  }
  // Titles were set aside before their code was put back.
  return list.pieces.map((piece): Piece => {
    const [construct, text, ...rest] = piece;
    return text.includes(SPAN) ? [construct, withCode(text, codes), ...rest] : piece;
  });
}

/** The blocks of ReadMe: JSON, of which readers see the texts under these keys. */
const JSON_BLOCK = /^[ \t]*\[block:[\w-]+\]((?:(?!\[\/?block\b)[\s\S])*)\[\/block\]/gm;
const SHOWN_KEY = /^(?:title|body|caption|name|code|html|text|(?:h|\d+)-\d+)$/;

function withBlockTexts(text: string): string {
  if (!text.includes('[block:')) return text;
  return replaceInProse(text, new RegExp(JSON_BLOCK), ({ index, 0: whole, 1: json = '' }) => {
    const texts: string[] = [];
    const parsed = attempt((): unknown =>
      JSON.parse(json, (key, value: unknown) => {
        if (typeof value !== 'string' || !SHOWN_KEY.test(key)) return value;
        texts.push(key === 'code' ? `\`\`\`\n${value}\n\`\`\`` : value);
        return value;
      }),
    );
    const shown = parsed === undefined ? whole : `\n\n${texts.join('\n\n')}\n\n`;
    return { text: shown, end: index + whole.length };
  });
}

/** The text with the code that was set aside, which is used as it is. */
function withCode(text: string, codes: readonly string[]): string {
  const parts = text.split(SPAN);
  return parts.map((part, at) => (at % 2 === 0 ? part : (codes[Number(part)] ?? ''))).join('');
}

/** Reads what a visitor sees of a page of HTML with template syntax, as HTML without it. */
export function templatedHtml(body: string): { readonly html: string; readonly pieces: readonly Piece[] } {
  const list = new PieceList();
  const html = hasTemplates(body) ? extractLiquid(extractHugo(body, list), list) : body;
  return { html, pieces: list.pieces };
}

/** Comments in code that only the highlighter reads. */
const HIGHLIGHTS =
  /^[^\S\n]*(?:\/\/|\/\*|<!--|\{\/\*|#|--|;|%)[^\S\n]*highlight-(?:next-line|start|end)\b.*$|(?:\/\/|\/\*|<!--|\{\/\*|#|--|;|%)[^\S\n]*\[!code[^\]\n]*\].*$/gm;

/** The code that Twoslash shows, without the lines for its compiler. */
function shownCode(code: string, info: string): string {
  if (!/(?:^|\s)twoslash(?:\s|$)/.test(info)) return code;
  if (/^twoslash\s+include\b/.test(info)) return '';
  const [, ...parts] = code.split(/^.*---cut(?:-before)?---.*$/m);
  return (parts.at(-1) ?? code)
    .replace(/^.*---cut-after---[\s\S]*/m, '')
    .replace(/---cut-start---(?:(?!---cut-start---)[\s\S])*?---cut-end---/g, '')
    .replace(/^[ \t]*\/\/\s*(?:\^|@(?!(?:log|warn|error|annotate):)).*$/gm, '');
}

function addCode(text: string, info: string, list: PieceList): void {
  list.add('code block', shownCode(text, info).replace(RAW_TAG, '').replace(HIGHLIGHTS, ''));
  const title =
    /(?:^|\s)(?:title|caption|filename|name|label)\s*=\s*(?:"([^"]*)"|'([^']*)')|\[([^\]]+)\]\s*$/.exec(info);
  if (title !== null) list.add('title of code', title[1] ?? title[2] ?? title[3] ?? '');
}

/** @param constants those of a page of MDX */
function extractSyntax(
  text: string,
  constants: ReadonlyMap<string, string> | undefined,
  list: PieceList,
): string {
  let rest = extractIncludes(text, list).replace(COMMENTS, ' ');
  if (constants === undefined && hasTemplates(rest))
    rest = extractTemplates(dropTemplatedAddresses(rest), list);
  rest = extractMarkers(rest, list);
  rest = extractTags(rest, list);
  return constants === undefined ? rest : extractExpressions(rest, constants, list);
}

/** Hugo ignores other braces. */
function extractTemplates(text: string, list: PieceList): string {
  if (!/\{\{[<%]/.test(text)) return extractLiquid(text, list);
  const rest = extractHugo(text, list);
  return /\{%-?\s*[\w-]/.test(rest) ? extractLiquid(rest, list) : rest;
}

/** Emoji and icons by name, in colons. */
const ICON = /(?<![\w:]):[a-z][\w+-]*:(?![\w:])/g;

/** Marks without text of their own: what every match contains, the form, and its replacement. */
const MARKERS: readonly (readonly [mark: string, form: RegExp, stays: string])[] = [
  ['[!', /^([ \t>]*)\[![\w-]+(?:\|[^\]\n]*)?\][+-]?/gm, '$1'],
  // Over a table of contents, a heading goes with it.
  [
    '{:',
    /^(?: {0,3}#{1,6}[ \t][^\n]*\n(?:[ \t]*\{:[^}\n]*\}[ \t]*\n)?\n?)? {0,3}(?:[*+-]|\d{1,9}[.)])[ \t]+[^\n]*?(?:\n[ \t]*)?\{:[ \t]*toc\b[^}\n]*\}[ \t]*$/gim,
    '',
  ],
  ['[', /^[ \t]*(?:\[\[?_?toc_?\]?\]|\[\[_TOC_\]\])[ \t]*$/gim, ''],
  ['{', /^[ \t]*(?:\{:? ?toc ?\}|\{\{[ \t]*toc[ \t]*\}\})[ \t]*$/gim, ''],
  [']:', /^[ \t>]*(?:\*\[[^\]\n]+\]:|\[(?!\^)[^\]\n]+\]:[ \t]*(?:\S|\n[ \t]*<?(?:\w+:)?\/)).*$/gm, ''],
  ['[^', /\[\^[^\][\s]+\]:?/g, ' '],
  // After a digit, the twin keeps the sign, but not before the letters of an ordinal.
  ['^', /(?:(?<=[\p{L})])\^([^\s^~$\\[\]]{1,50})|(?<=\d)\^(\p{L}{2,3}))\^(?!\^)/gu, '$1$2'],
  ['[[', /^([ \t]*)\[\[(?:open-in-colab\]\]|autodoc\]\]([^\n]*)(?:\n\1(?: {4}|\t)[^\n]*)*)/gm, '$1$2'],
  [']]', /^([ \t>]*#{1,6}[ \t][^\n]*?\S)\[\[[a-z][\w-]*\]\][ \t]*$/gm, '$1'],
  ['[[', /\[\[(?:[^\][|\n]*\|)?([^\][\n]*)\]\](?!\()/g, '$1'],
  ['){', /(?<=\))\{[a-z][\w-]*\}/g, ''],
  ['][', /\[([^[\]\n]+)\]\[[^\]\n]*\]/g, '$1'],
  ['][', /\]\[[^\]\n]*\]/g, ']'],
  ['{#', /^([ \t>]*#{1,6}[ \t][^\n]*?)\{#[\w-]+\}[ \t]*$/gm, '$1'],
  ['{', /[ \t]*(?<![\w$}])\{:?[ \t]*(?:[.#:]|[\w-]+=)[^}\n]*\}/g, ''],
  ['] ', /^([ \t>]*[-*+][ \t]+)\[[ xX]\]/gm, '$1'],
  [':', ICON, ' '],
  ['![', /!\[(?:[^[\]]|\[[^\][]*\])*\](?=\()/g, '![]'],
];

/** Removes markup, and keeps the titles in it. */
function extractMarkers(text: string, list: PieceList): string {
  const rest = extractTitles(text, list);
  return MARKERS.reduce(
    (left, [mark, form, stays]) => (left.includes(mark) ? left.replace(form, stays) : left),
    rest,
  );
}

/** What mkdocstrings takes from a program, with its options. */
const FROM_CODE = /^([ \t]*)(?:#{1,6}[ \t]+)?:::[ \t]*(\w+(?:\.\w+)+)[ \t]*(?:\n\1(?: {4}|\t)[^\n]*)*$/gm;

/** The properties of a component of Nuxt Content, between dashes. */
const COMPONENT_DATA =
  /^([ \t]*::+[a-z][^\n]*\n)[ \t]*---[ \t]*\n((?:(?![ \t]*---)[^\n]*\n){0,50})[ \t]*---[ \t]*$/gm;

/** The texts among these properties that readers see. */
function shownData(data: string): string {
  const texts = data.matchAll(
    /^[ \t-]*\w*(?:title|label|text|caption|description|content|question|answer):[ \t]+(.+)$/gim,
  );
  return Array.from(texts, ([, text = '']) => text.replace(/^(["'])(.*)\1[ \t]*$/, '$2')).join('\n\n');
}

function extractTitles(text: string, list: PieceList): string {
  const named = (name: string, title: string): string => {
    list.add(name, plainProse(title.replace(ICON, ' ')));
    return '';
  };
  let rest = text;
  if (rest.includes('::'))
    rest = rest
      .replace(FROM_CODE, '$1$2')
      .replace(COMPONENT_DATA, (_, opening: string, data: string) => opening + shownData(data))
      .replace(/^([ \t]*):::[ \t]*[\w-]+[ \t]*(?:\n\1(?: {4}|\t):[\w-]+:[^\n]*)+$/gm, '')
      .replace(/^([ \t>]*):{2,}[ \t]*([\w-]+)(.*)$/gm, (_, start: string, name: string, title: string) => {
        return start + named(`:::${name}`, titleOf(title));
      })
      .replace(/^[ \t>]*:{2,}[ \t]*$/gm, '')
      .replace(/^[ \t]*@tab(?::active)?[ \t]+([^\n#]+)(?:#[\w-]+)?$/gm, '$1');
  if (/!!!|\?\?\?/.test(rest))
    rest = rest.replace(
      /^([ \t]*)(!!!|\?\?\?\+?)[ \t]+([\w-]+)[^"\n]*(?:"([^"\n]*)")?.*$/gm,
      (_, start, mark: string, name: string, title = '') => {
        return start + named(`${mark} ${name}`, title);
      },
    );
  if (rest.includes('///'))
    rest = rest.replace(
      /^([ \t]*)\/{3,}[ \t]*(?:([\w-]+)[ \t]*(?:\|(.*))?)?$/gm,
      (_, start: string, name = '', title: string = '') => start + named(`/// ${name}`, title.trim()),
    );
  if (rest.includes('==='))
    rest = rest.replace(
      /^([ \t]*)===[!+]?[ \t]+"([^"\n]*)"[ \t]*$/gm,
      (_, start: string, title: string) => start + named('=== tab', title),
    );
  return rest;
}

/** `[Label]{…}`, `{title="…"}`, or the words after the name. */
function titleOf(rest: string): string {
  const label = /^\[([^\]]*)\]/.exec(rest.trim());
  if (label !== null) return label[1] ?? '';
  const attributes = /\{([^}]*)\}/.exec(rest)?.[1] ?? '';
  const title = parseParameters(attributes).find(
    ([name]) => name !== undefined && /^(?:title|label|summary)$/.test(name),
  );
  return title?.[1] ?? rest.replace(/^#[\w-]+|\{[^}]*\}/g, '').replace(/^\s*"|"\s*$/g, '');
}

function addBlock(block: string, codes: readonly string[], list: PieceList): void {
  const text = block.replace(/^[ \t>]*\d{1,9}[.)][ \t]/gm, ' ');
  const kind = /^[ \t>]*(#{1,6}[ \t]|\||[-*+][ \t])/.exec(block)?.[1];
  const name =
    kind === undefined ? 'paragraph' : kind[0] === '#' ? 'heading' : kind[0] === '|' ? 'table' : 'list item';
  list.add(name, withCode(plainProse(text), codes));
}
