import { join, posix } from 'node:path';
import { objectOf } from '../../../core/json.js';
import { sampleFiles } from '../../sample-files.js';
import { readProjectText } from '../config-file.js';
import { configText } from '../config-values.js';
import type { ContentBase, GeneratorConfig, Project } from '../layout.js';
import { Gaps } from './gaps.js';
import { isApp, nextraOrder } from './next/meta-order.js';
import { addressAt, innerPath, placeAt } from './page-path.js';
import type { Profile, Rules } from './profile.js';
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
    navigation: (files) => nextraOrder(files, project),
    warnings: () => gaps.warnings(next),
  };
}

/** In routes by folders, only files named `page`. */
function isPage(path: string, { bases }: Project): boolean {
  const base = bases.find(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
  return base !== undefined && (!isApp(base) || /(?:^|\/)page\.mdx?$/.test(path));
}
