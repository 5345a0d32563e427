import { posix } from 'node:path';
import { isObject, listOf, objectOf } from '../../../core/json.js';
import { addTo } from '../../../core/multimap.js';
import { parseData, readProjectText } from '../config-file.js';
import { type ConfigValues, configText, siteAt } from '../config-values.js';
import { ignoreTest } from '../ignore-lines.js';
import {
  addressAt,
  type GeneratorConfig,
  innerPath,
  type Project,
  placeOfAddress,
  projectPath,
} from '../layout.js';
import { defaultRules, Gaps, type NavPage, type Profile, type Rules } from './profile.js';
import { projectBases } from './project-paths.js';
import { uniquePages } from './sidebar-links.js';

const FOLDERS = ['', 'docs/', 'documentation/', 'doc/', 'apps/docs/'];

/** Mintlify: a folder of MDX that its service turns into a site. */
export const mintlify: Profile = {
  label: 'Mintlify',
  configFiles: FOLDERS.flatMap((folder) => [`${folder}docs.json`, `${folder}mint.json`]),
  ownsConfig: (_root, { $schema, navigation, name, colors }) =>
    /mintlify/i.test(String($schema ?? '')) ||
    (typeof name === 'string' && isObject(colors) && (isObject(navigation) || Array.isArray(navigation))),
  buildCommand: '',
  builtFolders: [],
  bases: projectBases,
  site: ({ values }) => siteAt(values, { title: 'name', description: 'description' }),
  rules,
};

/** Files that Mintlify ignores. */
const NOT_READ = ['node_modules', 'build', 'dist', 'coverage', 'tmp', 'temp'];
const NOT_PAGES = ['README.md', 'LICENSE.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];
/** Files that are included in pages, unless the navigation lists them. */
const SNIPPETS = /(?:^|\/)snippets\//;

function rules(project: Project): Rules {
  const gaps = new Gaps();
  const base = projectPath(project);
  const ignored = readProjectText(project.root, posix.join(base, '.mintignore')) ?? '';
  const isIgnored = ignoreTest([...NOT_READ, ...NOT_PAGES, ...ignored.split('\n')]);
  const addressOf = (path: string) =>
    innerPath(path, project)
      .replace(/\.mdx?$/, '')
      .replace(/(?:^|\/)index$/, '');
  const pages = shownPages(project, gaps);
  const former = redirectsOf(project, gaps);
  const shown = new Set(pages.map(({ path }) => path));
  const { indexing } = objectOf(project.config?.values['seo']);
  const isShown = (inner: string) => shown.has(inner.replace(/\.mdx?$/, ''));
  const isHidden = (path: string) =>
    indexing !== 'all' && shown.size > 0 && !isShown(innerPath(path, project));
  return {
    ...defaultRules(project),
    notContent: new Set(),
    accessKeys: ['groups'],
    isPartial: (inner) => isIgnored(inner) || (SNIPPETS.test(inner) && !isShown(inner)),
    pages: (files) => files.filter((path) => /\.mdx?$/.test(path)),
    isOffered: isShown,
    place: (path) => placeOfAddress(path, addressOf(path)),
    address: ({ place }) => addressAt(addressOf(place.path), ''),
    formerAddresses: (_values, url, path) => [
      ...(former.get(url) ?? []),
      ...(/(?:^|\/)index\.mdx?$/.test(path) && url !== '/' ? [`${url}/index`] : []),
    ],
    // Mintlify excludes pages outside the navigation from search engines and assistants.
    inherited: () => ({
      valuesFor: (path) => (isHidden(path) ? { noindex: true } : {}),
      print: () => [indexing, ...shown],
    }),
    navigation: (files) => {
      const known = new Map(files.map((path) => [innerPath(path, project).replace(/\.mdx?$/, ''), path]));
      return uniquePages(
        pages.flatMap(({ path, section }) => {
          const file = known.get(path) ?? known.get(`${path}/index`);
          return file === undefined ? [] : [{ path: file, section }];
        }),
      );
    },
    print: () => ignored,
    warnings: () => gaps.warnings(mintlify),
  };
}

/** The redirects to each page, by its address. Patterns aren't read. */
function redirectsOf({ config }: Project, gaps: Gaps): ReadonlyMap<string, readonly string[]> {
  const former = new Map<string, string[]>();
  if (config === undefined) return former;
  const { redirects } = config.values;
  const inFile = () => withReference(objectOf(redirects), config.file, config, gaps).part['pages'];
  for (const one of listOf(Array.isArray(redirects) ? redirects : inFile())) {
    const { source, destination } = objectOf(one);
    const isPlain = [source, destination].every((path) => /^\/[^:*?#]+$/.test(String(path)));
    if (isPlain) addTo(former, String(destination), String(source));
  }
  return former;
}

/** Keys of navigation elements that contain others. */
const PARTS = 'languages versions products tabs dropdowns anchors groups pages root menu'.split(' ');
const MAX_DEPTH = 20;

/** Paths of the pages in the navigation, without extension and without hidden parts. */
function shownPages(project: Project, gaps: Gaps): readonly NavPage[] {
  const { config } = project;
  if (config === undefined) return [];
  const found: NavPage[] = [];
  const add = (item: unknown, section: string | undefined, depth: number, from: string): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof item === 'string') found.push({ path: item.replace(/^\/+|\/+$|\.mdx?$/g, ''), section });
    if (Array.isArray(item)) for (const one of item) add(one, section, depth + 1, from);
    if (!isObject(item)) return;
    const { part, file } = withReference(item, from, config, gaps);
    if (part['hidden'] === true) return;
    if (part['openapi'] !== undefined || part['asyncapi'] !== undefined)
      gaps.add(config.file, 'pages of an API (`openapi`, `asyncapi`)');
    const name = configText(part, 'group');
    for (const key of PARTS) add(part[key], section ?? name, depth + 1, file);
  };
  add(config.values['navigation'], undefined, 0, config.file);
  return found;
}

/**
 * A part of the navigation, which may be in a file of its own: `{"$ref": "./es.json"}`.
 * @param from the file with the part, to which the reference is relative
 */
function withReference(
  part: ConfigValues,
  from: string,
  config: GeneratorConfig,
  gaps: Gaps,
): { readonly part: ConfigValues; readonly file: string } {
  const target = configText(part, '$ref');
  if (target === undefined) return { part, file: from };
  const file = posix.join(posix.dirname(from), target);
  const text = file.startsWith('..') ? undefined : readProjectText(config.root, file);
  const value = text === undefined ? undefined : parseData(file, text);
  if (value === undefined) gaps.add(config.file, `the navigation in ${target}`);
  return { part: { ...part, ...(Array.isArray(value) ? { pages: value } : objectOf(value)) }, file };
}
