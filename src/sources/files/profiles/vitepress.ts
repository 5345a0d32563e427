import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isObject, objectOf, withoutUndefined } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { isComputed } from '../../../core/program-values.js';
import { escapeRegExp } from '../../../core/text.js';
import { encodePath } from '../../names.js';
import type { RawSite } from '../../port.js';
import { isExcluded, readProgramFile } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import { type GeneratorConfig, innerPath, type Project } from '../layout.js';
import { hasNoindexTag } from '../robots-marks.js';
import { Gaps, type Profile, type Rules } from './profile.js';
import { addressBelow, basesAt, joinAddress } from './project-paths.js';
import { linksInSidebar, pagesAt, type SidebarLink } from './sidebar-links.js';

/** Moves a page: its file's path, and the path that decides its address. */
type Rewrite = (path: string) => string;

/** Patterns of parameters that can't make matching slow. */
const SAFE = /^(?:\.\*|\.\+|\\d\+|\\w\+|\[\^\/\]\+|[\w-]+(?:\|[\w-]+)*)$/;
const PARAMETER = /(\/?)(?::(\w+)|(?=\())(?:\(([^()]*)\))?([*+?]?)/g;

/**
 * The `rewrites` of VitePress: from the path of a file to the one of its page, with parameters such as `:rest*`.
 * @returns undefined for what only code can compute
 */
export function readRewrites(rules: unknown): Rewrite | undefined {
  if (rules === undefined) return (path) => path;
  if (!isObject(rules)) return undefined;
  const compiled = Object.entries(rules).map(([from, to]) =>
    typeof to === 'string' ? compile(from, to) : undefined,
  );
  if (compiled.includes(undefined)) return undefined;
  return (path) => {
    for (const rule of compiled) {
      const moved = rule?.(path);
      if (moved !== undefined) return moved;
    }
    return path;
  };
}

function compile(from: string, to: string): ((path: string) => string | undefined) | undefined {
  if (!/[:()]/.test(from)) return (path) => (path === from ? to : undefined);
  const names: string[] = [];
  let isSafe = true;
  let end = 0;
  let source = '';
  for (const match of from.matchAll(PARAMETER)) {
    const [whole, slash = '', name, pattern, modifier = ''] = match;
    if (name === undefined && pattern === undefined) continue;
    isSafe &&= pattern === undefined || SAFE.test(pattern);
    source += escapeRegExp(from.slice(end, match.index));
    end = match.index + whole.length;
    const one = pattern ?? '[^/]+?';
    const many = modifier === '*' || modifier === '+' ? `${one}(?:/${one})*` : one;
    const body = pattern === undefined && many !== one ? '.+?' : many;
    names.push(name ?? String(names.length));
    source += modifier === '*' || modifier === '?' ? `(?:${slash}(${body}))?` : `${slash}(${body})`;
  }
  if (!isSafe || names.length > 8) return undefined;
  const pattern = new RegExp(`^${source}${escapeRegExp(from.slice(end))}$`);
  return (path) => {
    const found = pattern.exec(path);
    if (found === null) return undefined;
    const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
    return to.replace(/:(\w+)[*+?]?|\$(\d+)/g, (whole, name?: string, index?: string) =>
      name === undefined ? (found[Number(index)] ?? '') : (values.get(name) ?? whole),
    );
  };
}

const ENDINGS = ['js', 'ts', 'mjs', 'mts'];
/** Projects often keep their site next to what it documents. */
const FOLDERS = ['', 'docs/', 'doc/', 'website/', 'site/', 'documentation/'];

/** VitePress. */
export const vitepress: Profile = {
  label: 'VitePress',
  configFiles: FOLDERS.flatMap((folder) =>
    ['config', 'config/index'].flatMap((name) =>
      ENDINGS.map((ending) => `${folder}.vitepress/${name}.${ending}`),
    ),
  ),
  needsBuild: (_root, config) => rewriteOf(config) === undefined,
  buildCommand: 'npx vitepress build',
  builtFolders: ['.vitepress/dist', 'docs/.vitepress/dist'],
  namesOutsideFolders: true,
  bases(root, config) {
    return basesAt(root, config, sourceFolder(config));
  },
  site: siteOf,
  rules,
  authoring: { staticFolder: 'public' },
};

/** The folder of the pages, from the folder of the configuration. */
function sourceFolder(config: GeneratorConfig | undefined): string {
  const project = /\/config\/index\.\w+$/.test(config?.file ?? '') ? '../..' : '..';
  return posix.join(project, configText(config?.values ?? {}, 'srcDir') ?? '.');
}

/** The address in the settings of the sitemap, which may have the site's folder already. */
function siteOf({ values }: GeneratorConfig): RawSite {
  const title = configText(values, 'title');
  const root = objectOf(objectOf(values['locales'])['root']);
  const description = configText(values, 'description') ?? configText(root, 'description');
  const lang = configText(root, 'lang') ?? configText(values, 'lang');
  const written = configText(objectOf(values['sitemap']), 'hostname');
  const url = written !== undefined && isParsableUrl(written) ? new URL(written) : undefined;
  const base = joinAddress(url?.pathname) || joinAddress(configText(values, 'base'));
  return withoutUndefined({ title, description, baseUrl: addressBelow(url?.origin, base), lang });
}

/** How the configuration moves pages; undefined where code computes it. */
function rewriteOf(config: GeneratorConfig | undefined): Rewrite | undefined {
  const { values = {}, computed = [] } = config ?? {};
  return isComputed({ computed }, 'rewrites') ? undefined : readRewrites(values['rewrites']);
}

function rules(project: Project): Rules {
  const { config } = project;
  const { values = {} } = config ?? {};
  const rewrite = rewriteOf(config);
  const innerOf = (path: string) => innerPath(path, project);
  const pageOf = (path: string) => (rewrite?.(innerOf(path)) ?? innerOf(path)).replace(/\.md$/, '');
  const addressOf = (path: string) => {
    const page = pageOf(path);
    const isFolder = /(?:^|\/)index$/.test(page);
    const ending = isFolder || values['cleanUrls'] === true ? '' : '.html';
    return `/${encodePath(page.replace(/(^|\/)index$/, '$1'))}${ending}`;
  };
  const locales = objectOf(values['locales']);
  const gaps = new Gaps();
  if (rewrite === undefined) gaps.add(config?.file ?? '', 'the `rewrites` of addresses');
  return {
    notContent: new Set(),
    hasEmojiNames: true,
    showsOwnHeading: true,
    isPartial: () => false,
    pages(files) {
      const pages = files.filter((path) => path.endsWith('.md') && !isLeftOut(innerOf(path), values));
      const isTemplate = (path: string) => /\[\w+\]/.test(path);
      for (const path of pages.filter(isTemplate)) gaps.add(path, 'the pages of a template');
      return pages.filter((path) => !isTemplate(path));
    },
    place(path) {
      const parts = pageOf(path).split('/');
      const name = parts.at(-1) ?? '';
      const locale = objectOf(locales[parts[0] ?? '']);
      const lang = configText(locale, 'lang');
      const isPost =
        parts.slice(0, -1).some((part) => /^(?:posts|blog|news|articles)$/.test(part)) && name !== 'index';
      return {
        path,
        name: { slug: name, stem: name, extension: '.md' },
        folders: parts.slice(0, -1),
        isIndex: name === 'index',
        isPost,
        isDraft: false,
        categories: [],
        ...(lang === undefined || parts[0] === 'root' ? {} : { lang }),
        ...(Object.keys(locales).length === 0
          ? {}
          : { translationKey: parts.slice(Object.hasOwn(locales, parts[0] ?? '') ? 1 : 0).join('/') }),
      };
    },
    address: ({ place }) => addressOf(place.path),
    inherited: () => ({
      valuesFor: () => (hasNoindexTag(values['head']) ? { noindex: true } : {}),
      print: () => values['head'],
    }),
    navigation: (files) => pagesAt(sidebarLinks(project), files, addressOf),
    warnings: () => gaps.warnings(vitepress),
  };
}

function isLeftOut(inner: string, values: ConfigValues): boolean {
  return /(?:^|\/)(?:node_modules|dist)\//.test(inner) || isExcluded(inner, values['srcExclude'] ?? []);
}

/** The links of the sidebars of all languages, also of the configurations that are next to the pages. */
function* sidebarLinks({ root, config, bases: [base] }: Project): Generator<SidebarLink> {
  const values = config?.values ?? {};
  const locales = objectOf(values['locales']);
  const sidebarOf = (own: unknown) => objectOf(objectOf(own)['themeConfig'])['sidebar'];
  yield* linksInSidebar(sidebarOf(values));
  for (const locale of Object.values(locales)) yield* linksInSidebar(sidebarOf(locale));
  for (const folder of ['', ...Object.keys(locales)]) {
    if (folder === 'root' || folder.includes('..')) continue;
    for (const ending of ENDINGS) {
      const path = joinAddress(base?.folder, folder, `config.${ending}`);
      if (existsSync(join(root, path))) yield* linksInSidebar(sidebarOf(readProgramFile(root, path).value));
    }
  }
}
