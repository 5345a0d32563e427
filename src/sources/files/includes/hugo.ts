/** Hugo's shortcodes that depend on other files of the project: templates of the site, of its theme, and its data. */

import { posix } from 'node:path';
import { expandOwnShortcodes, type ShortcodeSite } from '../../../content/body/hugo/own-shortcodes.js';
import { parseTemplate } from '../../../content/body/hugo/parse-template.js';
import { renderFragment } from '../../../content/body/markdown/render.js';
import { fieldOf, openMap, SafeHtml, textOf, UNKNOWN } from '../../../content/body/template-values.js';
import { objectOf, stringsOf } from '../../../core/json.js';
import { memoised } from '../../../core/memoised.js';
import { continued } from '../../../core/prose.js';
import type { RawEntry, RawSite } from '../../port.js';
import { projectPath } from '../layout.js';
import { dataFolder } from './hexo.js';
import type { Includes } from './includes.js';

/** The shortcode of a site without its template that shows another page: `{{% include "/_common/x.md" %}}`. */
const INCLUDE =
  /\{\{[<%]\s*(?:include|readfile|include-md)\s+(?:(?:file|path|src)\s*=\s*)?["`]?([^"`\s<>%]+)["`]?\s*\/?\s*[%>]\}\}/g;

/** Hugo's own shortcode for a parameter of the page, else of the site: `{{% param "minVersion" %}}`. */
const PARAM = /\{\{[<%]\s*param\s+(?:name\s*=\s*)?["`]?([\w-]+(?:\.[\w-]+)*)["`]?\s*\/?\s*[%>]\}\}/g;

/** Expands the shortcodes of a page that have a template, and those that include content or print a parameter. */
export function expandHugo(entry: RawEntry, body: string, site: RawSite, includes: Includes): string {
  if (!/\{\{[<%]/.test(body)) return body;
  const own = shortcodesOf(entry, site, includes);
  const expanded = includeContent(expandOwnShortcodes(body, own), own, includes);
  const tables = [paramsOf(entry), objectOf(includes.layout.config?.values['params'])];
  return expanded.replace(PARAM, (found, name: string) => {
    const values = tables.map((table) => name.split('.').reduce<unknown>(fieldOf, table));
    return values.map(textOf).find((text) => text !== '') ?? found;
  });
}

/** The parameters of a page: keys of its own, at the top of its front matter or below `params`. */
function paramsOf({ extra = {} }: RawEntry): Readonly<Record<string, unknown>> {
  return { ...extra, ...objectOf(extra['params']) };
}

function includeContent(text: string, site: ShortcodeSite, includes: Includes): string {
  if (!/include|readfile/.test(text)) return text;
  return text.replace(INCLUDE, (found, file: string, at: number) => {
    const bases = includes.layout.bases.map(({ folder }) => folder);
    const folder = posix.dirname(includes.file);
    const name = file.replace(/^\/+/, '');
    const paths = [
      ...(file.startsWith('/') ? [] : [posix.join(folder, name)]),
      ...bases.map((base) => posix.join(base, name)),
      name,
    ];
    const withEnding = paths.flatMap((path) => (/\.\w+$/.test(path) ? [path] : [`${path}.md`]));
    const shown = includes.text(withEnding, found, (part) =>
      includeContent(expandOwnShortcodes(part, site), site, includes).trim(),
    );
    return shown === undefined ? found : continued(shown, text.slice(Math.max(0, at - 500), at));
  });
}

function shortcodesOf(entry: RawEntry, site: RawSite, includes: Includes): ShortcodeSite {
  const { config } = includes.layout;
  const project = projectPath(includes.layout);
  const values = config?.values ?? {};
  const themes = stringsOf(values['theme']);
  const folders = [project, ...themes.map((name) => posix.join(project, 'themes', name))];
  const find = (names: readonly string[]) => {
    for (const folder of folders)
      for (const name of names) {
        const text = includes.quietText(posix.join(folder, 'layouts', name));
        if (text !== undefined) return text;
      }
    return undefined;
  };
  const page = {
    Title: entry.title,
    LinkTitle: entry.title,
    Description: entry.description ?? '',
    Params: paramsOf(entry),
    RenderString: (...args: unknown[]) => {
      const text = args.at(-1);
      return text === UNKNOWN ? UNKNOWN : new SafeHtml(renderFragment(textOf(text)));
    },
  };
  const data = dataFolder(posix.join(project, 'data'), includes);
  const siteValues = openMap({
    Title: site.title ?? '',
    Params: objectOf(values['params']),
    Data: data,
    LanguageCode: site.lang ?? '',
    BaseURL: site.baseUrl ?? UNKNOWN,
  });
  const texts = dataFolder(posix.join(project, 'i18n'), includes);
  return {
    globals: { site: siteValues, page: openMap(page), hugo: openMap({ Data: data }) },
    page: openMap({ ...page, Site: siteValues }),
    markdown: renderFragment,
    languageFolder: languageFolder(entry),
    translation: (key) => translation(key, [entry.lang, site.lang, 'en'], (name) => fieldOf(texts, name)),
    readFile: (path) => includes.quietText(posix.join(project, path)),
    partial: (name) => {
      const file = /\.\w+$/.test(name) ? name : `${name}.html`;
      const text = find([`_partials/${file}`, `partials/${file}`]);
      return text === undefined ? undefined : parseTemplate(text);
    },
    template: memoised((name) => {
      const text = find([
        `_shortcodes/${name}.html`,
        `shortcodes/${name}.html`,
        `_shortcodes/${name}.md`,
        `shortcodes/${name}.md`,
      ]);
      return text === undefined ? undefined : { nodes: parseTemplate(text), hasInner: /\.Inner/.test(text) };
    }),
  };
}

/** `/de` for a page of a language that has a folder. */
function languageFolder({ lang, url = '' }: RawEntry): string {
  const [, first = ''] = url.split('/');
  return lang !== undefined && first.toLowerCase() === lang.toLowerCase() ? `/${first}` : '';
}

/** The first of these languages decides that has the text; one with placeholders isn't known. */
function translation(
  key: string,
  languages: readonly (string | undefined)[],
  tableOf: (language: string) => unknown,
): string | undefined {
  for (const language of languages) {
    const entry = language === undefined ? undefined : fieldOf(tableOf(language), key);
    const text = typeof entry === 'string' ? entry : fieldOf(entry, 'other');
    if (typeof text === 'string') return text.includes('{{') ? undefined : text;
  }
  return undefined;
}
