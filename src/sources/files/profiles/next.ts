import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compareText } from '../../../core/compare.js';
import { objectOf } from '../../../core/json.js';
import { sampleFiles } from '../../sample-files.js';
import { parseData, readProgramFile, readProjectText } from '../config-file.js';
import { configText } from '../config-values.js';
import type { ContentBase, GeneratorConfig, Project } from '../layout.js';
import { Gaps } from './gaps.js';
import { addressAt, innerPath, placeAt } from './page-path.js';
import type { NavPage, Profile, Rules } from './profile.js';
import { folderFromRoot, hasConfig, hasFolder, joinAddress } from './project-paths.js';

/** Next.js with Markdown pages, mostly by Nextra. */
export const next: Profile = {
  label: 'Next.js',
  configFiles: ['', 'docs/', 'website/', 'site/'].flatMap((folder) =>
    ['js', 'mjs', 'ts', 'cjs'].map((ending) => `${folder}next.config.${ending}`),
  ),
  ownsConfig: (root, _values, file) =>
    /"(?:nextra|@next\/mdx|next-mdx-remote)"\s*:/.test(
      readProjectText(root, posix.join(posix.dirname(file), 'package.json')) ?? '',
    ),
  isLikely: (root) =>
    hasConfig(root, ['next']) &&
    basesOf(root, undefined).some(({ folder }) => sampleFiles(join(root, folder), /\.mdx?$/, 1).length > 0),
  buildCommand: 'npx next build',
  builtFolders: ['out'],
  bases: basesOf,
  rules,
  authoring: { staticFolder: 'public' },
};

/** Pages by files, routes by folders, or the folder that Nextra shows. */
function basesOf(root: string, config: GeneratorConfig | undefined): readonly ContentBase[] {
  const folders = ['src/content', 'content', 'src/pages', 'pages', 'src/app', 'app'];
  const text = config === undefined ? '' : (readProjectText(config.root, config.file) ?? '');
  const route = /\bcontentDirBasePath\s*:\s*['"]([^'"\n]+)['"]/.exec(text)?.[1];
  return folders.flatMap((name) => {
    const folder = folderFromRoot(root, config, name);
    if (!hasFolder(root, folder)) return [];
    return [
      { folder, ...(name.endsWith('content') && route !== undefined ? { mount: joinAddress(route) } : {}) },
    ];
  });
}

function rules(project: Project): Rules {
  const { config } = project;
  const { values = {}, computed = [] } = config ?? {};
  const gaps = new Gaps();
  if (config !== undefined && ['basePath', 'trailingSlash', ''].some((key) => computed.includes(key)))
    gaps.add(config.file, 'the settings of addresses');
  const i18n = objectOf(values['i18n']);
  const locales = new Set([i18n['locales']].flat().filter((name) => typeof name === 'string'));
  const standard = configText(i18n, 'defaultLocale');
  const ending = values['trailingSlash'] === true ? '/' : '';
  /** The address of a page, and its language where the name says so. */
  const pageOf = (path: string): { address: string; lang?: string } => {
    const base = project.bases.find(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
    const inner = innerPath(path, project).replace(/\.(?:mdx?|html?)$/, '');
    if (isApp(base)) {
      const folders = inner.split('/').slice(0, -1);
      return { address: [...folders.filter((part) => !/^[(@]/.test(part)), ''].join('/') };
    }
    const [, stem = inner, lang] = /^(.*)\.([\w-]+)$/.exec(inner) ?? [];
    const own = lang !== undefined && locales.has(lang) ? lang : undefined;
    const page = (own === undefined ? inner : stem).replace(/(^|\/)index$/, '$1');
    const parts = [base?.mount, own === standard ? undefined : own, page].filter((part) => part);
    return { address: parts.join('/'), ...(own === undefined ? {} : { lang: own }) };
  };
  return {
    notContent: new Set(['public', 'out', 'dist']),
    hasNamesAsIds: true,
    isPartial: (inner) => inner.split('/').some((part) => part.startsWith('_')),
    pages(files) {
      const isTemplate = (path: string) => /\[[^\]]+\]/.test(path);
      const pages = files.filter((path) => /\.mdx?$/.test(path) && isPage(path, project));
      for (const path of pages.filter(isTemplate)) gaps.add(path, 'the pages of a template');
      return pages.filter((path) => !isTemplate(path));
    },
    place(path) {
      const { address, lang } = pageOf(path);
      return placeAt(path, address, lang === undefined ? {} : { lang });
    },
    address: ({ place }) => addressAt(pageOf(place.path).address, ending),
    navigation: (files) =>
      project.bases.flatMap(({ folder }) =>
        metaOrder({ folder, root: project.root, section: undefined }, files, 0),
      ),
    warnings: () => gaps.warnings(next),
  };
}

function isApp(base: ContentBase | undefined): boolean {
  return /(?:^|\/)app$/.test(base?.folder ?? '');
}

/** In routes by folders, only files named `page`. */
function isPage(path: string, { bases }: Project): boolean {
  const base = bases.find(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
  return base !== undefined && (!isApp(base) || /(?:^|\/)page\.mdx?$/.test(path));
}

const MAX_DEPTH = 20;
const METAS = ['_meta.js', '_meta.jsx', '_meta.ts', '_meta.tsx', '_meta.json'];

interface MetaFolder {
  readonly folder: string;
  readonly root: string;
  /** The title of the outermost separator or folder that has any. */
  readonly section: string | undefined;
}

/** The pages of a folder in the order of its `_meta` file, then by name. */
function metaOrder(at: MetaFolder, files: readonly string[], depth: number): readonly NavPage[] {
  const { folder, root, section } = at;
  const prefix = folder === '' ? '' : `${folder}/`;
  const names = new Map<string, string[]>();
  for (const path of files) {
    if (!path.startsWith(prefix)) continue;
    const [name = ''] = path.slice(prefix.length).split('/');
    const key = name.replace(/\.mdx?$/, '');
    names.set(key, [...(names.get(key) ?? []), path]);
  }
  const file = METAS.find((name) => existsSync(join(root, prefix + name)));
  const meta = file === undefined ? {} : objectOf(readMeta(root, prefix + file));
  const listed = Object.keys(meta);
  const rest = [...names.keys()].filter((name) => !listed.includes(name)).sort(compareText);
  let heading: string | undefined;
  return [...listed, ...rest].flatMap((name) => {
    if (configText(objectOf(meta[name]), 'type') === 'separator') {
      heading = titleIn(meta[name]);
      return [];
    }
    const own = names.get(name) ?? [];
    const isBelow = (path: string) => path.startsWith(`${prefix}${name}/`);
    const below = own.filter(isBelow);
    const title = below.length === 0 ? undefined : titleIn(meta[name]);
    const inside = { folder: prefix + name, root, section: section ?? heading ?? title };
    const pages = own.filter((path) => !isBelow(path)).map((path) => ({ path, section: inside.section }));
    return [...pages, ...(depth < MAX_DEPTH && below.length > 0 ? metaOrder(inside, below, depth + 1) : [])];
  });
}

/** The title of an item in a `_meta` file. */
function titleIn(item: unknown): string | undefined {
  const title = typeof item === 'string' ? item : configText(objectOf(item), 'title');
  return title || undefined;
}

function readMeta(root: string, path: string): unknown {
  if (!path.endsWith('.json')) return readProgramFile(root, path).value;
  return parseData(path, readProjectText(root, path) ?? '');
}
