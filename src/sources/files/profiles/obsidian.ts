import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { objectOf, stringsOf, withoutUndefined } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { withoutCode } from '../../../core/prose.js';
import { encodePath, MARKDOWN_FILE } from '../../names.js';
import type { RawSite } from '../../port.js';
import { readStart } from '../../read-start.js';
import { sampleFiles, walkFolder } from '../../walk-folder.js';
import { addressOf } from '../address.js';
import { isExcluded, readConfigFile, readProjectText } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import { type GeneratorConfig, type Project, placeFile, withinBase } from '../layout.js';
import { pageName } from '../note-names.js';
import type { Values } from '../values.js';
import { type AddressFacts, defaultRules, type Profile, type Rules } from './profile.js';
import { basesAt } from './project-paths.js';

/** A vault of Obsidian or graph of Logseq: notes that refer to each other by name. */
export const obsidian: Profile = {
  label: 'Obsidian',
  configFiles: [],
  isLikely: (root) =>
    existsSync(join(root, '.obsidian')) || existsSync(join(root, LOGSEQ)) || hasWikilinks(root),
  buildCommand: '',
  builtFolders: [],
  rules: (project) => ({ ...vaultRules(project), address: (page) => addressOf(page, project) }),
};

/** The settings of Logseq. */
const LOGSEQ = 'logseq/config.edn';

/** Quartz: a vault as a site. */
export const quartz: Profile = {
  label: 'Quartz',
  configFiles: [
    'quartz.config.yaml',
    'quartz.config.yml',
    'quartz.config.ts',
    'quartz.config.js',
    'quartz.config.default.yaml',
  ],
  buildCommand: 'npx quartz build',
  builtFolders: ['public'],
  bases: basesAt,
  site: siteOf,
  rules(project) {
    const { configuration } = project.config?.values ?? {};
    const globs = stringsOf(objectOf(configuration)['ignorePatterns']).map((glob) => `**/${glob}`);
    return {
      ...vaultRules(project),
      isNamedByFile: true,
      isPartial: (inner) => isExcluded(inner, globs),
      address: (page) => quartzAddress(page),
      formerAddresses: redirects,
    };
  },
};

const SAMPLE_FILES = 50;
const SAMPLE_BYTES = 20_000;
const WIKILINK = /\[\[([^[\]|#\n]+)(?:[|#][^[\]\n]*)?\]\]/g;
/** Names and front matter that other generators give a meaning. */
const OTHER_NAME = /^\d{4}-\d{2}-\d{2}-/;
const OTHER_MATTER = /^(?:layout|weight|draft|sidebar_position|nav_order):/m;
/** Obsidian Publish has them too. */
const PERMALINK = /^permalink:/m;
const SURE_LINKS = 3;

/** Recognises a vault without its settings: its notes link to each other by name. */
function hasWikilinks(root: string): boolean {
  const files = sampleFiles(root, /\.md$/, SAMPLE_FILES);
  const names = new Set(files.map((path) => posix.basename(path, '.md').toLowerCase()));
  if (files.some((path) => OTHER_NAME.test(posix.basename(path)))) return false;
  const texts = files.map((path) => readStart(join(root, path), SAMPLE_BYTES));
  const matter = texts
    .filter((text) => text.startsWith('---'))
    .map((text) => text.split('\n---', 1)[0] ?? '');
  if (matter.some((one) => OTHER_MATTER.test(one))) return false;
  const links = texts.flatMap((text) =>
    [...withoutCode(text).matchAll(WIKILINK)].filter(([, target = '']) =>
      names.has(posix.basename(target.trim()).toLowerCase()),
    ),
  );
  return links.length >= (matter.some((one) => PERMALINK.test(one)) ? SURE_LINKS : 1);
}

function siteOf({ values }: GeneratorConfig): RawSite {
  const configuration: ConfigValues = objectOf(values['configuration']);
  const title = configText(configuration, 'pageTitle');
  const host = configText(configuration, 'baseUrl');
  const lang = configText(configuration, 'locale');
  const baseUrl =
    host === undefined || !isParsableUrl(`https://${host}`)
      ? undefined
      : `https://${host}`.replace(/\/+$/, '');
  return withoutUndefined({ title, baseUrl, lang });
}

/** Words of a path as Quartz writes them. */
function quartzSlug(path: string): string {
  return path.replace(/\s/g, '-').replaceAll('&', '-and-').replaceAll('%', '-percent').replace(/[?#]/g, '');
}

function quartzAddress({ place }: AddressFacts): string {
  const path = quartzSlug([...place.folders, ...(place.isIndex ? [] : [place.name.stem])].join('/'));
  if (path === '') return '/';
  return `/${encodePath(path)}${place.isIndex ? '/' : ''}`;
}

/** The site redirects from aliases, and from `permalink`: the address of a page is its path. */
function redirects(values: Values): readonly string[] {
  return ['aliases', 'alias', 'permalink']
    .flatMap((key) => [values.peek(key)].flat())
    .filter((name) => typeof name === 'string' && !/^https?:/i.test(name))
    .map((name) => `/${encodePath(quartzSlug(String(name).replace(/^\/+|\.md$|\/+$/g, '')))}`);
}

function vaultRules(project: Project): Rules {
  const { root, config } = project;
  const files = attachmentsOf(project);
  const templates = templateFolder(root);
  const explicit = publishKey(root, config);
  const unpublished = unpublishedFolders(root);
  const graph = readProjectText(root, LOGSEQ);
  // Logseq's backups of pages, and what its settings hide.
  const hidden = ['logseq', ...(graph === undefined ? [] : hiddenPaths(graph))];
  return {
    ...defaultRules(project),
    hasLiteralBraces: true,
    isNamedByFile: graph !== undefined,
    isPartial: (inner) => hidden.some((path) => `${inner}/`.startsWith(`${path}/`)),
    wikilinks: { attachment: (name) => files.get(name.toLowerCase()) },
    pages: (paths) =>
      paths.filter(
        (path) => !/\.excalidraw\.md$/i.test(path) && !(templates && path.startsWith(`${templates}/`)),
      ),
    place(path) {
      const place = placeFile(path, project, {
        hasCollections: false,
        hasReadmes: false,
        name: (name) => ({ name: { slug: name.stem, stem: name.stem, extension: name.extension } }),
      });
      const isUnpublished = unpublished.some((folder) => `${path}/`.startsWith(folder));
      const title = graph === undefined ? {} : { title: titleOf(place?.name.stem ?? '') };
      return place && { ...place, ...title, isDraft: place.isDraft || isUnpublished };
    },
    inherited: () => ({
      valuesFor: () => (explicit === undefined ? {} : { [explicit]: false }),
      print: () => explicit,
    }),
    print: () => [...files, ...unpublished, graph],
  };
}

/** The key without which a note isn't published. */
function publishKey(root: string, config: GeneratorConfig | undefined): string | undefined {
  if (isDigitalGarden(root)) return 'dg-publish';
  const logseq = readProjectText(root, LOGSEQ);
  // Logseq publishes pages with `public:: true`, or all of them.
  if (logseq !== undefined && !publishesAll(logseq)) return 'public';
  if (config !== undefined && isPluginEnabled(config, 'explicit-publish')) return 'publish';
  // `quartz.ts` may add to the configuration of Quartz 5.
  const files = config === undefined ? [] : [config.file, 'quartz.ts'];
  const text = files.map((file) => readProjectText(config?.root ?? root, file) ?? '').join('\n');
  return /^(?:(?!(?:^|\s)\/\/).)*\bExplicitPublish\(/m.test(text) ? 'publish' : undefined;
}

const GARDEN_FILES = 2000;
const MATTER_BYTES = 2000;
const GARDEN_MATTER = /^---[ \t]*\r?\n(?:[^\n]*\n){0,40}?dg-(?:publish|home):[ \t]*["']?true\b/;

/** Whether the plugin Digital Garden publishes the vault: it only publishes notes with its mark. */
function isDigitalGarden(root: string): boolean {
  return (
    existsSync(join(root, '.obsidian/plugins/digitalgarden')) ||
    sampleFiles(root, /\.md$/, GARDEN_FILES).some((path) =>
      GARDEN_MATTER.test(readStart(join(root, path), MATTER_BYTES)),
    )
  );
}

/** The files and folders in the setting `:hidden` of Logseq. */
function hiddenPaths(settings: string): readonly string[] {
  const [, list = ''] = /^[^;\n]*:hidden\s*\[([^\]]*)\]/m.exec(settings) ?? [];
  return Array.from(list.matchAll(/"\/?([^"]+?)\/?"/g), ([, path = '']) => path);
}

/** The name of a page of Logseq, or its day. */
function titleOf(stem: string): string {
  return /^\d{4}_\d\d_\d\d$/.test(stem) ? stem.replaceAll('_', '-') : pageName(stem);
}

/** Whether the settings of Logseq publish all pages; an earlier name of the key counts where the later one is missing. */
function publishesAll(settings: string): boolean {
  const [, later] = /^[^;\n]*:publishing\/all-pages-public\?\s+(\w+)/m.exec(settings) ?? [];
  const [, earlier] = /^[^;\n]*(?<![\w/-]):all-pages-public\?\s+(\w+)/m.exec(settings) ?? [];
  return (later ?? earlier) === 'true';
}

/** Whether the configuration of Quartz 5 lists a plugin, as `github:quartz-community/name` or a path, and enables it. */
function isPluginEnabled({ values }: GeneratorConfig, name: string): boolean {
  return [values['plugins']].flat().some((item) => {
    const { source, enabled } = objectOf(item);
    const address = configText({ source: objectOf(source)['repo'] ?? source }, 'source') ?? '';
    return new RegExp(`(?:^|[/:])${name}(?:[#@.]|$)`).test(address) && enabled !== false;
  });
}

/** Notes and folders that the settings of Obsidian Publish leave out, with a slash at the end. */
function unpublishedFolders(root: string): readonly string[] {
  const { excluded } = readConfigFile(root, '.obsidian/publish.json') ?? {};
  const paths = [excluded]
    .flat()
    .flatMap((path) => (typeof path === 'string' ? path.replace(/^\/+|\/+$/g, '') : []));
  return paths.filter((path) => path !== '').map((path) => `${path}/`);
}

/** The folder of templates in the settings of the vault. */
function templateFolder(root: string): string | undefined {
  const folder = configText(readConfigFile(root, '.obsidian/templates.json'), 'folder');
  return folder?.replace(/^\/+|\/+$/g, '') || undefined;
}

const MAX_FILES = 100_000;
const NOT_WALKED = { everywhere: new Set(['node_modules']), atTop: new Set<string>() };

/** Files besides notes, by path and by name; of several with the same name the one with the shortest path. */
function attachmentsOf(project: Project): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let count = 0;
  for (const { path, dirent } of walkFolder(project.root, NOT_WALKED)) {
    count += 1;
    if (count > MAX_FILES) break;
    const inner = withinBase(path, project);
    if (inner === undefined || !dirent.isFile() || MARKDOWN_FILE.test(path)) continue;
    for (const name of [path, inner, posix.basename(path)].map((one) => one.toLowerCase())) {
      const known = found.get(name);
      if (known === undefined || path.length < known.length || (path.length === known.length && path < known))
        found.set(name, path);
    }
  }
  return found;
}
