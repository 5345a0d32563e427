import { posix } from 'node:path';
import { asRawHtml } from '../../../content/body/hugo/own-shortcodes.js';
import { evaluateLiquid } from '../../../content/body/liquid/evaluate.js';
import type { LiquidHost } from '../../../content/body/liquid/scope.js';
import { openMap, UNKNOWN } from '../../../content/body/template-values.js';
import { attempt } from '../../../core/attempt.js';
import { continued, type Replace, replaceInProse } from '../../../core/prose.js';
import type { RawEntry } from '../../port.js';
import { configText } from '../config-values.js';
import { projectPath } from '../layout.js';
import type { Includes } from './includes.js';

const TEXTS = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\x60[^\x60]*\x60`;
/** A call, the end of one with a body, or either as text. */
const CALL = new RegExp(
  String.raw`\{(\{|%)-?\s*(?:\w+::)*(\w+)\(((?:${TEXTS}|[^()"'\x60]){0,2000})\)\s*-?(?:\}\}|%\})|\{%-?\s*end\s*-?%\}|\{(\{|%)\/\*([\s\S]{0,5000}?)\*\/[}%]\}`,
  'g',
);
const ARGUMENT = new RegExp(String.raw`(\w+)\s*=\s*(?:(${TEXTS})|(\[[^\]]*\])|([^\s,()[\]]+))`, 'g');

/**
 * Expands the shortcodes of Zola, `{{ figure(src="a.png") }}`, and `{% note() %}…{% end %}` around text: by their templates,
 * which are read as data. Those of templates that need Zola itself get the form of Hugo's.
 * @see https://www.getzola.org/documentation/content/shortcodes/
 */
export function expandZola(entry: RawEntry, text: string, includes: Includes): string {
  if (!/\{[{%]/.test(text)) return text;
  const open: string[] = [];
  const counts = new Map<string, number>();
  const replace: Replace = (match, whole, before) => {
    const [found, sign, name, list = '', escaped, content] = match;
    const end = match.index + found.length;
    if (escaped !== undefined)
      return { text: `{% raw %}{${escaped}${content}${escaped === '%' ? '%}' : '}}'}{% endraw %}`, end };
    if (name === undefined) {
      const last = open.pop();
      return last === undefined ? undefined : { text: `{{% /${last} %}}`, end };
    }
    const path = /(?:\w+::)*\w+(?=\()/.exec(found)?.[0].replaceAll('::', '/') ?? name;
    const body = sign === '%' ? bodyAt(whole, end) : { text: '', end };
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const values = { ...valuesOf(list), body: body.text, nth: counts.get(name) };
    const shown = printed(entry, path, values, includes);
    if (shown !== undefined)
      return {
        text: shown.isMarkdown ? continued(shown.text, before) : asRawHtml(shown.text, before),
        end: body.end,
      };
    if (sign === '%') open.push(name);
    const written = [name, ...argumentsOf(list, includes)].join(' ');
    return { text: sign === '%' ? `{{% ${written} %}}` : `{{< ${written} >}}`, end };
  };
  // In code, the escaped form of a call shows the call.
  const inCode = (code: string) => code.replace(/\{([{%])\/\*([\s\S]*?)\*\/([}%]\})/g, '{$1$2$3');
  return replaceInProse(text, new RegExp(CALL), replace, inCode);
}

/** What a call encloses, up to its own end. */
function bodyAt(text: string, from: number): { readonly text: string; readonly end: number } {
  const call = new RegExp(CALL);
  call.lastIndex = from;
  let depth = 1;
  for (let match = call.exec(text); match !== null; match = call.exec(text)) {
    if (match[1] === '%') depth += 1;
    else if (match[1] === undefined && match[4] === undefined) depth -= 1;
    if (depth === 0) return { text: text.slice(from, match.index).trim(), end: call.lastIndex };
  }
  return { text: '', end: from };
}

/** What the template of a shortcode prints; undefined without a template, or if only Zola can evaluate it. */
function printed(
  entry: RawEntry,
  name: string,
  { body, ...values }: Readonly<Record<string, unknown>> & { readonly body: string },
  includes: Includes,
): { readonly text: string; readonly isMarkdown: boolean } | undefined {
  const { config } = includes.layout;
  const project = projectPath(includes.layout);
  const theme = configText(config?.values ?? {}, 'theme');
  const folders = [project, ...(theme === undefined ? [] : [posix.join(project, 'themes', theme)])];
  const paths = folders.flatMap((folder) =>
    ['md', 'html'].map((ending) => posix.join(folder, 'templates/shortcodes', `${name}.${ending}`)),
  );
  const path = paths.find((one) => includes.quietText(one) !== undefined);
  if (path === undefined) return undefined;
  const own = {
    config: openMap(config?.values ?? {}),
    page: openMap({ ...entry.extra, title: entry.title, description: entry.description }),
    ...values,
    body: expandZola(entry, body, includes),
  };
  const template = (includes.quietText(path) ?? '').replace(/\{#[\s\S]{0,5000}?#\}/g, '');
  const host: LiquidHost = {
    global: (key) => (key === 'section' ? UNKNOWN : undefined),
    include: () => undefined,
  };
  const text = evaluateLiquid(template, host, own).trim();
  return /(?<!\{)\{%|\{\{(?![<%])/.test(text) ? undefined : { text, isMarkdown: path.endsWith('.md') };
}

/** The arguments of a call as values. */
function valuesOf(list: string): Readonly<Record<string, unknown>> {
  const values = [...list.matchAll(ARGUMENT)].map(([, key = '', text, several, other = '']) => {
    if (text !== undefined) return [key, unquoted(text)] as const;
    return [key, attempt((): unknown => JSON.parse(several ?? other)) ?? other] as const;
  });
  return Object.fromEntries(values);
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(["'\\])/g, '$1');
}

function argumentsOf(list: string, includes: Includes): readonly string[] {
  return [...list.matchAll(ARGUMENT)].map(([, key = '', text, several, other]) => {
    const written = (text && unquoted(text)) ?? several ?? other ?? '';
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
