import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { objectOf, stringsOf, withoutUndefined } from '../../../core/json.js';
import { foldersAbove, lastName } from '../../../core/paths.js';
import { inWords } from '../../../core/text.js';
import type { RawSite } from '../../port.js';
import { isExcluded, matchesAny, readConfigFile, readProgramFile, readProjectText } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import { addressAt, type GeneratorConfig, innerPath, type Project, placeOfAddress } from '../layout.js';
import { Gaps, type Profile, type Rules } from './profile.js';
import { addressBelow, basesAt, joinAddress } from './project-paths.js';
import { patternTest } from './simple-patterns.js';

const ENDINGS = ['ts', 'js', 'mjs'];

/** Nuxt with its content module. */
export const nuxt: Profile = {
  label: 'Nuxt Content',
  configFiles: ['', 'docs/'].flatMap((folder) => ENDINGS.map((ending) => `${folder}nuxt.config.${ending}`)),
  ownsConfig: (root, _values, file) => existsSync(join(root, posix.dirname(file), 'content')),
  buildCommand: 'npx nuxt generate',
  builtFolders: ['.output/public', 'dist'],
  bases: basesAt,
  site: siteOf,
  rules,
  authoring: { staticFolder: 'public' },
};

function siteOf({ values }: GeneratorConfig): RawSite {
  const site = objectOf(values['site']);
  const title = configText(site, 'name');
  const base = joinAddress(configText(objectOf(values['app']), 'baseURL'));
  return withoutUndefined({ title, baseUrl: addressBelow(configText(site, 'url'), base) });
}

/** A collection of pages: the globs of its files, and the folder of the site that replaces the fixed part of them. */
interface Source {
  readonly include: string;
  readonly exclude: unknown;
  readonly prefix: string | undefined;
}

/** The sources of the collections of pages; undefined without a configuration of collections. */
function sourcesOf({ config }: Project, gaps: Gaps): readonly Source[] | undefined {
  if (config === undefined) return undefined;
  const { root } = config;
  for (const ending of ENDINGS) {
    const file = posix.join(posix.dirname(config.file), `content.config.${ending}`);
    if (readProjectText(root, file) === undefined) continue;
    const { value, computed } = readProgramFile(root, file);
    if (computed.some((path) => /^(?:\*?|collections(?:\.[^.]+(?:\.(?:source|type).*)?)?)$/.test(path)))
      gaps.add(file, 'the collections of its content');
    const named = () => readProgramFile(root, file, 'collections').value;
    const collections = Object.values(objectOf(objectOf(value)['collections'] ?? named())).map(objectOf);
    return collections
      .filter(({ type }) => type !== 'data')
      .flatMap(({ source }) => [source].flat().map(toSource));
  }
  return undefined;
}

function toSource(source: unknown): Source {
  const { include, exclude, prefix }: ConfigValues =
    typeof source === 'string' ? { include: source } : objectOf(source);
  return {
    include: typeof include === 'string' ? include : '**/*',
    exclude: exclude ?? [],
    prefix: typeof prefix === 'string' ? prefix : undefined,
  };
}

function rules(project: Project): Rules {
  const gaps = new Gaps();
  const sources = sourcesOf(project, gaps);
  const sourceOf = (path: string) => {
    const inner = innerPath(path, project);
    return sources?.find(({ include, exclude }) => matchesAny(inner, include) && !isExcluded(inner, exclude));
  };
  const { ignores } = objectOf(project.config?.values['content']);
  const isIgnored = patternTest(stringsOf(ignores), (pattern) =>
    gaps.add(project.config?.file ?? '', `the pattern "${pattern}" of \`ignores\``),
  );
  const addressOf = (path: string) => {
    const inner = innerPath(path, project);
    const { include = '*', prefix } = sourceOf(path) ?? {};
    const fixed = include.includes('*') ? include.slice(0, include.indexOf('*')) : '';
    return contentPath(prefix === undefined ? inner : `${prefix}/${inner.slice(fixed.length)}`);
  };
  return {
    notContent: new Set(),
    hasEmojiNames: true,
    // Parts of pages, drafts and files besides pages begin with a mark.
    isPartial: (inner) => inner.split('/').some((part) => /^[_.-]/.test(part)) || isIgnored(`/${inner}`),
    pages: (files) =>
      files.filter((path) => /\.md$/.test(path) && (sources === undefined || sourceOf(path) !== undefined)),
    place: (path) => placeOfAddress(path, addressOf(path), { isDraft: /\.draft\.md$/.test(path) }),
    address: ({ place }) => addressAt(addressOf(place.path), ''),
    navigation: (files) => {
      const titleOf = folderTitles(project);
      return [...files]
        .sort((a, b) => inOrder(innerPath(a, project), innerPath(b, project)))
        .map((path) => ({ path, section: titleOf(path) }));
    },
    warnings: () => gaps.warnings(nuxt),
  };
}

/** The path of a page: without the numbers that order files, in the form of an address. */
function contentPath(inner: string): string {
  const parts = inner.replace(/(?:\.draft)?\.md$/, '').split('/');
  const clean = parts.map((part) => {
    const name = /^\d+(?:\.\d+)*(?:\.x)?$/.test(part) ? part : part.replace(/^\d+\./, '');
    return slugOf(name);
  });
  if (clean.at(-1) === 'index') clean.splice(-1, 1, '');
  return clean.join('/');
}

function slugOf(name: string): string {
  const latin = name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  const slug = latin
    .replace(/[^\w\s$*_+~.()'"!\-:@]+/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase();
  return slug === '' ? name : slug;
}

function nameOf(folder: string): string {
  return inWords(lastName(folder).replace(/^\d+\./, ''));
}

function folderTitles({ root, bases }: Project): (path: string) => string | undefined {
  const tops = new Set(['', ...bases.map(({ folder }) => folder)]);
  const titles = new Map<string, string | undefined>();
  const read = (folder: string): string | undefined => {
    const values = NAVIGATION_FILES.map((name) => readConfigFile(root, posix.join(folder, name)));
    const own = values.map(
      (one) => configText(objectOf(one['navigation']), 'title') ?? configText(one, 'title'),
    );
    const isKnown = values.some((one) => Object.keys(one).length > 0);
    return own.find((title) => title !== undefined) ?? (isKnown ? nameOf(folder) : undefined);
  };
  return (path) => {
    for (const folder of foldersAbove(path)) {
      if (tops.has(folder)) continue;
      if (!titles.has(folder)) titles.set(folder, read(folder));
      const title = titles.get(folder);
      if (title !== undefined) return title;
    }
    return undefined;
  };
}

/** The facts about a folder; the second name is that of earlier versions. */
const NAVIGATION_FILES = ['.navigation.yml', '_dir.yml'];

/** By the numbers before names, as the module sorts them. */
function inOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1);
}
