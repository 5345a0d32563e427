import { escapeHtml } from '../escape.js';
import type { ShortcodeAttributes } from './attributes.js';

/** Shortcodes of highlighters that take the language as an attribute. */
const GENERIC = new Set([
  'code',
  'sourcecode',
  'source',
  'source_code',
  'crayon',
  'codeblock',
  'prism',
  'highlight',
  'pre',
]);
/** Highlighters also know the language as the shortcode's own name. */
const LANGUAGES = new Set(
  (
    'bash shell c cpp csharp css diff go html java javascript js json jsx kotlin latex less objc perl php plain powershell ' +
    'python py r ruby rust sass scala scss sql swift text ts typescript vb xml yaml'
  ).split(' '),
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
  const own = colorer === null ? name : (colorer[2] ?? '');
  const given =
    attributes['language'] ?? attributes['lang'] ?? (GENERIC.has(name) ? attributes['0'] : own) ?? '';
  const language = /^[\w#+.-]{1,30}$/.test(given) ? given.toLowerCase() : '';
  const isEscaped = !content.includes('<') && /&(?:lt|gt|amp|quot|#0?39);/.test(content);
  const code = isEscaped ? content : escapeHtml(content);
  if (colorer?.[1] === 'i') return `<code>${code.trim()}</code>`;
  const text = code.replace(/^[ \t]*\r?\n/, '').trimEnd();
  return `\n\n<pre><code${language === '' ? '' : ` class="language-${language}"`}>${text}</code></pre>\n\n`;
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
