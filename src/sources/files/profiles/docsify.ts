import { posix } from 'node:path';
import { objectOf } from '../../../core/json.js';
import { readProgram } from '../../../core/program-values.js';
import { escapeRegExp } from '../../../core/text.js';
import { encodePath } from '../../names.js';
import { readProjectText } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import { type GeneratorConfig, innerPath, type Project } from '../layout.js';
import { readSummaryList } from './mkdocs/folder-nav.js';
import { defaultRules, Gaps, type NavPage, type Profile, type Rules } from './profile.js';
import { basesAt } from './project-paths.js';
import { uniquePages } from './sidebar-links.js';

/**
 * Docsify: a page in the browser that loads Markdown files. With `routerMode: 'hash'`, the default, only these files
 * have addresses of their own (`/guide.md`); `/#/guide` is a place on the front page.
 */
export const docsify: Profile = {
  label: 'Docsify',
  configFiles: ['index.html', 'docs/index.html'],
  readConfig: (_root, _file, text) => readSettings(text),
  ownsConfig: (_root, values) => Object.hasOwn(values, 'docsify'),
  buildCommand: '',
  builtFolders: [],
  bases(root, config) {
    const written = configText(docsifySettings(config), 'basePath') ?? '.';
    if (ELSEWHERE.test(written)) return [];
    return basesAt(root, config, posix.join('.', written));
  },
  site: ({ values }) => {
    const name = configText(values, 'title') ?? configText(docsifySettings({ values }), 'name');
    const lang = configText(values, 'lang');
    const title = name === undefined || name.includes('<') ? {} : { title: name };
    return { ...title, ...(lang === undefined ? {} : { lang }) };
  },
  rules,
};

/** The address of a page on another host. */
const ELSEWHERE = /^(?:[a-z]+:|\/\/)/i;
const SCRIPT = /<script\b[^<>]*>([\s\S]*?)(?:<\/script>|$)/gi;
const ASSIGNMENT = /(?:window\s*\.\s*)?\$docsify\s*=/;

/** The settings in the page, and what its head says about the site; nothing for the page of another site. */
function readSettings(text: string): ConfigValues {
  const script = [...text.matchAll(SCRIPT)]
    .map(([, code = '']) => code)
    .find((code) => ASSIGNMENT.test(code));
  if (script === undefined) return {};
  const program = script.replace(ASSIGNMENT, 'export default ');
  const { value } = readProgram('docsify.js', () => program);
  const lang = /<html\b[^>]*\slang=["']?([\w-]+)/i.exec(text)?.[1];
  return { docsify: objectOf(value), ...(lang === undefined ? {} : { lang }) };
}

function rules(project: Project): Rules {
  const settings = docsifySettings(project.config);
  const isHistory = settings['routerMode'] === 'history';
  const gaps = new Gaps();
  const innerOf = (path: string) => innerPath(path, project);
  const addressOf = (path: string) => {
    const inner = innerOf(path);
    // At `/index.md` is the Markdown of the front page.
    if ((isHistory || inner === 'index.md') && inner === docsifyFile('/', settings)) return '/';
    const route = inner.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '');
    return `/${encodePath(isHistory ? route : inner)}`;
  };
  if (ELSEWHERE.test(configText(settings, 'basePath') ?? ''))
    gaps.add(project.config?.file ?? '', 'pages on another site (`basePath`)');
  return {
    ...defaultRules(project),
    hasEmojiNames: true,
    isServed: true,
    hasLiteralBraces: true,
    isPartial: (inner) =>
      inner.split('/').some((part) => part.startsWith('_')) || ownFiles(settings).has(posix.basename(inner)),
    // The page of Docsify itself is the frame of all others.
    pages: (files) => files.filter((path) => path.endsWith('.md')),
    place(path) {
      const parts = innerOf(path).split('/');
      const stem = (parts.at(-1) ?? '').replace(/\.md$/, '');
      return {
        path,
        name: { slug: stem, stem, extension: '.md' },
        folders: parts.slice(0, -1),
        isIndex: stem === 'README',
        isPost: false,
        isDraft: false,
        categories: [],
      };
    },
    address: ({ place }) => addressOf(place.path),
    navigation: (files) => sidebarPages(project, files, settings),
    warnings: () => gaps.warnings(docsify),
  };
}

/** Files with parts of the frame. */
function ownFiles(settings: ConfigValues): ReadonlySet<string> {
  const named = ['loadSidebar', 'loadNavbar', 'notFoundPage', 'coverpage'].map((key) => settings[key]);
  return new Set(named.flatMap((name) => (typeof name === 'string' ? [posix.basename(name)] : [])));
}

/** The pages in the order of the sidebars, that of the top first. */
function sidebarPages(
  project: Project,
  files: readonly string[],
  settings: ConfigValues,
): readonly NavPage[] {
  const { loadSidebar } = settings;
  if (loadSidebar === undefined || loadSidebar === false) return [];
  const name = typeof loadSidebar === 'string' ? loadSidebar : '_sidebar.md';
  const base = project.bases[0]?.folder ?? '';
  const folders = [...new Set(['', ...files.map((path) => posix.dirname(posix.relative(base, path)))])];
  const known = new Set(files);
  const pages: NavPage[] = [];
  for (const folder of folders.filter((one) => one !== '.' && !one.startsWith('..')).sort()) {
    const text = readProjectText(project.root, posix.join(base, folder, name), true);
    if (text === undefined) continue;
    const add = (items: ReturnType<typeof readSummaryList>, section: string | undefined) => {
      for (const { title, target, items: below = [] } of items) {
        const path = target === undefined ? '' : posix.join(base, docsifyFile(target, settings));
        if (known.has(path)) pages.push({ path, section });
        add(below, section ?? (below.length > 0 ? title : undefined));
      }
    };
    add(readSummaryList(text), undefined);
  }
  return uniquePages(pages);
}

/** The settings of Docsify in its page. */
export function docsifySettings(config: Pick<GeneratorConfig, 'values'> | undefined): ConfigValues {
  return objectOf(config?.values['docsify']);
}

/** The Markdown file of a route, from the folder of the pages: `#/guide/` is `guide/README.md`. */
export function docsifyFile(route: string, settings: ConfigValues): string {
  const path = route
    .replace(/[?].*$/s, '')
    .replace(/^#?\/?|^\.\//, '')
    .replace(/\.md$/, '');
  const home = configText(settings, 'homepage') ?? 'README.md';
  if (path === '' && !/^[a-z]+:|^\/\//i.test(home)) return home.replace(/^\/+/, '');
  return path === '' || path.endsWith('/') ? `${path}README.md` : `${path}.md`;
}

/** Longer links, and aliases with more wildcards, aren't matched. */
const MAX_LINK = 300;
const MAX_WILDCARDS = 3;

/** What an alias of the site makes of a route; undefined for a route without an alias. */
export function docsifyAlias(route: string, settings: ConfigValues): string | undefined {
  if (route.length > MAX_LINK) return undefined;
  for (const [written, target] of Object.entries(objectOf(settings['alias']))) {
    const parts = written.split(/(\(\.\*\??\)|\.\*\??)/);
    if (typeof target !== 'string' || parts.length > 2 * MAX_WILDCARDS + 1) continue;
    const source = parts.map((part, at) => (at % 2 === 1 ? part : escapeRegExp(part)));
    const match = new RegExp(`^${source.join('')}$`).exec(route);
    if (match !== null) return target.replace(/\$(\d)/g, (_, number: string) => match[Number(number)] ?? '');
  }
  return undefined;
}
