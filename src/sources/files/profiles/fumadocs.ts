import { posix } from 'node:path';
import { isObject, objectOf, stringsOf } from '../../../core/json.js';
import { encodePath } from '../../names.js';
import { matchesAny, readProgramFile, readProjectText } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import {
  baseOf,
  type ContentBase,
  type GeneratorConfig,
  innerPath,
  type Project,
  placeOfAddress,
} from '../layout.js';
import { fumadocsOrder } from './fumadocs/page-tree.js';
import { Gaps, type Profile, type Rules } from './profile.js';
import { folderFromRoot, hasFolder, joinAddress } from './project-paths.js';

const FOLDERS = ['', 'docs/', 'website/', 'site/', 'www/', 'apps/docs/', 'apps/web/', 'apps/www/'];

/** Fumadocs, on any framework. */
export const fumadocs: Profile = {
  label: 'Fumadocs',
  configFiles: FOLDERS.flatMap((folder) => ['ts', 'js', 'mjs'].map((end) => `${folder}source.config.${end}`)),
  ownsConfig: (root, _values, file) => /\bfumadocs-/.test(readProjectText(root, file) ?? ''),
  buildCommand: 'npm run build',
  builtFolders: ['out', 'dist', 'build/client', '.output/public'],
  bases: basesOf,
  rules,
  authoring: { staticFolder: 'public' },
};

const CODE_FOLDERS = ['', 'src/', 'app/'];
const LIBRARIES = CODE_FOLDERS.flatMap((folder) => ['lib/', 'lib/geistdocs/'].map((name) => folder + name));
const LOADERS = [
  ...LIBRARIES.flatMap((folder) =>
    ['source.ts', 'source.tsx', 'source/index.ts', 'source/index.tsx'].map((file) => folder + file),
  ),
  ...CODE_FOLDERS.map((folder) => `${folder}source.ts`),
];
/** What a language is called where code computes the list of languages. */
const LANGUAGE = /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/;

/** A collection of pages. */
interface Collection {
  readonly name: string;
  /** Its folder, from that of the project. */
  readonly folder: string;
  /** Globs of its files, from its folder. */
  readonly files?: readonly string[];
}

interface CollectionBase extends ContentBase, Pick<Collection, 'files'> {}

/** The collections of pages in `source.config.ts`, or in the files of the loaders. */
function collectionsOf(config: GeneratorConfig): readonly Collection[] {
  const parts = [config.file, ...loaderFiles(config)].flatMap((file) =>
    (readProjectText(config.root, file) ?? '').split(/^[ \t]*(?:export\s+)?const\s+(?=[\w{])/m).slice(1),
  );
  return parts.flatMap((part) => {
    const [, name = ''] = /^\{?\s*(\w+)/.exec(part) ?? [];
    const folder = /\bdir\s*:\s*\[?\s*['"]([^'"\n]+)['"]/.exec(part)?.[1];
    const list = /(?<!\bmeta\s*:\s*\{[^{}]{0,500})\bfiles\s*:\s*\[([^\]]*)\]/.exec(part)?.[1];
    const globs = [...(list ?? '').matchAll(/(["'])([^"'\n]+)\1/g)].map(([, , glob = '']) => glob);
    const files = globs.length === 0 ? {} : { files: globs };
    if (/^[^(]*\bdefineDocs\b/.test(part)) return [{ name, folder: folder ?? 'content/docs', ...files }];
    const isPages = /^[^(]*\bdefineCollections\b/.test(part) && !/\btype\s*:\s*['"]meta['"]/.test(part);
    return isPages && folder !== undefined ? [{ name, folder, ...files }] : [];
  });
}

function loaderFiles({ file }: GeneratorConfig): readonly string[] {
  return LOADERS.map((name) => posix.join(posix.dirname(file), name));
}

/** The addresses below which the loaders of the project put their collections, by the name of the collection. */
function mountsOf(config: GeneratorConfig): ReadonlyMap<string, string> {
  const mounts = new Map<string, string>();
  for (const file of loaderFiles(config)) {
    const text = readProjectText(config.root, file);
    for (const part of text?.split(/^[ \t]*export\s+const\s+(?=\w+\s*=\s*loader\()/m).slice(1) ?? []) {
      const [variable = ''] = /^\w+/.exec(part) ?? [];
      const mount = argumentsOf(readProgramFile(config.root, file, variable).value)
        .map((argument) => configText(objectOf(argument), 'baseUrl'))
        .find((url) => url !== undefined);
      const collection = /\b(\w+)\.toFumadocsSource\(|\b(?:toFumadocsSource|createMDXSource)\(\s*(\w+)/.exec(
        part,
      );
      if (mount !== undefined) mounts.set(collection?.[1] ?? collection?.[2] ?? '', mount);
    }
  }
  return mounts;
}

/** The arguments of a call that was read as data. */
function argumentsOf(call: unknown): readonly unknown[] {
  const args = objectOf(call)['args'];
  return Array.isArray(args) ? args : [call];
}

function basesOf(root: string, config: GeneratorConfig | undefined): readonly CollectionBase[] {
  if (config === undefined) return [];
  const mounts = mountsOf(config);
  return collectionsOf(config)
    .flatMap(({ name, folder: written, ...files }, index) => {
      const folder = folderFromRoot(root, config, written);
      const mount = mounts.get(name) ?? mounts.get(index === 0 ? '' : name) ?? posix.basename(written);
      return hasFolder(root, folder) ? [{ folder, mount: joinAddress(mount), ...files }] : [];
    })
    .sort((a, b) => b.folder.length - a.folder.length);
}

interface Languages {
  isName(name: string): boolean;
  readonly standard: string;
  /** `always`, `default-locale` or `never`. */
  readonly hidden: string;
  /** In folders, not in names of files. */
  readonly isByFolder: boolean;
}

function languagesOf({ config }: Project): Languages | undefined {
  if (config === undefined) return undefined;
  for (const folder of LIBRARIES) {
    const file = posix.join(posix.dirname(config.file), folder, 'i18n.ts');
    if (readProjectText(config.root, file) === undefined) continue;
    const value = argumentsOf(readProgramFile(config.root, file, 'i18n').value).find(isObject) ?? {};
    const names = stringsOf(value['languages']);
    const standard = configText(value, 'defaultLanguage') ?? names[0];
    const hidden = configText(value, 'hideLocale') ?? 'never';
    const isName = (name: string) => (names.length > 0 ? names.includes(name) : LANGUAGE.test(name));
    if (standard !== undefined) return { isName, standard, hidden, isByFolder: value['parser'] === 'dir' };
  }
  return undefined;
}

function nextSettings({ config }: Project): ConfigValues {
  const folder = posix.dirname(config?.file ?? '');
  const file = ['mjs', 'ts', 'mts', 'js']
    .map((ending) => posix.join(folder, `next.config.${ending}`))
    .find((path) => config !== undefined && readProjectText(config.root, path) !== undefined);
  return file === undefined || config === undefined ? {} : objectOf(readProgramFile(config.root, file).value);
}

function isPage(path: string, project: Project): boolean {
  const base: CollectionBase | undefined = baseOf(path, project);
  if (base === undefined) return false;
  return matchesAny(innerPath(path, project), base.files ?? '**/*');
}

function rules(project: Project): Rules {
  const gaps = new Gaps();
  const { config } = project;
  if (config !== undefined && mountsOf(config).size === 0)
    gaps.add(config.file, 'the `baseUrl` of its loader');
  const languages = languagesOf(project);
  const settings = nextSettings(project);
  const ending = settings['trailingSlash'] === true ? '/' : '';
  const pageOf = (path: string): { readonly slugs: readonly string[]; readonly lang: string | undefined } => {
    const parts = innerPath(path, project)
      .replace(/\.mdx?$/, '')
      .split('/');
    const [, stem, code] = /^(.+)\.([\w-]+)$/.exec(parts.at(-1) ?? '') ?? [];
    const named = languages?.isByFolder === true ? parts[0] : code;
    const lang = named !== undefined && languages?.isName(named) === true ? named : undefined;
    const own =
      lang === undefined
        ? parts
        : languages?.isByFolder === true
          ? parts.slice(1)
          : [...parts.slice(0, -1), stem ?? ''];
    const slugs = own.filter(
      (part, at) => !/^\(.*\)$/.test(part) && (at < own.length - 1 || part !== 'index'),
    );
    return { slugs, lang: lang ?? languages?.standard };
  };
  const addressOf = (path: string): string => {
    const { slugs, lang } = pageOf(path);
    const { hidden = 'always', standard } = languages ?? {};
    const isHidden = hidden === 'always' || (hidden === 'default-locale' && lang === standard);
    const address = joinAddress(isHidden ? '' : lang, baseOf(path, project)?.mount, ...slugs);
    return address === '' ? '/' : `/${encodePath(address)}${ending}`;
  };
  return {
    notContent: new Set(['public', 'out', 'dist']),
    isPartial: () => false,
    pages: (files) => files.filter((path) => /\.mdx?$/.test(path) && isPage(path, project)),
    place(path) {
      const { slugs, lang } = pageOf(path);
      const isIndex = /(?:^|\/)index\.[^/]*$/.test(path);
      const inner = [baseOf(path, project)?.mount, ...slugs, ...(isIndex ? [''] : [])].join('/');
      const translation = languages === undefined ? {} : { translationKey: inner };
      return placeOfAddress(path, inner, { ...translation, ...(lang === undefined ? {} : { lang }) });
    },
    address: ({ place }) => addressOf(place.path),
    navigation: (files) => fumadocsOrder(files, project),
    warnings: () => gaps.warnings(fumadocs),
  };
}
