/** Shortcodes that show code or formulas, whose content isn't HTML. */

import { words } from '../../../../core/text.js';
import { withoutCdata } from '../../../html/canonical/code-block.js';
import { escapeHtml } from '../../../html/escape.js';
import type { ShortcodeAttributes } from './attributes.js';

/** Shortcodes of highlighters that take the language as an attribute. */
const GENERIC = new Set(words('code sourcecode source source_code crayon codeblock prism highlight pre'));
/** Highlighters also know the language as the shortcode's own name. */
const LANGUAGES = new Set(
  words(`
    actionscript3 as3 bash c clojure coldfusion cpp csharp css delphi diff erlang fsharp go groovy
    haskell html java javascript js json jsx kotlin latex less matlab objc pascal patch perl php plain
    powershell python py r rails ruby rust sass scala scss sh shell sql swift text ts typescript vb vbnet
    xhtml xml yaml
  `),
);

/** Shortcodes of extensions for formulas. */
const FORMULAS = new Set(['latex', 'katex', 'tex', 'mathjax']);

/** CodeColorer: blocks and lines of code, with switches and the language in the name (`cc`, `ccN_php`, `cci_php`). */
const CODE_COLORER = /^cc(i?)[bBeEgGlLnNsSwW]*(?:_([\w#+-]+))?$/;

/**
 * True for a shortcode whose content is program text. Themes mark words with `[highlight]`; with a language, it's code.
 * @param attributes as written
 */
export function isCodeShortcode(name: string, attributes: string): boolean {
  if (name === 'highlight') return /[a-z]/i.test(attributes) && !/\bcolou?r\b/i.test(attributes);
  return (
    FORMULAS.has(name) ||
    GENERIC.has(name) ||
    // The address stands in the attributes, and the code between the tags.
    (name === 'gist' && attributes.trim() !== '') ||
    CODE_COLORER.test(name) ||
    (LANGUAGES.has(name) && name.length > 1)
  );
}

/**
 * `<pre><code>` with the language as a class.
 * @param content the text between the tags as it stands; the visual editor stores it escaped, the text editor not
 */
export function renderCode(name: string, attributes: ShortcodeAttributes, content: string): string {
  const colorer = CODE_COLORER.exec(name);
  const own = colorer === null ? name.replace('gist', '') : (colorer[2] ?? '');
  const given =
    attributes['language'] ?? attributes['lang'] ?? (GENERIC.has(name) ? attributes['0'] : own) ?? '';
  const language = /^[\w#+.-]{1,30}$/.test(given) ? given.toLowerCase() : '';
  const isEscaped = !content.includes('<') && /&(?:lt|gt|amp|quot|#0?39);/.test(content);
  const code = isEscaped ? content : escapeHtml(content);
  if (colorer?.[1] === 'i') return `<code>${code.trim()}</code>`;
  const text = code.replace(/^[ \t]*\r?\n/, '').trimEnd();
  return `\n\n<pre><code${language === '' ? '' : ` class="language-${language}"`}>${text}</code></pre>\n\n`;
}

/** The start of code with its language, as WP-Syntax and CodeColorer read it. With `escaped`, it's HTML. */
const LISTING = /<(pre|code)\b(?=[^<>]*\slang\s*=\s*["']?([\w#+.-]{1,30}))(?![^<>]*\sescaped\s*=)[^<>]*>/gi;
/** The start of code in a script, as SyntaxHighlighter reads it. */
const HIGHLIGHTED = /<(script)\b(?=[^<>]*\stype\s*=\s*["']?syntaxhighlighter\b)[^<>]*>/gi;
const BRUSH = /\bbrush\s*:\s*([\w#+.-]{1,30})/i;
const END_TAGS = { pre: /<\/pre\s*>/gi, code: /<\/code\s*>/gi, script: /<\/script\s*>/gi };
/** A tag that no highlighter writes around words of code. */
const PROGRAM_TAG = /<(?!\/?(?:code|span|b|i|em|strong|br|a|font|mark|u|ins|del)\b)[a-z!?%/]/i;

/**
 * Escapes program text that is stored as it is, such as HTML or PHP in `<pre lang="php">`.
 * @returns the body with such elements as `<pre><code>`
 */
export function escapeListings(body: string): string {
  let result = '';
  let written = 0;
  let past = 0;
  const unclosed = new Set<string>();
  const found = [...body.matchAll(LISTING), ...body.matchAll(HIGHLIGHTED)].sort((a, b) => a.index - b.index);
  for (const { index, 0: tag, 1: name = '', 2: lang = BRUSH.exec(tag)?.[1] ?? '' } of found) {
    const tagName = name.toLowerCase() as keyof typeof END_TAGS;
    // Searches for each end tag once, so that nested and unclosed elements don't take quadratic time.
    if (index < past || unclosed.has(tagName)) continue;
    const endTag = END_TAGS[tagName];
    const start = index + tag.length;
    endTag.lastIndex = start;
    const end = endTag.exec(body);
    if (end === null) {
      unclosed.add(tagName);
      continue;
    }
    past = endTag.lastIndex;
    const content = withoutCdata(body.slice(start, end.index));
    if (tagName !== 'script' && !isProgram(lang, content)) continue;
    const isInline = tagName === 'code' && !content.includes('\n');
    const code = renderCode(isInline ? 'cci' : 'code', { lang }, content).replaceAll('[', '&#91;');
    result += body.slice(written, index) + code;
    written = past;
  }
  return result + body.slice(written);
}

function isProgram(lang: string, content: string): boolean {
  const isSpoken = /^[a-z]{2}(?:-\w+)?$/i.test(lang) && !LANGUAGES.has(lang.toLowerCase());
  return !isSpoken && PROGRAM_TAG.test(content);
}

/** `$latex x^2$` of WordPress.com, as the formula that the site shows. */
export function markFormulas(html: string): string {
  return html.replace(/\$latex[ \t]+([^\s$<>][^$<>\n]{0,1000})\$/g, (_, tex: string) => formula(tex));
}

/** A formula of one line; a listing of LaTeX has several. */
export function isFormula(name: string, content: string): boolean {
  return FORMULAS.has(name) && !/[<>\n]/.test(content.trim());
}

/** TeX in the markup of the usual extensions for formulas. */
export function formula(tex: string): string {
  return `<span class="math">\\(${tex.trim()}\\)</span>`;
}
