import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { objectOf } from '../../../core/json.js';
import { decodePercent } from '../../../core/percent.js';
import { encodePath } from '../../names.js';
import type { RawSite } from '../../port.js';
import { addressOf } from '../address.js';
import { readProjectText } from '../config-file.js';
import { configText, siteAt } from '../config-values.js';
import {
  addressAt,
  contentPath,
  type GeneratorConfig,
  innerPath,
  type Project,
  placeFile,
  placeOfAddress,
} from '../layout.js';
import { type AddressFacts, defaultRules, type NavPage, type Profile, type Rules } from './profile.js';
import { basesAt, folderFromRoot, hasFolder } from './project-paths.js';
import { pagesListed } from './sidebar-links.js';

/** mdBook. */
export const mdbook: Profile = {
  label: 'mdBook',
  configFiles: ['book.toml'],
  isLikely: (root) => existsSync(join(root, 'src/SUMMARY.md')),
  buildCommand: 'mdbook build',
  builtFolders: ['book'],
  builtFolder: ({ build }) => configText(objectOf(build), 'build-dir'),
  namesOutsideFolders: true,
  bases(root, config) {
    const written = configText(objectOf(config?.values['book']), 'src') ?? 'src';
    const folder = folderFromRoot(root, config, written);
    return folder !== '' && hasFolder(root, folder) ? [{ folder }] : [];
  },
  site: siteOf,
  rules,
};

function siteOf({ values }: GeneratorConfig): RawSite {
  const host = configText(objectOf(objectOf(values['output'])['html']), 'cname');
  const keys = { title: 'book.title', description: 'book.description', lang: 'book.language' };
  const site = siteAt(values, keys);
  return host === undefined ? site : { ...site, baseUrl: `https://${host}` };
}

function rules(project: Project): Rules {
  const folder = project.bases[0]?.folder ?? '';
  const summary = readProjectText(project.root, posix.join(folder, 'SUMMARY.md'));
  const chapters = summary === undefined ? undefined : readSummary(summary);
  const innerOf = (path: string) => contentPath(path, project);
  return {
    ...defaultRules(project),
    hasLiteralBraces: true,
    isPartial: (inner) => /\.html?$/i.test(inner),
    // Only what the summary lists is in the book.
    pages: (files) => files.filter((path) => chapters?.has(innerOf(path)) !== false),
    place(path) {
      const place = placeFile(path, project, {
        hasCollections: false,
        name: (name) => ({ name: { ...name, slug: name.stem } }),
      });
      const { title } = chapters?.get(innerOf(path)) ?? {};
      return place && { ...place, isPost: false, ...(title ? { title } : {}) };
    },
    address: (page) => addressOf(page, project, { written: () => undefined, path: pathOf }),
    navigation: (files) => pagesListed(chapters?.values() ?? [], files, innerOf),
    print: () => [...(chapters ?? [])],
  };
}

function pathOf({ place }: AddressFacts): string {
  const { folders, name, isIndex } = place;
  const path = encodePath((isIndex ? folders : [...folders, name.stem]).join('/'));
  return isIndex ? (path === '' ? '/' : `/${path}/`) : `/${path}.html`;
}

const MAX_LINE = 2000;

/** A chapter: in a list, or before and after it. */
const CHAPTER =
  /^\s*(?:[-*+]\s+|\d+[.)]\s+)?\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\((?:<([^<>]*)>|([^()\s]*))(?:\s+(?:"[^"]*"|'[^']*'))?\)/;

/** A chapter of the book. */
interface Chapter extends NavPage {
  readonly title: string;
  /** The part of the book that it is in or, in a book without parts, the chapter above all others. */
  readonly section: string | undefined;
}

const PART = /^#+\s+(.*?)\s*#*$/;

/** The chapters of a summary in order, by path. A draft has no path. */
function readSummary(text: string): ReadonlyMap<string, Chapter> {
  const chapters = new Map<string, Chapter>();
  const lines = text
    .replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '')
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE));
  // The first heading is that of the summary itself.
  const hasParts = lines.filter((line) => PART.test(line)).length > 1;
  let [part, top]: (string | undefined)[] = [];
  for (const line of lines) {
    const heading = PART.exec(line)?.[1];
    if (heading !== undefined && (chapters.size > 0 || part !== undefined)) part = heading;
    else if (heading !== undefined) part ??= '';
    const [, title = '', angled, bare] = CHAPTER.exec(line) ?? [];
    if (title === '' && angled === undefined && bare === undefined) continue;
    const name = title.replace(/\\(.)|[`*]/g, '$1').trim();
    if (!/^\s/.test(line)) top = name;
    const path = decodePercent(angled ?? bare ?? '');
    if (path === '' || /^[a-z]+:/i.test(path)) continue;
    const inner = posix.normalize(path).replace(/^\.?\/+/, '');
    // Chapters outside of lists come before the parts or after them.
    const isNumbered = /^\s*(?:[-*+]|\d+[.)])/.test(line);
    const section = (hasParts ? isNumbered && part : top) || undefined;
    if (!chapters.has(inner)) chapters.set(inner, { path: inner, title: name, section });
  }
  return chapters;
}

const FOLDERS = ['', 'docs/'];
/** The heading of a table of contents that the service writes, or the earlier program. */
const HEADING = /^# (?:Table of contents|(Summary))\s*$/im;

/** GitBook, both the service and the earlier program, whose pages end in `.html`. */
export const gitbook: Profile = {
  label: 'GitBook',
  configFiles: FOLDERS.flatMap((folder) =>
    ['.gitbook.yaml', '.gitbook.yml', 'book.json', 'book.js'].map((name) => folder + name),
  ),
  ownsConfig: (root, values, file) =>
    !/book\.js(?:on)?$/.test(file) || summaryOf(root, { root, file, values }) !== undefined,
  isLikely(root) {
    const summary = readProjectText(root, 'SUMMARY.md') ?? '';
    return HEADING.test(summary) && readSummary(summary).size > 0;
  },
  buildCommand: '',
  builtFolders: [],
  bases(root, config) {
    return basesAt(root, config, configText(config?.values ?? {}, 'root') ?? '.');
  },
  site: ({ values }) => siteAt(values, { title: 'title', description: 'description', lang: 'language' }),
  rules: gitbookRules,
};

type Config = Pick<GeneratorConfig, 'root' | 'file' | 'values'>;

/** The table of contents. */
function summaryOf(root: string, config: Config | undefined): string | undefined {
  const values = config?.values ?? {};
  const named = configText(objectOf(values['structure']), 'summary') ?? 'SUMMARY.md';
  const folder = folderFromRoot(root, config as GeneratorConfig, configText(values, 'root') ?? '.');
  return folder === undefined ? undefined : readProjectText(root, posix.join(folder, named));
}

function gitbookRules(project: Project): Rules {
  const { config } = project;
  const summary = summaryOf(project.root, config);
  const chapters: ReadonlyMap<string, Chapter> = summary === undefined ? new Map() : readSummary(summary);
  const front = posix.normalize(configText(objectOf(config?.values['structure']), 'readme') ?? 'README.md');
  const isProgram =
    (config && /book\.js(?:on)?$/.test(config.file)) ?? HEADING.exec(summary ?? '')?.[1] !== undefined;
  const innerOf = (path: string) => innerPath(path, project);
  const addressOf = (path: string) => {
    const inner = innerOf(path);
    return inner === front ? '' : inner.replace(/\.\w+$/, '').replace(/(^|\/)(?:README|index)$/i, '$1');
  };
  return {
    ...defaultRules(project),
    hasEmojiNames: !isProgram,
    hasReadmeAsFront: true,
    isPartial: (inner) => /\.html?$/i.test(inner),
    // Only what the table of contents lists, and the front page.
    pages: (files) =>
      files.filter((path) => chapters.size === 0 || chapters.has(innerOf(path)) || innerOf(path) === front),
    place(path) {
      const { title } = chapters.get(innerOf(path)) ?? {};
      return placeOfAddress(path, addressOf(path), { isPost: false, ...(title ? { title } : {}) });
    },
    address({ place }) {
      const address = addressOf(place.path);
      return addressAt(address, !isProgram ? '' : place.isIndex ? '/' : '.html');
    },
    navigation: (files) => pagesListed(chapters.values(), files, innerOf),
    print: () => [...chapters],
  };
}
