import { posix } from 'node:path';
import { isObject, listOf, objectOf } from '../../../../core/json.js';
import { parseData, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';
import type { ContentBase, GeneratorConfig } from '../../layout.js';
import { folderFromRoot, hasFolder, joinAddress } from '../project-paths.js';

/** A folder of content of a Docusaurus site: one version and language of one plugin. */
export interface Instance extends ContentBase {
  readonly kind: 'docs' | 'blog' | 'pages';
  /** The options of the plugin. */
  readonly options: ConfigValues;
  /** The key of the folder, which is the same in all languages. */
  readonly key: string;
  /** The folder of the site with the language and the route of the plugin. */
  readonly route: string;
  /** Its sidebars: a file, `false` for none, undefined for the default. */
  readonly sidebars: unknown;
  /** True for a version that search engines must not list. */
  readonly isHidden: boolean;
  /** False for an earlier version, or for one that isn't released. */
  readonly isLast: boolean;
  /** True for the folder of another language than the main one. */
  readonly isTranslated: boolean;
}

const KINDS = ['docs', 'blog', 'pages'] as const;
type Kind = (typeof KINDS)[number];

const DEFAULT_PATHS: Readonly<Record<Kind, string>> = { docs: 'docs', blog: 'blog', pages: 'src/pages' };
const DEFAULT_ROUTES: Readonly<Record<Kind, string>> = { docs: 'docs', blog: 'blog', pages: '/' };

interface Plugin {
  readonly kind: Kind;
  readonly options: ConfigValues;
}

/** The content plugins of a site with their options, from its presets and plugins. */
function pluginsOf(values: ConfigValues): readonly Plugin[] {
  const presets = listOf(values['presets']).flatMap((item) => {
    const [name, options] = named(item);
    // A preset of the site's own that wraps the classic one takes the same options.
    const hasOptions = KINDS.some((kind) => isObject(objectOf(options)[kind]));
    if (!hasOptions && !/(?:^|\/)(?:preset-)?classic$/.test(name)) return [];
    return KINDS.filter((kind) => objectOf(options)[kind] !== false).map((kind) => ({
      kind,
      options: objectOf(objectOf(options)[kind]),
    }));
  });
  const plugins = listOf(values['plugins']).flatMap((item) => {
    const [name, options] = named(item);
    const kind = KINDS.find((one) => new RegExp(`(?:^|/)(?:plugin-)?content-${one}$`).test(name));
    return kind === undefined ? [] : [{ kind, options: objectOf(options) }];
  });
  const all = [...presets, ...plugins];
  // Presets that code computes: a site has these three unless it says otherwise.
  return all.length > 0 ? all : KINDS.map((kind) => ({ kind, options: {} }));
}

function named(item: unknown): readonly [name: string, options: unknown] {
  const [name, options] = Array.isArray(item) ? item : [item, {}];
  return [typeof name === 'string' ? name.replace(/\/(?:lib\/)?index\.js$/, '') : '', options];
}

/** The folders of content of a site. */
interface FoundInstances {
  readonly found: readonly Instance[];
  /** Folders outside of the root. */
  readonly outside: readonly string[];
  /** Folders of the released version that aren't there. */
  readonly missing: readonly string[];
}

export function instancesOf(root: string, config: GeneratorConfig | undefined): FoundInstances {
  const values = config?.values ?? {};
  const outside: string[] = [];
  const locales = languagesOf(values);
  const found = pluginsOf(values).flatMap((plugin) => {
    const path = configText(plugin.options, 'path') ?? DEFAULT_PATHS[plugin.kind];
    if (folderFromRoot(root, config, path) === undefined) outside.push(path);
    const parts = plugin.kind === 'docs' ? versionsOf(plugin.options, root, config) : [CURRENT];
    return parts.flatMap((part) => instancesIn(plugin, part, { root, config, locales }));
  });
  // The folder of a version, or of a language, may be in another one.
  const sorted = found.toSorted((a, b) => b.folder.length - a.folder.length);
  const missing = sorted.filter(
    ({ folder, isLast }) => isLast && /versioned_docs\/[^/]+$/.test(folder) && !hasFolder(root, folder),
  );
  return {
    found: sorted.filter(({ folder }) => hasFolder(root, folder)),
    outside,
    missing: missing.map(({ folder }) => folder),
  };
}

/** The languages of a site; an empty name for the main one. */
function languagesOf(values: ConfigValues): readonly (readonly [folder: string, lang: string | undefined])[] {
  const i18n = objectOf(values['i18n']);
  const standard = configText(i18n, 'defaultLocale');
  const others = listOf(i18n['locales']).filter((name) => typeof name === 'string' && name !== standard);
  const tag = (name: string) =>
    configText(objectOf(objectOf(i18n['localeConfigs'])[name]), 'htmlLang') ?? name;
  return [
    ['', standard && tag(standard)],
    ...others.map((name) => [String(name), tag(String(name))] as const),
  ];
}

interface Version {
  readonly name: string;
  /** Its folder below the route of the plugin. */
  readonly route: string;
  /** Undefined for the folder of the plugin. */
  readonly folder: string | undefined;
  readonly isHidden: boolean;
  readonly isLast: boolean;
}

const CURRENT: Version = { name: 'current', route: '', folder: undefined, isHidden: false, isLast: true };

/** The versions of documentation: the newest at the route itself, the unreleased one below `next`. */
function versionsOf(
  options: ConfigValues,
  root: string,
  config: GeneratorConfig | undefined,
): readonly Version[] {
  const id = configText(options, 'id') ?? 'default';
  const prefix = id === 'default' ? '' : `${id}_`;
  const place = posix.dirname(config?.file ?? '');
  const text = readProjectText(config?.root ?? root, posix.join(place, `${prefix}versions.json`));
  const names = options['disableVersioning'] === true ? [] : namesIn(text);
  const last = configText(options, 'lastVersion') ?? names[0] ?? 'current';
  const only = options['onlyIncludeVersions'];
  const all = options['includeCurrentVersion'] === false && names.length > 0 ? names : ['current', ...names];
  return all
    .filter((name) => !Array.isArray(only) || only.includes(name))
    .map((name) => {
      const own = objectOf(objectOf(options['versions'])[name]);
      const route = name === last ? '' : name === 'current' ? 'next' : name;
      return {
        name,
        route: typeof own['path'] === 'string' ? own['path'] : route,
        folder: name === 'current' ? undefined : `${prefix}versioned_docs/version-${name}`,
        isHidden: own['noIndex'] === true,
        isLast: name === last,
      };
    });
}

function namesIn(json: string | undefined): readonly string[] {
  return listOf(parseData('versions.json', json ?? '')).filter(
    (name): name is string => typeof name === 'string' && !name.includes('..'),
  );
}

interface SiteFacts {
  readonly root: string;
  readonly config: GeneratorConfig | undefined;
  readonly locales: ReturnType<typeof languagesOf>;
}

/** The folders of a version in all languages. */
function instancesIn(
  plugin: Plugin,
  version: Version,
  { root, config, locales }: SiteFacts,
): readonly Instance[] {
  const { kind, options } = plugin;
  const id = configText(options, 'id') ?? 'default';
  const written = options['routeBasePath'];
  const base = typeof written === 'string' ? written : DEFAULT_ROUTES[kind];
  const i18n = configText(objectOf(config?.values['i18n']), 'path') ?? 'i18n';
  return locales.flatMap(([locale, lang]) => {
    const translated = `docusaurus-plugin-content-${kind}${id === 'default' ? '' : `-${id}`}`;
    const inLocale = [i18n, locale, translated, ...(kind === 'docs' ? [versionFolder(version)] : [])].join(
      '/',
    );
    const own = version.folder ?? configText(options, 'path') ?? DEFAULT_PATHS[kind];
    const folder = folderFromRoot(root, config, locale === '' ? own : inLocale);
    if (folder === undefined) return [];
    const route = joinAddress(locale, base, version.route);
    const sidebars =
      version.name === 'current'
        ? options['sidebarPath']
        : `${id === 'default' ? '' : `${id}_`}versioned_sidebars/version-${version.name}-sidebars.json`;
    const { isHidden, isLast } = version;
    const key = [kind, id, version.name].join('/');
    const isTranslated = locale !== '';
    const shared = {
      kind,
      key,
      folder,
      mount: route,
      route,
      options,
      sidebars,
      isHidden,
      isLast,
      isTranslated,
    };
    return [{ ...shared, ...(lang ? { lang } : {}) }];
  });
}

function versionFolder({ name }: Version): string {
  return name === 'current' ? name : `version-${name}`;
}

/** True where a part of the presets and plugins that decides addresses is computed. */
export function hasComputedContent({ values, computed = [] }: GeneratorConfig): boolean {
  if (!isObject(values) || Object.keys(values).length === 0) return true;
  return computed.some((path) =>
    /^(?:\*|presets|presets\.(?:\*|\d+)|presets\.\d+\.1(?:\.(?:docs|blog|pages))?(?:\.(?:path|routeBasePath|include|exclude|numberPrefixParser))?|plugins\.\d+\.1(?:\.(?:path|routeBasePath|include|exclude|id))?)$/.test(
      path,
    ),
  );
}
