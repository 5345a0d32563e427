/** Shortcodes for which the site or its theme has a template: the template is read as data, never run. */
import { continued, type Replacement, replaceInProse } from '../../../core/prose.js';
import { parseParameters, visibleValues } from '../../fidelity/source/pieces.js';
import { escapeHtml } from '../../html/escape.js';
import { plainText } from '../../html/text.js';
import {
  closingTag,
  parseArguments,
  readShortcodeTag,
  SHORTCODE,
  type Shortcode,
} from '../../syntax/hugo-shortcode.js';
import { openMap, SafeHtml } from '../template-values.js';
import { evaluateTemplate, type TemplateHost } from './evaluate.js';
import type { Node } from './parse-template.js';
import { CODE } from './shortcodes.js';

/** The template of a shortcode. */
interface ShortcodeTemplate {
  readonly nodes: readonly Node[];
  /** True for one that shows what the shortcode encloses. */
  readonly hasInner: boolean;
}

/** What shortcodes of a site may look up. */
export interface ShortcodeSite extends TemplateHost {
  template(name: string): ShortcodeTemplate | undefined;
  readonly page: unknown;
}

const BLOCK =
  /<(?:address|article|aside|audio|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|iframe|main|nav|ol|p|pre|section|table|ul|video)\b/i;
const MAX_DEPTH = 20;

/**
 * Replaces the shortcodes that have a template by what it prints.
 * @param text Markdown
 */
export function expandOwnShortcodes(text: string, site: ShortcodeSite, depth = 0): string {
  const unclosed = new Set<string>();
  let count = 0;
  return replaceInProse(
    text,
    new RegExp(SHORTCODE),
    (match, whole, before) => {
      const tag = readShortcodeTag(match);
      const { name } = tag;
      if (tag.escaped !== undefined || tag.isClosing || depth > MAX_DEPTH) return undefined;
      const template = site.template(name);
      if (template === undefined) return undefined;
      const end = match.index + match[0].length;
      const isVoid = !template.hasInner || unclosed.has(name) || tag.isVoid;
      const close = isVoid ? undefined : closingTag(whole, name, end);
      if (!isVoid && close === undefined) unclosed.add(name);
      const inner =
        close === undefined ? '' : expandOwnShortcodes(whole.slice(end, close.start), site, depth + 1);
      const dot = dotOf(parseArguments(tag), inner, count++, site);
      const { html, isPartial } = evaluateTemplate(template.nodes, dot, site);
      // Without a template, code keeps its lines.
      if (isPartial && CODE.test(name)) return undefined;
      const shown = isPartial ? withKept(html, tag.rest, inner, site) : html;
      // Hugo indents what a shortcode prints like the shortcode, unless it encloses text.
      const markdown = close === undefined ? continued(shown.trim(), before) : shown.trim();
      const text = tag.isMarkdown ? markdown : asRawHtml(shown, before);
      return { text, end: close?.end ?? end } satisfies Replacement;
    },
    (piece) => expandInCode(piece, site),
  );
}

/** Hugo expands shortcodes in code as well: a version in a command, say. */
function expandInCode(piece: string, site: ShortcodeSite): string {
  if (!piece.includes('{{')) return piece;
  return piece.replace(new RegExp(SHORTCODE), (found, ...groups: string[]) => {
    const tag = readShortcodeTag([found, ...groups]);
    const template = tag.escaped === undefined && !tag.isClosing ? site.template(tag.name) : undefined;
    if (template === undefined || template.hasInner) return found;
    const dot = dotOf(parseArguments(tag), '', 0, site);
    const { html, isPartial } = evaluateTemplate(template.nodes, dot, site);
    return isPartial ? found : plainText(html).trim();
  });
}

/** The context of a template. */
function dotOf(code: Shortcode, inner: string, ordinal: number, { page, globals }: ShortcodeSite) {
  const isNamed = code.named.size > 0;
  const get = (key: unknown) =>
    typeof key === 'number'
      ? code.positional[key]
      : (code.named.get(String(key)) ??
        (/^\d+$/.test(String(key)) ? code.positional[Number(key)] : undefined));
  return openMap({
    Get: get,
    Inner: new SafeHtml(inner),
    InnerDeindent: new SafeHtml(inner),
    IsNamedParams: isNamed,
    Name: code.name,
    Ordinal: ordinal,
    Page: page,
    Params: isNamed ? Object.fromEntries(code.named) : code.positional,
    Site: globals['site'],
  });
}

/** In doubt text is kept: parameters that read like text, and the enclosed text, where the template could hide them. */
function withKept(html: string, parameters: string, inner: string, { markdown }: ShortcodeSite): string {
  const shown = plainText(html);
  const values = visibleValues(parseParameters(parameters)).filter(
    (value) => !shown.includes(plainText(value)),
  );
  const words = inner.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const isInnerLost = words.length > 0 && !words.some((word) => shown.includes(word));
  return [
    html,
    ...values.map((value) => `<p>${escapeHtml(value)}</p>`),
    isInnerLost ? markdown(inner) : '',
  ].join('');
}

/** HTML on a single line, so that Markdown leaves it alone; in a line of text, its words can't become marks. */
export function asRawHtml(html: string, before: string): string {
  const line = html
    .trim()
    .split(/(<pre\b[\s\S]*?<\/pre>)/i)
    .map((part, at) =>
      at % 2 === 1 ? part.replace(/\n/g, '&#10;') : withoutMarks(part.replace(/\s*\n\s*/g, ' ')),
    )
    .join('');
  const isAlone = /(?:^|\n)[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(before);
  if (!BLOCK.test(line) || !isAlone) return line;
  const indent = /(?:^|\n)([ \t]*)$/.exec(before)?.[1] ?? '';
  return `${/^<(?:div|p|figure|details|blockquote|ul|ol|dl|table|h[1-6]|section|aside|iframe|nav|pre)\b/i.test(line) ? line : `<div>${line}</div>`}\n${indent}\n`;
}

function withoutMarks(html: string): string {
  return html
    .split(/(<[^<>]*>)/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/[\\`*_[\]~=^${}]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    )
    .join('');
}
