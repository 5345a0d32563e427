import { join, posix } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { entriesIn } from '../../../../core/files.js';
import { isObject, objectOf } from '../../../../core/json.js';
import { sampleFiles } from '../../../walk-folder.js';
import { readProgramFile, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';
import type { ContentBase, GeneratorConfig } from '../../layout.js';
import { folderFromRoot, hasFolder, joinAddress } from '../project-paths.js';

/** A folder of content: the pages of the site, or a collection. */
export interface Collection extends ContentBase {
  readonly kind: 'pages' | 'collection';
  /** Empty for the pages. */
  readonly name: string;
  /** Globs of its files, from its folder. */
  readonly pattern: unknown;
  /** The folder of the site below which its pages appear. */
  readonly route: string;
  /** True where only code shows the addresses of its pages. */
  readonly isComputed: boolean;
}

/** The options of Starlight, where the site uses it. */
export function starlightOptions(values: ConfigValues): ConfigValues | undefined {
  const integrations = Array.isArray(values['integrations']) ? values['integrations'].flat() : [];
  const call = integrations.find((item) => isObject(item) && item['$call'] === '@astrojs/starlight');
  return call === undefined ? undefined : optionsOf(call);
}

/** The first argument of a call. */
function optionsOf(call: unknown): ConfigValues {
  const { args } = objectOf(call);
  return objectOf(Array.isArray(args) ? args[0] : undefined);
}

const CONFIGS = ['src/content.config', 'src/content/config'].flatMap((stem) =>
  ['ts', 'mts', 'js', 'mjs'].map((ending) => `${stem}.${ending}`),
);

/** The folders of content of a site, from its configuration of collections and the routes of its pages. */
export function collectionsOf(root: string, config: GeneratorConfig | undefined): readonly Collection[] {
  const project = config?.root ?? root;
  const place = posix.dirname(config?.file ?? '');
  const isStarlight = starlightOptions(config?.values ?? {}) !== undefined;
  const routes = routesOf(project, joinAddress(place === '.' ? '' : place, 'src/pages'));
  const declared = declaredIn(project, place);
  const named = namesOf(join(project, place, 'src/content')).filter((name) => !Object.hasOwn(declared, name));
  const undeclared = Object.keys(declared).length > 0 ? [] : named.map((name) => [name, {}] as const);
  const collections = [...Object.entries(declared), ...undeclared].flatMap(([name, definition]) => {
    const { folder, pattern } = filesOf(name, objectOf(definition));
    const path = folder === undefined ? undefined : folderFromRoot(root, config, folder);
    if (path === undefined) return [];
    const isDocs = name === 'docs' && (isStarlight || !routes.byCollection.has(name));
    const found = isDocs ? { route: '', isComputed: false } : routes.byCollection.get(name);
    const { route = name, isComputed = routes.hasAny } = found ?? {};
    return [{ kind: 'collection' as const, name, folder: path, mount: route, pattern, route, isComputed }];
  });
  const pages = folderFromRoot(root, config, 'src/pages');
  const all: readonly Collection[] = [
    ...collections,
    ...(pages === undefined
      ? []
      : [{ kind: 'pages' as const, name: '', folder: pages, pattern: '**/*', route: '', isComputed: false }]),
  ];
  return all
    .filter(({ folder }) => hasFolder(root, folder))
    .toSorted((a, b) => b.folder.length - a.folder.length || compareText(a.folder, b.folder));
}

function declaredIn(project: string, place: string): ConfigValues {
  for (const name of CONFIGS) {
    const path = joinAddress(place === '.' ? '' : place, name);
    if (readProjectText(project, path) !== undefined)
      return objectOf(readProgramFile(project, path, 'collections').value);
  }
  return {};
}

function namesOf(folder: string): readonly string[] {
  return entriesIn(folder)
    .filter((entry) => entry.isDirectory() && !/^[._]/.test(entry.name))
    .map(({ name }) => name);
}

/** The folder and the globs of a collection; no folder for data, and for loaders that aren't files. */
function filesOf(name: string, definition: ConfigValues): { folder: string | undefined; pattern: unknown } {
  const own = { folder: `src/content/${name}`, pattern: '**/[^_]*' };
  const loader = definition['loader'];
  if (loader === undefined) return definition['type'] === 'data' ? { ...own, folder: undefined } : own;
  const call = objectOf(loader);
  if (call['$call'] === '@astrojs/starlight/loaders#docsLoader') return own;
  const options = optionsOf(call);
  if (call['$call'] !== 'astro/loaders#glob') return { ...own, folder: undefined };
  return { folder: configText(options, 'base') ?? '.', pattern: options['pattern'] ?? '**/*' };
}

interface Route {
  readonly route: string;
  readonly isComputed: boolean;
}

const MAX_ROUTES = 500;
/** Of a file that shows a collection. */
const MAX_LENGTH = 50_000;

/** The pages that show the entries of a collection: `blog/[...slug].astro` with `getCollection('blog')`. */
function routesOf(
  project: string,
  folder: string,
): { byCollection: ReadonlyMap<string, Route>; hasAny: boolean } {
  const byCollection = new Map<string, Route>();
  const files = sampleFiles(join(project, folder), /\.astro$/, MAX_ROUTES);
  for (const file of [...files].sort(compareText)) {
    const [, before = '', parameter] = /^([^[]*)\[(?:\.\.\.)?(\w+)\]\.astro$/.exec(file) ?? [];
    const text =
      parameter === undefined
        ? undefined
        : readProjectText(project, `${folder}/${file}`)?.slice(0, MAX_LENGTH);
    if (text === undefined) continue;
    const names = [...text.matchAll(/\bget\w{0,50}Collection\(\s*['"`]([\w-]+)['"`]/g)].map(
      ([, name = '']) => name,
    );
    const shown = new RegExp(
      `\\bparams\\s*:\\s*\\{\\s*${parameter}\\s*:\\s*[\\w.]+\\.(?:id|slug)\\s*,?\\s*\\}`,
    );
    for (const name of names)
      if (!byCollection.has(name))
        byCollection.set(name, { route: joinAddress(before), isComputed: !shown.test(text) });
  }
  return { byCollection, hasAny: files.length > 0 };
}

/** The characters that a segment of an address keeps, by the rules of GitHub's headings. */
function slugOf(segment: string): string {
  return segment
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The id of an entry of a collection: its slug, or the path of its file in the form of an address. */
export function entryId(inner: string, slug: string | undefined): string {
  if (slug !== undefined) return joinAddress(slug);
  const id = inner
    .replace(/\.\w+$/, '')
    .split('/')
    .map(slugOf)
    .join('/');
  return id.replace(/(^|\/)index$/, '');
}
