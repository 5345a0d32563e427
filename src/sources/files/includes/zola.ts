import { posix } from 'node:path';
import { type Replace, replaceInProse } from '../../../core/prose.js';
import type { Includes } from './includes.js';

const TEXTS = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\x60[^\x60]*\x60`;
/** A call, the end of one with a body, or either as text. */
const CALL = new RegExp(
  String.raw`\{(\{|%)-?\s*(?:\w+::)*(\w+)\(((?:${TEXTS}|[^()"'\x60]){0,2000})\)\s*-?(?:\}\}|%\})|\{%-?\s*end\s*-?%\}|\{(\{|%)\/\*([\s\S]{0,5000}?)\*\/[}%]\}`,
  'g',
);
const ARGUMENT = new RegExp(String.raw`(\w+)\s*=\s*(?:(${TEXTS})|(\[[^\]]*\])|([^\s,()[\]]+))`, 'g');

/**
 * Writes the shortcodes of Zola in Hugo's form: `{{ figure(src="a.png") }}`, and `{% note() %}…{% end %}` around text.
 * @see https://www.getzola.org/documentation/content/shortcodes/
 */
export function expandZola(text: string, includes: Includes): string {
  if (!/\{[{%]/.test(text)) return text;
  const open: string[] = [];
  const replace: Replace = (match) => {
    const [found, sign, name, list = '', escaped, content] = match;
    const end = match.index + found.length;
    if (escaped !== undefined)
      return { text: `{% raw %}{${escaped}${content}${escaped === '%' ? '%}' : '}}'}{% endraw %}`, end };
    if (name === undefined) {
      const last = open.pop();
      return last === undefined ? undefined : { text: `{{% /${last} %}}`, end };
    }
    if (sign === '%') open.push(name);
    const written = [name, ...argumentsOf(list, includes)].join(' ');
    return { text: sign === '%' ? `{{% ${written} %}}` : `{{< ${written} >}}`, end };
  };
  // In code, the escaped form of a call shows the call.
  const inCode = (code: string) => code.replace(/\{([{%])\/\*([\s\S]*?)\*\/([}%]\})/g, '{$1$2$3');
  return replaceInProse(text, new RegExp(CALL), replace, inCode);
}

function argumentsOf(list: string, includes: Includes): readonly string[] {
  return [...list.matchAll(ARGUMENT)].map(([, key = '', text, several, other]) => {
    const written = text?.slice(1, -1).replace(/\\(["'\\])/g, '$1') ?? several ?? other ?? '';
    const value = /^[\w@-][^\s:]*\.\w+$/.test(written) ? fromTop(written, includes) : written;
    return `${key}="${value.replace(/["\\]/g, '\\$&')}"`;
  });
}

/** The address of a file that isn't next to the page: its path counts from the top of the content or of `static`. */
function fromTop(path: string, includes: Includes): string {
  const { layout, page } = includes;
  if (includes.hasFile(posix.join(posix.dirname(page), path))) return path;
  const content = layout.bases[0]?.folder ?? '';
  const tops = [content, posix.join(posix.dirname(content), 'static')];
  if (!tops.some((top) => includes.hasFile(posix.join(top, path)))) return path;
  const base = String(layout.config?.values['base_url'] ?? '').replace(/^[a-z]+:\/\/[^/]+|\/+$/gi, '');
  return `${base}/${path}`;
}
