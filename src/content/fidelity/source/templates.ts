/**
 * Removes the syntax of template engines from a text, and keeps what it would have shown: shortcodes of Hugo, tags and
 * variables of Liquid, Nunjucks and Vue, includes of other tools.
 */

import { readShortcodeTag, SHORTCODE } from '../../syntax/hugo-shortcode.js';
import { TEMPLATE_COMMENT } from '../../syntax/liquid-tag.js';
import { type PieceList, parseParameters } from './pieces.js';

const LIQUID = /\{%-?\s*([\w-]+)((?:[^%{]|\{(?!%)|%(?!\}))*?)-?%\}/g;
const OUTPUT = /\{\{-?((?:[^{}]|\}(?!\}))*?)-?\}\}/g;
/** Text between these tags is not shown in place. */
const HIDDEN_TAGS = 'comment|capture|for|tablerow|macro|js|css|schema|style|javascript|stylesheet|doc';
const HIDDEN = new RegExp(`\\{%-?\\s*(${HIDDEN_TAGS})\\b[^%]*%\\}[\\s\\S]*?\\{%-?\\s*end\\1\\s*-?%\\}`, 'g');
const ALTERNATIVE =
  /\{%-?\s*(?:else|elsif|elseif|elif|when)\b[^%]*%\}(?:(?!\{%-?\s*(?:if|unless|case)\b)[\s\S])*?(?=\{%-?\s*end(?:if|unless|case)\b)/g;
const CONTROL =
  /^(?:end\w*|if|unless|case|else|elsif|elseif|elif|when|assign|set|increment|decrement|raw|verbatim|highlight|liquid|layout|extends|block|break|continue|cycle|ifchanged|link|post_url|import|from|with|toc|filter|call|autoescape|ifasync)$/i;
/** Shortcodes that make a link or a list of links within the page. */
const LINKING = /^(?:ref|relref|toc|table-of-contents|anchor|comment|highlight)$/i;

const IN_TARGET = /\]\((?:\{\{[^\n]*?\}\}|\{%[^\n]*?%\}|[^()\n{])*\)/g;
const IN_ATTRIBUTE = /=\s*"[^"\n]*\{[{%][^"\n]*"/g;
const IN_DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\{[{%].*$/gm;

/** Removes addresses that templates make: they are not text. */
export function dropTemplatedAddresses(text: string): string {
  const noTargets = text.replace(IN_TARGET, (found) => (/\{[{%]/.test(found) ? ']()' : found));
  return noTargets.replace(IN_DEFINITION, '').replace(IN_ATTRIBUTE, '=""');
}

/** True for a text with template syntax. */
export function hasTemplates(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

/**
 * Removes Hugo's shortcodes.
 * @param list receives what they show
 */
export function extractHugo(text: string, list: PieceList): string {
  const tags = [...text.matchAll(SHORTCODE)].map(readShortcodeTag);
  const closed = new Set(tags.filter(({ isClosing }) => isClosing).map(({ name }) => name));
  return text
    .replace(/\{\{[<%]\s*comment\s*[>%]\}\}[\s\S]*?\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g, '')
    .replace(SHORTCODE, (...match: string[]) => {
      const { name, escaped, isClosing, isMarkdown, rest } = readShortcodeTag(match);
      if (escaped !== undefined) return escaped;
      if (isClosing || LINKING.test(name)) return ' ';
      const construct = isMarkdown ? `{{% ${name} %}}` : `{{< ${name} >}}`;
      list.construct(construct, parseParameters(rest), closed.has(name));
      return ' ';
    });
}

/**
 * Removes tags and variables of Liquid, Nunjucks and Vue.
 * @param list receives what they show
 */
export function extractLiquid(text: string, list: PieceList): string {
  return text
    .replace(TEMPLATE_COMMENT, '')
    .replace(HIDDEN, '')
    .replace(ALTERNATIVE, '')
    .replace(LIQUID, (_, name: string, rest: string) => {
      if (!CONTROL.test(name))
        list.construct(
          `{% ${name} %}`,
          parseParameters(rest.replace(/,\s/g, ' ')),
          text.includes(`end${name}`),
        );
      return ' ';
    })
    .replace(OUTPUT, (_, expression: string) => {
      extractOutput(expression.trim(), list);
      return ' ';
    });
}

function extractOutput(expression: string, list: PieceList): void {
  const [value = ''] = expression.split('|');
  const literal = /^\s*(?:"([^"]*)"|'([^']*)')\s*$/.exec(value);
  if (literal !== null) {
    list.add('{{ }}', literal[1] ?? literal[2] ?? '');
    return;
  }
  if (value.trim() === '' || /^site\.(?:url|baseurl)$/.test(value.trim())) return;
  list.unknown('{{ ', expression, ' }}');
}

const INCLUDES: readonly RegExp[] = [
  /^[ \t]*<<<[ \t]*(\S+).*$/gm,
  /^[ \t]*-{1,2}8<-{1,2}[ \t]*"?([^"\n]+)"?.*$/gm,
  /\{\{#(?:rustdoc_)?(?:include|playground)[ \t]+([^}\s]+)[^}]*\}\}/g,
  /<!--\s*@include:?\s*([^>\s]+)\s*-->/g,
  /!\[\[([^\]|#]+)[^\]]*\]\]/g,
  /^[ \t]*!!!?include\(([^)]*)\)!*.*$/gm,
];

/** Removes lines that include another file. */
export function extractIncludes(text: string, list: PieceList): string {
  return INCLUDES.reduce(
    (rest, include) =>
      rest.replace(include, (found: string, file: string) => {
        list.construct(nameOfInclude(found), [[undefined, file.trim()]]);
        return ' ';
      }),
    text,
  );
}

function nameOfInclude(found: string): string {
  const start = found.trim();
  return start.startsWith('<!--')
    ? '<!-- @include -->'
    : (/^(?:-{1,2}8<-{1,2}|\{\{#\w+|!+include|[^\w\s"@]+)/.exec(start)?.[0] ?? 'include');
}
